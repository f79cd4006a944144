"""`bsg replay`: a session file replayed, verified and shown."""

from typing import Annotated

import typer
from rich.text import Text

from bsg.cli.input import STANDARD_INPUT, read_input
from bsg.cli.output import plain_table, plural, print_lines, print_table, writable
from bsg.cli.show import has_unicode
from bsg.drawing import draw
from bsg.position import Position
from bsg.session import AnyEvent, Session, read_events, verify_dice
from bsg.session.events import (
    Beavered,
    DiceRolled,
    Doubled,
    DoubleTaken,
    GameBegun,
    GameOver,
    MatchOver,
    Passed,
    SeatTaken,
    TurnBegun,
    TurnEnded,
)


def replay_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="What bsg play --save or a server has written; - is standard input.")
    ],
) -> None:
    """Replay a session from its file: show every turn, the board at the end, and whether the dice were fair.

    Every step is made by the engine again, and a file that holds an illegal one is refused.
    """
    name = "standard input" if file == STANDARD_INPUT else file
    text = read_input(file)
    try:
        events = read_events(text)
        session = Session.replay(events)
        session.check_plays()
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    table = plain_table(">turn", "who", "roll", "", "play")
    for row in _rows(events):
        table.add_row(*(Text(cell) for cell in row))
    print_table(table)
    view = session.view_for(0)
    position = Position.parse(view.position)
    print_lines(
        "",
        f"as seat 0, {view.name or 'own'}, sees it:",
        draw(position.own, position.opponent, unicode=has_unicode()),
        "",
    )
    print_lines(f"{plural(len(events), 'event')}, score {view.score[0]}-{view.score[1]}, {_dice_text(events)}")


def _rows(events: list[AnyEvent]) -> list[tuple[str, str, str, str, str]]:
    names = ["seat 0", "seat 1"]
    rows = []
    turn, mover, roll, called = 0, 0, "", ""
    for event in events:
        if isinstance(event, SeatTaken):
            names[event.seat] = event.name or names[event.seat]
        elif isinstance(event, GameBegun):
            rows.append(("", "", "", "", f"game {event.game}, {event.score[0]}-{event.score[1]}"))
        elif isinstance(event, TurnBegun):
            turn, mover, roll, called = event.turn, event.seat, "", ""
        elif isinstance(event, DiceRolled):
            roll = f"{event.dice[0]}-{event.dice[1]}"
            called = writable(" ".join(filter(None, (event.kanji, event.romaji)))).strip()
        elif isinstance(event, Passed):
            rows.append((str(turn), names[mover], roll, called, f"pass, {event.reason}"))
        elif isinstance(event, TurnEnded) and event.play != "pass":
            rows.append((str(turn), names[mover], roll, called, event.play))
        elif isinstance(event, (Doubled, DoubleTaken, Beavered)):
            word = {Doubled: "doubles", DoubleTaken: "takes", Beavered: "beavers"}[type(event)]
            rows.append((str(turn), names[event.seat], "", "", word))
        elif isinstance(event, GameOver):
            winner = "nobody" if event.winner is None else names[event.winner]
            rows.append(("", "", "", "", f"{winner} wins {event.points}, {event.kind} by {event.by}"))
    return rows


def _dice_text(events: list[AnyEvent]) -> str:
    if not any(isinstance(event, MatchOver) and event.secret is not None for event in events):
        return "dice not to be verified"
    return f"{plural(verify_dice(events), 'roll')} verified"
