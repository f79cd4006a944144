"""A game between two seats at one moment: board, dice, cube and score, and what each decision makes of it.

A `Game` is a value. Every decision is a method that returns the next one, or raises `ValueError` and says why it may
not be made now. Nothing here rolls dice or knows of time.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from bsg.checks import described, integer_between, shown
from bsg.cube import IN_THE_MIDDLE, Cube
from bsg.dice import Dice, high_low
from bsg.engine import play_from_steps, result
from bsg.match import MONEY_PLAY, Match
from bsg.outcome import (
    DRAWN,
    Outcome,
    highest_resignation,
    passed_outcome,
    played_outcome,
    resigned_outcome,
)
from bsg.play import Play
from bsg.position import Position, check_possible
from bsg.rules import BACKGAMMON, Rules, check_rules
from bsg.seat import Seat, check_seat, other

Phase = Literal["roll", "play", "answer", "resignation", "over"]

_T = TypeVar("_T")

_LEVEL_NAMES = ("", "a single game", "a gammon", "a backgammon")


@dataclass(frozen=True)
class Game:
    """A game at one moment; immutable.

    Parameters
    ----------
    position : Position
        Seen by the seat on roll.
    on_roll : {0, 1}
        Whose turn it is. The other seat may have to answer a double or a resignation first: see `decides`.
    dice : tuple of int or None
        What was rolled, in the order given; None before the roll.
    cube : Cube
    match : Match
        The score before this game.
    rules : Rules
    resigning : {0, 1} or None
        The seat that offers to resign.
    level : int
        What it offers to lose: 1 a single game, 2 a gammon, 3 a backgammon; 0 if nobody offers to resign.
    outcome : Outcome or None
        How the game ended.
    x : {0, 1}
        The seat that an XGID writes with capital letters and calls X. It has no meaning in the game.
    is_opening : bool
        Whether the opening roll is still to come, in which nobody can double and equal dice are rolled again. `start`
        says it of a game that begins so; of a board that is put up nothing is known.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If there can be no such game; the message says why.

    Examples
    --------
    >>> game = Game(Position.start(), on_roll=1, match=Match(3))
    >>> game.phase, game.decides
    ('roll', 1)
    >>> game = game.doubled()
    >>> game.phase, game.decides
    ('answer', 0)
    >>> game.taken().cube
    Cube(value=2, owner=0, doubler=None, turned_back=0)
    >>> game.passed().outcome
    Outcome(winner=1, points=1, kind='single', by='pass')
    """

    position: Position
    on_roll: Seat = 0
    dice: Dice | None = None
    cube: Cube = IN_THE_MIDDLE
    match: Match = MONEY_PLAY
    rules: Rules = BACKGAMMON
    resigning: Seat | None = None
    level: int = 0
    outcome: Outcome | None = None
    x: Seat = 1
    is_opening: bool = False

    def __post_init__(self) -> None:
        check_possible(self.position, check_rules(self.rules))
        for name, kind in (("cube", Cube), ("match", Match)):
            if not isinstance(getattr(self, name), kind):
                raise TypeError(f"{name} must be a bsg.{kind.__name__}, got {described(getattr(self, name))}")
        object.__setattr__(self, "on_roll", check_seat(self.on_roll, "the seat on roll"))
        object.__setattr__(self, "x", check_seat(self.x, "the seat called X"))
        if self.dice is not None:
            high_low(self.dice)
            object.__setattr__(self, "dice", (int(self.dice[0]), int(self.dice[1])))
        level = integer_between(self.level, 0, 3, "the level of a resignation")
        if (level == 0) != (self.resigning is None):
            raise ValueError(f"a resignation needs both a seat and a level, got {shown(self.resigning)} and {level}")
        object.__setattr__(self, "level", level)
        if self.resigning is not None:
            object.__setattr__(self, "resigning", check_seat(self.resigning, "the seat that resigns"))
        if self.outcome is not None and not isinstance(self.outcome, Outcome):
            raise TypeError(f"outcome must be a bsg.Outcome, got {described(self.outcome)}")
        self._check_cube()
        self._check_opening()

    def _check_cube(self) -> None:
        cube, match = self.cube, self.match
        if cube.value > match.cube_limit:
            raise ValueError(f"the cube is at {cube.value}, and goes no higher than {match.cube_limit}")
        if match.is_crawford_game and (cube.value > 1 or cube.doubler is not None):
            raise ValueError("the cube is turned, and the Crawford game is played without it")
        if cube.turned_back and not match.beavers:
            raise ValueError("the cube was turned back, and beavers are not agreed")
        if match.winner is not None and self.outcome is None:
            raise ValueError(f"seat {match.winner} has won the match already")
        if cube.doubler is not None and (self.dice is not None or cube.doubler != self.on_roll):
            raise ValueError(f"seat {cube.doubler} has doubled, and only the seat on roll may, before it rolls")

    def _check_opening(self) -> None:
        if not isinstance(self.is_opening, bool):
            raise TypeError(f"is_opening must be True or False, got {described(self.is_opening)}")
        if not self.is_opening:
            return
        if self.rules.start != "opening-roll":
            raise ValueError(f"there is an opening roll only where start is opening-roll, got {self.rules.start}")
        if self.position != Position.start() or self.dice is not None or self.cube.doubler is not None:
            raise ValueError("before the opening roll the board must stand as games begin, without dice and double")

    @classmethod
    def start(
        cls,
        match: Match = MONEY_PLAY,
        rules: Rules = BACKGAMMON,
        *,
        beginner: Seat = 0,
        dice: Dice | None = None,
        ties: int = 0,
    ) -> "Game":
        """Return a game at its beginning.

        Parameters
        ----------
        match : Match
        rules : Rules
        beginner : {0, 1}
        dice : tuple of int, optional
            Those that the beginner has to play, after an opening roll. Without them that roll is still to come.
        ties : int
            How often both sides rolled the same number before one could begin; where automatic doubles are agreed, each of
            them doubles the cube in the middle, as often as is agreed and the cube goes.

        Examples
        --------
        >>> Game.start(Match(automatic_doubles=1), ties=2).cube.value
        2
        """
        has_opening_roll = check_rules(rules).start == "opening-roll"
        if dice is not None and has_opening_roll:
            _check_opening_dice(dice)
        doubles = min(integer_between(ties, 0, 2**31, "the number of ties"), match.automatic_doubles)
        value = min(1 << doubles, match.cube_limit)
        return cls(
            Position.start(), beginner, dice, Cube(value), match, rules, is_opening=has_opening_roll and dice is None
        )

    @property
    def phase(self) -> Phase:
        """What is to be decided: roll (or double), play, answer a double, answer a resignation, or nothing any more."""
        if self.outcome is not None:
            return "over"
        if self.resigning is not None:
            return "resignation"
        if self.cube.offered_by is not None:
            return "answer"
        return "roll" if self.dice is None else "play"

    @property
    def decides(self) -> Seat | None:
        """The seat that has to decide now; None when the game is over."""
        if self.outcome is not None:
            return None
        if self.resigning is not None:
            return other(self.resigning)
        return self.on_roll if self.cube.offered_by is None else other(self.cube.offered_by)

    def seen_by(self, seat: Seat) -> Position:
        """Return the board as `seat` sees it."""
        return self.position if check_seat(seat) == self.on_roll else self.position.swapped()

    def rolled(self, dice: Dice) -> "Game":
        """Return the game after the seat on roll has rolled `dice`."""
        self._require("roll", "roll")
        self._require_undecided()
        if self.is_opening:
            _check_opening_dice(dice)
        return replace(self, dice=dice, is_opening=False)

    def played(self, play: Play) -> "Game":
        """Return the game after `play`: the other seat is on roll, or the game is over.

        Raises
        ------
        ValueError
            If no dice are rolled, or `play` is no legal play of them here.
        """
        dice = self._required("play", "play", self.dice)
        if not isinstance(play, Play):
            raise TypeError(f"play must be a bsg.Play, got {described(play)}")
        if play_from_steps(self.position, dice, play.steps, self.rules) != play:
            raise ValueError(f"{play} does not reach what it says it does")
        return self.after(play)

    def after(self, play: Play) -> "Game":
        """Return the game after a play that is known to be legal, as those are that an engine has listed."""
        if play.result is not None:
            outcome = played_outcome(play.result, self.on_roll, self.cube, self.match)
            return replace(self, position=play.after, dice=None, outcome=outcome)
        return replace(self, position=play.after.swapped(), on_roll=other(self.on_roll), dice=None)

    def why_not_double(self) -> str | None:
        """Say why the seat on roll may not double now; None if it may."""
        if self.phase != "roll":
            return f"a double comes before the roll, and now it is time to {_TO_DO[self.phase]}"
        if self.is_opening:
            return "nobody can offer a double before the opening roll, which is played by whoever it lets begin"
        return self.match.why_not_double(self.on_roll, self.cube)

    def doubled(self) -> "Game":
        """Return the game after the seat on roll has offered to double."""
        if reason := self.why_not_double():
            raise ValueError(f"seat {self.on_roll} cannot double: {reason}")
        self._require_undecided()
        return replace(self, cube=self.cube.doubled(self.on_roll))

    def taken(self) -> "Game":
        """Return the game after the double was taken."""
        self._require("answer", "take")
        return replace(self, cube=self.cube.taken())

    def beavered(self) -> "Game":
        """Return the game after the double was taken and turned back at once."""
        self._require("answer", "turn the cube back")
        if not self.match.beavers:
            raise ValueError("the cube cannot be turned back: beavers are not agreed")
        if 4 * self.cube.value > self.match.cube_limit:
            raise ValueError(f"the cube cannot be turned back: it goes no higher than {self.match.cube_limit}")
        return replace(self, cube=self.cube.beavered())

    def passed(self) -> "Game":
        """Return the game after the double was passed: whoever offered it wins what was played for before."""
        winner: Seat = self._required("answer", "pass", self.cube.offered_by)
        return self._over(passed_outcome(winner, self.cube, self.rules))

    def resigned(self, seat: Seat, level: int = 1) -> "Game":
        """Return the game after `seat` has offered to lose a single game (1), a gammon (2) or a backgammon (3).

        Raises
        ------
        ValueError
            If the game is over, a resignation waits for its answer, or `seat` cannot lose so much any more.
        """
        seat, level = check_seat(seat), integer_between(level, 1, 3, "the level of a resignation")
        if self.phase in {"over", "resignation"}:
            raise ValueError(f"nobody can resign when it is time to {_TO_DO[self.phase]}")
        most = highest_resignation(self.seen_by(seat), self.cube, self.match, self.rules)
        if level > most:
            raise ValueError(
                f"seat {seat} cannot resign {_LEVEL_NAMES[level]}: it can lose no more than {_LEVEL_NAMES[most]}"
            )
        return replace(self, resigning=seat, level=level)

    def accepted(self) -> "Game":
        """Return the game after the resignation was accepted: it is over."""
        loser: Seat = self._required("resignation", "accept", self.resigning)
        return self._over(resigned_outcome(other(loser), self.level, self.cube, self.rules))

    def declined(self) -> "Game":
        """Return the game after the resignation was declined: it goes on where it was."""
        self._require("resignation", "decline")
        return replace(self, resigning=None, level=0)

    def drawn(self) -> "Game":
        """Return the game after both seats have agreed on a draw (R10)."""
        if self.outcome is not None:
            raise ValueError("nobody can agree on a draw when the game is over")
        return self._over(DRAWN)

    def next_match(self) -> Match:
        """Return the match with the points of this game.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        if self.outcome is None:
            raise ValueError("the game is not over")
        return self.match.after(self.outcome.winner, self.outcome.points)

    @property
    def board_result(self) -> Outcome | None:
        """What the board decides as it stands, for a game that was set up; None if it may be played on."""
        found = result(self.position, self.rules)
        return None if found is None else played_outcome(found, self.on_roll, self.cube, self.match)

    def _over(self, outcome: Outcome) -> "Game":
        return replace(self, dice=None, resigning=None, level=0, outcome=outcome)

    def _require_undecided(self) -> None:
        """Refuse to play on a board that was put up decided."""
        if (decided := self.board_result) is not None:
            raise ValueError(f"the game is decided as the board stands: {decided.kind}")

    def _require(self, phase: Phase, what: str) -> None:
        self._required(phase, what, phase)

    def _required(self, phase: Phase, what: str, value: _T | None) -> _T:
        """Return what a phase has, or say that now is another."""
        if self.phase != phase or value is None:
            raise ValueError(f"nobody can {what} when it is time to {_TO_DO[self.phase]}")
        return value


def _check_opening_dice(dice: Dice) -> None:
    high, low = high_low(dice)
    if high == low:
        raise ValueError(f"equal dice of an opening roll are rolled again (R4), got {high}-{low}")


_TO_DO = {
    "roll": "roll",
    "play": "play the dice",
    "answer": "answer a double",
    "resignation": "answer a resignation",
    "over": "begin another game, since this one is over",
}
