"""Pgx: backgammon as a vectorised environment for reinforcement learning, in JAX.

A board is 28 counts, the mover's positive and the opponent's negative. The mover moves up the points 0 to 23 and bears
off above them; then come the bars, the mover's first, and what is off. An action is one step, or a pass.
"""

from functools import partial

import rows
from tasks import Subject, Task

DISTRIBUTION = "pgx"

# Of 16, 64, 256 and 1,024 environments the number with which one core plays most games.
ENVIRONMENTS = 64
STEPS = 200
# A game is about 200 steps long. All environments begin together, and after this many end at their own times.
STEPS_BEFORE = 2_000
STATES_A_CALL = 256
# An action is one of these sources, with the bar as the second and the pass as the first, times six and a die.
DICE_A_SOURCE = 6


def board(row):
    """Write a row as Pgx does."""
    own, opponent = rows.counts(row)
    points = [own[24 - index] - opponent[index + 1] for index in range(24)]
    return [*points, own[25], -opponent[25], own[0], -opponent[0]]


def row(given):
    """Read a board of Pgx."""
    points = given[:24]
    own = [0, *(max(count, 0) for count in reversed(points)), given[24]]
    opponent = [0, *(max(-count, 0) for count in points), -given[25]]
    return rows.row(own, opponent)


def played_most(found):
    """Keep the rows that sequences of steps with the highest sum of dice reach; `found` maps rows to their sums.

    As many dice as can be played must be, and the larger if only one can. Pgx asks for neither, and goes on a step at a
    time as long as it can, so it comes to more rows than the rules allow: this is what it leaves to its user.
    """
    most = max(found.values())
    return [reached for reached, played in found.items() if played == most]


def prepare(given):
    """List what every pair reaches, and say what can be timed."""
    import pgx

    environment = pgx.make("backgammon")
    found = ends_of_turns(environment, given)
    reached = [played_most(ends) for ends in found]
    more = sum(len(ends) > len(legal) for ends, legal in zip(found, reached, strict=True))
    return Subject(
        reached,
        {"games": random_games(environment)},
        f"does not ask that as many dice be played as can be, or the larger, so that {more:,} pairs reach more there,"
        " which was left out; in random games a step at a time is drawn evenly, not a play",
    )


def ends_of_turns(environment, given):
    """Map for each pair every row in which a turn in Pgx can end to the highest sum of the dice played on the way."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from pgx.backgammon import _legal_action_mask, _set_playable_dice

    @jax.jit
    @jax.vmap
    def first_state(board, dice):
        state = environment.init(jax.random.PRNGKey(0))
        playable = _set_playable_dice(dice)
        mask = _legal_action_mask(board, playable)
        return state.replace(_board=board, _dice=dice, _playable_dice=playable, _turn=0, legal_action_mask=mask)

    step = jax.jit(jax.vmap(partial(environment.step, key=jax.random.PRNGKey(0))))

    found = [{} for _ in given]
    boards = jnp.array([board(pair.row) for pair in given], jnp.int32)
    states = first_state(boards, jnp.array([pair.dice for pair in given], jnp.int32) - 1)
    pairs, played = np.arange(len(given)), np.zeros(len(given), int)
    while len(pairs):
        mask = np.asarray(states.legal_action_mask).copy()
        mask[:, 1:DICE_A_SOURCE] = False  # the six ways to pass are one
        sources, actions = np.nonzero(mask)
        following = stepped(step, states, sources, actions)
        passes = actions < DICE_A_SOURCE
        pairs, played = pairs[sources], played[sources] + np.where(passes, 0, actions % DICE_A_SOURCE + 1)
        goes_on, seen = [], set()
        after = np.asarray(following._board)
        playable = np.asarray(following._playable_dice)
        turned, terminated = np.asarray(following._turn) != 0, np.asarray(following.terminated)
        for number, pair in enumerate(pairs.tolist()):
            if terminated[number] or turned[number]:
                seen_by_next = row(after[number].tolist())
                reached = rows.swapped(seen_by_next) if turned[number] else seen_by_next
                found[pair][reached] = max(found[pair].get(reached, 0), int(played[number]))
            elif (key := (pair, after[number].tobytes(), playable[number].tobytes())) not in seen:
                seen.add(key)
                goes_on.append(number)
        states = chosen(following, np.array(goes_on, int))
        pairs, played = pairs[goes_on], played[goes_on]
    return found


def chosen(states, numbers):
    """Take the states of these numbers, in their order."""
    import jax

    return jax.tree.map(lambda values: values[numbers], states)


def stepped(step, states, sources, actions):
    """Take each action in its state, in calls of one size, so that only one is compiled."""
    import jax
    import numpy as np

    number = len(sources)
    padding = (0, -number % STATES_A_CALL)
    sources, actions = np.pad(sources, padding), np.pad(actions, padding)
    parts = [
        step(chosen(states, sources[first : first + STATES_A_CALL]), actions[first : first + STATES_A_CALL])
        for first in range(0, number, STATES_A_CALL)
    ]
    return jax.tree.map(lambda *values: np.concatenate(values)[:number], *parts)


def random_games(environment):
    """Let many environments step together, all in one compiled loop; whichever has ended begins anew."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(environment.step, environment.init))

    def step_all(carried, _):
        states, key, ended = carried
        key, for_actions, for_dice = jax.random.split(key, 3)
        log_chances = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(for_actions, log_chances, axis=-1)
        states = step(states, actions, jax.random.split(for_dice, ENVIRONMENTS))
        return (states, key, ended + states.terminated.sum()), None

    @jax.jit
    def advance(states, key):
        (states, key, ended), _ = jax.lax.scan(step_all, (states, key, jnp.int32(0)), None, length=STEPS)
        return states, key, ended

    key = jax.random.PRNGKey(1)
    states = jax.jit(jax.vmap(environment.init))(jax.random.split(key, ENVIRONMENTS))
    for _ in range(STEPS_BEFORE // STEPS):
        states, key, _ = advance(states, key)
    carried = [states, key]

    def play():
        carried[0], carried[1], ended = advance(*carried)
        return int(ended)

    return Task(f"pgx and jax, {ENVIRONMENTS} environments in one compiled loop", play)
