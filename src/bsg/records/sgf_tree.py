"""SGF as a language: game trees of nodes with properties (FF[4]), whatever game they are of."""

import re
from dataclasses import dataclass

from bsg.records.record import RecordError

_SPACE = re.compile(r"\s+")
_TREE = re.compile(r"\(\s*;")
_WORDS = re.compile(r"\(\s*\w")  # a bracket of a sentence
_STRAY = re.compile(r"(?<!\w)(?:[A-Z]{2}|[ABCWV])\s?\[")
_PROPERTY = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its properties, each with all its values, and the line on which it begins."""

    properties: dict[str, list[str]]
    line: int

    def value(self, name: str) -> str | None:
        """Return the first value of a property, or None."""
        values = self.properties.get(name)
        return values[0] if values else None


def parse_sgf(text: str) -> list[list[Node]]:
    """Read a collection of game trees.

    Returns
    -------
    list of list of Node
        For each tree the nodes of its main line: of variations the first is followed.

    Raises
    ------
    RecordError
        If it is no SGF; with line and reason.
    """
    reader = _Reader(text)
    trees = []
    while reader.finds_tree():
        trees.append(reader.tree())
    if not trees:
        raise RecordError("wanted an SGF, and there is no game in it")
    return trees


class _Reader:
    """A text and how far it is read."""

    def __init__(self, text: str) -> None:
        self._text = text.removeprefix("\ufeff")
        self._at = 0
        # Lines are counted where they are asked for, from here on.
        self._line, self._counted = 1, 0

    def line(self) -> int:
        # CRLF and a lone CR are line ends too.
        passed = self._text[self._counted : self._at]
        self._line += passed.count("\n") + len(re.findall(r"\r(?!\n)", passed))
        self._counted = self._at
        return self._line

    def error(self, reason: str) -> RecordError:
        got = self._text[self._at : self._at + 20]
        return RecordError(f"{reason}, got {got!r}" if got else f"{reason}, and the file ends", self.line())

    def at_end(self) -> bool:
        if space := _SPACE.match(self._text, self._at):
            self._at = space.end()
        return self._at >= len(self._text)

    def peek(self) -> str:
        return "" if self.at_end() else self._text[self._at]

    def finds_tree(self) -> bool:
        """Go to where the next tree begins, over words that somebody has put around it; say whether there is one.

        Raises
        ------
        RecordError
            If what is passed over has properties, and so is no words but a part of a game.
        """
        if self.at_end():
            return False
        if self._text[self._at] == "(" and not _WORDS.match(self._text, self._at):
            return True
        begin = _TREE.search(self._text, self._at)
        end = len(self._text) if begin is None else begin.start()
        if _STRAY.search(self._text, self._at, end):
            raise self.error("wanted '(' where a game begins")
        self._at = end
        return begin is not None

    def tree(self) -> list[Node]:
        """Read a tree, from its bracket to the one that closes it; return its main line."""
        nodes: list[Node] = []
        depth, has_branched = 0, [False]
        while True:
            sign = self.peek()
            if sign == "(":
                self._at += 1
                depth += 1
                # Of several trees below a node only the first is the main line.
                has_branched.append(has_branched[-1])
            elif sign == ")":
                self._at += 1
                depth -= 1
                has_branched.pop()
                has_branched[-1] = True
                if depth == 0:
                    return nodes
            elif sign == ";":
                line = self.line()
                self._at += 1
                node = Node(self._properties(), line)
                if not has_branched[-1]:
                    nodes.append(node)
            else:
                raise self.error("wanted ';' or ')'")

    def _properties(self) -> dict[str, list[str]]:
        properties: dict[str, list[str]] = {}
        while not self.at_end() and (name := _PROPERTY.match(self._text, self._at)):
            self._at = name.end()
            if self.peek() != "[":
                raise self.error(f"wanted '[' after {name[0]}")
            # Old files have lower case letters in the names, which do not count.
            values = properties.setdefault("".join(letter for letter in name[0] if letter.isupper()) or name[0], [])
            while self.peek() == "[":
                values.append(self._value())
        return properties

    def _value(self) -> str:
        start = self._at
        letters: list[str] = []
        at = start + 1
        while at < len(self._text) and self._text[at] != "]":
            if self._text[at] == "\\":
                at += 1
                # An escaped line end is none.
                if self._text[at : at + 1] not in {"\n", "\r", ""}:
                    letters.append(self._text[at])
            else:
                letters.append(self._text[at])
            at += 1
        if at >= len(self._text):
            raise self.error("wanted ']' at the end of a value")
        self._at = at + 1
        return "".join(letters)
