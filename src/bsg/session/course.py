"""The course of a session: what follows from what, until somebody has to decide.

Games and turns begin and end here, dice are rolled, forced steps are made, clocks run out, and the CPU decides for whoever
is away. All of it is told as events, and only they change the state.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from bsg.dice import roll_name
from bsg.engine import next_steps, play_from_steps, plays
from bsg.game import Game
from bsg.outcome import By, passed_outcome, played_outcome
from bsg.position import BAR, position_unchecked
from bsg.seat import SEATS, Seat, other
from bsg.session import events as happened
from bsg.session.bots import STAND_INS, Bots, finished_turn
from bsg.session.dice import SYSTEM_DICE, DiceSource, beginner_label, turn_label
from bsg.session.events import AnyEvent
from bsg.session.state import State
from bsg.step import Step
from bsg.winning import Kind

_Event = TypeVar("_Event", bound=AnyEvent)


class Course:
    """A session while it runs: its state, and what brings it forward.

    Attributes
    ----------
    state : State
    events : list of AnyEvent
        The history, as far as it is kept.
    position : Position
        The board at the beginning of the turn, seen by the seat on roll.
    now : int
        When what is being done has arrived.
    cause : tuple of int and str or None
        The seat and id of the command that is being done.
    """

    __slots__ = ("bots", "cause", "dice_source", "events", "following_steps", "now", "position", "state")

    def __init__(self, state: State, events: Sequence[AnyEvent], dice: DiceSource | None, bots: Bots | None) -> None:
        self.state = state
        self.events = list(events)
        self.dice_source = dice or SYSTEM_DICE
        self.bots = bots or STAND_INS
        self.cause: tuple[Seat, str] | None = None
        self.now = state.at
        self.position = position_unchecked(state.position)
        self.following_steps: list[Step] | None = None
        if state.settings.bot not in self.bots:
            raise ValueError(f"the bot must be one of {', '.join(self.bots)}, got {state.settings.bot!r}")

    def emit(self, event_type: type[_Event], /, **fields: Any) -> _Event:  # the fields of the event
        """Let something happen."""
        event = event_type(number=self.state.number, at=self.now, cause=self.cause, **fields)
        before = self.state.position
        self.state.apply(event)
        if self.state.position is not before:
            self.position = position_unchecked(self.state.position)
        self.following_steps = None
        self.events.append(event)
        return event

    def go_on(self) -> None:
        """Let follow what follows by itself, until somebody has to decide."""
        state = self.state
        while True:
            if state.phase == "over" and state.game and not self._is_match_over():
                self.begin_game()
            elif state.phase == "over" and state.game:
                secret = self.dice_source.secret(state.session, state.match_number)
                self.emit(happened.MatchOver, winner=self._match_winner(), score=state.match.score, secret=secret)
                self.commit()
            elif state.is_decided_by_cpu():
                self._let_cpu_decide()
            elif state.deadline is None and state.decides is not None and not state.seats[state.decides].is_cpu:
                limit = state.settings.turn_nanoseconds
                if limit is None:
                    return
                self.emit(happened.ClockSet, seat=state.decides, deadline=self.now + limit)
            else:
                return

    def commit(self) -> None:
        """Tell to what dice the server is committed, if they are provably fair."""
        commitment = self.dice_source.commitment(self.state.session, self.state.match_number)
        if commitment is not None:
            self.emit(happened.DiceCommitted, commitment=commitment)

    def _roll_dice(self, label: str) -> tuple[int, int]:
        state = self.state
        contributions = (state.seats[0].contribution, state.seats[1].contribution)
        return self.dice_source.roll(state.session, state.match_number, contributions, label)

    def begin_game(self) -> None:
        """Begin the next game, or the first of a match."""
        state, rules = self.state, self.state.settings.rules
        beginner, dice, ties = SEATS[state.games % 2], None, 0
        if rules.start != "alternate":
            dice = self._roll_dice(beginner_label(state.turn + 1, ties))
            self.emit(happened.BeginnerRolled, dice=dice)
            while dice[0] == dice[1]:  # R4
                ties += 1
                dice = self._roll_dice(beginner_label(state.turn + 1, ties))
                self.emit(happened.BeginnerRolled, dice=dice)
            beginner = 0 if dice[0] > dice[1] else 1
        is_first = state.game == 0
        match = state.settings.new_match() if is_first else state.match
        cube = Game.start(match, rules, ties=ties).cube.value
        self.emit(
            happened.GameBegun,
            game=state.game + 1,
            score=match.score,
            is_crawford_game=match.is_crawford_game,
            cube=cube,
        )
        self._begin_turn(beginner, dice if rules.start == "opening-roll" else None)

    def _begin_turn(self, seat: Seat, dice: tuple[int, int] | None = None) -> None:
        state = self.state
        if state.plies >= state.settings.max_plies:
            self.end_game(None, 0, "draw", "cap")
            return
        self.emit(happened.TurnBegun, turn=state.turn + 1, seat=seat)
        if dice is not None or state.seats[seat].is_cpu or state.match.why_not_double(seat, state.cube) is not None:
            self.roll(dice)

    def roll(self, dice: tuple[int, int] | None = None) -> None:
        """Roll, or take the dice of the opening roll; pass where nothing can be played, and make what is forced."""
        state = self.state
        if dice is None:
            dice = self._roll_dice(turn_label(state.turn))
        name = roll_name(dice)
        self.emit(happened.DiceRolled, dice=dice, kanji=name.kanji, romaji=name.romaji)
        following = self.steps()
        if not following:
            # With a checker on the bar nothing else may move: then it is the way in that is barred.
            self.emit(happened.Passed, reason="barred" if self.position.own[BAR] else "blocked")
            self.end_turn()
        elif state.settings.auto_forced == "whole":
            listed = plays(self.position, dice, state.settings.rules)
            if len(listed) == 1:
                self.take_steps(listed[0].steps, "rules")
        else:
            self.take_forced_steps()

    def steps(self) -> list[Step]:
        """Return the legal next steps."""
        if self.following_steps is None:
            state = self.state
            self.following_steps = next_steps(self.position, state.rolled_dice(), state.taken, state.settings.rules)
        return self.following_steps

    def take_steps(self, steps: Sequence[Step], by: str) -> None:
        """Make steps that are known to be legal, and end the turn if it ends by itself (R11)."""
        state = self.state
        for step in steps:
            taken = [*state.taken, (step.source, step.target, step.die)]
            following = next_steps(self.position, state.rolled_dice(), taken, state.settings.rules)
            self.emit(
                happened.Stepped,
                source=step.source,
                target=step.target,
                die=step.die,
                hit=step.hit,
                by=by,
                is_last=not following,
            )
            self.following_steps = following
        if state.phase == "confirm" and (state.settings.turn_end == "auto" or by == "cpu" or not state.own_steps):
            self.end_turn()

    def take_forced_steps(self) -> None:
        """Make steps as long as there is only one, where that is agreed."""
        while self.state.settings.auto_forced == "single" and self.state.phase == "play" and len(self.steps()) == 1:
            self.take_steps(self.steps(), "rules")

    def end_turn(self) -> None:
        """End the turn for good."""
        state = self.state
        play = play_from_steps(self.position, state.rolled_dice(), state.taken, state.settings.rules)
        seat = state.on_roll
        self.emit(happened.TurnEnded, play=str(play))
        if play.result is None:
            self._begin_turn(other(seat))
        else:
            outcome = played_outcome(play.result, seat, state.cube, state.match)
            self.end_game(outcome.winner, outcome.points, outcome.kind, outcome.by)

    def end_game(self, winner: Seat | None, points: int, kind: Kind, by: By | Literal["clock", "cap"]) -> None:
        """End the game."""
        score = self.state.match.after(winner, points).score
        self.emit(happened.GameOver, winner=winner, points=points, kind=kind, by=by, score=score)

    def _is_match_over(self) -> bool:
        state = self.state
        if state.match.length:
            return state.match.winner is not None
        return state.game >= state.settings.games

    def _match_winner(self) -> Seat | None:
        first, second = self.state.match.score
        return None if first == second else 0 if first > second else 1

    def run_out(self) -> None:
        """Do what is due first: the CPU takes over from whoever is away too long, or a clock has run out."""
        state = self.state
        due = self.next_deadline
        for seat in SEATS:
            if state.seats[seat].cpu_from is not None and state.seats[seat].cpu_from == due:
                self.emit(happened.CpuActing, seat=seat, because="absence")
                self.answer_offers_for(seat)
                return
        late = state.clock_seat
        if late is None:
            return
        if state.settings.on_timeout == "lose":
            outcome = passed_outcome(other(late), state.cube, state.settings.rules)
            self.end_game(outcome.winner, outcome.points, outcome.kind, "clock")
        else:
            self.emit(happened.CpuActing, seat=late, because="clock")

    @property
    def next_deadline(self) -> int | None:
        """When `tick` has something to do; None if time brings nothing about."""
        first, second = self.state.seats
        due = self.state.deadline
        for cpu_from in (first.cpu_from, second.cpu_from):
            if cpu_from is not None and (due is None or cpu_from < due):
                due = cpu_from
        return due

    def answer_offers_for(self, seat: Seat) -> None:
        """Decline what was offered to a seat for which the CPU decides."""
        if self.state.draw_offered_by == other(seat):
            self.emit(happened.DrawDeclined, seat=seat)
        if self.state.resigning == other(seat):
            self.emit(happened.ResignationDeclined, seat=seat)

    def _let_cpu_decide(self) -> None:
        """Decide for whoever is away, or out of time: never double, always take, and play as the bot does."""
        state = self.state
        if state.phase == "answer":
            self.emit(happened.DoubleTaken, seat=state.decides)
            self.roll()
            return
        because = "clock" if state.cpu_turn else "absence"
        if state.phase == "roll":
            self.roll()
        elif state.phase == "confirm":
            self.end_turn()
        elif state.dice is not None:
            bot = self.bots[state.settings.bot]
            if because == "absence" and not state.taken:
                self.emit(happened.CpuActing, seat=state.on_roll, because=because)
            steps = finished_turn(bot, self.position, state.dice, state.taken, state.settings.rules)
            self.take_steps(steps, "cpu")
