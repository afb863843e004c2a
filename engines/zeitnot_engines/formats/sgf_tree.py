"""Builds a tree of moves from the nodes of an SGF game, by playing them by the rules."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ..games import History
from ..sgf_form import Point, SgfForm, Stones
from .record import MAX_BAD_VARIATIONS, BadGame, Node, after, what_is_wrong
from .sgf_text import simple_text, text
from .sgf_tokens import CLOSE, OPEN, Step

MAX_LINE = 5_000  # moves of one line, because each position contains its history
MAX_PLACED = 20_000  # points of all set-ups of a game
Properties = dict[str, list[str]]
"""Raw values by name."""
COLOURS = ("B", "W")  # by seat
SETUP = (("AB", 0), ("AW", 1), ("AE", None))
_PLAYERS = {"B": 0, "W": 1, "1": 0, "2": 1}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PASSES = ("", "pass", "pa", "--", "@@@@")
_TYPED = re.compile(r"[A-Za-z][0-9]{1,2}")
_SECONDS = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{0,6})?")
_GLYPHS = {"TE": 1, "BM": 2, "IT": 5, "DO": 6, "DM": 10, "UC": 13, "GB": 16, "GW": 17}
"""The Numeric Annotation Glyph of each annotation with the value 1."""
_STRONG = {"TE": 3, "BM": 4, "GB": 18, "GW": 19}


def _is_pass(value: str, size: int) -> bool:
    """Whether the value is a pass, and no point of the board: `tt` is one above 19, `pa` above
    15."""
    is_point = (value == "pa" and size > 15) or (value == "tt" and size > 19)
    return not is_point and (value.lower() in _PASSES or value == "tt")


def pairs_of(step: Step) -> Iterator[tuple[str, str]]:
    """Name and raw value of a node's properties, in order."""
    return zip(step[1][::2], step[1][1::2], strict=True)


def properties_of(step: Step) -> Properties:
    """The raw values of a node's properties."""
    found: Properties = {}
    for name, raw in pairs_of(step):
        found.setdefault(name, []).append(raw)
    return found


def moves_of(step: Step) -> list[tuple[int, str]]:
    """Seat and raw value of each move of a node, in order."""
    return [(COLOURS.index(name), raw) for name, raw in pairs_of(step) if name in COLOURS]


def point_of(form: SgfForm, value: str, size: int) -> Point:
    """The point of two letters, or of a letter and a number where programs write so. Raises
    ValueError."""
    if form.reads_typed and _TYPED.fullmatch(value):
        column, row = form.point(value.lower(), size) or (-1, -1)
    else:
        column, row = (_LETTERS.find(letter) for letter in value) if len(value) == 2 else (-1, -1)
    if column >= 26 and row >= 26 >= size:
        column, row = column - 26, row - 26  # capitals, although the board has no such points
    if not (0 <= column < size and 0 <= row < size):
        raise ValueError(f"[{value[:20]}] is not a point of a board of {size} by {size}")
    return column, row


def letters_of(point: Point) -> str:
    """A point as SGF writes it, by two letters."""
    return _LETTERS[point[0]] + _LETTERS[point[1]]


class SetUps:
    """Reads the set-ups of a game, up to MAX_PLACED points."""

    def __init__(self, form: SgfForm, size: int) -> None:
        self._form, self._size, self._count = form, size, 0

    def of(self, line: int, properties: Properties) -> Iterator[tuple[int | None, Point]]:
        """The stones that a node puts on the board, and the points that it empties (None). Raises
        BadGame."""
        for name, seat in SETUP:
            for value in properties.get(name, ()):
                try:
                    points = _rectangle(self._form, value.strip(), self._size)
                except ValueError as bad:
                    raise BadGame(line, f"{name}{bad}", "points of the board") from None
                self._count += len(points)
                if self._count > MAX_PLACED:
                    raise BadGame(line, "too many stones are placed", f"up to {MAX_PLACED} points")
                yield from ((seat, point) for point in points)


def _rectangle(form: SgfForm, value: str, size: int) -> list[Point]:
    """The points that a value means: one point, or a rectangle, written as two corners with a colon
    between them. Raises ValueError."""
    if value == "":
        return []  # a list of points may be empty
    corners = [point_of(form, corner.strip(), size) for corner in value.split(":")[:2]]
    columns, rows = (sorted({corner[axis] for corner in corners}) for axis in (0, 1))
    return [
        (column, row)
        for row in range(rows[0], rows[-1] + 1)
        for column in range(columns[0], columns[-1] + 1)
    ]


def player_of(properties: Properties) -> int | None:
    """The seat that PL names; None without it."""
    said = properties.get("PL", [""])[0].strip().upper()[:1]
    return _PLAYERS.get(said)


def has_setup(properties: Properties) -> bool:
    """Whether a node puts stones on the board, or takes some off."""
    return any(name in properties for name, _ in SETUP)


class TreeBuilder:
    """Plays the nodes of a game one after the other.

    `root`: before the first move; `end`: the position after the main line; `notes`: differences
    from the file, each with its line.
    """

    def __init__(self, form: SgfForm, start: History, size: int, line: int) -> None:
        self.root = Node(line=line)
        self.end = start
        self.notes: list[tuple[int, str]] = []
        self._form, self._size = form, size
        self._node, self._state, self._number = self.root, start, 0
        self._open: list[tuple[Node, History, int]] = []
        self._skipping = 0  # open brackets since the node that is left out; 0: nothing is skipped
        self._set_ups = SetUps(form, size)
        self._in_main, self._bad = True, 0

    def add(self, item: Step | str) -> None:
        """Raises BadGame."""
        if self._skipping:
            self._skipping += {OPEN: 1, CLOSE: -1}.get(item, 0) if isinstance(item, str) else 0
            if self._skipping:
                return
        if isinstance(item, str):
            self._bracket(item)
            return
        try:
            self._step(item)
        except BadGame as bad:
            if self._in_main:
                raise
            self._leave_out(bad)

    def annotate(self, properties: Properties, seat: int | None = None) -> None:
        """Adds a node's comments, signs and clocks to the last move. `seat`: the seat of that move
        if it is in the same node."""
        node = self._node
        for name in ("N", "C"):
            for raw in properties.get(name, ()):
                if said := text(raw).strip():
                    node.comments.append(said)
        for name in sorted(_GLYPHS.keys() & properties.keys()):
            strength = properties[name][0].strip()
            if node is not self.root and strength in ("", "1", "2"):
                glyphs = _STRONG if strength == "2" and name in _STRONG else _GLYPHS
                node.nags.append(glyphs[name])
        if value := properties.get("V", [""])[0].strip():
            node.value = value[:20]
        if seat is not None:
            colour = COLOURS[seat]
            if (clock := _seconds(properties.get(f"{colour}L"))) is not None:
                node.clock_ms = round(1000 * clock)
            if (left := _seconds(properties.get(f"O{colour}"))) is not None:
                node.periods = round(left)

    def _bracket(self, item: str) -> None:
        if item == OPEN:
            self._open.append((self._node, self._state, self._number))
            return
        self._in_main = False
        self._node, self._state, self._number = self._open.pop()

    def _leave_out(self, bad: BadGame) -> None:
        self.notes.append((bad.line, f"{bad.what}; the rest of its variation is left out"))
        self._bad += 1
        if self._bad > MAX_BAD_VARIATIONS:
            raise BadGame(bad.line, "too many variations cannot be read", "legal moves")
        self._skipping = 1

    def _step(self, step: Step) -> None:
        line, properties = step[0], properties_of(step)
        if has_setup(properties):
            self._set_up(line, properties)
        elif self._form.any_turn:
            player = player_of(properties)
            if player is not None and player != self._state.turn:
                self._to_turn(line, player)
        moves = moves_of(step)
        if any(one[0] == other[0] for one, other in pairwise(moves)):
            raise BadGame(line, "a side has several moves in one node", "one move")
        if len(moves) > 1:
            self._note(line, "several moves in one node are read one after the other")
        for seat, raw in moves:
            self._move(line, seat, simple_text(raw).strip())
        self.annotate(properties, moves[-1][0] if moves else None)

    def _move(self, line: int, seat: int, value: str) -> None:
        self._number += 1
        if self._number > MAX_LINE:
            raise BadGame(line, "the line is too long", f"up to {MAX_LINE} moves")
        node, state, children = self._node, self._state, len(self._node.children)
        try:
            move = self._read(value)
            if state.result is not None and move == self._form.passing:
                self._note(line, "passes after the end of the game are left out")
                return
            self._to_turn(line, seat)
            self._append(Node(move, line=line))
        except ValueError as bad:  # BadGame is one
            del node.children[children:]  # those that `_to_turn` has added
            self._node, self._state = node, state
            raise (
                bad if isinstance(bad, BadGame) else self._illegal(line, seat, value, bad)
            ) from None

    def _illegal(self, line: int, seat: int, value: str, bad: ValueError) -> BadGame:
        what = what_is_wrong(f"{COLOURS[seat]}[{value[:20]}], move {self._number}", bad)
        return BadGame(line, what, "a legal move")

    def _read(self, value: str) -> str:
        """The move of a value. Raises ValueError."""
        form, size = self._form, self._size
        if _is_pass(value, size):
            if form.passing is None:
                raise ValueError("there are no passes")
            return form.passing
        return form.move(point_of(form, value, size), size)

    def _to_turn(self, line: int, seat: int) -> None:
        """Makes it this seat's turn, by moves that the file leaves out. Raises BadGame, and
        ValueError if no such moves exist."""
        if self._state.turn == seat and self._state.uncharged is None:
            return  # otherwise dead stones are being marked
        form = self._form
        moves = form.to_turn(self._state, seat)
        if moves is not None:
            for move in moves:
                self._append(Node(move, is_implied=form.any_turn, line=line))
            if form.any_turn and form.passing in moves:
                self._note(line, "a side moves twice; the other one passes between")
            return
        if not form.any_turn:
            is_over = self._state.turn is None
            why = "the game is over" if is_over else "the other side is to move"
            raise ValueError(why)
        board = form.stones(self._state.text)
        self._set_position(line, Stones(board.size, board.at, seat))

    def _note(self, line: int, note: str) -> None:
        """Adds a note, unless the game has the same one already."""
        if note not in (said for _, said in self.notes):
            self.notes.append((line, note))

    def _set_up(self, line: int, properties: Properties) -> None:
        board = self._form.stones(self._state.text)
        placed = self._set_ups.of(line, properties)
        self._set_position(line, board.set_up(placed, player_of(properties)))

    def _set_position(self, line: int, board: Stones) -> None:
        position = self._form.position(self._state.text, board)
        if position == self._state.text:
            return
        try:
            self._append(Node(position=position, line=line))
        except ValueError as bad:
            what = f"the set-up after move {self._number}: {str(bad).rstrip('.')}"
            raise BadGame(line, what, "a possible position") from None

    def _append(self, node: Node) -> None:
        self._state = after(self._state, node)
        self._node.children.append(node)
        self._node = node
        if self._in_main:
            self.end = self._state


def _seconds(found: list[str] | None) -> float | None:
    """A time that is left, at least 0."""
    number = _SECONDS.fullmatch(found[0].strip()) if found else None
    return None if number is None else max(0.0, float(number[0]))
