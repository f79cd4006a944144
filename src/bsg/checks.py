"""The checks at the public doors: one place for what counts as an integer."""

import operator


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
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{what} must be an integer, got {value!r} of type {type(value).__name__}")
    return operator.index(value)  # type: ignore[arg-type]  # hasattr has just shown __index__


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
        raise ValueError(f"{what} must be {low} to {high}, got {number}")
    return number
