"""Pictures of positions, rolls and plays."""

from bsg.checks import described, shown
from bsg.cube import Cube
from bsg.dice import Dice, high_low, roll_name
from bsg.play import Play, play_scene_parts
from bsg.position import BAR, Position, check_position
from bsg.rules import BAN_SUGOROKU, Rules, check_rules
from bsg.svg import Hop, Scene, Side, draw_scene

_SIDES = ("own", "opponent")


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
    steps a double, has points with their numbers, and trays.

    Parameters
    ----------
    position : Position
        Seen by the side to move, whose checkers are the dark ones.
    dice : tuple of int, optional
        What it has rolled.
    play : Play, optional
        What it has played, from this position: the board is then drawn as it is after it, with rings around the checkers
        that have moved (red for a hit), dashed circles where they stood, and arrows.
    rules : Rules
    seen_by : {"own", "opponent"}
        Who sits at the lower edge; points have the numbers of that side.
    names : tuple of str
        What both sides are called, own first.
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
        If the dice are none, `play` is not from this position, or a word is none of those above.

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
    drawn, note = position, ""
    hops: tuple[Hop, ...] = ()
    if play is not None:
        if not isinstance(play, Play):
            raise TypeError(f"play must be a bsg.Play, got {described(play)}")
        hops, note = play_scene_parts(play)
        if _before(play) != position:
            raise ValueError(f"{play} must be a play from the position that is drawn, {position.text}")
        drawn = play.after
    name = roll_name(roll) if roll is not None and is_ban_sugoroku else None
    words = ["Ban-sugoroku" if is_ban_sugoroku else "Backgammon", drawn.text]
    words += [] if roll is None else [f"roll {roll[0]}-{roll[1]}"]
    words += [] if play is None else [f"after {play}"]
    return Picture(
        draw_scene(
            Scene(
                drawn.own,
                drawn.opponent,
                ", ".join(words),
                is_ban_sugoroku,
                seen_by=seen_by,
                names=(str(names[0]), str(names[1])),
                dice=roll,
                roll_name="" if name is None else " ".join(filter(None, name)),
                hops=hops,
                note=note,
                cube=None if cube is None else _checked_cube(cube),
            )
        )
    )


def _checked_cube(cube: tuple[int, Side | None]) -> tuple[int, Side | None]:
    value, owner = cube
    if owner not in {None, *_SIDES}:
        raise ValueError(f"the owner of the cube must be 'own', 'opponent' or None, got {shown(owner)}")
    Cube(value, None if owner is None else _SIDES.index(owner))  # type: ignore[arg-type]  # an index of two is a seat
    return value, owner


def _before(play: Play) -> Position:
    """Return the board from which a play was made."""
    own, opponent = list(play.after.own), list(play.after.opponent)
    for source, target, _, hit in play.steps:
        own[source] += 1
        own[target] -= 1
        if hit:
            opponent[BAR] -= 1
            opponent[BAR - target] += 1
    return Position.from_points(dict(enumerate(own)), dict(enumerate(opponent)))
