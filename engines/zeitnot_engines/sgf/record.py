"""Games of Go in SGF files of any program, as positions and moves of our rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

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
MAX_MOVES = 5_000  # on one line: each position knows all before it
_USUAL_SIZE = 19  # of a file that has no SZ
_COLOURS = ("B", "W")  # by seat
_SETUP = (("AB", BLACK), ("AW", WHITE), ("AE", None))
_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{0,6})?")


@cache
def _choices(name: str) -> Sequence[Value]:
    """The values of a setting."""
    return next(setting.choices for setting in settings_of(GAME) if setting.name == name)


@dataclass(frozen=True, slots=True)
class Record:
    """A game in a file. `start`: after the set-up of the root; `komi`: as the file has it, where
    the game's is the nearest that our rules have; `handicap`: the number of stones; `players`:
    Black's and White's name, empty where the file has none; `result`: None where the file says
    none."""

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
        """Those of the file, with `auto` for the usual komi, as most games are begun."""
        settings: dict[str, Value] = dict(self.game.settings)
        usual = usual_komi(int(settings["size"]), int(settings["handicap"]))
        return settings | {"komi": "auto"} if self.komi == usual else settings


@dataclass(frozen=True, slots=True)
class Step:
    """A node and what it does. `number`: of moves up to here; `before`: with the mover to move;
    `move` None: the node has no move."""

    node: Node
    number: int
    before: History
    move: str | None
    after: History


def read(data: bytes, **settings: Value) -> Record:
    """The first game of a file, all its moves and variations checked. `settings`: of the game,
    beside those that the file has. Raises BadSgf."""
    record = _record(parse(data)[0], settings)
    for _ in steps(record):
        pass
    return record


def read_all(data: bytes) -> Iterator[Record]:
    """The games of a file, one after the other; their moves are checked when `steps` comes to
    them. Raises BadSgf."""
    return (_record(root, {}) for root in parse(data))


def steps(record: Record) -> Iterator[Step]:
    """All nodes of the game with all variations, each before those that follow it, main lines
    first. Raises BadSgf at an illegal move."""
    todo = [(record.root, record.start, 0)]
    while todo:
        node, state, number = todo.pop()
        step = _step(record, node, state, number)
        yield step
        todo.extend((child, step.after, step.number) for child in reversed(node.children))


def main_steps(record: Record) -> Iterator[Step]:
    """The same without variations."""
    state, number = record.start, 0
    for node in main_line(record.root):
        step = _step(record, node, state, number)
        yield step
        state, number = step.after, step.number


def samples(record: Record) -> Iterator[tuple[History, str, Result | None]]:
    """Each position of the game as it was played, the move there, and the result of the game: for
    training and for books. Raises BadSgf."""
    return (
        (step.before, step.move, record.result)
        for step in main_steps(record)
        if step.move is not None
    )


# ── the root ───────────────────────────────────────────────────────────────────────────────────


def _record(root: Node, settings: Mapping[str, Value]) -> Record:
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
    """Some servers write hundredths, and half of it as Chinese rules count it: 375 and 3.75 are
    7.5."""
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
    """Who begins: as PL says, or whoever makes the first move; White if there are handicap
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
    """The move of a value: empty is a pass, and on boards up to 19 `tt`, too. Raises ValueError."""
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
    """The points of a value: one, or two corners with a colon between them. Raises ValueError."""
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
    """A number; None where the property is missing or empty. Raises BadSgf."""
    text = _text(node, name)
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise BadSgf(f"Line {node.line}: {name} is no number but {text[:20]!r}.")
    return float(text)
