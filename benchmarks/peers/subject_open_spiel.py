"""OpenSpiel: backgammon as a game tree in C++.

A board is 24 counts and the bar for each of the players x and o, along the same points: o moves down them and bears off
below the first, x moves up them and bears off above the last. Nobody can set a position up, so the games that the pairs
were met in are played again, roll by roll. An action is an order of up to two steps, so a double is two actions of one
player, and many actions lead to one position.
"""

import rows
from tasks import Subject, Task

DISTRIBUTION = "open_spiel"

X = 0
PLAYERS = (X, 1)
BAR = 100
ROLLOUTS = 100
GAMES_MEASURED = 500


def board(row, mover):
    """Write a row as OpenSpiel does, for x and for o, when `mover` is to move."""
    x, o = rows.counts(row) if mover == X else reversed(rows.counts(row))
    return [*x[24:0:-1], x[25]], [*o[1:25], o[25]]


def row(given, mover):
    """Read a board of OpenSpiel as `mover` sees it."""
    x, o = given
    sides = [[0, *x[23::-1], x[24]], [0, *o]]
    return rows.row(sides[mover], sides[1 - mover])


def games_of(pairs):
    """Split pairs, by their numbers, into the games that they were met in."""
    games = []
    for number, pair in enumerate(pairs):
        if pair.row == rows.START:
            games.append([])
        games[-1].append(number)
    return games


def outcome_of(texts, dice):
    """Find a roll among the texts of outcomes by number; of the first rolls of a game, x makes 1-2 and o makes 2-1."""
    return next(outcome for outcome, text in texts.items() if text.endswith(f"(roll: {dice[0]}{dice[1]})"))


def roll(state, dice):
    """Let a state that waits for a roll have this one."""
    texts = {outcome: state.action_to_string(state.current_player(), outcome) for outcome, _ in state.chance_outcomes()}
    state.apply_action(outcome_of(texts, dice))


def board_of(state):
    """Read the board of a state."""
    return tuple([state.board(player, index) for index in (*range(24), BAR)] for player in PLAYERS)


def ends_of_turn(state, mover):
    """Map every row that a turn can end in to the state there."""
    unfinished, found = [state], {}
    while unfinished:
        before = unfinished.pop()
        for action in before.legal_actions():
            after = before.child(action)
            if not after.is_terminal() and after.current_player() == mover:
                unfinished.append(after)
            else:
                found.setdefault(row(board_of(after), mover), after)
    return found


def replayed(state, pairs):
    """Play a game of the corpus again; yield for each of its pairs the rows that a turn can end in."""
    for pair, following in zip(pairs, [*pairs[1:], None], strict=True):
        roll(state, pair.dice)
        mover = state.current_player()
        if board_of(state) != board(pair.row, mover):
            raise RuntimeError(f"OpenSpiel, played along the corpus, does not come to {pair.row.hex()}")
        found = ends_of_turn(state, mover)
        yield list(found)
        if following:
            state = found[rows.swapped(following.row)]


def prepare(given):
    """List what every pair reaches that can be asked about, and say what can be timed."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    reached = [None] * len(given)
    for numbers in games_of(given):
        pairs = [given[number] for number in numbers]
        # Who begins is decided there by the first roll, so that it cannot be a double.
        if pairs[0].dice[0] != pairs[0].dice[1]:
            for number, found in zip(numbers, replayed(game.new_initial_state(), pairs), strict=True):
                reached[number] = found

    # The evaluator plays its games in C++, with no step in Python. A search of one simulation asks it once, at the root,
    # which must be a turn to play: the first roll is made before, and is not timed.
    root = game.new_initial_state()
    roll(root, (3, 1))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)

    def roll_out():
        search.mcts_search(root)
        return ROLLOUTS

    return Subject(
        reached,
        {"games": Task(f"pyspiel.RandomRolloutEvaluator, {ROLLOUTS} games a call, no step in Python", roll_out)},
        "pairs of games that begin with a double cannot be reached there; random games last"
        f" {mean_turns(pyspiel, game):.1f} turns, an action being drawn evenly from the orders of steps, a double in two"
        " halves",
    )


def mean_turns(pyspiel, game):
    """Play some games whose history can be looked at, and say how long they were."""
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in PLAYERS]
    rolls = 0
    for seed in range(GAMES_MEASURED):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        rolls += sum(made.player == pyspiel.PlayerId.CHANCE for made in state.full_history())
    return rolls / GAMES_MEASURED
