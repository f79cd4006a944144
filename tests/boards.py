"""Boards as literals, rule sets by name, and the plays of a roll as the tests compare them."""

from dataclasses import replace

import bsg

BAN = bsg.BAN_SUGOROKU
BACKGAMMON = bsg.BACKGAMMON
INSTANT = replace(BAN, closed_home="instant")
FOUR_STEPS = replace(BAN, steps_per_double=4)
BEAR_OFF = replace(BAN, finish="bear-off")

EVERY_WAY_TO_PLAY = tuple(
    bsg.Rules(finish, closed_home, steps_per_double, gammons=gammons)
    for finish in ("iri-gachi", "bear-off")
    for closed_home in ("bonus", "instant", "off")
    for steps_per_double in (2, 4)
    for gammons in (False, True)
    if finish == "bear-off" or not gammons
)
"""Every rule set, but for who begins."""

CLOSED = {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}
"""A closed home; three checkers are left to place."""


def board(own, opponent):
    """Make a position from checkers by place, each side counted from its own home; 25 is the bar, the rest is off."""
    return bsg.Position.from_points(own, opponent)


def texts(engine, position, dice, rules=BAN):
    """Write the plays of a roll, in their order."""
    return [str(play) for play in engine.plays(position, dice, rules)]


def results(engine, position, dice, rules=BAN):
    """Map every play, as text, to how it ended the game."""
    return {str(play): play.result for play in engine.plays(position, dice, rules)}


def triples(steps):
    return [(step.source, step.target, step.die) for step in steps]


def routes(engine, position, dice, rules=BAN, taken=()):
    """Follow `next_steps` every way to the end of the turn."""
    following = engine.next_steps(position, dice, taken, rules)
    if not following:
        yield tuple(taken)
    for step in following:
        yield from routes(engine, position, dice, rules, (*taken, step))


def moved(position, steps):
    """Make steps on the board without asking an engine; their hits are taken at their word."""
    own, opponent = list(position.own), list(position.opponent)
    for step in steps:
        own[step.source] -= 1
        own[step.target] += 1
        if step.hit:
            opponent[25 - step.target] -= 1
            opponent[25] += 1
    return board(dict(enumerate(own)), dict(enumerate(opponent)))
