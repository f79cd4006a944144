"""The checks at the public doors: what counts as an integer, and how a wrong value is shown."""

import operator
from typing import SupportsFloat, SupportsIndex

_LONGEST_SHOWN = 200


def shown(value: object) -> str:
    """Write a value for an error message: cut where it is long, and always something.

    Python refuses to write out an integer of thousands of digits, and an object may fail in its own `__repr__`.
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # whatever a stranger's __repr__ raises must not hide the error that is being told
        return "a value that cannot be written"
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def described(value: object) -> str:
    """Write a value and its type for an error message."""
    return f"{shown(value)} of type {type(value).__name__}"


def integer(value: object, what: str) -> int:
    """Return `value` as an int, or say that `what` has to be one.

    Parameters
    ----------
    value : object
        Anything `operator.index` takes; `bool` is refused, since a truth value is not a number of anything here.
    what : str
        The words that name the value in the error.

    Raises
    ------
    TypeError
        If `value` is a bool, or not an integer.
    """
    if type(value) is int:  # the usual type need not be looked into
        return value
    if isinstance(value, bool | type) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{what} must be an integer, got {described(value)}")
    return operator.index(value)


def real(value: object, what: str) -> float:
    """Return `value` as a float, or raise `TypeError` to say that `what` has to be a number."""
    if isinstance(value, bool | str | bytes | type) or not isinstance(value, SupportsFloat | SupportsIndex):
        raise TypeError(f"{what} must be a number, got {described(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{what} must be a number that a float can hold, got {shown(value)}") from None


def integer_between(value: object, low: int, high: int, what: str) -> int:
    """Return `value` as an int from `low` to `high`, both included.

    Raises
    ------
    TypeError
        If `value` is a bool, or not an integer.
    ValueError
        If it is outside the range.
    """
    number = integer(value, what)
    if not low <= number <= high:
        raise ValueError(f"{what} must be {low} to {high}, got {shown(number)}")
    return number
