"""Why steps make no legal play: the reading of steps that come from outside, and the words of their refusal.

Both engines refuse with these words. Nothing here decides what is legal: the engine's own `next_steps` is asked, and
only the first step that it does not list is explained.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from typing import TypeGuard

from bsg.checks import described, integer_between, shown
from bsg.dice import ROLLS, Dice, high_low
from bsg.notation import place_text
from bsg.position import BAR, OFF, Position
from bsg.rules import Rules
from bsg.step import Step
from bsg.winning import win

Triple = tuple[int, int, int]
"""The source, target and die that name a step; whether it hits follows from the board."""

StepsLike = Sequence[Step | Triple | Sequence[int]]
"""Steps as callers give them: `Step`s or (source, target, die) triples, in the order played."""

_USUAL = frozenset({tuple, list, Step})
"""Types that need not be looked into, which takes long."""

NextSteps = Callable[[Position, Dice, StepsLike, Rules], list[Step]]


def as_steps(steps: StepsLike) -> list[Triple]:
    """Return steps as (source, target, die) triples, the form in which they are compared.

    The hit of a `Step` is left out: it follows from the board.

    Parameters
    ----------
    steps : sequence of Step or of (source, target, die)
        In the order played.

    Raises
    ------
    TypeError
        If `steps` is not a sequence of such steps, or a number in one is not an integer.
    ValueError
        If a step has not three numbers, its source is not 1 to 25, its target not 0 to 24, or its die not 1 to 6.

    Examples
    --------
    >>> as_steps([Step(8, 5, 3, False), (6, 5, 1)])
    [(8, 5, 3), (6, 5, 1)]
    """
    if not _is_ordered(steps):
        raise TypeError(f"steps must be a sequence of Steps or (source, target, die) tuples, got {described(steps)}")
    return [_as_step(step) for step in steps]


def _as_step(step: object) -> Triple:
    # The usual step, a Step or what an engine has made of one, need not be looked into twice.
    if isinstance(step, tuple) and len(step) in {3, 4}:
        source, target, die = step[:3]
        if (
            type(source) is type(target) is type(die) is int
            and 0 < source <= BAR
            and OFF <= target < BAR
            and 0 < die < 7
            and (len(step) == 3 or isinstance(step[3], bool))
        ):
            return source, target, die
    if not _is_ordered(step):
        raise TypeError(f"a step must be a Step or a (source, target, die) tuple, got {described(step)}")
    numbers = list(step)
    if len(numbers) == 4 and isinstance(numbers[3], bool):
        del numbers[3]  # a Step, or what has become of one on its way through JSON
    if len(numbers) != 3:
        raise ValueError(f"a step must be three numbers (source, target, die), got {shown(step)}")
    source, target, die = numbers
    return (
        integer_between(source, 1, BAR, "the source of a step"),
        integer_between(target, OFF, 24, "the target of a step"),
        integer_between(die, 1, 6, "the die of a step"),
    )


def _is_ordered(values: object) -> TypeGuard[Collection[object]]:
    """Say whether values have an order and an end; an iterator may have none."""
    return type(values) in _USUAL or (
        isinstance(values, Iterable)
        and isinstance(values, Sized)
        and not isinstance(values, str | bytes | bytearray | Mapping | AbstractSet)
    )


def why_not(
    position: Position,
    dice: Dice,
    steps: StepsLike,
    rules: Rules,
    next_steps: NextSteps,
) -> str:
    """Say in one sentence why steps begin no legal play, or, if they do begin one, why they do not finish it.

    Parameters
    ----------
    position : Position
        Possible under `rules`.
    dice : tuple of int
    steps : sequence of Step or of (source, target, die)
        In the order played.
    rules : Rules
    next_steps : callable
        The `next_steps` of the engine that refuses.

    Returns
    -------
    str
        The text of a `ValueError`; it names the first step that is wrong.

    Examples
    --------
    >>> from bsg.reference import next_steps
    >>> from bsg.rules import BAN_SUGOROKU
    >>> why_not(Position.start(), (3, 1), [(8, 5, 3), (24, 19, 1)], BAN_SUGOROKU, next_steps)
    'step 2, 24/19 by a 1, is not legal: a 1 from 24 leads to 23'
    """
    triples = as_steps(steps)
    high, low = high_low(dice)
    if _is_decided(position, rules, next_steps):
        return "the position is already decided, so it has no plays"
    own, opponent = list(position.own), list(position.opponent)
    left = [high, low] if high != low else [high] * rules.steps_per_double
    for number, step in enumerate(triples, start=1):
        taken = triples[: number - 1]
        legal = next_steps(position, (high, low), taken, rules)
        if step not in as_steps(legal):
            reason = _reason(own, opponent, left, step, rules)
            if reason is None:
                reason = _reason_of_the_whole_turn(position, (high, low), taken, legal, rules, next_steps)
            return f"step {number}, {_text(step)} by a {step[2]}, is not legal: {reason}"
        _move(own, opponent, step)
        left.remove(step[2])
    legal = next_steps(position, (high, low), triples, rules)
    done = "after " + " ".join(map(_text, triples)) if triples else "without a step"
    dice_still = " or ".join(f"a {die}" for die in sorted({step.die for step in legal}, reverse=True))
    return f"the turn is not over {done}: {dice_still} can still be played, such as {_text(as_steps(legal)[0])}"


def _is_decided(position: Position, rules: Rules, next_steps: NextSteps) -> bool:
    own, opponent = position.own, position.opponent
    if win(own, opponent, rules) or win(opponent, own, rules):
        return True
    # R8: neither side has a step with any roll.
    sides = (position, position.swapped())
    return not any(next_steps(side, roll, (), rules) for roll in ROLLS for side in sides)


def _reason(own: list[int], opponent: list[int], left: list[int], step: Triple, rules: Rules) -> str | None:
    """Say what is wrong with a step by itself on the board as it stands, or None."""
    source, target, die = step
    if win(own, opponent, rules):
        return "the step before it has decided the game (R1)"
    if not left:
        return "all dice have been played"
    if die not in left:
        return f"no {die} is left, only {' and '.join(map(str, sorted(set(left), reverse=True)))}"
    if not own[source]:
        return f"no own checker is on {'the bar' if source == BAR else place_text(source)}"
    if own[BAR] and source != BAR:
        return "checkers on the bar enter first"
    reached = max(source - die, OFF)
    if target != reached:
        return f"a {die} from {place_text(source)} leads to {place_text(reached)}"
    if target == OFF:
        return _reason_to_stay(own, source, die, rules)
    if opponent[BAR - target] >= 2:
        return f"point {target} is blocked by {opponent[BAR - target]} opposing checkers"
    return None


def _reason_to_stay(own: list[int], source: int, die: int, rules: Rules) -> str | None:
    if rules.finish == "iri-gachi":
        return "under iri-gachi no checker is ever borne off"
    farthest = max(place for place, count in enumerate(own) if count)
    if farthest > 6:
        return f"a checker is still outside the home, on {place_text(farthest)}"
    if source < die and source < farthest:
        return f"only an exact die bears off from {source} while a checker stands farther back, on {farthest}"
    return None


def _reason_of_the_whole_turn(
    position: Position,
    dice: tuple[int, int],
    taken: list[Triple],
    legal: list[Step],
    rules: Rules,
    next_steps: NextSteps,
) -> str:
    """Say what is wrong with a step that could be made by itself: a choice that R2 makes among whole plays."""
    if any(next_steps(position, dice, [*taken, other], rules) for other in legal):
        return "as many dice as possible must be played, and it leaves one that could be"
    if any(_wins(position, [*taken, other[:3]], rules) for other in legal):
        return "a play that wins is complete, and nothing else here is (R2)"
    return f"only one die can be played, and then it must be the larger, the {dice[0]}"


def _wins(position: Position, steps: list[Triple], rules: Rules) -> bool:
    own, opponent = list(position.own), list(position.opponent)
    for step in steps:
        _move(own, opponent, step)
    return win(own, opponent, rules) is not None


def _move(own: list[int], opponent: list[int], step: Triple) -> None:
    """Move one checker on the board itself; each side is in its own numbering."""
    source, target, _ = step
    own[source] -= 1
    own[target] += 1
    if target != OFF and opponent[BAR - target]:
        opponent[BAR - target] -= 1
        opponent[BAR] += 1


def _text(step: Triple) -> str:
    return f"{place_text(step[0])}/{place_text(step[1])}"
