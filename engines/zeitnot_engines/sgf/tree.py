"""The trees of an SGF file: nodes with their raw properties, and variations, for any game.

Values keep their escapes, so that a tree that is read and written again is the same, including
unknown properties. There is no recursion, because a file may be one long chain of nodes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..encodings import decode

MAX_BYTES = 4 * 1024 * 1024
MAX_NODES = 100_000
_LINE = 79
_START = re.compile(r"\(\s*+;")
_SPACE = re.compile(r"\s*+")
# Possessive quantifiers avoid backtracking, which would need memory.
_TEXT = r"[^\\\]]*+(?:\\.[^\\\]]*+)*+"
_VALUE = re.compile(rf"\[({_TEXT})\]", re.DOTALL)
_PROPERTY = rf"([A-Za-z]{{1,64}})((?:\s*+\[{_TEXT}\])++)"
_TOKEN = re.compile(rf"\s*+([;()]|{_PROPERTY})", re.DOTALL)
# The tokens that each kind may follow; a property, like the next node, follows its node.
_AFTER = {"(": ("", ";", ")"), ";": ("(", ";"), ")": (";", ")")}
_NODE = (";",)


class BadSgf(ValueError):
    """The file is not SGF, or has no game that can be played here; the message says where."""


@dataclass(eq=False, slots=True)
class Node:
    """A node. `properties`: the raw values of each property; `children`: the next nodes, the main
    line first; `line`: its line in the file, from 1."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)
    line: int = 0

    def first(self, name: str) -> str | None:
        """The first raw value of a property; None without the property."""
        return self.properties.get(name, [None])[0]


def parse(data: bytes) -> list[Node]:
    """The roots of all games in a file. Raises BadSgf."""
    if len(data) > MAX_BYTES:
        raise BadSgf(f"The file is larger than {MAX_BYTES >> 20} MiB.")
    return parse_text(decode(data))


def parse_text(text: str) -> list[Node]:
    """The roots of all games in a text. Text before, between and after them is skipped. Raises
    BadSgf."""
    roots, parser, start = [], _Parser(text), 0
    while (found := _START.search(parser.text, start)) is not None:
        root, start = parser.game(found.start())
        roots.append(root)
    if not roots:
        raise BadSgf("There is no game in the file: no game begins with (; as in SGF.")
    return roots


def write(roots: Iterable[Node]) -> bytes:
    """The contents of a file with these games, in UTF-8."""
    lines: list[str] = []
    for root in roots:
        line = ""
        for piece in _pieces(root):
            if line and len(line) + len(piece) > _LINE:
                lines.append(line)
                line = ""
            line += piece
        lines += [line, ""]
    return "\n".join(lines).encode()


def walk(root: Node) -> Iterator[Node]:
    """Yields every node, parents before children and main lines first."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(node.children))


def main_line(root: Node) -> Iterator[Node]:
    """Yields the nodes from the root, always following the first variation."""
    node: Node | None = root
    while node is not None:
        yield node
        node = node.children[0] if node.children else None


def _pieces(root: Node) -> Iterator[str]:
    """Yields the text of a game, in parts between which a line may be broken."""
    charset = {"CA": ["UTF-8"]} if "CA" in root.properties or not _is_ascii(root) else {}
    todo: list[Node | str] = [")", root, "("]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            yield node
            continue
        yield ";"
        properties = node.properties | charset if node is root else node.properties
        for name, values in properties.items():
            yield name + "".join(f"[{value}]" for value in values)
        if len(node.children) == 1:
            todo.append(node.children[0])
        else:
            for child in reversed(node.children):
                todo += [")", child, "("]


def _is_ascii(root: Node) -> bool:
    return all(
        value.isascii()
        for node in walk(root)
        for values in node.properties.values()
        for value in values
    )


class _Parser:
    """Parses games one after the other, from start to end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._nodes = 0
        self._line, self._counted = 1, 0  # the line number at an offset in the text

    def game(self, at: int) -> tuple[Node, int]:
        """The root of the game that begins here, and where the game ends. Raises BadSgf."""
        top = last = Node()
        forks: list[Node] = []  # the nodes at which variations are open
        before = ""
        while True:
            found = _TOKEN.match(self.text, at)
            kind = found[1][0] if found else ""
            if found is None or before not in _AFTER.get(kind, _NODE):
                raise self._bad(_skip_space(self.text, at))
            if kind == "(":
                forks.append(last)
            elif kind == ";":
                last = self._node(last, found.start(1))
            elif kind == ")":
                last = forks.pop()
                if not forks:
                    return top.children[0], found.end()
            else:
                _add(last, found[2], found[3])
            at = found.end()
            before = kind if kind in _AFTER else ";"

    def _node(self, parent: Node, at: int) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise BadSgf(f"Line {self._line_at(at)}: there are more than {MAX_NODES} nodes.")
        node = Node(line=self._line_at(at))
        parent.children.append(node)
        return node

    def _line_at(self, at: int) -> int:
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def _bad(self, at: int) -> BadSgf:
        rest = self.text[at : at + 20].split("\n")[0]
        what = f"unexpected {rest!r}" if rest else "the file ends within a game"
        return BadSgf(f"Line {self._line_at(at)}: {what}.")


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _add(node: Node, name: str, values: str) -> None:
    """Adds values to a property. Lower-case letters in names are from older formats and have no
    meaning; repeated properties are merged."""
    short = "".join(letter for letter in name if letter.isupper()) or name
    node.properties.setdefault(short, []).extend(_VALUE.findall(values))
