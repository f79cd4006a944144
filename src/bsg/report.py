"""What many games came to, told as plain values and as text."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import Field, asdict
from typing import Any, ClassVar

from bsg.position import Position
from bsg.rules import Rules
from bsg.winning import Kind

_FEWEST_TO_TRUST = 30  # with fewer games, or pairs, the normal approximation promises too much


class Report(ABC):
    """What two players came to in many games; a dataclass that inherits from this has these fields among others."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    games: int
    points_per_game: float
    points_interval: tuple[float, float] | None
    rules: Rules
    position: Position
    wins: tuple[int, int]
    wins_by_kind: dict[Kind, tuple[int, int]]

    @abstractmethod
    def columns(self) -> tuple[str, str]:
        """Name the two players, as the table of wins does."""

    @abstractmethod
    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield what concerns both players as (what, value)."""

    @abstractmethod
    def heading(self, rules: str | None = None, *, stopped_of: int | None = None) -> str:
        """Say in one line what was played.

        Parameters
        ----------
        rules : str, optional
            The name to call the rules by; by default that of the game they differ least from, with what is different.
        stopped_of : int, optional
            How many games were asked for, if not all of them were played.
        """

    def notes(self) -> Iterator[str]:
        """Yield what is too long for the table of facts."""
        if self.position != Position.start():
            yield "every game from this position, seen by the side that begins:"
            yield f"  {self.position.text}"

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield the table of wins as (what, one player, the other): a heading first, then all wins, then wins by kind."""
        yield "", *self.columns()
        yield "wins", self.count_text(self.wins[0]), self.count_text(self.wins[1])
        for kind, (one, other) in self.wins_by_kind.items():
            yield f"  {kind}", self.count_text(one), self.count_text(other)

    def points_facts(self, whose: str, sample: str, samples: int) -> Iterator[tuple[str, str]]:
        """Yield the points per game and their interval as (what, value); `sample` is what it was computed over."""
        what = f"points per game, {whose}"
        if self.points_interval is None:
            yield what, f"{self.points_per_game:+.4f}  (one {sample} tells no interval)"
            return
        low, high = self.points_interval
        doubt = ""
        if low == high:
            doubt = f"  (all {sample}s alike)"
        elif samples < _FEWEST_TO_TRUST:
            doubt = f"  (too few {sample}s to trust)"
        yield what, f"{self.points_per_game:+.4f} ± {(high - low) / 2:.4f}"
        yield "  95 % interval", f"{low:+.4f} to {high:+.4f}{doubt}"

    def count_text(self, count: int) -> str:
        """Write how many games, and which share of all."""
        return f"{count:,}  {100 * count / self.games:5.2f} %"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values under the names of the fields; pairs are lists, None stays None.

        `rules` becomes the dict of its options and `position` its text.
        """
        values: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        values["rules"] = asdict(self.rules)
        values["position"] = self.position.text
        values["wins_by_kind"] = {kind: list(wins) for kind, wins in self.wins_by_kind.items()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def __str__(self) -> str:
        rows, facts = list(self.rows()), list(self.facts())
        width = max(len(what) for what, *_ in (*rows, *facts))
        columns = [max(len(row[column]) for row in rows) for column in (1, 2)]
        lines = [f"{what:{width}}   {one:>{columns[0]}}   {other:>{columns[1]}}" for what, one, other in rows]
        lines += ["", *(f"{what:{width}}   {value}" for what, value in facts), *self.notes()]
        return "\n".join([self.heading(), "", *lines])
