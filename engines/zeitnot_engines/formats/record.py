"""A game as a file has it, checked by the rules: the form between every format and the product."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import zeitnot_protocol as p

from ..games import Game, History, Value, load
from ..notations import notation_of

EndReason = Literal["rules", "resign", "flag", "agreed", "adjudicated", "abandoned", "unknown"]

# Plies without progress: the last but one of FEN's six fields, or the last part of a PDN FEN.
_COUNT = re.compile(r"(?<= )([1-9][0-9]*)(?= [0-9]+$)|:H[0-9]+$")
_OTHER_SIDE = {"w": "b", "b": "w"}
_MAX_SHOWN = 200  # characters
MAX_NODES = 20_000  # moves and throws of a game, those of its variations included
MAX_BAD_VARIATIONS = 50  # of a game; refusing a move takes long


class BadGame(ValueError):
    """A game, or a whole file, that cannot be read. `line`: where, from 1, or 0 for the file."""

    def __init__(self, line: int, what: str, expected: str) -> None:
        what = shown(what)
        super().__init__(f"{what}; expected {expected}")
        self.line, self.what, self.expected = line, what, expected

    def located(self, source: str) -> str:
        """`games.pgn:12: "Qh9" is not a move; expected a legal move`"""
        place = f"{source}:{self.line}" if self.line else source
        return f"{place}: {self}"


def shown(text: str) -> str:
    """A text that may be of a file, for a line of a message: its beginning, in signs that can be
    printed."""
    text = text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def what_is_wrong(move: str, bad: ValueError) -> str:
    """What to say of a move that the rules refuse: `'Qh9', move 2, is not a legal move`, or another
    reason behind a colon."""
    reason = str(bad).strip().rstrip(".")
    if "is not a legal move" in reason:
        return f"{move}, is not a legal move"
    return f"{move}: {reason[:1].lower()}{reason[1:]}"


@dataclass(slots=True, eq=False)
class Node:
    """One move or throw, and the position after it.

    `move`: as on the wire; empty at the root, for a throw, a null move and a set-up. `throw`: the
    values of a chance event. `position`: that of a set-up in the middle of a game. `is_implied`:
    the rules need this move before the next one, but the file does not have it. `comments`: those
    after the move, in order; `nags`: Numeric Annotation Glyphs (PGN standard, 10). `clock_ms`: the
    mover's clock after the move; `periods`: the periods or moves of overtime that it had left.
    `value`: an engine's value of the position in the form of its format: `%eval` of PGN has pawns
    from White's view or `#-3`, GGF discs from the mover's. `children`: the next moves, the main
    line first.
    """

    move: str = ""
    throw: tuple[int, ...] | None = None
    is_null: bool = False
    position: str | None = None
    is_implied: bool = False
    comments: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    clock_ms: int | None = None
    periods: int | None = None
    value: str | None = None
    children: list["Node"] = field(default_factory=list)
    line: int = 0


@dataclass(slots=True)
class FileGame:
    """A game of a file.

    `position`: where it begins, None for the usual start; `root`: before the first move;
    `players`: by seat, empty where the file has no name; `scores`: by seat, None if the file says
    no result; `word`: how it ended, in the words of the rules or the file; `facts`: everything
    else that the file says of the game, by the names of PGN's tags; `control`: its time control,
    where it was played here; `notes`: what was read otherwise than the file has it, for people,
    each with its line.
    """

    game: str
    settings: Mapping[str, Value]
    position: str | None
    root: Node
    players: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    reason: EndReason = "unknown"
    word: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    control: p.Control | None = None
    notes: list[tuple[int, str]] = field(default_factory=list)
    line: int = 0

    @property
    def rules(self) -> Game:
        """The game with the settings of the file."""
        return load(self.game, self.settings)

    def start(self) -> History:
        """The position before the first move."""
        return self.rules.start() if self.position is None else self.rules.parse(self.position)

    def main_line(self) -> Iterator[Node]:
        """The moves and throws that were played."""
        node = self.root
        while node.children:
            node = node.children[0]
            yield node

    def moves(self) -> list[str]:
        """The moves of the main line, as on the wire; empty for null moves and set-ups."""
        return [node.move for node in self.main_line() if node.throw is None]

    def end(self) -> History:
        """The position after the main line."""
        state = self.start()
        for node in self.main_line():
            state = after(state, node)
        return state


def position_of(rules: Game, text: str) -> History:
    """A position as programs write it. Raises ValueError with a sentence."""
    return rules.parse(notation_of(rules.name).position(text))


def after(state: History, node: Node) -> History:
    """The position after a move, throw or set-up. Raises ValueError if it is not possible."""
    if node.position is not None:
        return state.game.parse(node.position)
    if node.throw is not None:
        return state.throw(node.throw)
    state = unrepeated(state)
    return without_move(state) if node.is_null else state.play(node.move)


def unrepeated(state: History) -> History:
    """The position as if nothing had been repeated, and no move counted, if that makes it a draw:
    over the board it is one only if a player claims it, so games in files may go on."""
    if state.result is None:
        return state
    scores, reason, _ = state.result
    if reason == "repetition":
        return state.game.parse(state.text)
    if len(set(scores)) > 1:
        return state
    again = state.game.parse(without_clock(state.text))
    return state if again.result is not None else again


def without_clock(text: str) -> str:
    """The text of a draw as if its last move had been irreversible: with a count of plies of 0, or,
    in a PDN FEN, without it. Texts of other ends may have a piece in that place."""
    return _COUNT.sub(lambda found: "0" if found[1] else "", text)


def without_move(state: History) -> History:
    """The position after a null move, in games whose positions are FENs: the other side is to move
    and no pawn can be taken en passant. Raises ValueError where the rules do not allow it, as in
    check."""
    fields = state.text.split()
    if state.in_check or len(fields) < 2 or fields[1] not in _OTHER_SIDE:
        raise ValueError("no null move is possible here")
    fields[1] = _OTHER_SIDE[fields[1]]
    if len(fields) > 3:
        fields[3] = "-"
    return state.game.parse(" ".join(fields))
