"""Reads games of Go from other programs' SGF files, as positions and moves of our rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from ..games import Game, History, Value, load, settings_of
from ..go.komi import nearest_komi, usual_komi
from ..go.points import Point, from_sgf, vertex
from ..go.position import BLACK, WHITE, Position, empty
from ..go.turns import PASS, with_turn
from . import results
from .results import Result
from .text import simple_text
from .tree import BadSgf, Node, main_line, parse

GAME = "go"
MAX_MOVES = 5_000  # of one line, because each position contains its history
_USUAL_SIZE = 19  # of a file without SZ
_COLOURS = ("B", "W")  # by seat
_SETUP = (("AB", BLACK), ("AW", WHITE), ("AE", None))
_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{0,6})?")


@cache
def _choices(name: str) -> Sequence[Value]:
    """The values of a setting."""
    return next(setting.choices for setting in settings_of(GAME) if setting.name == name)


@dataclass(frozen=True, slots=True)
class Record:
    """A game in a file. `start`: the position after the setup in the root; `komi`: the file's; that
    of `game` is the nearest value that our rules support; `handicap`: the number of stones;
    `players`: the names of Black and White, empty if the file has none; `result`: None if the file
    has none."""

    root: Node
    start: History
    komi: float
    handicap: int
    players: tuple[str, str]
    result: Result | None

    @property
    def game(self) -> Game:
        """The game with the settings of the file."""
        return self.start.game

    @property
    def usual_settings(self) -> dict[str, Value]:
        """The settings of the file, with `auto` for the usual komi, as in most games."""
        settings: dict[str, Value] = dict(self.game.settings)
        usual = usual_komi(int(settings["size"]), int(settings["handicap"]))
        return settings | {"komi": "auto"} if self.komi == usual else settings


@dataclass(frozen=True, slots=True)
class Step:
    """A node and its effect. `number`: how many moves so far; `before`: the position in which the
    mover is to move; `move`: None if the node has no move."""

    node: Node
    number: int
    before: History
    move: str | None
    after: History


def read(data: bytes, **settings: Value) -> Record:
    """The first game of a file, with all moves and variations checked. `settings`: in addition to
    those of the file. Raises BadSgf."""
    record = record_of(parse(data)[0], settings)
    for _ in steps(record):
        pass
    return record


def read_all(data: bytes) -> Iterator[Record]:
    """Yields the games of a file; `steps` checks their moves. Raises BadSgf."""
    return (record_of(root) for root in parse(data))


def steps(record: Record) -> Iterator[Step]:
    """Yields all nodes of the game including variations, parents before children and main lines
    first. Raises BadSgf at an illegal move."""
    todo = [(record.root, record.start, 0)]
    while todo:
        node, state, number = todo.pop()
        step = _step(record, node, state, number)
        yield step
        todo.extend((child, step.after, step.number) for child in reversed(node.children))


def main_steps(record: Record) -> Iterator[Step]:
    """Yields the nodes of the main line. Raises BadSgf at an illegal move."""
    state, number = record.start, 0
    for node in main_line(record.root):
        step = _step(record, node, state, number)
        yield step
        state, number = step.after, step.number


def samples(record: Record) -> Iterator[tuple[History, str, Result | None]]:
    """Yields each position of the main line, the move played there, and the result of the game, for
    training and for books. Raises BadSgf."""
    return (
        (step.before, step.move, record.result)
        for step in main_steps(record)
        if step.move is not None
    )


# ── the root ───────────────────────────────────────────────────────────────────────────────────


def record_of(root: Node, settings: Mapping[str, Value] = MappingProxyType({})) -> Record:
    """The game below a root; `steps` checks its moves. `settings`: those that the file does not
    have. Raises BadSgf."""
    if _text(root, "GM") not in ("", "1"):
        raise BadSgf(f"Line {root.line}: the game is not Go (GM is {_text(root, 'GM')}).")
    size, handicap = _size(root), int(_real(root, "HA") or 0)
    komi = _komi(root, size, handicap)
    settings = {**settings, "size": size, "komi": nearest_komi(komi)}
    return Record(
        root,
        _start(root, settings, handicap),
        komi,
        handicap,
        (_text(root, "PB"), _text(root, "PW")),
        results.read(_text(root, "RE")),
    )


def _size(root: Node) -> int:
    text = _text(root, "SZ") or str(_USUAL_SIZE)
    columns, _, rows = text.partition(":")
    if (rows or columns) != columns or columns not in map(str, _choices("size")):
        sizes = ", ".join(map(str, sorted(map(int, _choices("size")))))
        raise BadSgf(
            f"Line {root.line}: a board of {text} is not supported; the sizes are {sizes}."
        )
    return int(columns)


def _komi(root: Node, size: int, handicap: int) -> float:
    """The komi. Some servers write hundredths, or half of it as in Chinese counting: 375 and 3.75
    are 7.5."""
    value = _real(root, "KM")
    if value is None:
        return usual_komi(size, handicap)
    if abs(value) >= 100:
        value /= 100
    return value if value % 0.5 == 0 or value % 0.25 else 2 * value


def _start(root: Node, settings: Mapping[str, Value], handicap: int) -> History:
    game = load(GAME, settings)
    size = int(settings["size"])
    position = _with_setup(root, empty(size)).to_move(_first_seat(root, handicap))
    if not position.stones and position.side == 0:
        return game.start()
    if handicap and handicap in _choices("handicap"):
        usual = load(GAME, {**settings, "handicap": handicap}).start()
        if usual.text == position.text:
            return usual
    return _parsed(game, position, root)


def _first_seat(root: Node, handicap: int) -> int:
    """The seat that begins: that of PL, or of the first move; otherwise White if there are handicap
    stones."""
    for node in main_line(root):
        if (player := _text(node, "PL").upper()[:1]) in _COLOURS:
            return _COLOURS.index(player)
        for seat, name in enumerate(_COLOURS):
            if name in node.properties:
                return seat
    return int(handicap > 1)


# ── a node ─────────────────────────────────────────────────────────────────────────────────────


def _step(record: Record, node: Node, state: History, number: int) -> Step:
    if node is not record.root and any(
        name in node.properties for name in ("AB", "AW", "AE", "PL")
    ):
        state = _set_up(node, state)
    colours = [name for name in _COLOURS if name in node.properties]
    if not colours:
        return Step(node, number, state, None, state)
    number += 1
    place = f"Move {number} (line {node.line})"
    if len(colours) > 1 or len(node.properties[colours[0]]) > 1:
        raise BadSgf(f"{place}: there are several moves in one node.")
    if number > MAX_MOVES:
        raise BadSgf(f"{place}: the game has more than {MAX_MOVES} moves.")
    try:
        move = _move(node.properties[colours[0]][0], int(record.game.settings["size"]))
        before = with_turn(state, _COLOURS.index(colours[0]))
        return Step(node, number, before, move, before.play(move))
    except ValueError as bad:
        raise BadSgf(f"{place}: {bad}") from None


def _move(value: str, size: int) -> str:
    """The move of a value; empty is a pass, and so is `tt` on boards up to 19. Raises
    ValueError."""
    value = value.strip()
    return PASS if value in ("", "tt") else vertex(from_sgf(value, size), size)


def _set_up(node: Node, state: History) -> History:
    position = _with_setup(node, Position.read(state.text))
    player = _text(node, "PL").upper()[:1]
    side = _COLOURS.index(player) if player in _COLOURS else position.side
    return _parsed(state.game, position.to_move(side), node)


def _with_setup(node: Node, position: Position) -> Position:
    for name, colour in _SETUP:
        try:
            for value in node.properties.get(name, ()):
                position = position.with_stones(colour, _rectangle(value.strip(), position.size))
        except ValueError as bad:
            raise BadSgf(f"Line {node.line}: {name}{bad}") from None
    return position


def _rectangle(value: str, size: int) -> list[Point]:
    """The points of a value: a point, or two corners separated by a colon. Raises ValueError."""
    if value == "":
        return []  # a list of points may be empty
    corners = [from_sgf(corner, size) for corner in value.split(":")[:2]]
    columns, rows = (sorted({corner[axis] for corner in corners}) for axis in (0, 1))
    return [
        (column, row)
        for row in range(rows[0], rows[-1] + 1)
        for column in range(columns[0], columns[-1] + 1)
    ]


def _parsed(game: Game, position: Position, node: Node) -> History:
    try:
        return game.parse(position.text)
    except ValueError as bad:
        raise BadSgf(f"Line {node.line}: {bad}") from None


def _text(node: Node, name: str) -> str:
    return simple_text(node.first(name) or "").strip()


def _real(node: Node, name: str) -> float | None:
    """A number; None if the property is missing or empty. Raises BadSgf."""
    text = _text(node, name)
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise BadSgf(f"Line {node.line}: {name} is not a number but {text[:20]!r}.")
    return float(text)
