"""gnubg-nn: the move generator and evaluator of GNU Backgammon, run as the separate program that it is.

It evaluates at 0-ply, for money and without a cube.

A board is two lists of 25 counts, the opponent's first: each side from its own home, the ace point at 0, the bar at 24.
Checkers that are off are in neither.
"""

import random
from time import process_time

import rows
from tasks import Judgement, Subject, Task

DISTRIBUTION = "gnubg-nn"

GAMES = 20
ROLLS = [(first, second) for first in range(1, 7) for second in range(1, 7)]
OPENING_ROLLS = [(first, second) for first, second in ROLLS if first != second]


def board(row):
    """Write a row as gnubg-nn does."""
    own, opponent = rows.counts(row)
    return [opponent[1:], own[1:]]


def row(given):
    """Read a board of gnubg-nn, seen by the side that its second list belongs to."""
    opponent, own = ([0, *side] for side in given)
    return rows.row(own, opponent)


def prepare(given):
    """List what every pair reaches, and say what can be timed."""
    from gnubg_nn import board_from_position_key, moves

    calls = [(board(pair.row), *pair.dice) for pair in given]
    # A forced pass is no move there, and with us a play that leaves the board as it is.
    reached = [
        [row(board_from_position_key(key)) for key in moves(*call)] or [pair.row]
        for call, pair in zip(calls, given, strict=True)
    ]

    def list_all():
        for position, first, second in calls:
            moves(position, first, second)
        return len(calls)

    task = Task("gnubg_nn.moves", list_all)
    return Subject(reached, {"pairs": task, "pairs, a call each": task})


def choose(given):
    """Return the rows that its choices reach, still seen by the mover."""
    from gnubg_nn import best_move, board_from_position_key

    keys = [best_move(board(pair.row), *pair.dice, n=0, b=1)[1] for pair in given]
    return [rows.swapped(row(board_from_position_key(key))) for key in keys]


def judge(given):
    """Say what rows are worth, and what can be timed."""
    from gnubg_nn import Trainer, key_of_board, probabilities

    boards = [board(one) for one in given]
    found = [probabilities(one, 0) for one in boards]
    # What a trainer calls the errors of its examples it finds by the same evaluator, in a loop of its own.
    examples = [" ".join([key_of_board(one), *map(repr, answer)]) for one, answer in zip(boards, found, strict=True)]
    trainer = Trainer(examples)
    errors = trainer.errors()
    if not max(errors) < 1e-5:
        raise ValueError(f"gnubg_nn.Trainer must judge as gnubg_nn.probabilities does, got errors of {errors}")

    def judge_all():
        trainer.errors()
        return len(boards)

    # No game is played twice: it remembers what it has judged.
    chance = random.Random(1)

    def play_games():
        for _ in range(GAMES):
            play_game(chance)
        return GAMES

    return Judgement(
        [equity(answer) for answer in found],
        {
            "positions": Task("gnubg_nn.Trainer.errors", judge_all),
            "games by network": Task("gnubg_nn.best_move, a call each turn", play_games),
        },
        f"of the time of its games {python_share():.0%} is Python's",
    )


def equity(found):
    """Return the points to be expected."""
    win, win_two, win_three, lose_two, lose_three = found
    return 2 * win - 1 + win_two - lose_two + win_three - lose_three


def play_game(chance):
    """Play a game against itself; return the boards before its turns."""
    from gnubg_nn import best_move, board_from_position_key

    position, boards, dice = board(rows.START), [], chance.choice(OPENING_ROLLS)
    while sum(position[0]):
        boards.append(position)
        # The board after a move is seen by the side that is next: who has just moved is the opponent.
        position = board_from_position_key(best_move(position, *dice, n=0, b=1)[1])
        dice = chance.choice(ROLLS)
    return boards


def python_share():
    """Measure which part of the time of its games is spent on anything but choosing moves."""
    from gnubg_nn import board_from_position_key, key_of_board

    chance = random.Random(2)
    began = process_time()
    games = [play_game(chance) for _ in range(GAMES)]
    played = process_time()
    for boards in games:
        for position in boards:
            # Reads a board and makes a key, as the choice of a move does, and chooses nothing between them.
            sum(board_from_position_key(key_of_board(position))[0])
            chance.choice(ROLLS)
    return (process_time() - played) / (played - began)
