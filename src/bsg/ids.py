"""A position or game read from any identifier of the field, as people paste it: with words and boards around it."""

import re
from html import unescape
from urllib.parse import unquote

from bsg.checks import described
from bsg.game import Game
from bsg.gnubg_id import MATCH_ID, POSITION_ID, game_from_match_id, position_from_id
from bsg.match import Match
from bsg.rules import BACKGAMMON, Rules
from bsg.xgid import BOARD, FIELDS, game_from_xgid

_LONGEST = 100_000
_ALONE = r"(?<![A-Za-z0-9+/])"  # no letter of an ID stands before it
_END = r"={0,2}(?![A-Za-z0-9+/])"
_XGID = re.compile(rf"(?:(?i:xgid)\s*=\s*|(?<![-A-Za-z]))({BOARD}{FIELDS})")
_BOTH = re.compile(rf"(?<![A-Za-z0-9+])({POSITION_ID})={{0,2}}\s*:\s*({MATCH_ID}){_END}")
_POSITION_LABELLED = re.compile(rf"(?i:position[\s-]*id)\s*[:=]?\s*({POSITION_ID}){_END}")
_MATCH_LABELLED = re.compile(rf"(?i:match[\s-]*id)\s*[:=]?\s*({MATCH_ID}){_END}")
_POSITION_BARE = re.compile(rf"{_ALONE}({POSITION_ID}){_END}(?:\s+({MATCH_ID}){_END})?")
_DASHES = str.maketrans(dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-"))
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")


def parse_id(text: str, rules: Rules = BACKGAMMON) -> Game:
    """Read a game from an XGID, a GNUbg ID, or a GNU Backgammon Position ID with or without a Match ID.

    The identifier may stand among other words and lines, such as the drawn board it was copied with: an XGID with or
    without ``XGID=`` and its last field, a GNUbg ID, or ``Position ID:`` and ``Match ID:`` as GNU Backgammon prints them.

    Parameters
    ----------
    text : str
    rules : Rules
        Which game it is of; no identifier says it.

    Returns
    -------
    Game
        Of a Position ID alone: with seat 1 on roll, the cube in the middle, in money play.

    Raises
    ------
    TypeError
        If `text` is not a str.
    ValueError
        If no identifier is found, different ones are, or there can be no such game; the message says which and why.

    Examples
    --------
    >>> game = parse_id("Look: xgid=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:1:2:0:7:8 (O to play)")
    >>> game.position.text
    'own 24:1 15:1 13:4 8:2 6:2 5:3 4:2 / opp 14:2 13:4 8:2 6:5 3:2'
    >>> parse_id("4HPwATDgc/ABMA").position.pips
    (167, 167)
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of an ID must be a str, got {described(text)}")
    if len(text) > _LONGEST:
        raise ValueError(f"the text of an ID must have at most {_LONGEST} characters, got {len(text)}")
    text = _plain(text)
    if found := _only(_XGID.findall(text), text):
        return game_from_xgid(found, rules)
    if re.search(r"(?i)xgid\s*=", text):
        raise ValueError(
            "an XGID must be 26 characters of board and 8 or 9 fields, with colons between, such as "
            f"'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10', got {_shortened(text)!r}"
        )
    positions, matches = _POSITION_LABELLED.findall(text), _MATCH_LABELLED.findall(text)
    pairs = _BOTH.findall(text)
    if pairs:
        positions, matches = [first for first, _ in pairs], [second for _, second in pairs]
    elif not positions:
        words = text.split(maxsplit=2)
        bare = [found for found in _POSITION_BARE.findall(text) if _is_position(found[0], words)]
        positions, matches = [first for first, _ in bare], [second for _, second in bare if second]
    position_text, match_text = _only(positions, text), _only(matches, text)
    if position_text is None:
        raise ValueError(f"wanted an XGID, a GNUbg ID or a Position ID, got {_shortened(text)!r}")
    position = position_from_id(position_text)
    if match_text is None:
        return Game(position, on_roll=1, match=Match(), rules=rules)
    return game_from_match_id(match_text, position, rules)


def _plain(text: str) -> str:
    """Return a text without what a page or an address has made of it, on one line, a blank between its words."""
    if "%" in text:
        text = unquote(text)
    if "&" in text:
        text = unescape(text)
    return " ".join(_TAG.sub("", text).translate(_DASHES).split())


def _is_position(word: str, words: list[str]) -> bool:
    """Say whether a word of 14 letters is meant as a Position ID: a word of a language holds neither digits nor signs."""
    if word == words[0] and len(words) <= 2:
        return True
    if word.isalpha():
        return False
    try:
        position_from_id(word)
    except ValueError:
        return False
    return True


def _only(found: list[str], text: str) -> str | None:
    """Return what was found, be it once or several times; None if nothing was."""
    different = list(dict.fromkeys(found))
    if len(different) > 1:
        raise ValueError(f"wanted one ID, got {' and '.join(different[:3])} in {_shortened(text)!r}")
    return different[0] if different else None


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else words[:77] + "..."
