"""What each command does, once it is known that it may be done now.

Each looks first and acts then: a command that is refused has changed nothing.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

from bsg.outcome import highest_resignation, passed_outcome, resigned_outcome
from bsg.parsing import parse_play
from bsg.seat import Seat, other
from bsg.session import commands as asked
from bsg.session import events as happened
from bsg.session.course import Course
from bsg.session.refused import RefusedError


def _require_player(course: Course, command: asked.Command) -> None:
    """Refuse what a seat asks for that is free or away."""
    seat = course.state.seats[command.seat]
    if seat.credential is None:
        raise RefusedError("seat free", f"seat {command.seat} is free")
    if seat.is_away:
        raise RefusedError("away", f"seat {command.seat} is away, and has to reconnect first")


def _require_turn(course: Course, command: asked.TurnCommand) -> None:
    """Refuse what is not of the present turn."""
    _require_player(course, command)
    state = course.state
    if state.decides is None:
        raise RefusedError("not playing", "no game is played now")
    if command.turn != state.turn:
        raise RefusedError("stale", f"this is turn {state.turn}, got a command for turn {command.turn}")


def _require_decision(course: Course, command: asked.TurnCommand, *phases: str) -> None:
    """Refuse what is not for this seat to decide now."""
    _require_turn(course, command)
    state = course.state
    if state.decides != command.seat:
        raise RefusedError("not your turn", f"it is for seat {state.decides} to decide")
    if state.phase not in phases:
        raise RefusedError(
            "wrong phase", f"wanted a command for the phase {state.phase}, got one for {' or '.join(phases)}"
        )


def _take_seat(course: Course, command: asked.TakeSeat) -> None:
    state = course.state
    if state.seats[command.seat].credential is not None:
        raise RefusedError("seat taken", f"seat {command.seat} is taken")
    course.emit(
        happened.SeatTaken,
        seat=command.seat,
        name=command.name,
        credential=_hash(command.token),
        contribution=command.contribution,
    )
    if all(seat.credential is not None for seat in state.seats):
        course.begin_game()


def _roll(course: Course, command: asked.Roll) -> None:
    _require_decision(course, command, "roll")
    course.roll()


def _step(course: Course, command: asked.Step) -> None:
    _require_decision(course, command, "play")
    for step in course.steps():
        if step.source == command.source and step.die == command.die:
            course.take_steps([step], "player")
            course.take_forced_steps()
            return
    legal = ", ".join(f"{step.source} by {step.die}" for step in course.steps())
    raise RefusedError("illegal", f"wanted one of the legal steps {legal}, got {command.source} by {command.die}")


def _play(course: Course, command: asked.Play) -> None:
    _require_decision(course, command, "play")
    state = course.state
    if state.taken:
        raise RefusedError(
            "wrong phase", "a whole play is made at the beginning of a turn, and steps are taken already"
        )
    try:
        play = parse_play(command.play, course.position, state.rolled_dice(), state.settings.rules)
    except ValueError as error:
        raise RefusedError("illegal", str(error)) from error
    course.take_steps(play.steps, "player")


def _undo(course: Course, command: asked.Undo) -> None:
    _require_decision(course, command, "play", "confirm")
    if not course.state.own_steps:
        raise RefusedError("nothing to undo", "no step of the player's own is taken in this turn")
    course.emit(happened.Undone)
    course.take_forced_steps()


def _end_turn(course: Course, command: asked.EndTurn) -> None:
    _require_decision(course, command, "confirm")
    course.end_turn()


def _double(course: Course, command: asked.Double) -> None:
    _require_decision(course, command, "roll")
    reason = course.state.match.why_not_double(command.seat, course.state.cube)
    if reason is not None:
        raise RefusedError("illegal", f"seat {command.seat} cannot double: {reason}")
    course.emit(happened.Doubled, seat=command.seat)


def _take(course: Course, command: asked.Take) -> None:
    _require_decision(course, command, "answer")
    course.emit(happened.DoubleTaken, seat=command.seat)
    course.roll()


def _pass(course: Course, command: asked.Pass) -> None:
    _require_decision(course, command, "answer")
    outcome = passed_outcome(other(command.seat), course.state.cube, course.state.settings.rules)
    course.end_game(outcome.winner, outcome.points, outcome.kind, outcome.by)


def _beaver(course: Course, command: asked.Beaver) -> None:
    _require_decision(course, command, "answer")
    state = course.state
    if not state.match.beavers:
        raise RefusedError("illegal", "the cube cannot be turned back: beavers are not agreed")
    if 4 * state.cube.value > state.match.cube_limit:
        raise RefusedError(
            "illegal", f"the cube cannot be turned back: it goes no higher than {state.match.cube_limit}"
        )
    course.emit(happened.Beavered, seat=command.seat)


def _offer_draw(course: Course, command: asked.OfferDraw) -> None:
    _require_turn(course, command)
    if course.state.draw_offered_by is not None:
        raise RefusedError("wrong phase", "a draw is offered already")
    course.emit(happened.DrawOffered, seat=command.seat)
    if course.state.seats[other(command.seat)].is_cpu:
        course.answer_offers_for(other(command.seat))


def _accept_draw(course: Course, command: asked.AcceptDraw) -> None:
    _require_turn(course, command)
    if course.state.draw_offered_by != other(command.seat):
        raise RefusedError("no offer", "no draw is offered to this seat")
    course.end_game(None, 0, "draw", "agreement")


def _decline_draw(course: Course, command: asked.DeclineDraw) -> None:
    _require_turn(course, command)
    if course.state.draw_offered_by != other(command.seat):
        raise RefusedError("no offer", "no draw is offered to this seat")
    course.emit(happened.DrawDeclined, seat=command.seat)


def _resign(course: Course, command: asked.Resign) -> None:
    _require_turn(course, command)
    state = course.state
    seen = course.position if command.seat == state.on_roll else course.position.swapped()
    most = highest_resignation(seen, state.cube, state.match, state.settings.rules)
    if command.level > most:
        raise RefusedError("illegal", f"seat {command.seat} can lose no more than level {most}, got {command.level}")
    if command.level == most:
        _resigned(course, command.seat, command.level)
    else:
        course.emit(happened.ResignationOffered, seat=command.seat, level=command.level)
        if state.seats[other(command.seat)].is_cpu:
            course.answer_offers_for(other(command.seat))


def _resigned(course: Course, seat: Seat, level: int) -> None:
    outcome = resigned_outcome(other(seat), level, course.state.cube, course.state.settings.rules)
    course.end_game(outcome.winner, outcome.points, outcome.kind, outcome.by)


def _accept_resignation(course: Course, command: asked.AcceptResignation) -> None:
    _require_turn(course, command)
    if course.state.resigning != other(command.seat):
        raise RefusedError("no offer", "no resignation is offered to this seat")
    _resigned(course, other(command.seat), course.state.level)


def _decline_resignation(course: Course, command: asked.DeclineResignation) -> None:
    _require_turn(course, command)
    if course.state.resigning != other(command.seat):
        raise RefusedError("no offer", "no resignation is offered to this seat")
    course.emit(happened.ResignationDeclined, seat=command.seat)


def _rematch(course: Course, command: asked.Rematch) -> None:
    _require_player(course, command)
    state = course.state
    if state.phase != "over" or state.game:
        raise RefusedError("wrong phase", "a rematch comes after the match")
    if state.rematch_by == command.seat:
        raise RefusedError("wrong phase", f"seat {command.seat} wants a rematch already")
    is_agreed = state.rematch_by is not None
    course.emit(happened.RematchOffered, seat=command.seat, contribution=command.contribution)
    if is_agreed:
        course.begin_game()


def _disconnect(course: Course, command: asked.Disconnect) -> None:
    _require_player(course, command)
    course.emit(happened.SeatAway, seat=command.seat, until=course.now + course.state.settings.grace_nanoseconds)
    if not course.state.settings.grace_nanoseconds:
        course.run_out()  # the CPU takes over at once


def _reconnect(course: Course, command: asked.Reconnect) -> None:
    seat = course.state.seats[command.seat]
    if seat.credential is None:
        raise RefusedError("seat free", f"seat {command.seat} is free")
    if not hmac.compare_digest(_hash(command.token), seat.credential):
        raise RefusedError("bad credential", f"that is not the credential of seat {command.seat}")
    if not seat.is_away:
        raise RefusedError("not away", f"seat {command.seat} is not away")
    course.emit(happened.SeatBack, seat=command.seat)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


DO: dict[type, Callable[[Course, Any], None]] = {
    asked.TakeSeat: _take_seat,
    asked.Roll: _roll,
    asked.Step: _step,
    asked.Play: _play,
    asked.Undo: _undo,
    asked.EndTurn: _end_turn,
    asked.Double: _double,
    asked.Take: _take,
    asked.Pass: _pass,
    asked.Beaver: _beaver,
    asked.OfferDraw: _offer_draw,
    asked.AcceptDraw: _accept_draw,
    asked.DeclineDraw: _decline_draw,
    asked.Resign: _resign,
    asked.AcceptResignation: _accept_resignation,
    asked.DeclineResignation: _decline_resignation,
    asked.Rematch: _rematch,
    asked.Disconnect: _disconnect,
    asked.Reconnect: _reconnect,
}
