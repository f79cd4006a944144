"""A trained network as a value, its file, and the one that is shipped for a set of rules.

A file is one line of JSON, which says what the network was trained for and how, and then its weights, each a little-endian
float16. The checksum in the header is that of the weights.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bsg.checks import described
from bsg.rules import BACKGAMMON, BAN_SUGOROKU, Rules, check_rules
from bsg.whole_files import write_whole
from bsg_core import training

FORMAT = "bsg network 1"
"""The version of the file format, and of what the network sees of a board."""

_LONGEST_HEADER = 1 << 16
_SHIPPED = {
    "ban-sugoroku": BAN_SUGOROKU,
    "ban-sugoroku-instant": replace(BAN_SUGOROKU, closed_home="instant"),
    "ban-sugoroku-off": replace(BAN_SUGOROKU, closed_home="off"),
    "ban-sugoroku-bear-off": replace(BAN_SUGOROKU, finish="bear-off", closed_home="off"),
    "backgammon": BACKGAMMON,
}


@dataclass(frozen=True, eq=False)
class Network:
    """What judges positions: one hidden layer of weights, trained for one set of rules.

    Parameters
    ----------
    rules : Rules
        What it was trained for; who begins does not matter to it.
    weights : float32, (count_weights(hidden),)
        See `bsg_core.training.count_weights`.
    origin : dict
        How it was trained: the settings of the training and how many games it came to. Any JSON.
    """

    rules: Rules
    weights: NDArray[np.float32]
    origin: dict[str, Any]

    def __post_init__(self) -> None:
        check_rules(self.rules)
        weights: object = self.weights
        if not isinstance(weights, np.ndarray) or weights.dtype != np.float32 or weights.ndim != 1:
            raise TypeError(f"weights must be a numpy array of float32 in one row, got {described(weights)}")

    @property
    def hidden(self) -> int:
        """The number of hidden units."""
        return (len(self.weights) - training.PROBABILITIES) // (1 + training.INPUTS + training.PROBABILITIES)

    @cached_property
    def rounded(self) -> NDArray[np.int16]:
        """The network in whole numbers, as the core plays with it; not to be written."""
        rounded = np.empty(training.length_of_rounded(self.hidden), np.int16)
        training.round_weights(self.weights, rounded)
        rounded.flags.writeable = False
        return rounded

    def is_for(self, rules: Rules) -> bool:
        """Say whether it was trained for these rules, whoever begins, or for others that are the same in play."""
        return _in_play(self.rules) == _in_play(check_rules(rules))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file of the network; it is there whole or not at all."""
        weights = self.weights.astype("<f2").tobytes()
        header = {
            "format": FORMAT,
            "rules": asdict(self.rules),
            "hidden": self.hidden,
            "sha256": hashlib.sha256(weights).hexdigest(),
            "origin": self.origin,
        }
        write_whole(path, lambda file: file.write(json.dumps(header).encode() + b"\n" + weights))


def read_network(path: str | os.PathLike[str]) -> Network:
    """Read the file of a network.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not whole, or no such file.
    """
    return _parsed(Path(path).read_bytes(), str(path))


def shipped_network(rules: Rules = BAN_SUGOROKU) -> Network:
    """Return the network of the package that suits some rules best.

    There is one for backgammon, and one for ban-sugoroku under each option of the closed home and for bearing off. For
    other rules the nearest is taken: `network.rules` says what it was trained for.
    """
    check_rules(rules)
    return _shipped(min(_SHIPPED, key=lambda name: _distance(_SHIPPED[name], rules)))


def chosen_network(network: object, rules: Rules) -> Network:
    """Return the network that was given, or for None the one of the package that suits some rules best.

    Raises
    ------
    TypeError
        If it is neither.
    """
    if network is None:
        return shipped_network(rules)
    if not isinstance(network, Network):
        raise TypeError(f"network must be a bsg.network.Network, got {described(network)}")
    return network


def _in_play(rules: Rules) -> tuple[object, ...]:
    """Return what makes a difference to play: a finished home that is borne off is empty and earns no bonus (R5)."""
    has_no_bonus = rules.finish == "bear-off" and rules.closed_home == "bonus"
    return rules.finish, rules.gammons, rules.steps_per_double, "off" if has_no_bonus else rules.closed_home


def _distance(trained: Rules, wanted: Rules) -> tuple[bool, bool, bool, bool]:
    """Say how far rules are from each other, what matters most first."""
    return (
        trained.finish != wanted.finish,
        trained.gammons != wanted.gammons,
        trained.steps_per_double != wanted.steps_per_double,
        trained.closed_home != wanted.closed_home,
    )


@cache
def _shipped(name: str) -> Network:
    file = resources.files("bsg").joinpath("trained", f"{name}.net")
    return _parsed(file.read_bytes(), f"the network {name} of this package")


def _parsed(data: bytes, name: str) -> Network:
    line, found, weights = data[:_LONGEST_HEADER].partition(b"\n")
    try:
        header = json.loads(line) if found else None
    except ValueError:
        header = None
    if not isinstance(header, dict) or "format" not in header:
        raise ValueError(f"{name} must be a file that bsg train wrote, and does not begin as one")
    if header["format"] != FORMAT:
        raise ValueError(f"{name} must be of the format {FORMAT!r}, got {header['format']!r}")
    weights = data[len(line) + 1 :]
    if hashlib.sha256(weights).hexdigest() != header.get("sha256"):
        raise ValueError(f"{name} is not whole: its checksum is wrong")
    try:
        rules, hidden = Rules(**header["rules"]), header["hidden"]
        numbers = np.frombuffer(weights, "<f2").astype(np.float32).reshape(training.count_weights(hidden))
        network = Network(rules, numbers, dict(header.get("origin", {})))
        _ = network.rounded  # refuses weights that are no numbers
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name} has a header that makes no sense: {error}") from error
    return network
