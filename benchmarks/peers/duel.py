"""A bot of bsg against a player outside, in pairs of games of backgammon with the same dice and the seats exchanged.

All games go on side by side, so that the other player is asked about many boards at once. No cube: points are those of the
board, gammons and backgammons among them.
"""

import random
from dataclasses import dataclass

import bsg
from agreement import DisagreementError
from bsg.summary import mean_interval, win_kinds
from tasks import Pair

RULES = bsg.BACKGAMMON
MAX_PLIES = 10_000
BOT, OTHER = 0, 1


@dataclass
class _Game:
    """One game while it is played; both games of a pair have dice of the same seed."""

    chance: random.Random
    turn: int
    dice: tuple[int, int]
    position: bsg.Position
    plies: int = 0
    result: bsg.Result | None = None

    @classmethod
    def opened(cls, seed, pair, bot_seat):
        chance = random.Random(f"{seed} {pair}")
        dice = _roll(chance)
        while dice[0] == dice[1]:
            dice = _roll(chance)
        beginner = 0 if dice[0] > dice[1] else 1
        return cls(chance, BOT if beginner == bot_seat else OTHER, dice, bsg.Position.start())

    @property
    def is_over(self):
        return self.result is not None or self.plies == MAX_PLIES

    @property
    def points(self):
        """What the bot has won; who has moved last has won, if anybody has."""
        if self.result is None:
            return 0
        return self.result.points if self.turn == BOT else -self.result.points

    def go_on(self, play):
        self.plies += 1
        self.result = play.result
        if not self.is_over:
            self.position = play.after.swapped()
            self.turn = 1 - self.turn
            self.dice = _roll(self.chance)


class Duel:
    """The games; they wait whenever the other player is to move.

    Parameters
    ----------
    bot : str
        One of `bsg.BOTS`.
    other : str
        What to call the other player.
    games : int
        An even number, at least 2.
    seed : int
        The dice are keyed by it and the number of the pair, so the same players play the same games again.
    """

    def __init__(self, bot, other, games, seed):
        if games < 2 or games % 2:
            raise ValueError(f"games must be an even number, since they come in pairs, and at least 2, got {games}")
        self._bot = bsg.bot(bot, seed=seed)
        self._players = bot, other
        self._seed = seed
        self._games = [_Game.opened(seed, number // 2, number % 2) for number in range(games)]
        self._asked = []
        self.wins_with_a_die_left = 0
        """How often the other player could have won and left a die, which is legal here by R1 and may not be with it."""

    def questions(self):
        """Let the bot move wherever it is to; return the boards and rolls the other player has to play, as pairs.

        None are left when all games are over.
        """
        for game in self._games:
            if game.turn == BOT and not game.is_over:
                game.go_on(self._bot.choose(game.position, game.dice, RULES))
        self._asked = [game for game in self._games if not game.is_over]
        return [Pair(bytes(game.position), game.dice) for game in self._asked]

    def answer(self, rows):
        """Make the plays that lead to these rows, one for each question, still seen by the mover.

        Raises
        ------
        DisagreementError
            If there is no such legal play.
        """
        for game, row in zip(self._asked, rows, strict=True):
            game.go_on(self._play_to(row, game))

    def _play_to(self, row, game):
        legal = bsg.plays(game.position, game.dice, RULES)
        wins = [play for play in legal if play.result]
        if wins:
            most = max(len(play.steps) for play in legal)
            self.wins_with_a_die_left += any(len(play.steps) < most for play in wins)
        for play in legal:
            if bytes(play.after) == row:
                return play
        raise DisagreementError(
            f"{bytes(game.position).hex()} with {game.dice[0]}-{game.dice[1]} was played to {row.hex()}, which none of its"
            f" {len(legal)} legal plays reaches"
        )

    def outcome(self):
        """Return the match as `bsg.play_match` tells one."""
        points = [game.points for game in self._games]
        pairs = [one + other for one, other in zip(points[::2], points[1::2], strict=True)]
        interval = mean_interval(len(pairs), sum(pairs), sum(both**2 for both in pairs))
        kinds = dict.fromkeys(win_kinds(RULES), (0, 0))
        for game in self._games:
            if game.result is not None:
                bot, other = kinds[game.result.kind]
                kinds[game.result.kind] = (bot + (game.turn == BOT), other + (game.turn == OTHER))
        return bsg.BotMatch(
            bots=self._players,
            games=len(points),
            points_per_game=sum(points) / len(points),
            points_interval=None if interval is None else (interval[0] / 2, interval[1] / 2),
            wins=(sum(value > 0 for value in points), sum(value < 0 for value in points)),
            wins_by_kind=kinds,
            draws=0,
            capped=sum(game.result is None for game in self._games),
            mean_plies=sum(game.plies for game in self._games) / len(points),
            seed=self._seed,
            rules=RULES,
            position=bsg.Position.start(),
            max_plies=MAX_PLIES,
        )


def _roll(chance):
    return chance.randint(1, 6), chance.randint(1, 6)
