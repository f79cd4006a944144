"""The two players, for the length of a match, whoever is on move."""

from typing import Literal

from bsg.checks import integer_between

Seat = Literal[0, 1]

SEATS: tuple[Seat, Seat] = (0, 1)


def other(seat: Seat) -> Seat:
    """Return the other seat."""
    return SEATS[1 - seat]


def check_seat(seat: object, what: str = "a seat") -> Seat:
    """Return `seat` as a plain 0 or 1.

    Raises
    ------
    TypeError
        If it is not an integer.
    ValueError
        If it is neither 0 nor 1.
    """
    return SEATS[integer_between(seat, 0, 1, what)]


def check_optional_seat(seat: object, what: str) -> Seat | None:
    """Return `seat` as `check_seat` does, or None for nobody."""
    return None if seat is None else check_seat(seat, what)
