"""What this build implements, in words: every option and every ruling, for `bsg rules` and the documentation.

The published rules leave some questions open; a ruling (R1 …) is the answer this project gives, everywhere the same.
"""

from typing import NamedTuple


class Option(NamedTuple):
    """One option of `Rules` and what each of its values means."""

    name: str
    values: dict[str | int | bool, str]


class Ruling(NamedTuple):
    """One numbered ruling."""

    number: str
    title: str
    text: str


SOURCES = (
    (
        "The published ban-sugoroku rules page (late-Edo rules after Kusaba Jun of the Japan Backgammon Society; "
        "page dated 2026-09-26)."
    ),
    "The standard rules of modern backgammon.",
    (
        "Names of the rolls: Chōroku, Shushi, Goroku and Decchi from the rules page, the other readings from "
        "dictionaries and Edo-period handbooks; where no source gives a reading, none is shown."
    ),
)

OPTIONS = (
    Option(
        "finish",
        {
            "iri-gachi": "All 15 checkers on the own points 1-6 win at once; nothing is ever borne off.",
            "bear-off": "With all 15 home, checkers are borne off; the first side to bear off all 15 wins.",
        },
    ),
    Option(
        "closed_home",
        {
            "bonus": "Finishing while all six home points hold two or more and the opponent is on the bar counts "
            "2 points (mushi-gachi), or 3 if the home reads 2-2-2-3-3-3 or 2-3-2-3-2-3 (mujo-gachi).",
            "instant": "Closing the home on an opponent who is on the bar wins 1 point at once (muji-gachi).",
            "off": "A closed home has no effect of its own.",
        },
    ),
    Option(
        "steps_per_double",
        {
            2: "A double is two steps, like any other roll.",
            4: "A double is four steps.",
        },
    ),
    Option(
        "start",
        {
            "alternate": "Seat 0 begins the first game, and the beginner changes with every further one.",
            "roll-off": "One die each, ties again; the larger begins and rolls two fresh dice.",
            "opening-roll": "One die each, ties again; the larger begins and plays those two dice, never a double.",
        },
    ),
    Option(
        "gammons",
        {
            False: "A win by bearing off is 1 point.",
            True: "It is 2 if the loser has borne off nothing (gammon), 3 if the loser also has a checker on the bar or "
            "in the winner's home (backgammon); only with finish=bear-off.",
        },
    ),
)

RULINGS = (
    Ruling(
        "R1",
        "A deciding step ends the play",
        "A win is looked for after every step, and a step that wins completes the play. So a winning play of one die is "
        "legal beside plays of both dice.",
    ),
    Ruling(
        "R2",
        "Complete plays come first",
        "A play is complete when it used every die or decided the game, and if there is one, only such plays are legal. "
        "Otherwise as many dice as possible must be used, and the larger if only one can be.",
    ),
    Ruling(
        "R3",
        "Patterns are read one way",
        "The two homes that make a win mujo-gachi are read from Inner 1 to Inner 6. Their mirror images do not count 3.",
    ),
    Ruling(
        "R4", "Ties are rolled again", "In a roll-off or opening roll, equal dice are rolled again until they differ."
    ),
    Ruling(
        "R5",
        "No bonus after bearing off",
        "A home that has borne off everything is empty, so it cannot be closed: such a win is 1 point, or 1, 2 or 3 with "
        "gammons. A muji-gachi win is always 1.",
    ),
    Ruling(
        "R6",
        "An instant win is muji-gachi",
        "Under closed_home=instant the win is 1 point and named muji-gachi, even if the same step brings the last checker "
        "home. It comes by closing the sixth point or by hitting while closed, and is looked for after every step.",
    ),
    Ruling(
        "R7",
        "Only the mover can come to a win",
        "A position set up by hand in which a side has won already is decided and has no plays. One in which both sides "
        "have won is refused as impossible.",
    ),
    Ruling(
        "R8",
        "A frozen position is a draw",
        "If neither side has a legal step with any of the 21 rolls, the game is decided: a draw, 0 points. Play from the "
        "start never comes to this, but a position set up by hand can.",
    ),
    Ruling("R9", "Six blocks in a row are allowed", "Anywhere on the board, whatever stands behind them."),
    Ruling(
        "R10",
        "A draw can be agreed",
        "Two players may agree on a draw, which rated play counts as half a win. This concerns sessions between players, "
        "and this version has no sessions yet.",
    ),
    Ruling(
        "R11",
        "Undo goes back to the start of the turn",
        "A turn can be taken back while a die can still be played; once nothing more can be, it is final. This concerns "
        "sessions between players, and this version has no sessions yet.",
    ),
    Ruling(
        "R12",
        "The clock",
        "There is none unless it is asked for, with some number of seconds a turn; when it runs out, the computer plays "
        "the rest of that turn. This concerns sessions between players, and this version has no sessions yet.",
    ),
    Ruling(
        "R13",
        "Absence",
        "A player who drops out keeps the seat, and the computer plays for it until the player is back. This concerns "
        "sessions between players, and this version has no sessions yet.",
    ),
    Ruling(
        "R14",
        "Plays are positions",
        "Two ways to play a roll that reach the same position are one play. A way that hits and one that does not reach "
        "different positions, so they are two.",
    ),
    Ruling(
        "R15",
        "The order of plays is fixed",
        "Plays are listed by the position reached, largest first: the mover's checkers on the bar, 24, 23 … 1, then the "
        "opponent's on the mover's 24 … 1. Of several ways to one position, the steps shown are those that compare largest.",
    ),
    Ruling(
        "R16",
        "A pass is a play",
        "When nothing can be moved there is one play, without steps. A decided position has no plays at all.",
    ),
    Ruling("R17", "Nothing is off under iri-gachi", "A position with a checker off is impossible there, and refused."),
)
