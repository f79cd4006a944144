"""What the tags of a record say of its rules and options, read and written, and what they tell besides."""

import re
from dataclasses import dataclass, fields
from typing import Any

from bsg.rules import BACKGAMMON, BAN_SUGOROKU, Rules

VARIATIONS: dict[str, Rules] = {"backgammon": BACKGAMMON, "ban-sugoroku": BAN_SUGOROKU}
_NAMES = {"backgammon": "Backgammon", "ban-sugoroku": "Ban-sugoroku"}
NAMELESS = ("white", "black")
"""What players are called who have no names, by their colours in SGF."""

DEFAULT_LIMIT = 1024
"""The limit of the cube where nothing is said of it."""

_OTHER_BACKGAMMONS = ("nackgammon", "hypergammon", "longgammon", "bg ace point", "chouette")


@dataclass(frozen=True)
class Options:
    """Rules and options of a record, and the tags that say neither."""

    rules: Rules
    crawford: bool
    jacoby: bool
    beavers: bool
    cube_limit: int
    rest: dict[str, str]


def options_from_tags(tags: dict[str, str], *, is_money: bool) -> Options:
    """Read what the tags of a .mat say.

    Jacoby and beavers belong to money play; where a match has them switched on they say nothing.

    Raises
    ------
    ValueError
        If the variation is a game that is not played here, or a tag of ours is wrong.
    """
    rest = dict(tags)
    by_name = {name.lower(): name for name in tags}

    def taken(name: str) -> str | None:
        return rest.pop(by_name[name]) if name in by_name else None

    variation = (taken("variation") or "backgammon").lower()
    if variation in _OTHER_BACKGAMMONS:
        raise ValueError(f"the variation must be Backgammon or Ban-sugoroku, got {variation}")
    # Sites put other words there for plain backgammon.
    rules = _changed(VARIATIONS.get(variation, BACKGAMMON), taken("rules"))
    crawford, jacoby, beavers, limit = taken("crawford"), taken("jacoby"), taken("beaver"), taken("cubelimit")
    return Options(
        rules=rules,
        crawford=not _is_off(crawford),
        jacoby=is_money and _is_on(jacoby),
        beavers=is_money and _is_on(beavers),
        cube_limit=cube_limit(limit),
        rest=rest,
    )


def option_tags(options: Options, *, is_money: bool) -> dict[str, str]:
    """Return the tags that say what `options` are; what every program takes for granted is left out."""
    name = min(VARIATIONS, key=lambda variation: len(_differences(options.rules, VARIATIONS[variation])))
    tags = {"Variation": _NAMES[name]}
    if differences := _differences(options.rules, VARIATIONS[name]):
        tags["Rules"] = " ".join(differences)
    if is_money:
        tags["Jacoby"] = "On" if options.jacoby else "Off"
        tags["Beaver"] = "On" if options.beavers else "Off"
    else:
        tags["Crawford"] = "On" if options.crawford else "Off"
    tags["CubeLimit"] = str(options.cube_limit)
    return tags


def named(players: tuple[str, str]) -> tuple[str, str]:
    """Return names on one line each, with a stand-in for one that is blank, as some programs leave them."""
    first, second = (
        re.sub(r"[^\S ]+", " ", name).strip() or stand_in for name, stand_in in zip(players, NAMELESS, strict=True)
    )
    return first, second


def rules_text(rules: Rules) -> str:
    """Return the rules as one line, such as ``ban-sugoroku closed_home=instant``."""
    name = min(VARIATIONS, key=lambda variation: len(_differences(rules, VARIATIONS[variation])))
    return " ".join([name, *_differences(rules, VARIATIONS[name])])


def rules_from_text(text: str) -> Rules:
    """Read rules as `rules_text` writes them.

    Raises
    ------
    ValueError
        If they are none.
    """
    name, *changes = text.split() or [""]
    if name not in VARIATIONS:
        raise ValueError(f"rules must begin with backgammon or ban-sugoroku, got {text!r}")
    return _changed(VARIATIONS[name], " ".join(changes))


def cube_limit(word: str | None) -> int:
    """Return the highest value of the cube; what is no power of two is cut to one."""
    number = int(word) if word and re.fullmatch(r"[0-9]{1,9}", word.strip()) else DEFAULT_LIMIT
    return 1 if number < 1 else min(1 << number.bit_length() - 1, 2**15)


def _differences(rules: Rules, preset: Rules) -> list[str]:
    values = [(field.name, getattr(rules, field.name), getattr(preset, field.name)) for field in fields(rules)]
    return [f"{name}={str(value).lower()}" for name, value, usual in values if value != usual]


def _changed(preset: Rules, text: str | None) -> Rules:
    values: dict[str, Any] = {field.name: getattr(preset, field.name) for field in fields(preset)}
    for word in (text or "").split():
        name, equals, value = word.partition("=")
        if not equals or name not in values:
            raise ValueError(f"rules must be changed by words such as closed_home=instant, got {word!r}")
        values[name] = {"true": True, "false": False, "2": 2, "4": 4}.get(value, value)
    return Rules(**values)


def _is_on(word: str | None) -> bool:
    return (word or "").strip().lower() in {"on", "yes", "true", "1"}


def _is_off(word: str | None) -> bool:
    return (word or "").strip().lower() in {"off", "no", "false", "0"}
