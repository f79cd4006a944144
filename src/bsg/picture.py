"""Pictures of positions, rolls and plays."""

from bsg.checks import described, shown
from bsg.cube import Cube
from bsg.dice import Dice, high_low, roll_name
from bsg.play import Play, play_scene_parts
from bsg.position import BAR, Position, check_position
from bsg.rules import BAN_SUGOROKU, Rules, check_rules
from bsg.scene import Scene, Side
from bsg.seat import Seat
from bsg.svg import draw_scene
from bsg.winning import win

_SIDES: tuple[Side, Side] = ("own", "opponent")
_SEATS: dict[Side, Seat] = {"own": 0, "opponent": 1}


class Picture(str):
    """The text of an SVG, which notebooks show as the picture it is."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw_svg(
    position: Position,
    *,
    dice: Dice | None = None,
    play: Play | None = None,
    rules: Rules = BAN_SUGOROKU,
    seen_by: Side = "own",
    names: tuple[str, str] = ("own", "opponent"),
    cube: tuple[int, Side | None] | None = None,
) -> Picture:
    """Draw a board as SVG.

    Ban-sugoroku has lanes, the names of the quarters and that of the roll; backgammon, that is bearing off with four
    steps a double, has points with their numbers. Trays are there where checkers are borne off. A stack of more than
    five ends in a number that counts all of it.

    Parameters
    ----------
    position : Position
        Seen by the side to move, whose checkers are the dark ones, whoever sits where.
    dice : tuple of int, optional
        What it has rolled.
    play : Play, optional
        What it has played, from this position: the board is then drawn as it is after it, with rings around the checkers
        that have moved (red for a hit), dashed circles where they stood, and arrows.
    rules : Rules
        They choose the board; the position need not be possible under them.
    seen_by : {"own", "opponent"}
        Who sits at the lower edge; points have the numbers of that side, a play is written in those of the mover.
    names : tuple of str
        What both sides are called, own first; long names are cut.
    cube : tuple of int and str or None, optional
        The value of the cube and its owner, "own", "opponent" or None for nobody. Without it no cube is drawn.

    Returns
    -------
    Picture
        A str; the same arguments give the same text. Its classes, for a page that wants other colours, are listed in
        `bsg.svg`.

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If the dice are none, `play` is not from this position or not of these dice, or a word is none of those above.

    Examples
    --------
    >>> picture = draw_svg(Position.start(), dice=(6, 6))
    >>> picture.startswith("<svg"), "Chōroku" in picture
    (True, True)
    """
    check_position(position)
    check_rules(rules)
    if seen_by not in _SIDES:
        raise ValueError(f"seen_by must be 'own' or 'opponent', got {shown(seen_by)}")
    is_ban_sugoroku = rules.finish == "iri-gachi" or rules.steps_per_double == 2
    roll = None if dice is None else high_low(dice)
    name = roll_name(roll) if roll is not None and is_ban_sugoroku else None
    drawn = position if play is None else _checked_play(play, position, roll).after
    hops, note = play_scene_parts(play) if play is not None else ((), "" if _is_won(position, rules) else "to move")
    scene = Scene(
        drawn.own,
        drawn.opponent,
        drawn.text,
        is_ban_sugoroku,
        bears_off=rules.finish == "bear-off",
        seen_by=seen_by,
        names=_checked_names(names),
        dice=roll,
        roll_name="" if name is None else " ".join(filter(None, name)),
        hops=hops,
        note=note,
        cube=None if cube is None else _checked_cube(cube),
    )
    return Picture(draw_scene(scene))


def _is_won(position: Position, rules: Rules) -> bool:
    own, opponent = position.own, position.opponent
    return win(own, opponent, rules) is not None or win(opponent, own, rules) is not None


def _checked_play(play: object, position: Position, roll: tuple[int, int] | None) -> Play:
    if not isinstance(play, Play):
        raise TypeError(f"play must be a bsg.Play, got {described(play)}")
    if _before(play) != position:
        raise ValueError(f"{play} must be a play from the position that is drawn, {position.text}")
    if roll is not None and not {step.die for step in play.steps} <= set(roll):
        raise ValueError(f"{play} must be a play of the dice that are drawn, {roll[0]}-{roll[1]}")
    return play


def _checked_names(names: object) -> tuple[str, str]:
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"names must be two str, own's first, got {described(names)}")
    if len(names) != 2:
        raise ValueError(f"names must be two, own's first, got {shown(names)}")
    return names[0], names[1]


def _checked_cube(cube: object) -> tuple[int, Side | None]:
    if not isinstance(cube, tuple | list) or len(cube) != 2:
        raise TypeError(f"cube must be its value and its owner, got {described(cube)}")
    value, owner = cube
    if owner not in (None, *_SIDES):
        raise ValueError(f"the owner of the cube must be 'own', 'opponent' or None, got {shown(owner)}")
    checked = Cube(value, None if owner is None else _SEATS[owner])
    return checked.value, owner


def _before(play: Play) -> Position | None:
    """Return the board from which a play was made, or None if its steps lead to no such board."""
    own, opponent = list(play.after.own), list(play.after.opponent)
    for source, target, _, hit in play.steps:
        own[source] += 1
        own[target] -= 1
        if hit:
            opponent[BAR] -= 1
            opponent[BAR - target] += 1
    try:
        return Position.from_points(dict(enumerate(own)), dict(enumerate(opponent)))
    except ValueError:
        return None
