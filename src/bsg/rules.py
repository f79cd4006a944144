"""What is played: the options of both games, checked once when they are put together."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from bsg.checks import described, integer, shown

Finish = Literal["iri-gachi", "bear-off"]
ClosedHome = Literal["bonus", "instant", "off"]
StepsPerDouble = Literal[2, 4]
Start = Literal["alternate", "roll-off", "opening-roll"]

FINISHES: tuple[Finish, ...] = ("iri-gachi", "bear-off")
CLOSED_HOMES: tuple[ClosedHome, ...] = ("bonus", "instant", "off")
STEPS_PER_DOUBLE: tuple[StepsPerDouble, ...] = (2, 4)
STARTS: tuple[Start, ...] = ("alternate", "roll-off", "opening-roll")


@dataclass(frozen=True)
class Rules:
    """One set of rules; the defaults are ban-sugoroku.

    Parameters
    ----------
    finish : {"iri-gachi", "bear-off"}
        How a side gets to the end: all checkers home, or all borne off.
    closed_home : {"bonus", "instant", "off"}
        What a closed home with an enemy checker on the bar does: raise the points of a finish, win at once, or nothing.
    steps_per_double : {2, 4}
        How many steps a double gives.
    start : {"alternate", "roll-off", "opening-roll"}
        Who begins a game, and whether with the dice that decided it (`"opening-roll"`).
    gammons : bool
        Whether a borne-off win counts 2 or 3 when the loser is far behind; only with `finish="bear-off"`.

    Raises
    ------
    TypeError
        If an option is of the wrong type.
    ValueError
        If an option has no such value, or the options make no sense together.

    Examples
    --------
    >>> Rules(closed_home="instant").finish
    'iri-gachi'
    """

    finish: Finish = "iri-gachi"
    closed_home: ClosedHome = "bonus"
    steps_per_double: StepsPerDouble = 2
    start: Start = "alternate"
    gammons: bool = False

    def __post_init__(self) -> None:
        _check_word("finish", self.finish, FINISHES)
        _check_word("closed_home", self.closed_home, CLOSED_HOMES)
        _check_word("start", self.start, STARTS)
        # A numpy integer becomes a plain one.
        object.__setattr__(self, "steps_per_double", checked_steps_per_double(self.steps_per_double))
        if not isinstance(self.gammons, bool):
            raise TypeError(f"gammons must be True or False, got {described(self.gammons)}")
        if self.gammons and self.finish != "bear-off":
            raise ValueError(
                'gammons=True needs finish="bear-off": a gammon is counted by what the loser has borne off, '
                f'and under finish="{self.finish}" nobody bears off'
            )

    @cached_property
    def code(self) -> int:
        """The options as one number, the form in which they cross to the native core.

        Bit 0 bear-off, bits 1-2 closed home (0 bonus, 1 instant, 2 off), bit 3 four steps a double, bit 4 gammons,
        bits 5-6 start (0 alternate, 1 roll-off, 2 opening-roll).
        """
        return (
            FINISHES.index(self.finish)
            | CLOSED_HOMES.index(self.closed_home) << 1
            | STEPS_PER_DOUBLE.index(self.steps_per_double) << 3
            | int(self.gammons) << 4
            | STARTS.index(self.start) << 5
        )

    def __reduce__(self) -> tuple[type["Rules"], tuple[object, ...]]:
        # Unpickling goes through the checks, and the cached code stays behind.
        return Rules, (self.finish, self.closed_home, self.steps_per_double, self.start, self.gammons)


def checked_steps_per_double(number: object) -> StepsPerDouble:
    """Return 2 or 4, or raise `TypeError` for what is no integer and `ValueError` for another one."""
    wanted = integer(number, "steps_per_double")
    for steps in STEPS_PER_DOUBLE:
        if steps == wanted:
            return steps
    raise ValueError(f"steps_per_double must be 2 or 4, got {shown(wanted)}")


def _check_word(option: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{option} must be a str, got {described(value)}")
    if value not in allowed:
        choices = ", ".join(f'"{word}"' for word in allowed[:-1]) + f' or "{allowed[-1]}"'
        raise ValueError(f"{option} must be {choices}, got {shown(value)}")


def check_rules(rules: object) -> Rules:
    """Return `rules`, or raise `TypeError` if it is not a `Rules`."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a bsg.Rules, got {described(rules)}")
    return rules


def rules_code(rules: object) -> int:
    """Return the code of `rules`, or raise `TypeError` if it is not a `Rules`."""
    return check_rules(rules).code


BAN_SUGOROKU = Rules()
"""Late-Edo ban-sugoroku: iri-gachi, two steps a double, a closed home counts 2 or 3 (RULES section 3)."""

BACKGAMMON = Rules(finish="bear-off", closed_home="off", steps_per_double=4, start="opening-roll", gammons=True)
"""Modern backgammon (RULES section 4)."""
