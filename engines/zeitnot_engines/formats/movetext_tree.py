"""The words of a game's movetext, played by the rules to a tree of moves."""

import re
from collections.abc import Callable

from ..games import History
from .movetext import TextGame
from .record import (
    MAX_BAD_VARIATIONS,
    MAX_NODES,
    BadGame,
    Node,
    after,
    unrepeated,
    what_is_wrong,
)


class PartOfMove(ValueError):
    """Raised by readers of moves: the text only begins a move, whose rest is the next word."""


ReadMove = Callable[[History, str], str]
"""The legal move that a text means, as on the wire. Raises ValueError."""


def tree_of(
    text: TextGame, start: History, read: ReadMove, null_moves: frozenset[str] = frozenset()
) -> tuple[Node, list[tuple[int, str]]]:
    """The moves of a game below their root, and notes on what was left out: a variation ends
    before its first illegal move. Raises BadGame for one in the main line."""
    builder = _TreeBuilder(start, read, null_moves)
    for kind, line, word in text.words:
        builder.add(kind, line, word)
    return builder.done(), builder.notes


class _TreeBuilder:
    """Plays the words of a game one after the other, and adds the moves to a tree."""

    def __init__(self, start: History, read: ReadMove, null_moves: frozenset[str]) -> None:
        self.root = Node()
        self.notes: list[tuple[int, str]] = []
        self._read, self._null_moves = read, null_moves
        # The current node with its position, and the node and position before its move.
        self._at: tuple[Node, History] = (self.root, start)
        self._before: tuple[Node, History] | None = None
        self._open: list[tuple[tuple[Node, History], tuple[Node, History] | None]] = []
        self._number = self._skipping = self._nodes = 0
        self._part = ""  # the beginning of a move
        self._pending: list[str] = []  # comments before the first move of a variation

    def add(self, kind: str, line: int, word: str) -> None:
        """Raises BadGame."""
        if self._skipping:  # the rest of a variation, at this depth
            self._skipping += {"open": 1, "close": -1}.get(kind, 0)
            if self._skipping:
                return
        match kind:
            case "move":
                self._move(line, word)
            case "comment":
                self._comment(word)
            case "nag" if self._before is not None:
                self._at[0].nags.append(int(word))
            case "open":
                if self._before is None:
                    raise BadGame(line, "a variation has no move to replace", "a move")
                self._open.append((self._at, self._before))
                self._at, self._before = self._before, None
            case "close":
                self._expect_whole_move(line)
                self._at, self._before = self._open.pop()
                self._pending = []

    def done(self) -> Node:
        """The root. Raises BadGame if a move is not finished."""
        self._expect_whole_move(self._at[0].line)
        return self.root

    def _expect_whole_move(self, line: int) -> None:
        if self._part:
            raise BadGame(line, f"the move {self._part[:20]!r} is not finished", "a legal move")

    def _move(self, line: int, word: str) -> None:
        node, state = self._at[0], unrepeated(self._at[1])
        word, self._part = f"{self._part} {word}".strip(), ""
        try:
            if word in self._null_moves:
                child = Node(is_null=True, line=line)
            else:
                child = Node(self._read(state, word), line=line)
            reached = after(state, child)
        except PartOfMove:
            self._part = word
            return
        except ValueError as bad:
            what = what_is_wrong(f"{word[:20]!r}, move {state.ply // 2 + 1}", bad)
            if not self._open and (end := _drawn_by(state)):
                rest = f"the moves from {word[:20]!r} on are left out"
                self.notes.append((line, f"the game is over ({end}); {rest}"))
                self._skipping = 1
                return
            if not self._open:
                raise BadGame(line, what, "a legal move") from None
            self.notes.append((line, f"{what}; the rest of its variation is left out"))
            if len(self.notes) > MAX_BAD_VARIATIONS:
                raise BadGame(line, "too many variations cannot be read", "legal moves") from None
            self._skipping = 1
            return
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise BadGame(line, "the game is too long", f"up to {MAX_NODES} moves")
        node.children.append(child)
        self._before, self._at = self._at, (child, reached)
        for comment in self._pending:
            self._comment(comment)
        self._pending = []

    def _comment(self, text: str) -> None:
        if self._open and self._before is None:
            self._pending.append(text)
        else:
            read_comment(self._at[0], text)


def _drawn_by(state: History) -> str:
    """The rules' word for the draw in this position; empty if it is none."""
    if state.result is None or len(set(state.result[0])) > 1:
        return ""
    return state.result[2]


_COMMAND = re.compile(r"\[%(\w+)\s+([^\]\[]{1,200})\]")
_MAX_NESTED = 4
_MAX_CLOCK = 10_000 * 3_600_000  # no more than four digits of hours
_CLOCK = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,3})?)")
_EVAL = re.compile(r"(#?[+-]?[0-9]{1,5}(?:\.[0-9]{1,3})?)(?:,[0-9]{1,3})?")


def read_comment(node: Node, text: str) -> None:
    """Adds a comment to a node: `[%clk]` and `[%eval]` become its clock and value, the rest stays
    text with other commands in it."""

    def taken(found: re.Match[str]) -> str:
        name, value = found[1], found[2].strip()
        if name == "clk" and (ms := _clock_ms(value)) is not None:
            node.clock_ms = ms
            return ""
        if name == "eval" and (value_found := _EVAL.fullmatch(value)):
            node.value = value_found[1]
            return ""
        return found[0]

    for _ in range(_MAX_NESTED):  # one that was inside another makes that one whole
        if (without := _COMMAND.sub(taken, text)) == text:
            break
        text = without
    rest = " ".join(text.split())
    if rest:
        node.comments.append(without_braces(rest))


def without_braces(text: str) -> str:
    """The text in a form that braces can enclose: they cannot be escaped, and do not nest."""
    return text.replace("{", "(").replace("}", ")") if "}" in text else text


def _clock_ms(text: str) -> int | None:
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    ms = round((int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)) * 1000)
    return ms if ms < _MAX_CLOCK else None
