"""Where dice come from: the operating system, or a secret that was committed to before anybody could influence it."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from bsg.session.events import (
    AnyEvent,
    BeginnerRolled,
    DiceCommitted,
    DiceRolled,
    MatchOver,
    Opened,
    RematchOffered,
    SeatTaken,
    TurnBegun,
)

Contributions = tuple[str, str]

_FAIR_BYTES = 252  # the largest multiple of 6 that a byte holds: what is higher is drawn again


class DiceSource(Protocol):
    """A source of rolls. It keeps no state, so rolls are the same after undo, snapshot, restart and reconnection."""

    def commitment(self, session: str, match: int) -> str | None:
        """Return what is published before a match, or None."""

    def roll(self, session: str, match: int, contributions: Contributions, label: str) -> tuple[int, int]:
        """Return the roll of one moment of a match; no label comes twice."""

    def secret(self, session: str, match: int) -> str | None:
        """Return what is revealed after a match, or None."""


class SystemDice:
    """Dice from the operating system, each number as likely as any other."""

    def commitment(self, session: str, match: int) -> None:
        """Nothing is published."""

    def roll(self, session: str, match: int, contributions: Contributions, label: str) -> tuple[int, int]:
        """Return a fresh roll; `secrets` draws again what would favour a number."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1

    def secret(self, session: str, match: int) -> None:
        """Nothing is revealed."""


SYSTEM_DICE = SystemDice()
"""They keep no state, so all sessions share them."""


class FairDice:
    """Provably fair dice.

    Before the seats are taken the SHA-256 of a secret is published. Both players then mix in what they like, every roll is
    an HMAC by the secret of all of that and the number of the turn, and after the match the secret is revealed: so
    neither the server nor a player can have chosen a roll, and `verify_dice` proves it.

    Parameters
    ----------
    key : bytes
        At least 32 random bytes that only the server knows, the same for all its sessions and after every restart. The
        secret of a match is an HMAC by it.
    """

    def __init__(self, key: bytes) -> None:
        if len(bytes(key)) < 32:
            raise ValueError("the key of fair dice must be at least 32 bytes")
        self._key = key

    def commitment(self, session: str, match: int) -> str:
        """Return the SHA-256 of the secret, in hexadecimal."""
        return commitment_to(self.secret(session, match))

    def roll(self, session: str, match: int, contributions: Contributions, label: str) -> tuple[int, int]:
        """Return the roll of a moment."""
        return fair_roll(self.secret(session, match), contributions, label)

    def secret(self, session: str, match: int) -> str:
        """Return the secret, in hexadecimal."""
        return hmac.new(self._key, json.dumps([session, match]).encode(), hashlib.sha256).hexdigest()


def commitment_to(secret: str) -> str:
    """Return the SHA-256 of a secret, both in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fair_roll(secret: str, contributions: Contributions, label: str) -> tuple[int, int]:
    """Return two dice from the secret, what both players have mixed in, and the moment."""
    found: list[int] = []
    block = 0
    while len(found) < 2:
        message = json.dumps([*contributions, label, block]).encode()
        digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
        found += [byte % 6 + 1 for byte in digest if byte < _FAIR_BYTES]
        block += 1
    return found[0], found[1]


def turn_label(turn: int) -> str:
    """Return the label of the roll of a turn."""
    return f"turn {turn}"


def beginner_label(turn: int, attempt: int) -> str:
    """Return the label of a roll for who begins, before the turn of that number."""
    return f"beginner {turn} {attempt}"


def verify_dice(events: Sequence[AnyEvent]) -> int:
    """Prove the provably fair dice of every finished match in the events.

    Returns
    -------
    int
        How many rolls were verified.

    Raises
    ------
    ValueError
        If a secret is not the one that was committed to, a roll does not follow from it, or no match is finished.
    """
    verified = finished = 0
    commitment: str | None = None
    contributions = ["", ""]
    rolls: list[_Roll] = []
    turn = attempts = attempts_before_turn = 0
    plays_opening_roll = False
    for event in events:
        if isinstance(event, Opened):
            if event.settings.dice != "fair":
                raise ValueError("the dice of this session are the operating system's, which cannot be verified")
            plays_opening_roll = event.settings.rules.start == "opening-roll"
        elif isinstance(event, DiceCommitted):
            commitment, rolls = event.commitment, []
        elif isinstance(event, (SeatTaken, RematchOffered)):
            contributions[event.seat] = event.contribution
        elif isinstance(event, TurnBegun):
            turn, attempts_before_turn, attempts = event.turn, attempts, 0
        elif isinstance(event, BeginnerRolled):
            rolls.append(_Roll(beginner_label(turn + 1, attempts), event.dice, event.number))
            attempts += 1
        elif isinstance(event, DiceRolled):
            # The dice that decide who begins are those that the beginner plays, where that is the rule.
            is_opening = attempts_before_turn > 0 and plays_opening_roll
            label = beginner_label(turn, attempts_before_turn - 1) if is_opening else turn_label(turn)
            rolls.append(_Roll(label, event.dice, event.number))
        elif isinstance(event, MatchOver):
            verified += _verify_match(event, commitment, (contributions[0], contributions[1]), rolls)
            finished += 1
            rolls = []
    if not finished:
        raise ValueError("no match is finished yet, so no secret is revealed")
    return verified


class _Roll(NamedTuple):
    """A roll in the events."""

    label: str
    dice: tuple[int, int]
    number: int


def _verify_match(
    event: MatchOver, commitment: str | None, contributions: Contributions, rolls: Sequence[_Roll]
) -> int:
    if event.secret is None or commitment is None or not hmac.compare_digest(commitment_to(event.secret), commitment):
        raise ValueError("the secret that was revealed is not the one that was committed to")
    for label, dice, number in rolls:
        wanted = fair_roll(event.secret, contributions, label)
        if wanted != dice:
            raise ValueError(f"the roll of event {number} must be {wanted[0]}-{wanted[1]}, got {dice[0]}-{dice[1]}")
    return len(rolls)
