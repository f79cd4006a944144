"""A record played through the engine: where each action leads, and everything that the record has wrong.

What is illegal is told, and then the replay goes on as the record does, as people did at the board: an illegal play is
made if there are checkers to make it with, a cube that could not be turned is turned. Only where the record withholds
what was played is nothing known of what follows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bsg.cube import Cube
from bsg.engine import plays
from bsg.game import Game
from bsg.match import MOST_POINTS, Match
from bsg.notation import NO_STEPS
from bsg.outcome import Outcome, highest_resignation, resigned_outcome
from bsg.parsing import parse_play_as_written
from bsg.position import Position
from bsg.records.forced import forced_cube, forced_play
from bsg.records.record import (
    Action,
    Beaver,
    Double,
    Ending,
    GameRecord,
    MatchRecord,
    Move,
    RecordError,
    SetUp,
    Take,
)
from bsg.seat import Seat, other
from bsg.step import Step


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a record has wrong.

    Parameters
    ----------
    line : int
        Where in the file, counted from 1; 0 where that is not known.
    game : int
        In which game, counted from 1.
    text : str
        What is wrong.
    is_illegal_play : bool
        Whether it is an illegal play, rather than a wrong score, a cube out of turn or the like.
    """

    line: int
    game: int
    text: str
    is_illegal_play: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: game {self.game}: {self.text}" if self.line else f"game {self.game}: {self.text}"


@dataclass(frozen=True)
class ReplayedGame:
    """One game of a record, played through.

    Parameters
    ----------
    record : GameRecord
    match : Match
        As it stands before the game.
    before : tuple of Game
        The game before each action that could be followed, and before the last nothing more than was recorded.
    steps : tuple of (tuple of Step) or None
        For each of these actions the steps it played, in the order written; None if it played none or withheld them.
        The die of a step of an illegal play is 0.
    end : Game
        The game after the last action, with its outcome if it is over.
    """

    record: GameRecord
    match: Match
    before: tuple[Game, ...]
    steps: tuple[tuple[Step, ...] | None, ...]
    end: Game


@dataclass(frozen=True)
class Replay:
    """A record played through.

    Parameters
    ----------
    record : MatchRecord
    games : tuple of ReplayedGame
    problems : tuple of Problem
        In the order of the record.
    """

    record: MatchRecord
    games: tuple[ReplayedGame, ...]
    problems: tuple[Problem, ...]

    @property
    def illegal_plays(self) -> tuple[Problem, ...]:
        """The problems that are illegal plays."""
        return tuple(problem for problem in self.problems if problem.is_illegal_play)


def replay(record: MatchRecord, *, stop: bool = False) -> Replay:
    """Play a record through the engine.

    Parameters
    ----------
    record : MatchRecord
    stop : bool
        Whether to stop at the first problem instead of going on.

    Returns
    -------
    Replay

    Raises
    ------
    RecordError
        With `stop`, at the first problem, with its line and reason; without, only if a match itself is impossible, such
        as one in which both seats have won.
    """
    problems: list[Problem] = []
    games: list[ReplayedGame] = []
    match = _first_match(record)
    for number, game in enumerate(record.games, start=1):
        replayer = _Replayer(record, game, number, problems, stop=stop)
        is_certain = bool(games) and games[-1].end.outcome is not None
        match = replayer.match_before(match, is_certain=is_certain)
        games.append(replayer.replayed(match))
        outcome = games[-1].end.outcome
        if outcome is not None:
            try:
                match = match.after(outcome.winner, outcome.points)
            except ValueError as error:
                raise RecordError(f"game {number}: {error}", game.line) from error
    return Replay(record, tuple(games), tuple(problems))


def _first_match(record: MatchRecord) -> Match:
    try:
        return Match(
            record.length,
            crawford=record.crawford,
            jacoby=record.jacoby,
            beavers=record.beavers,
            cube_limit=record.cube_limit,
        )
    except ValueError as error:
        raise RecordError(str(error)) from error


class _Replayer:
    """Plays one game through and collects what is wrong with it."""

    def __init__(
        self, record: MatchRecord, game: GameRecord, number: int, problems: list[Problem], *, stop: bool
    ) -> None:
        self._players = record.players
        self._are_named = record.players[0] != record.players[1] and all(map(str.strip, record.players))
        self._rules = record.rules
        self._game = game
        self._number = number
        self._problems = problems
        self._stop = stop

    def match_before(self, expected: Match, *, is_certain: bool) -> Match:
        """Return the match as the record has it before this game.

        `expected` is what the games before it came to, and is not certain where one of them was not finished.
        """
        game = self._game
        if game.score != expected.score:
            if is_certain:
                self._tell(
                    f"the score is {_score(game.score)}, and by the games before it is {_score(expected.score)}",
                    game.line,
                )
            expected = self._with_score(expected)
        if game.is_crawford_game is not None and game.is_crawford_game != expected.is_crawford_game:
            try:
                expected = replace(expected, is_crawford_game=game.is_crawford_game)
            except ValueError as error:
                self._tell(str(error), game.line)
        if expected.winner is not None:
            raise RecordError(
                f"game {self._number} begins after {self._name(expected.winner)} has won the match", game.line
            )
        return expected

    def _with_score(self, expected: Match) -> Match:
        """Return the match with the score of the record; whether it is the Crawford game is then a guess."""
        game, last = self._game, expected.length - 1
        is_crawford_game = (
            not expected.is_money
            and expected.crawford
            and last in game.score
            and game.score != (last, last)
            and (expected.is_crawford_game or last not in expected.score)
            and not any(isinstance(action, Double) for action in game.actions)
        )
        try:
            return replace(expected, score=game.score, is_crawford_game=is_crawford_game)
        except ValueError as error:
            raise RecordError(f"game {self._number}: {error}", game.line) from error

    def replayed(self, match: Match) -> ReplayedGame:
        """Play the game through."""
        actions = self._game.actions
        beginner: Seat = actions[0].seat if actions else 0
        state = Game.start(match, self._rules, beginner=beginner)
        before: list[Game] = []
        steps: list[tuple[Step, ...] | None] = []
        for index, action in enumerate(actions):
            state = self._ready_for(state, action)
            if state.outcome is not None:
                self._tell(f"{self._name(action.seat)} goes on after the game is over", action.line)
                break
            if state.is_opening and isinstance(action, Move) and action.dice[0] == action.dice[1]:
                self._tell(
                    f"the opening roll is {_dice_text(action.dice)}, and equal dice are rolled again (R4)", action.line
                )
                state = replace(state, is_opening=False)
            before.append(state)
            is_last = index == len(actions) - 1
            if isinstance(action, Move) and action.play is None:
                steps.append(None)
                if is_last:
                    break
                if not isinstance(actions[index + 1], SetUp):
                    self._tell("the play is withheld, and nothing is known of what follows", action.line)
                    break
                self._tell(
                    "the play is illegal, and the board after it is all that is told", action.line, is_illegal_play=True
                )
                continue
            if isinstance(action, Move):
                state, played = self._moved(state, action, is_last=is_last)
                steps.append(played)
            else:
                state = self._decided(state, action)
                steps.append(None)
        end = self._ended(state, actions)
        return ReplayedGame(self._game, match, tuple(before), tuple(steps), end)

    def _ready_for(self, state: Game, action: Action) -> Game:
        """Return the game with the seat of an action to decide; a record may leave out what is plain."""
        if isinstance(action, SetUp) or state.outcome is not None:
            return state
        if isinstance(action, Move) and state.cube.doubler is not None:
            # Some formats do not write that a cube turned back is taken; that a plain double is, all do.
            if not state.cube.turned_back:
                self._tell("the double is not answered before the next roll", action.line)
            state = replace(state, cube=state.cube.taken())
        if state.dice is not None:  # a roll that stood alone
            state = replace(state, dice=None)
        seat = action.seat
        if isinstance(action, Move | Double) and state.on_roll != seat and state.cube.doubler is None:
            self._tell(
                f"it is {self._name(other(seat))}'s turn, and the record goes on with {self._name(seat)}", action.line
            )
            state = replace(state, on_roll=seat, position=state.position.swapped())
        return state

    def _moved(self, state: Game, action: Move, *, is_last: bool) -> tuple[Game, tuple[Step, ...] | None]:
        state = state.rolled(action.dice)
        text = action.play or NO_STEPS
        if not action.play and is_last and len(plays(state.position, action.dice, self._rules)) > 1:
            return state, None  # rolled, and nobody went on
        try:
            play, steps = parse_play_as_written(text, state.position, action.dice, self._rules)
        except ValueError as error:
            if is_last and self._game.ending is not None:
                return state, None  # whoever resigns may have left the play half done
            self._tell(str(error), action.line, is_illegal_play=True)
            return forced_play(state, text)
        return state.after(play), steps

    def _decided(self, state: Game, action: Action) -> Game:
        if isinstance(action, SetUp):
            return self._set_up(state, action)
        if isinstance(action, Double | Beaver) and action.value:
            shown = (2 if isinstance(action, Double) else 4) * state.cube.value
            if action.value != shown:
                self._tell(f"the cube is turned to {action.value}, and it would show {shown}", action.line)
        decides = state.decides
        if decides is not None and decides != action.seat:
            self._tell(f"it is for {self._name(decides)} to decide", action.line)
        try:
            return _next(state, action)
        except ValueError as error:
            self._tell(str(error), action.line)
            return forced_cube(state, action.seat, type(action))

    def _set_up(self, state: Game, action: SetUp) -> Game:
        try:
            return Game(
                state.seen_by(action.seat) if action.position is None else Position.parse(action.position),
                action.seat,
                cube=Cube(state.cube.value, state.cube.owner)
                if action.cube is None
                else Cube(action.cube, action.owner),
                match=state.match,
                rules=self._rules,
            )
        except ValueError as error:
            raise RecordError(f"game {self._number}: the board put up is impossible: {error}", action.line) from error

    def _ended(self, state: Game, actions: Sequence[Action]) -> Game:
        """Return the game with its outcome: by the board or the cube, or as the record says."""
        ending = self._game.ending
        if ending is None:
            return state
        if state.outcome is None and state.cube.doubler is not None:
            # A double that nobody answers before somebody has won was passed, or else it was taken.
            is_passed = ending.winner == state.cube.offered_by and ending.points == state.cube.value
            state = state.passed() if is_passed else replace(state, cube=state.cube.taken())
        if state.outcome is None:
            outcome = self._resignation(state, ending)
            return replace(state, dice=None, outcome=outcome)
        self._compare(state.outcome, ending, state.match, actions)
        return state

    def _resignation(self, state: Game, ending: Ending) -> Outcome:
        value = state.cube.value
        level, rest = divmod(ending.points, value)
        loser = other(ending.winner)
        if rest or not 1 <= level <= 3:
            if level < 3 and _is_what_was_missing(state.match, ending.winner, ending.points):
                # As many as it takes, at the level that costs them.
                return resigned_outcome(ending.winner, level + 1, state.cube, self._rules)
            self._tell(
                f"{self._name(ending.winner)} wins {ending.points} by resignation, which is not 1, 2 or 3 times the cube at "
                f"{value}",
                ending.line,
            )
            kind = resigned_outcome(ending.winner, 1, state.cube, self._rules).kind
            # No more than a score has room for.
            points = max(min(ending.points, MOST_POINTS - state.match.score[ending.winner]), 1)
            return Outcome(ending.winner, points, kind, "resignation")
        most = highest_resignation(state.seen_by(loser), state.cube, state.match, self._rules)
        if level > most:
            self._tell(
                f"{self._name(ending.winner)} wins {level} times the cube by resignation, and {self._name(loser)} could lose "
                f"no more than {most} times",
                ending.line,
            )
        return resigned_outcome(ending.winner, level, state.cube, self._rules)

    def _compare(self, outcome: Outcome, ending: Ending, match: Match, actions: Sequence[Action]) -> None:
        """Tell where the ending that a file states is not what the board and the cube came to."""
        # Beside the last play the only free column is the loser's, so what stands there does not say who won.
        says_who = not actions or ending.line == 0 or ending.line != actions[-1].line
        if outcome.winner != ending.winner and says_who:
            winner = "nobody" if outcome.winner is None else self._name(outcome.winner)
            self._tell(f"{self._name(ending.winner)} is said to win, and {winner} has won", ending.line)
        elif outcome.points < ending.points or (
            outcome.points > ending.points and not _is_what_was_missing(match, outcome.winner, ending.points)
        ):
            self._tell(f"the game is said to be worth {ending.points}, and it is worth {outcome.points}", ending.line)

    def _name(self, seat: Seat) -> str:
        return self._players[seat] if self._are_named else f"seat {seat}"

    def _tell(self, text: str, line: int, *, is_illegal_play: bool = False) -> None:
        if self._are_named:
            text = re.sub(r"\bseat ([01])\b", lambda seat: self._players[int(seat[1])], text)
        problem = Problem(line, self._number, text, is_illegal_play)
        if self._stop:
            raise RecordError(f"game {self._number}: {text}", line)
        self._problems.append(problem)


def _next(state: Game, action: Action) -> Game:
    if isinstance(action, Double):
        return state.doubled()
    if isinstance(action, Beaver):
        return state.beavered()
    return state.taken() if isinstance(action, Take) else state.passed()


def _is_what_was_missing(match: Match, winner: Seat | None, points: int) -> bool:
    """Say whether the points are those that the winner still needed: for the last game some sites write no more."""
    return winner is not None and not match.is_money and match.score[winner] + points == match.length


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _dice_text(dice: tuple[int, int]) -> str:
    return f"{dice[0]}-{dice[1]}"
