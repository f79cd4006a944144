"""What many games came to: who won how often, by what, for how many points, and how long it took."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from statistics import NormalDist

from bsg.position import Position
from bsg.report import Report
from bsg.rules import BACKGAMMON, BAN_SUGOROKU, Rules
from bsg.tally import CAPPED, Tally
from bsg.version import installed_version
from bsg.winning import Kind

_NORMAL_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Summary(Report):
    """The statistics of a run of games, with everything needed to repeat it.

    Pairs are (seat 0, seat 1). The game is zero-sum, so what seat 0 gains a game seat 1 loses, and `points_per_game`
    tells it once, seen by seat 0.

    Parameters
    ----------
    games : int
        How many games were played to their end or to the cap.
    seed : int
        The seed used, also when none was given.
    rules : Rules
    players : tuple of str
        The names of the players: "random", or an object's `name` if it has one, or the name of its class.
    position : Position
        Where every game began, seen by the side that begins.
    max_plies : int
        The cap on the length of a game.
    wins : tuple of int
    wins_by_kind : dict of str to tuple of int
        Every kind of win that the rules know, also those that did not happen.
    draws : int
    capped : int
        Games stopped after `max_plies` plies: nobody has won, no points, and not a draw.
    points_per_game : float
        Mean points of seat 0 over all games; drawn and capped games count as played, with 0 points.
    points_interval : tuple of float, or None
        The 95 % confidence interval of `points_per_game`: the mean plus and minus 1.96 standard errors (the sample's
        standard deviation over the square root of `games`). The normal approximation is good from some dozens of games.
        None for a single game, from which no spread can be told.
    begun : tuple of int
        How many games each seat began.
    beginner_wins : int
        Games won by the side that began them.
    mean_plies, median_plies : float
        Length of a game in plies (turns of one side, passes included); capped games count with `max_plies`.
    longest_plies : int
    version : str
        The version of the distribution, on which the games depend as on the seed.
    """

    games: int
    seed: int
    rules: Rules
    players: tuple[str, str]
    position: Position
    max_plies: int
    wins: tuple[int, int]
    wins_by_kind: dict[Kind, tuple[int, int]] = field(hash=False)
    draws: int
    capped: int
    points_per_game: float
    points_interval: tuple[float, float] | None
    begun: tuple[int, int]
    beginner_wins: int
    mean_plies: float
    median_plies: float
    longest_plies: int
    version: str = field(default_factory=installed_version)

    def columns(self) -> tuple[str, str]:
        """Name the seats."""
        return f"seat 0: {self.players[0]}", f"seat 1: {self.players[1]}"

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield what concerns both seats as (what, value)."""
        yield from self.points_facts("seat 0", "game", self.games)
        yield "games begun by", f"seat 0 {self.begun[0]:,}, seat 1 {self.begun[1]:,}"
        yield "won by the side that began", self.count_text(self.beginner_wins)
        yield "drawn", self.count_text(self.draws)
        yield f"capped at {self.max_plies:,} plies", self.count_text(self.capped)
        yield (
            "plies per game",
            f"mean {self.mean_plies:,.1f}, median {self.median_plies:,.1f}, longest {self.longest_plies:,}",
        )
        yield "seed", str(self.seed)

    def heading(self, rules: str | None = None, *, stopped_of: int | None = None) -> str:
        """Say in one line what was played."""
        count = f"{self.games:,}" if stopped_of is None else f"{self.games:,} of {stopped_of:,}"
        noun = "game" if (stopped_of or self.games) == 1 else "games"
        ending = "" if stopped_of is None else " (stopped)"
        return f"{count} {noun} of {rules or rules_text(self.rules)}{ending}"


def rules_text(rules: Rules) -> str:
    """Name a set of rules: a preset, or the one that it differs least from, with what is different.

    Examples
    --------
    >>> rules_text(Rules(start="roll-off"))
    'ban-sugoroku with start=roll-off'
    """
    options = asdict(rules).items()
    changes = {
        name: [f"{option}={value}" for option, value in options if value != getattr(preset, option)]
        for name, preset in (("ban-sugoroku", BAN_SUGOROKU), ("backgammon", BACKGAMMON))
    }
    name = min(changes, key=lambda name: len(changes[name]))
    return f"{name} with {', '.join(changes[name])}" if changes[name] else name


def win_kinds(rules: Rules) -> tuple[Kind, ...]:
    """Return the kinds of win that `rules` know, the most ordinary first.

    Examples
    --------
    >>> win_kinds(BAN_SUGOROKU)
    ('iri-gachi', 'mushi-gachi', 'mujo-gachi')
    """
    kinds: list[Kind]
    if rules.finish == "iri-gachi":
        kinds = ["iri-gachi", "mushi-gachi", "mujo-gachi"] if rules.closed_home == "bonus" else ["iri-gachi"]
    else:
        kinds = ["single", "gammon", "backgammon"] if rules.gammons else ["bear-off"]
    return (*kinds, "muji-gachi") if rules.closed_home == "instant" else tuple(kinds)


def summarize(
    tally: Tally, *, seed: int, rules: Rules, players: tuple[str, str], position: Position, max_plies: int
) -> Summary:
    """Return the statistics of the games counted, of which there is at least one."""
    games = points = squares = beginner_wins = draws = capped = 0
    begun = [0, 0]
    wins_by_kind = {kind: [0, 0] for kind in win_kinds(rules)}
    for outcome, count in tally.outcomes.items():
        games += count
        points += count * outcome.points
        squares += count * outcome.points**2
        begun[outcome.beginner] += count
        if outcome.kind == "draw":
            draws += count
        elif outcome.kind == CAPPED:
            capped += count
        else:
            winner = 0 if outcome.points > 0 else 1
            wins_by_kind[outcome.kind][winner] += count
            beginner_wins += count * (winner == outcome.beginner)
    return Summary(
        games=games,
        seed=seed,
        rules=rules,
        players=players,
        position=position,
        max_plies=max_plies,
        wins=(sum(first for first, _ in wins_by_kind.values()), sum(second for _, second in wins_by_kind.values())),
        wins_by_kind={kind: (first, second) for kind, (first, second) in wins_by_kind.items()},
        draws=draws,
        capped=capped,
        points_per_game=points / games,
        points_interval=mean_interval(games, points, squares),
        begun=(begun[0], begun[1]),
        beginner_wins=beginner_wins,
        mean_plies=sum(plies * count for plies, count in tally.lengths.items()) / games,
        median_plies=_median(tally),
        longest_plies=max(tally.lengths),
    )


def mean_interval(count: int, total: int, squares: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a mean from the exact sums of numbers and their squares, so that nothing is rounded away."""
    if count < 2:
        return None
    variance = (count * squares - total**2) / (count * (count - 1))
    reach = _NORMAL_95 * math.sqrt(variance / count)
    return total / count - reach, total / count + reach


def _median(tally: Tally) -> float:
    """Return the middle length, or the mean of the two middle ones."""
    lower, upper = (tally.games - 1) // 2, tally.games // 2
    middles = []
    seen = 0
    for plies, count in sorted(tally.lengths.items()):
        middles += [plies for middle in (lower, upper) if seen <= middle < seen + count]
        seen += count
    return (middles[0] + middles[1]) / 2
