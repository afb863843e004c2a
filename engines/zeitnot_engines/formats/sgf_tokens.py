"""The trees of SGF files (FF[4], A. Hollosi, 1999), one game at a time.

A file is read block by block. A value that is not used here is skipped whatever its length, and
everything that is kept has a bound. A game may lack its last `)`. After an error, reading continues
after the game, or at the next root that is found.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .record import MAX_NODES, BadGame
from .source import Source

MAX_VALUE = 1 << 16  # characters of a value
MAX_TEXT = 1 << 20  # characters of all values of a game
MAX_VALUES = 4 * MAX_NODES
MAX_DEPTH = 1_000  # of variations
_MAX_NAME = 64
_AHEAD = 256  # characters that the window holds at least from the beginning of a token
HEAD = frozenset(
    [
        "GM",
        "SZ",
        "HA",
        "KM",
        "RE",
        "RU",
        "TM",
        "OT",
        "PB",
        "PW",
        "BR",
        "WR",
        "BT",
        "WT",
        "EV",
        "RO",
        "PC",
        "DT",
        "GN",
        "GC",
        "AN",
        "SO",
        "ON",
        "CP",
        "US",
    ]
)
"""Properties of an entire game."""
_OF_NODES = frozenset(
    [
        "B",
        "W",
        "AB",
        "AW",
        "AE",
        "PL",
        "C",
        "N",
        "BL",
        "WL",
        "OB",
        "OW",
        "TE",
        "BM",
        "DO",
        "IT",
        "GB",
        "GW",
        "DM",
        "UC",
        "V",
    ]
)
_KEPT = HEAD | _OF_NODES
_NAMES = {name: name for name in _KEPT}  # one string for each, not one for each node
_ROOT_ONLY = ("GM", "FF")  # a node in a variation that begins with one begins the next game
_GAME = re.compile(r"\(\s{0,99};")
_SHORT = 101  # characters of the longest match of _GAME, without its end
_NEXT_ROOT = re.compile(r"\(\s{0,99};\s{0,99}(?:GM|FF)\s{0,9}\[")
# At the end of a value: in a comment that quotes a game, this bracket would be escaped.
_ROOT_IN_VALUE = re.compile(r"\n\(;\s{0,9}(?:GM|FF)\[[^\[\]\\]{0,9}\Z")
_LONGEST_ROOT = 32
_BLANKS = re.compile(r"[\s\0]*+")
_NAME = re.compile(rf"[A-Za-z]{{1,{_MAX_NAME}}}")
# Up to the end of the value or of the window; an escape is a backslash and a character.
_VALUE = re.compile(r"[^\\\]]*+(?:\\.[^\\\]]*+)*+", re.DOTALL)
_STRUCTURE = re.compile(r"[()\[]")

OPEN, CLOSE = "(", ")"
Step = tuple[int, tuple[str, ...]]
"""A node: its line, and names and raw values of its properties, alternately. A property with
several values is repeated."""


@dataclass(slots=True)
class Tree:
    """A game. `items`: its nodes, the root first, with OPEN and CLOSE around each variation, so
    that the first CLOSE ends the main line; `notes`: lines of the file and what is wrong there."""

    line: int
    items: list[Step | str] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)


def trees(source: Source) -> Iterator[Tree | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read. A file
    without games yields one BadGame. Raises OSError."""
    scanner, root, found = _Scanner(source), None, False
    while root is not None or scanner.find_game():
        found = True
        reading = _Reading(scanner, root)
        root = None
        try:
            root = reading.read()
        except BadGame as bad:
            scanner.skip(reading.depth)
            yield bad
            continue
        yield reading.tree
    if not found:
        yield BadGame(0, "there is no game in the file", "games in SGF, which begin with (;")


class _Reading:
    """A game that is being read, token by token."""

    def __init__(self, scanner: "_Scanner", root: tuple[int, str] | None) -> None:
        """The scanner is after the game's `(`; or `root` is the line and the first property's name
        of the game's root, which were read already."""
        self._scanner = scanner
        self._root = root
        self.depth = 1
        self.tree = Tree(scanner.line if root is None else root[0])
        self._line = 0  # of the node whose properties are being read, 0 before the first
        self._properties: list[str] = []
        self._before = "("  # the last token that was not a property
        self._length = self._values = self._nodes = 0

    def read(self) -> tuple[int, str] | None:
        """Reads the game. If the next root begins before this game's end, returns the line and the
        first property's name of that root. Raises BadGame."""
        if self._root is not None:
            self._begin_node(self._root[0])
            self._property(self._root[1])
        while (token := self._scanner.token()) is not None:
            match token:
                case ";":
                    self._expect(token, self._before != ")")
                    self._begin_node(self._scanner.line)
                case "(":
                    self._expect(token, self._before != "(")
                    self._open()
                case ")":
                    self._expect(token, self._before != "(")
                    if self._close():
                        return None
                    continue
                case _:
                    self._expect(token, self._before == ";")
                    if self._begins_next_root(token):
                        return self._leave(token)
                    self._property(token)
                    continue
            self._before = token
        self._end_of_file()
        return None

    def _expect(self, token: str, fits: bool) -> None:
        if not fits:
            raise BadGame(
                self._scanner.line, f"{token[:20]!r} after {self._before!r}", "a node, as ;B[aa]"
            )

    def _begin_node(self, line: int) -> None:
        self._end_node()
        self._line, self._before = line, ";"
        self._nodes += 1
        self._bound(self._nodes, MAX_NODES, "the game has too many nodes", "nodes")

    def _end_node(self) -> None:
        if self._line:
            self.tree.items.append((self._line, tuple(self._properties)))
            self._line, self._properties = 0, []

    def _open(self) -> None:
        self._end_node()
        self.depth += 1
        self._bound(self.depth, MAX_DEPTH, "variations are nested too deeply", "deep")
        self.tree.items.append(OPEN)

    def _close(self) -> bool:
        """Whether the game ends."""
        self._end_node()
        self.depth -= 1
        self._before = ")"
        if self.depth:
            self.tree.items.append(CLOSE)
        return self.depth == 0

    def _begins_next_root(self, name: str) -> bool:
        """Whether the node is a root: the game before it has not been closed."""
        items = self.tree.items
        return (
            name in _ROOT_ONLY and self.depth > 1 and not self._properties and items[-1:] == [OPEN]
        )

    def _leave(self, name: str) -> tuple[int, str]:
        del self.tree.items[-1]
        self.tree.notes.append((self._line, "the game before this line is not closed with a )"))
        return self._line, name

    def _end_of_file(self) -> None:
        """Raises BadGame if there is nothing but `(;`."""
        self._end_node()
        if not any(not isinstance(item, str) and item[1] for item in self.tree.items):
            raise BadGame(self.tree.line, "the file ends within a game", "a node, as ;B[aa]")
        self.tree.notes.append((self._scanner.line, "the file ends without the game's last )"))

    def _property(self, name: str) -> None:
        keep, first = name in _KEPT, True
        while self._scanner.opens_value(first, name):
            value = self._scanner.value(name if keep else None)
            first = False
            if value is None:
                continue
            self._properties += (name, value)
            self._values += 1
            self._length += len(value)
            self._bound(self._values, MAX_VALUES, "the game has too many values", "values")
            self._bound(self._length, MAX_TEXT, "the texts of the game are too long", "characters")

    def _bound(self, number: int, limit: int, what: str, unit: str) -> None:
        if number > limit:
            raise BadGame(self._scanner.line, what, f"up to {limit} {unit}")


class _Scanner:
    """Splits a file into tokens, and keeps only a window of its text. `_at`: the position in the
    window, which also holds the character before it."""

    def __init__(self, source: Source) -> None:
        self._blocks = source.blocks()
        self._text, self._at, self._ended = "\n", 1, False
        self.line = 1

    def find_game(self) -> bool:
        """Moves after the `(` of the next game; False at the end of the file."""
        while True:
            if found := _GAME.search(self._text, self._at):
                self._go_to(found.start() + 1)
                return True
            if self._ended:
                return False
            self._go_to(max(self._at, len(self._text) - _SHORT))
            self._read_block()

    def token(self) -> str | None:
        """`(`, `)`, `;`, or the name of a property; None at the end. Raises BadGame."""
        if not self._skip_blanks():
            return None
        sign = self._text[self._at]
        if sign in "();":
            self._at += 1
            return sign
        if found := _NAME.match(self._text, self._at):
            self._at = found.end()
            return _short(found[0])
        raise BadGame(self.line, f"{self._word()!r} is not SGF", "a node, as ;B[aa], or a )")

    def opens_value(self, must: bool, name: str) -> bool:
        """Whether a value follows; if so, moves after its `[`. Raises BadGame if there is none,
        although there `must` be one."""
        if self._skip_blanks() and self._text[self._at] == "[":
            self._at += 1
            return True
        if must:
            raise BadGame(self.line, f"{name[:20]!r} has no value", f"{name[:20]}[value]")
        return False

    def value(self, kept: str | None) -> str | None:
        """Reads a raw value up to its `]`, and returns it if it is to be kept. `kept`: the name of
        its property; None: the value is skipped. Raises BadGame."""
        begun, parts, length = self.line, list[str](), 0
        while True:
            found = _VALUE.match(self._text, self._at)
            assert found is not None
            length += found.end() - self._at
            if kept:
                parts.append(found[0])
            begins = max(self._at, found.end() - _LONGEST_ROOT)
            if self._text[found.end() : found.end() + 1] == "]":
                if root := _ROOT_IN_VALUE.search(self._text, begins, found.end()):
                    self._go_to(root.start() + 1)
                    raise BadGame(begun, "a value is not closed", "a ]")
                self._go_to(found.end() + 1)
                return "".join(parts) if kept else None
            self._go_to(found.end())
            if kept and length > MAX_VALUE:
                what = f"a value of {kept} is too long or not closed"
                raise BadGame(begun, what, f"up to {MAX_VALUE} characters")
            if self._ended:
                self._go_to(len(self._text))
                raise BadGame(begun, "a value is not closed", "a ]")
            self._read_block()

    def skip(self, depth: int) -> None:
        """Moves after the end of a game in which `depth` brackets are open, or to the next root."""
        while depth > 0 and self._look_ahead():
            found = _STRUCTURE.search(self._text, self._at)
            if found is None:
                self._go_to(len(self._text))
                continue
            self._go_to(found.start())
            self._look_ahead()
            if _NEXT_ROOT.match(self._text, self._at):
                return
            depth += {"(": 1, ")": -1}.get(self._text[self._at], 0)
            self._at += 1
            if found[0] == "[" and not self._skip_value():
                return

    def _skip_value(self) -> bool:
        """Skips a value. False: it has no end before the next root."""
        try:
            self.value(None)
        except BadGame:
            return False
        return True

    def _skip_blanks(self) -> bool:
        """Skips blanks. False: nothing follows them. Otherwise the window holds any next name."""
        if self._at + _AHEAD < len(self._text) and self._text[self._at] > " ":
            return True  # the usual case, first because it is fast
        while self._look_ahead():
            found = _BLANKS.match(self._text, self._at)
            assert found is not None
            self._go_to(found.end())
            if self._at < len(self._text):
                return self._look_ahead()
        return False

    def _look_ahead(self) -> bool:
        """Reads until the window holds _AHEAD characters, or all that are left; returns whether
        there are any."""
        while len(self._text) - self._at < _AHEAD and not self._ended:
            self._read_block()
        return self._at < len(self._text)

    def _read_block(self) -> None:
        block = next(self._blocks, None)
        self._ended = block is None
        self._text = self._text[self._at - 1 :] + (block or "")
        self._at = 1

    def _go_to(self, place: int) -> None:
        self.line += self._text.count("\n", self._at, place)
        self._at = place

    def _word(self) -> str:
        return self._text[self._at : self._at + 20].split()[0]


def _short(name: str) -> str:
    """The name without lower-case letters, which are from older formats and have no meaning."""
    short = name if name.isupper() else "".join(filter(str.isupper, name)) or name.upper()
    return _NAMES.get(short, short)
