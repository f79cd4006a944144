"""`bsg rules`: what this build implements."""

from dataclasses import asdict
from typing import Any

from rich.text import Text

from bsg.cli.options import (
    PRESETS,
    ClosedHomeOption,
    FinishOption,
    GameOption,
    GammonsOption,
    JsonOption,
    StartOption,
    StepsPerDoubleOption,
    chosen_rules,
    chosen_text,
    option_name,
)
from bsg.cli.output import plain_table, print_json, print_lines, print_table, print_wrapped, writable
from bsg.dice import ROLLS, roll_name
from bsg.rules import Rules
from bsg.rulings import OPTIONS, RULINGS, SOURCES
from bsg.summary import win_kinds
from bsg.version import installed_version


def rules_command(
    as_json: JsonOption = False,
    game: GameOption = "ban-sugoroku",
    finish: FinishOption = None,
    closed_home: ClosedHomeOption = None,
    steps_per_double: StepsPerDoubleOption = None,
    start: StartOption = None,
    gammons: GammonsOption = None,
) -> None:
    """Tell what this build implements: both games, every option, every ruling, and the names of the rolls.

    The options given mark the values that they choose.
    """
    rules = chosen_rules(game, finish, closed_home, steps_per_double, start, gammons)
    if as_json:
        print_json(_as_json(rules))
    else:
        _print_rules(rules, chosen_text(game, rules))


def _as_json(rules: Rules) -> dict[str, Any]:
    return {
        "version": installed_version(),
        "chosen": asdict(rules),
        "games": {name: asdict(preset) for name, preset in PRESETS.items()},
        "options": [
            {
                "name": option.name,
                "values": [{"value": value, "meaning": meaning} for value, meaning in option.values.items()],
            }
            for option in OPTIONS
        ],
        "rolls": [{"dice": list(roll), **roll_name(roll)._asdict()} for roll in ROLLS],
        "rulings": [ruling._asdict() for ruling in RULINGS],
        "sources": list(SOURCES),
    }


def _print_rules(rules: Rules, chosen: str) -> None:
    _print_heading("Games")
    table = plain_table("", *PRESETS)
    for option in OPTIONS:
        table.add_row(Text(option.name), *(Text(_word(getattr(preset, option.name))) for preset in PRESETS.values()))
    print_table(table)

    print_lines("")
    _print_heading(f"Options (* chosen here: {chosen}, won by {', '.join(win_kinds(rules))})")
    for option in OPTIONS:
        print_lines(option_name(option.name))
        for value, meaning in option.values.items():
            mark = "*" if getattr(rules, option.name) == value else " "
            print_wrapped(meaning, f" {mark} {_word(value):<14}")

    print_lines("")
    _print_heading("Names of the rolls (no reading where no source gives one)")
    has_kanji = all(writable(roll_name(roll).kanji) for roll in ROLLS)
    names = plain_table("roll", *(["kanji"] if has_kanji else []), "romaji")
    for high, low in ROLLS:
        name = roll_name((high, low))
        kanji = [Text(name.kanji)] if has_kanji else []
        names.add_row(Text(f"{high}-{low}"), *kanji, Text(name.romaji or "–"))
    print_table(names)

    print_lines("")
    _print_heading("Rulings: where the published rules are silent or can be read two ways")
    for ruling in RULINGS:
        print_wrapped(f"{ruling.title}. {ruling.text}", f"{ruling.number:<5}")

    print_lines("")
    _print_heading("Sources")
    for source in SOURCES:
        print_wrapped(source, "- ")


def _print_heading(text: str) -> None:
    print_wrapped(text, style="bold")


def _word(value: str | int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
