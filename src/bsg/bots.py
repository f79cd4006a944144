"""Players by name, which all choose natively.

A bot is a value. It keeps nothing from one choice to the next, so any number of games and threads can share it.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from os import PathLike, fspath
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bsg.checks import described, integer_between, shown
from bsg.dice import Dice, high_low
from bsg.engine import plays
from bsg.network import Network, chosen_network, read_network, shipped_network
from bsg.play import Play
from bsg.position import Position
from bsg.races import race_table
from bsg.rules import BAN_SUGOROKU, Rules, check_rules
from bsg_core import bot_games, playout

NativePlayer = tuple[int, float, NDArray[np.int16] | None, int, NDArray[np.uint32] | None]
"""What the core takes a player as."""

_AT_RANDOM, _SIMPLY, _BY_NETWORK, _BY_ROLLOUT = range(4)  # in the order of players.h
_CHOICES = 1  # a purpose of `open_stream`


@dataclass(frozen=True)
class _Way:
    """How the bots of a name choose."""

    kind: int
    text: str
    noise: float = 0.0
    plies: int = 0

    @property
    def has_network(self) -> bool:
        """Whether they choose by a network in any way."""
        return self.kind in (_BY_NETWORK, _BY_ROLLOUT)


_WAYS = {
    "random": _Way(_AT_RANDOM, "any legal play, each as likely as another"),
    "simple": _Way(_SIMPLY, "rules of thumb: race, points, blots in reach; no network"),
    "beginner": _Way(_BY_NETWORK, "the network, misjudging each board by 0.4 points or so", 0.4),
    "casual": _Way(_BY_NETWORK, "the network, misjudging each board by 0.2 points or so", 0.2),
    "club": _Way(_BY_NETWORK, "the network, misjudging each board by 0.1 points or so", 0.1),
    "expert": _Way(_BY_NETWORK, "the network, misjudging each board by 0.05 points or so", 0.05),
    "net": _Way(_BY_NETWORK, "the network: the play after which it expects most"),
    "net-1ply": _Way(_BY_NETWORK, "the network, after a look at all rolls that can follow", plies=1),
    "net-2ply": _Way(_BY_NETWORK, "the network, after a look two turns ahead", plies=2),
    "rollout": _Way(_BY_ROLLOUT, "the network, with short rollouts of what a look ahead leaves open"),
}

BOTS: Mapping[str, str] = MappingProxyType({name: way.text for name, way in _WAYS.items()})
"""The names of all bots, weak ones first, with a line about each."""


class Bot:
    """A player that `bot` has made: it has a name, and chooses.

    `simulate`, `play_match` and sessions take it as they take any player, and the first two play it natively.
    """

    __slots__ = ("_name", "_network", "_seed", "_way")

    def __init__(self, name: str, way: _Way, network: Network | None, seed: int | None) -> None:
        self._name = name
        self._way = way
        self._network = network
        self._seed = seed

    @property
    def name(self) -> str:
        """The name it goes by."""
        return self._name

    def called(self, name: str) -> "Bot":
        """Return the same bot by another name."""
        return Bot(name, self._way, self._network, self._seed)

    @property
    def is_random(self) -> bool:
        """Whether it plays any legal play."""
        return self._way.kind == _AT_RANDOM

    def choose(self, position: Position, dice: Dice, rules: Rules = BAN_SUGOROKU) -> Play:
        """Return one of the legal plays of a roll.

        Parameters
        ----------
        position : Position
            Seen by this player.
        dice : tuple of int
            Two numbers 1 to 6, in either order.
        rules : Rules

        Raises
        ------
        TypeError
            If an argument is of the wrong type.
        ValueError
            If a die is not 1 to 6, or the position is decided, or impossible under `rules`.
        """
        legal = plays(position, dice, rules)
        if not legal:
            raise ValueError(f"a decided position has no plays to choose from, got {position.text!r}")
        after = self.native_after(position, high_low(dice), rules, self._stream(position, dice))
        return next(play for play in legal if bytes(play.after) == after)

    def native_player(self, rules: Rules) -> NativePlayer:
        """Return what the core takes this player as under some rules."""
        network = self.network_for(rules)
        if network is None:
            return self._way.kind, 0.0, None, 0, None
        return self._way.kind, self._way.noise, network.rounded, self._way.plies, race_table(rules).buffer

    def network_for(self, rules: Rules) -> Network | None:
        """Return the network by which it plays under some rules; None if it plays without one."""
        return chosen_network(self._network, rules) if self._way.has_network else None

    def native_after(self, position: Position, dice: tuple[int, int], rules: Rules, choice_stream: bytearray) -> bytes:
        """Return the packed position that its choice reaches, drawing from a stream of `bsg_core.playout`.

        The dice are the larger first.
        """
        return bot_games.choose(self.native_player(rules), bytes(position), *dice, rules.code, choice_stream)

    def _stream(self, position: Position, dice: Dice) -> bytearray:
        if self._seed is None:
            return playout.open_stream(secrets.randbits(64), 0, _CHOICES)
        question = blake2b(bytes(position) + bytes(high_low(dice)), digest_size=8)
        return playout.open_stream(self._seed, int.from_bytes(question.digest(), "little"), _CHOICES)

    def __repr__(self) -> str:
        return f"<bsg bot {self._name!r}>"


def play_games(
    players: tuple[Bot, Bot],
    packed: bytes,
    rules: Rules,
    key: tuple[int, int, int, bool],
    games: int,
    stop: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64]]:
    """Play games natively, with the GIL released, from a packed position.

    The key is (seed, number of the first game, cap on the plies, whether they are pairs). What is returned, all of shape
    (n,), is what `Tally.of_games` takes: of all games, or of the first ones if `stop` was set. Points are those of the
    first player.
    """
    beginners, points = np.empty(games, np.uint8), np.empty(games, np.int8)
    kinds, plies = np.empty(games, np.uint8), np.empty(games, np.int64)
    natives = players[0].native_player(rules), players[1].native_player(rules)
    done = bot_games.play_games(natives, packed, rules.code, *key, stop, beginners, points, kinds, plies)
    return beginners[:done], points[:done], kinds[:done], plies[:done]


def bot(
    name: str,
    *,
    rules: Rules | None = None,
    network: Network | str | PathLike[str] | None = None,
    seed: int | None = None,
) -> Bot:
    """Return a player by its name.

    Parameters
    ----------
    name : str
        One of `BOTS`.
    rules : Rules, optional
        Play always by the network that is shipped for these rules. None takes the one for the rules of each question.
    network : Network, or the path of one, optional
        Play by this network instead of one that is shipped.
    seed : int, optional
        0 ≤ seed < 2⁶⁴: a bot that draws then answers the same question the same way each time. None draws from the
        operating system. `simulate` and `play_match` have seeds of their own and do not look at this one.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If there is no bot of that name, it needs no network and one is given, or the file is none of a network.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> str(bot("simple").choose(Position.start(), (3, 1)))
    '8/5 6/5'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a bot must be a str, got {described(name)}")
    if name not in _WAYS:
        raise ValueError(f"a bot must be one of {', '.join(_WAYS)}, got {shown(name)}")
    if not _WAYS[name].has_network and network is not None:
        raise ValueError(f"the bot {name} plays without a network, got one")
    chosen = _network_of(network)
    if rules is not None:
        check_rules(rules)
        if chosen is None and _WAYS[name].has_network:
            chosen = shipped_network(rules)
    return Bot(name, _WAYS[name], chosen, None if seed is None else integer_between(seed, 0, 2**64 - 1, "seed"))


def _network_of(network: object) -> Network | None:
    if network is None or isinstance(network, Network):
        return network
    if isinstance(network, str | PathLike):
        return read_network(fspath(network))
    raise TypeError(f"network must be a Network or the path of one, got {described(network)}")
