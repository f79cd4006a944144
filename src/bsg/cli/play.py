"""`bsg play`: a game against the bot in the terminal, or over a pipe."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from bsg.cli.bots import chosen_bot, note_other_rules
from bsg.cli.options import PRESETS, GameOption
from bsg.cli.output import print_lines, print_note, writable
from bsg.cli.show import has_unicode
from bsg.drawing import draw
from bsg.engine import plays
from bsg.outcome import highest_resignation
from bsg.position import Position
from bsg.seat import SEATS, Seat
from bsg.session import (
    AnyCommand,
    AnyEvent,
    Disconnect,
    Double,
    EndTurn,
    Pass,
    Play,
    RefusedError,
    Resign,
    Roll,
    Session,
    Settings,
    Step,
    Take,
    TakeSeat,
    Undo,
    new_token,
    write_events,
)
from bsg.session.events import BeginnerRolled, DiceRolled, DoubleTaken, GameOver, Passed, TurnBegun, TurnEnded

_YOU: Seat = 0
_BOT: Seat = 1
_HELP = (
    "a play such as 8/5 6/5; ? lists all plays; steps lists the next steps; a step such as 8 by 3; undo; roll; double; take; "
    "pass; resign; quit"
)


def play_command(
    game: GameOption = "ban-sugoroku",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    length: Annotated[int, typer.Option(min=0, help="Play a match to so many points instead.")] = 0,
    bot: Annotated[
        str, typer.Option(metavar="NAME", help="Who plays against you; NAME:FILE plays by the network in a file.")
    ] = "casual",
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write all that happened there, for bsg replay.", show_default=False),
    ] = None,
) -> None:
    """Play against a bot. You are seat 0, and the dark checkers.

    Each line of input is one command: a play such as '8/5 6/5', or one of ?, steps, '8 by 3' (a single step), undo, roll,
    double, take, pass, resign and quit.
    """
    cube = 64 if game == "backgammon" else 1
    opponent = chosen_bot(bot)
    note_other_rules(PRESETS[game], opponent.network_for(PRESETS[game]))
    name = bot.partition(":")[0]  # one that bsg replay knows too
    settings = Settings(rules=PRESETS[game], games=games, length=length, cube_limit=cube, grace_seconds=0, bot=name)
    session = Session.open(settings, now=time.monotonic_ns(), bots={name: opponent})
    names = ("you", "bot")
    events: list[AnyEvent] = []
    for seat in SEATS:
        events += _send(session, TakeSeat(id=f"seat {seat}", seat=seat, token=new_token(), name=names[seat]))
    # The bot is a player who is never there.
    events += _send(session, Disconnect(id="bot", seat=_BOT))
    _tell(session, events)
    for number, line in enumerate(_lines(session)):
        if line in {"quit", "exit", "q"}:
            break
        try:
            _do(session, line, f"line {number}")
        except RefusedError as refusal:
            print_note(f"bsg: {refusal.text}")
    if save is not None:
        try:
            Path(save).write_bytes(write_events(session.events))
        except OSError as error:
            raise ValueError(f"{save} cannot be written: {error.strerror}") from error


def _lines(session: Session) -> Iterator[str]:
    """Yield what is typed, until the match is over or the input ends."""
    is_terminal = sys.stdin.isatty()
    while session.view_for(_YOU).phase != "over":
        if is_terminal:
            sys.stdout.write("> ")
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield " ".join(line.lower().split())


def _send(session: Session, command: AnyCommand) -> list[AnyEvent]:
    return session.handle(command, time.monotonic_ns())


def _do(session: Session, line: str, name: str) -> None:
    view = session.view_for(_YOU)
    simple: dict[str, type[Undo | Roll | Double | Take | Pass | EndTurn]] = {
        "undo": Undo,
        "roll": Roll,
        "double": Double,
        "take": Take,
        "pass": Pass,
        "end": EndTurn,
    }
    words = line.split()
    if line in {"?", "plays"}:
        listed = (
            plays(Position.parse(view.position), view.dice, session.settings.rules)
            if view.dice and not view.taken
            else []
        )
        print_lines("   ".join(map(str, listed)) or "now take the steps that are left: steps lists them")
    elif line == "steps":
        print_lines("   ".join(f"{step.source} by {step.die}" for step in view.steps) or "no steps now")
    elif line in {"help", "h"}:
        print_lines(_HELP)
    elif line in simple:
        _tell(session, _send(session, simple[line](id=name, seat=_YOU, turn=view.turn)))
    elif line == "resign":
        # At the highest level, which the other side need not accept.
        level = highest_resignation(
            Position.parse(view.position), session.state.cube, session.state.match, session.settings.rules
        )
        _tell(session, _send(session, Resign(id=name, seat=_YOU, turn=view.turn, level=level)))
    elif len(words) == 3 and words[1] == "by" and words[0].isdecimal() and words[2] in "123456":
        _tell(
            session, _send(session, Step(id=name, seat=_YOU, turn=view.turn, source=int(words[0]), die=int(words[2])))
        )
    else:
        _tell(session, _send(session, Play(id=name, seat=_YOU, turn=view.turn, play=line[:200])))


def _tell(session: Session, events: list[AnyEvent]) -> None:
    """Print what has happened, and the board if somebody has to decide."""
    mover = "you"
    for event in events:
        if isinstance(event, TurnBegun):
            mover = ("you", "bot")[event.seat]
        elif isinstance(event, BeginnerRolled):
            print_lines(f"you roll {event.dice[0]}, bot rolls {event.dice[1]}: who begins")
        elif isinstance(event, DiceRolled):
            called = writable(" ".join(filter(None, (event.kanji, event.romaji)))).strip()
            print_lines(Text(f"{mover}: {event.dice[0]}-{event.dice[1]}  {called}".rstrip(), style="bold"))
        elif isinstance(event, Passed):
            print_lines(f"{mover}: pass, {event.reason}")
        elif isinstance(event, TurnEnded) and event.play != "pass":
            print_lines(f"{mover}: {event.play}")
        elif isinstance(event, DoubleTaken):
            print_lines(f"{('you', 'bot')[event.seat]}: takes the double")
        elif isinstance(event, GameOver):
            winner = (
                "nobody wins" if event.winner is None else f"{('you win', 'bot wins')[event.winner]} {event.points}"
            )
            print_lines(
                Text(f"{winner}: {event.kind} by {event.by}; score {event.score[0]}-{event.score[1]}", style="bold")
            )
    view = session.view_for(_YOU)
    if view.phase != "over":
        position = Position.parse(view.position)
        print_lines("", draw(position.own, position.opponent, unicode=has_unicode()), "")
        print_lines({"roll": "roll or double?", "answer": "take or pass?"}.get(view.phase, _to_play(view.dice_left)))


def _to_play(dice: tuple[int, ...]) -> str:
    return f"you have {' '.join(map(str, dice))} to play (help tells how)"
