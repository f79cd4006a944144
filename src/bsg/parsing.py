"""A play read from text, in any spelling that people use.

The text is a set of chains, each the way of one checker, and it means the play that can be made by just these
checkers. What it leaves open (the order, the landings on the way, the die of a bear-off) is found by trying.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bsg.dice import Dice, high_low
from bsg.engine import next_steps, play_from_steps, plays
from bsg.notation import BAR, NO_STEPS, OFF, place_text
from bsg.play import Play
from bsg.position import Position
from bsg.refusals import why_not
from bsg.rules import BAN_SUGOROKU, Rules
from bsg.step import Step

_MAX_LENGTH = 200  # the longest play, every step spelled out, takes about 40
_MAX_STEPS = 4
_MAX_LISTED = 12
_PLACES = {"bar": BAR, "off": OFF}
_PLACE = r"(?:bar|off|[0-9]{1,2})"
_CHAIN = re.compile(rf"({_PLACE}(?:[/-]{_PLACE}\*?)+)(?:\(([0-9]+)\)(\*?))?")


class _Landing(NamedTuple):
    """A place that a checker must land on, and whether it must hit there."""

    place: int
    is_hit: bool


class _Chain(NamedTuple):
    """A checker, and what the text still wants of it."""

    at: int
    landings: tuple[_Landing, ...]

    def __str__(self) -> str:
        ways = "".join(f"/{place_text(place)}{'*' * is_hit}" for place, is_hit in self.landings)
        return f"{place_text(self.at)}{ways}"

    def moved(self, step: Step) -> "_Chain | None":
        """Return what is left after `step`, or None if it is no step of this chain."""
        landing = self.landings[0]
        if step.source != self.at or step.target < landing.place:
            return None
        if step.target > landing.place:
            return _Chain(step.target, self.landings)  # a landing that the text does not name is free
        if landing.is_hit and not step.hit:
            return None
        return _Chain(step.target, self.landings[1:])

    def unmarked(self) -> "_Chain":
        """Return the chain without its marks for hits."""
        return _Chain(self.at, tuple(_Landing(place, is_hit=False) for place, _ in self.landings))


_Chains = tuple[_Chain, ...]
"""Sorted, so that the same chains in another order are the same value; those that are done are left out."""


class _Turn(NamedTuple):
    """What the text is about."""

    position: Position
    dice: Dice
    rules: Rules


class _State(NamedTuple):
    """A point of the search: the steps taken, sorted, and what the text still wants.

    Which checkers moved by which dice decides the board and the dice left; the order does not.
    """

    taken: tuple[Step, ...]
    wanted: _Chains


_Seen = dict[_State, tuple[Step, ...]]
"""The states that a search has been in, and the steps that led there."""


def parse_play(text: str, position: Position, dice: Dice, rules: Rules = BAN_SUGOROKU) -> Play:
    """Read a legal play from text.

    Chains, such as ``24/18`` or ``24/18*/13``, stand in any order with spaces or commas between them. Places are joined
    by ``/`` or ``-``; the bar is ``bar`` or 25, off is ``off`` or 0, in small or capital letters. ``(2)`` after a chain
    says that two checkers go that way. A checker that moves by several dice may be written step by step (``8/7 7/5``),
    with landings (``8/7/5``) or without (``8/5``). ``*`` asks for a hit there, by one of the checkers if there is a
    count; a hit need not be marked. A turn without a legal step is ``pass``.

    Parameters
    ----------
    text : str
        At most 200 characters.
    position : Position
        Seen by the side about to move.
    dice : tuple of int
        Two numbers 1 to 6, in either order.
    rules : Rules

    Returns
    -------
    Play
        The one legal play that the text fits, as `plays` lists it. Where it fits several, the one whose `str()` it is
        up to order and spelling: so what `str()` has written always means the same play.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If the text is malformed, fits no legal play, or fits more than one; if a die is not 1 to 6, or the position is
        impossible under `rules`, or decided.

    Examples
    --------
    >>> str(parse_play("6-5, 8-5", Position.start(), (3, 1)))
    '8/5 6/5'
    >>> str(parse_play("24/23 23/20", Position.start(), (3, 1)))
    '24/20'
    >>> parse_play("13/9", Position.start(), (6, 3))
    Traceback (most recent call last):
    ...
    ValueError: '13/9' is no legal play of 6-3: 13/9 cannot be played; there are 14 legal plays
    """
    return _parse(text, position, dice, rules)[0]


def parse_play_as_written(
    text: str, position: Position, dice: Dice, rules: Rules = BAN_SUGOROKU
) -> tuple[Play, tuple[Step, ...]]:
    """Read a legal play from text as `parse_play` does, and its steps in the order in which the text names them.

    That order need not be one in which they can be played: ``18/13 24/18`` is read like ``24/18 18/13``. So records keep
    the words of those who wrote them.

    Returns
    -------
    play : Play
    steps : tuple of Step
        Of several checkers that land on a blot, the one that is named first hits it.

    Raises
    ------
    TypeError, ValueError
        As `parse_play` does.

    Examples
    --------
    >>> play, steps = parse_play_as_written("6/5 8/5", Position.start(), (3, 1))
    >>> str(play), [(step.source, step.target) for step in steps]
    ('8/5 6/5', [(6, 5), (8, 5)])
    """
    play, route = _parse(text, position, dice, rules)
    return play, _hits_first(_in_order(_read_in_order(text), route) or route)


def _parse(text: str, position: Position, dice: Dice, rules: Rules) -> tuple[Play, tuple[Step, ...]]:
    """Return the play that a text fits, and a way of playing it that the text describes."""
    if not isinstance(text, str):
        raise TypeError(f"the text of a play must be a str, got one of type {type(text).__name__}")
    legal = plays(position, dice, rules)
    wanted = _read(text)
    if not legal:
        raise ValueError(f"{text!r} is no legal play: the game is decided in this position")
    turn = _Turn(position, dice, rules)
    fitting: dict[Position, tuple[Play, tuple[Step, ...]]] = {}
    for route in _routes(turn, (), wanted, {}):
        play = play_from_steps(position, dice, route, rules)
        fitting.setdefault(play.after, (play, route))
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    for play, route in fitting.values():
        if _read(str(play)) == wanted:
            return play, route
    high, low = high_low(dice)
    if fitting:
        names = ", ".join(str(play) for play, _ in fitting.values())
        raise ValueError(f"{text!r} fits more than one play of {high}-{low}: {names}")
    raise ValueError(f"{text!r} is no legal play of {high}-{low}: {_refusal(turn, wanted, legal)}")


def _in_order(chains: Sequence[_Chain], steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
    """Return the steps of a route in the order of the chains they make; None if they make others."""
    if not chains:
        return None if steps else ()
    first, *others = chains
    for step in dict.fromkeys(steps):
        rest = first.moved(step)
        if rest is not None:
            left = list(steps)
            left.remove(step)
            following = _in_order([rest, *others] if rest.landings else others, tuple(left))
            if following is not None:
                return (step, *following)
    return None


def _hits_first(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Let the first step onto a point that is hit be the one that hits."""
    hit = {step.target for step in steps if step.hit}
    first = {step.target: number for number, step in reversed(list(enumerate(steps)))}
    return tuple(
        step._replace(hit=step.target in hit and first[step.target] == number) for number, step in enumerate(steps)
    )


def _read(text: str) -> _Chains:
    """Return the chains that a text names, sorted; none for a pass."""
    return tuple(sorted(_read_in_order(text)))


def _read_in_order(text: str) -> _Chains:
    """Return the chains that a text names, in its order."""
    if len(text) > _MAX_LENGTH:
        raise ValueError(f"the text of a play must have at most {_MAX_LENGTH} characters, got {len(text)}")
    spaced = re.sub(r"\s*([/-])\s*", r"\1", text.lower())
    spaced = re.sub(r"\s+(?=[(*])|(?<=\()\s+|\s+(?=\))", "", spaced)
    words = [word for word in re.split(r"[\s,]+", spaced) if word]
    if not words:
        raise ValueError(f"the text of a play must name its moves, or be 'pass', got {text!r}")
    if words == [NO_STEPS]:
        return ()
    chains = [chain for word in words for chain in _read_chains(word)]
    if len(chains) > _MAX_STEPS:
        raise ValueError(f"a roll moves at most {_MAX_STEPS} checkers, and {text!r} names {len(chains)} moves")
    return tuple(chains)


def _read_chains(word: str) -> list[_Chain]:
    """Read one word, a chain or several alike."""
    match = _CHAIN.fullmatch(word)
    if match is None:
        raise ValueError(f"a move must read like '8/5', '24/18*/13', 'bar/20', '6/off' or '8/6(2)', got {word!r}")
    source, *targets = re.split("[/-]", match[1])
    places = [_place(name.rstrip("*")) for name in (source, *targets)]
    for place, following in pairwise(places):
        if following >= place:
            raise ValueError(
                f"checkers move from the bar down to off, and {word!r} goes from {place_text(place)} "
                f"to {place_text(following)}"
            )
    hits = [target.endswith("*") for target in targets]
    hits[-1] |= bool(match[3])
    if hits[-1] and places[-1] == OFF:
        raise ValueError(f"nothing can be hit off the board, got {word!r}")
    # A number of any length is compared as text, since a very long one is not even read.
    count = match[2] or "1"
    if len(count) > 1 or not 1 <= int(count) <= _MAX_STEPS:
        raise ValueError(f"a count must be (1) to ({_MAX_STEPS}), got {word!r}")
    chain = _Chain(places[0], tuple(map(_Landing, places[1:], hits)))
    # Of several checkers that go the same way only one can hit: '8/4*(2)' is '8/4* 8/4'.
    return [chain] + (int(count) - 1) * [chain.unmarked()]


def _place(name: str) -> int:
    place = _PLACES[name] if name in _PLACES else int(name)
    if place > BAR:
        raise ValueError(f"a place must be 1 to 24, 25 or 'bar', 0 or 'off', got {name!r}")
    return place


def _routes(turn: _Turn, taken: tuple[Step, ...], wanted: _Chains, seen: _Seen) -> Iterator[tuple[Step, ...]]:
    """Find legal turns, from `taken` on, that leave nothing of the text over; at least one to each position.

    A state is looked at once; `seen` collects them with the steps that came first to each.
    """
    state = _State(tuple(sorted(taken)), wanted)
    if state in seen:
        return
    seen[state] = taken
    following = next_steps(turn.position, turn.dice, taken, turn.rules)
    if not following and not wanted:
        yield taken
    for step in following:
        for chain in dict.fromkeys(wanted):  # chains that are alike are tried once
            rest = chain.moved(step)
            if rest is not None:
                yield from _routes(turn, (*taken, step), _replaced(wanted, chain, rest), seen)


def _replaced(chains: _Chains, chain: _Chain, rest: _Chain) -> _Chains:
    others = list(chains)
    others.remove(chain)
    if rest.landings:
        others.append(rest)
    return tuple(sorted(others))


def _refusal(turn: _Turn, wanted: _Chains, legal: Sequence[Play]) -> str:
    """Say why a text fits no legal play."""
    names = [str(play) for play in legal]
    if names == [NO_STEPS]:
        return "no checker can move, so the only play is 'pass'"
    listed = f"there are {len(names)} legal plays" if len(names) > _MAX_LISTED else f"legal: {', '.join(names)}"
    return f"{_obstacle(turn, wanted)}; {listed}"


def _obstacle(turn: _Turn, wanted: _Chains) -> str:
    """Say what keeps chains from making a legal play although some checker can move."""
    if not wanted:
        return "a checker can move"
    seen: _Seen = {}
    if any(_routes(turn, (), tuple(sorted(chain.unmarked() for chain in wanted)), seen)):
        return "nothing is hit where it says '*'"
    # Look where most of what the text names was done, and there first where no checker stands on the way to a landing.
    # No chain can take a step to its next landing there, or more would have been done.
    least = min(map(_landings_left, seen))
    closest = sorted((item for item in seen.items() if _landings_left(item[0]) == least), key=lambda item: len(item[1]))
    first, taken = closest[0]
    if not first.wanted:
        return why_not(turn.position, turn.dice, taken, turn.rules, next_steps)
    for state, steps in closest:
        dice = high_low(turn.dice) if state is first else _dice_left(turn, steps)
        for chain in reversed(state.wanted):
            for die in sorted(dice):
                step = Step(chain.at, max(chain.at - die, OFF), die, hit=False)
                if step.target == chain.landings[0].place:
                    return why_not(turn.position, turn.dice, (*steps, step), turn.rules, next_steps)
    stuck = " or ".join(dict.fromkeys(str(chain) for chain in reversed(first.wanted)))
    return f"after {_steps_text(taken)}, {stuck} cannot be played" if taken else f"{stuck} cannot be played"


def _landings_left(state: _State) -> int:
    return sum(len(chain.landings) for chain in state.wanted)


def _dice_left(turn: _Turn, taken: Sequence[Step]) -> list[int]:
    high, low = high_low(turn.dice)
    dice = [high] * turn.rules.steps_per_double if high == low else [high, low]
    for step in taken:
        dice.remove(step.die)
    return dice


def _steps_text(steps: Sequence[Step]) -> str:
    return " ".join(f"{place_text(step.source)}/{place_text(step.target)}" for step in steps)
