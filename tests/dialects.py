"""Matches written as other programs and sites write .mat, each in its own way, to be read like our own."""

from bsg import replay
from bsg.records.record import Beaver, Double, Move, Pass, SetUp, Take

PLACES = {25: "bar", 0: "off"}


class Dialect:
    """How somebody writes .mat."""

    def __init__(self, **options):
        self.left_width = options.get("left_width", 27)
        self.row = options.get("row", "{:>3}) ")
        self.header = options.get("header", "")
        self.game = options.get("game", " Game {}")
        self.score = options.get("score", " {left:<31}{right}")
        self.name = options.get("name", "{} : {}")
        self.bar, self.off = options.get("places", ("25", "0"))
        self.merges = options.get("merges", False)
        self.marks_hits = options.get("marks_hits", True)
        self.no_play = options.get("no_play", "")
        self.double = options.get("double", " Doubles => {}")
        self.point = options.get("point", "points")
        self.match_is_won = options.get("match_is_won", "")
        self.wins_in_row = options.get("wins_in_row", False)
        self.line_end = options.get("line_end", "\n")
        self.pads = options.get("pads", False)
        self.length = options.get("length", " {} point match")

    def write(self, record):
        lines = [*self.header.splitlines(), "", self.length.format(record.length), ""]
        for number, game in enumerate(replay(record).games, start=1):
            names = [self.name.format(*pair) for pair in zip(record.players, game.record.score, strict=True)]
            lines += [self.game.format(number), self.score.format(left=names[0], right=names[1])]
            lines += [*self.rows(record, game), "", ""]
        return self.line_end.join(lines)

    def rows(self, record, game):
        cells = [
            (action.seat, self.cell(action, before, steps))
            for action, before, steps in zip(game.record.actions, game.before, game.steps, strict=True)
        ]
        outcome, number, left = game.end.outcome, 1, None
        wins = ""
        if outcome is not None and outcome.winner is not None:
            wins = f" Wins {outcome.points} {self.point}"
            if game.match.after(outcome.winner, outcome.points).winner is not None:
                wins += self.match_is_won
            if self.wins_in_row:
                cells.append((outcome.winner, wins))
        for seat, cell in [*cells, (1, None)]:
            if seat == 0:
                if left is not None:
                    yield self.line(number, left, "")
                    number += 1
                left = cell
            elif cell is not None or left is not None:
                yield self.line(number, left or "", cell or "")
                number += 1
                left = None
        if wins and not self.wins_in_row:
            yield f"     {wins}" if outcome.winner == 0 else " " * (6 + self.left_width) + wins

    def line(self, number, left, right):
        text = f"{self.row.format(number)}{left:<{self.left_width}} {right}"
        return f"{text:<80}" if self.pads else text

    def cell(self, action, before, steps):
        if isinstance(action, Double):
            return self.double.format(2 * before.cube.value)
        if isinstance(action, Beaver):
            return f" Beavers => {4 * before.cube.value}"
        if isinstance(action, Take):
            return " Takes"
        if isinstance(action, Pass):
            return " Drops"
        assert isinstance(action, Move)
        assert not isinstance(action, SetUp)
        return f"{action.dice[0]}{action.dice[1]}: {self.play(steps) if steps else self.no_play}"

    def play(self, steps):
        if not self.merges:
            return " ".join(self.chain([step.source], steps=[step]) for step in steps)
        chains = []
        for step in steps:
            chain = next((chain for chain in chains if chain[-1].target == step.source and not chain[-1].hit), None)
            if chain is None:
                chains.append([step])
            else:
                chain.append(step)
        words = [self.chain([chain[0].source], steps=chain) for chain in chains]
        plain = dict.fromkeys(words)
        return " ".join(word if words.count(word) == 1 else f"{word}({words.count(word)})" for word in plain)

    def chain(self, places, steps):
        last = steps[-1]
        names = {25: self.bar, 0: self.off}
        source, target = (names.get(place, str(place)) for place in (places[0], last.target))
        return f"{source}/{target}{'*' if last.hit and self.marks_hits else ''}"


DIALECTS = {
    "gnubg": Dialect(header='; [EventDate "2026.01.02"]'),
    "eXtreme Gammon": Dialect(
        header='; [Site "eXtreme Gammon"]\n; [Player 1 Elo "1600,00/0"]\n; [CubeLimit "1024"]\n; [Crawford "On"]',
        length="{} point match",
        places=("Bar", "Off"),
        merges=True,
        no_play="Cannot Move",
        left_width=33,
        score=" {left:<38}{right}",
        point="point",
        match_is_won=" and the match",
        line_end="\r\n",
        pads=True,
    ),
    "Backgammon Studio": Dialect(
        header='; [Site "Backgammon Studio"]\n; [ClockType "Tournament 600/12"]',
        length="{} point match\n",
        places=("bar", "off"),
        merges=True,
        no_play="Cannot Move",
        row="  {}) ",
        left_width=33,
        score=" {left:<39}{right}",
        point="point",
        wins_in_row=True,
    ),
    "choue": Dialect(
        header='; [Site "choue.net"]\n; [Beaver "On"]',
        length="{} point match\n",
        game="Game {}",
        name="{}: {}",
        places=("bar", "off"),
        merges=True,
        no_play="Cannot Move",
        row="  {}) ",
        double="Doubles ==> {}",
        left_width=32,
        score=" {left:<38}{right}",
        point="point",
        wins_in_row=True,
    ),
    "OpenGammon": Dialect(
        header='; [Site "OpenGammon"]\n; [Cubelimit "1024"]',
        length="{} point match",
        name="{}: {}",
        marks_hits=False,
        row="  {}) ",
        left_width=43,
        score=" {left:<41}{right:<41}",
        match_is_won=" and the match",
        pads=True,
    ),
    "Mac line ends": Dialect(line_end="\r", header="; a remark\n+------+\n|  A box  |\n+------+"),
}
