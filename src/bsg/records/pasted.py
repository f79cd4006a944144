"""Records as people paste them: quoted in mail, between fences, in words.

What stands around a record is taken away, and every line of it stays on the line it was on, since errors name lines.
"""

import re
from typing import Literal

Format = Literal["mat", "sgf", "json"]

_FENCE = re.compile(
    r"^[ \t]*(?:(?:`{3,9}|~{3,9})[ \t]{0,9}[\w.+-]{0,20}|\[/?(?:code|pre|sgf|quote)\]|</?(?:pre|code|blockquote)>)[ \t]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
# A line of mail is quoted by a sign that in a comment of a record may mean anything, so what is quoted must be a record.
_QUOTED_RECORD = re.compile(
    r"^[ \t]*>[> \t]*(?:\(\s*;|\{|\d{1,5}[ \t]{0,9}-?[ \t]{0,9}(?:points?|pts?)\b|game[ \t]+\d|\d{1,4}[ \t]{0,9}\)|;[ \t]{0,9}\[)",
    re.IGNORECASE | re.MULTILINE,
)
_SGF = re.compile(r"\(\s*;\s*[A-Za-z]{1,20}\s*\[")
_GAME = re.compile(r"^[ \t]*game[ \t]+\d", re.IGNORECASE | re.MULTILINE)


def unwrapped(text: str) -> str:
    r"""Return a text without fences and the signs of quoted mail; all its lines end in ``\n``."""
    text = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff"))
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)  # halves of letters, which no file can hold
    if _QUOTED_RECORD.search(text):
        text = _QUOTE.sub("", text)
    return _FENCE.sub("", text)


def format_of(text: str) -> Format:
    """Return the format that an unwrapped text looks like."""
    start = text.lstrip()[:1]
    if start == "{" or ('"bsg-record"' in text and "{" in text):
        return "json"
    if _SGF.search(text) or (start == "(" and not _GAME.search(text)):
        return "sgf"
    return "mat"
