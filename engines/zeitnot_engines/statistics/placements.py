"""Estimates the number of positions of a board game from the texts of its positions.

The state space of chess or Go is estimated by counting the ways to place pieces on the board
(Shannon, "Programming a computer for playing chess", 1950), multiplied by the share of random
placements that the rules accept (for Go: Tromp and Farnebäck, "Combinatorics of Go", 2007). Here
the board is parsed from the text of positions of any game: rows with numbers for empty cells, one
character per cell, or one word per piece. How often each symbol may occur is taken from games.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_SEPARATORS = re.compile(r"([\s:=]+)")
_MIN_CELLS = 9  # a shorter word is not a board
_MIN_VALUES = 9  # a word with fewer different values is not the cell of a piece
EMPTY = ""
ENOUGH = 1_000  # accepted placements


@dataclass(frozen=True, slots=True)
class BoardText:
    """How a game writes its board: as one word, with or without rows of cells; or with one word for
    the cell of each piece. `words`: the indices of these words in the text, split at
    `_SEPARATORS`."""

    words: tuple[int, ...]
    row_lengths: tuple[int, ...]  # empty: no rows

    def cells(self, text: str) -> tuple[str, ...]:
        """The symbols on the cells; '' for empty cells that are written as numbers."""
        parts = _SEPARATORS.split(text)
        if len(self.words) > 1:
            return tuple(parts[word] for word in self.words)
        word = parts[self.words[0]]
        return tuple(word) if not self.row_lengths else sum(_rows(word), ())

    def with_cells(self, text: str, cells: Sequence[str]) -> str:
        """The text with these symbols instead."""
        parts = _SEPARATORS.split(text)
        if len(self.words) > 1:
            for word, cell in zip(self.words, cells, strict=True):
                parts[word] = cell
            return "".join(parts)
        rows, at = [], 0
        for length in self.row_lengths or (len(cells),):
            rows.append(_row_text(cells[at : at + length]))
            at += length
        parts[self.words[0]] = "/".join(rows)
        return "".join(parts)


def board_text(texts: Sequence[str]) -> BoardText | None:
    """How these positions of a game write the board; None if nothing in them looks like a board."""
    split = [_SEPARATORS.split(text) for text in texts]
    if len({len(parts) for parts in split}) != 1:
        return None
    columns = [[parts[i] for parts in split] for i in range(0, len(split[0]), 2)]
    longest = max(range(len(columns)), key=lambda i: max(map(len, columns[i])))
    words = columns[longest]
    if all("/" in word for word in words):
        shapes = {tuple(map(len, _rows(word))) for word in words}
        return BoardText((2 * longest,), shapes.pop()) if len(shapes) == 1 else None
    lengths = set(map(len, words))
    if len(lengths) == 1 and lengths.pop() >= _MIN_CELLS:
        return BoardText((2 * longest,), ())
    pieces = [i for i, column in enumerate(columns) if len(set(column)) >= _MIN_VALUES]
    numbers = all(word.isdecimal() for i in pieces for word in columns[i])
    return BoardText(tuple(2 * i for i in pieces), ()) if len(pieces) > 1 and numbers else None


def _rows(word: str) -> list[tuple[str, ...]]:
    """The cells of each row; a number means that many empty cells."""
    return [
        sum(((EMPTY,) * int(part) if part.isdecimal() else (part,) for part in parts), ())
        for parts in (re.findall(r"\d+|\D", row) for row in word.split("/"))
    ]


def _row_text(cells: Sequence[str]) -> str:
    text = "".join(cell or "\0" for cell in cells)
    return re.sub("\0+", lambda run: str(len(run.group())), text)


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A symbol, how often it may occur, and the cells on which it was seen."""

    text: str
    min_count: int
    max_count: int
    cells: frozenset[int]


class Placements:
    """All ways to fill the cells so that each symbol occurs as often as in some sampled board, and
    only on cells where it was seen (no pawns on the first rank, generals only in their palaces).

    `bound` is an upper bound of their number: it assumes that as many of a symbol's cells as
    possible are still free. `draw` corrects that with a weight (sequential importance sampling).
    """

    def __init__(self, boards: Sequence[Sequence[str]]) -> None:
        self._cells = len(boards[0])
        counts = [Counter(board) for board in boards]
        seen: dict[str, set[int]] = {}
        for i, column in enumerate(zip(*boards, strict=True)):
            for symbol in set(column):
                seen.setdefault(symbol, set()).add(i)
        symbols = [
            _Symbol(
                symbol,
                min(count[symbol] for count in counts),
                max(count[symbol] for count in counts),
                frozenset(cells),
            )
            for symbol, cells in seen.items()
        ]
        # The symbol that may be almost everywhere comes last, and fills the remaining cells.
        self._symbols = sorted(symbols, key=lambda symbol: (len(symbol.cells), symbol.text))
        # _ways[i][left]: the number of ways to fill `left` cells with the symbols from i on.
        self._ways = [[1] + [0] * self._cells]
        for symbol in reversed(self._symbols):
            after = self._ways[0]
            ways = [
                sum(_ways(symbol, left, n) * after[left - n] for n in _range(symbol, left))
                for left in range(self._cells + 1)
            ]
            self._ways.insert(0, ways)

    @property
    def bound(self) -> int:
        """An upper bound of the number of placements."""
        return self._ways[0][self._cells]

    def draw(self, rng: random.Random) -> tuple[list[str], float]:
        """A random placement and its weight; `bound` times the mean weight is the number of
        placements. A weight of 0 means that the symbols did not fit; ignore the cells then."""
        free, cells, weight = set(range(self._cells)), [EMPTY] * self._cells, 1.0
        for i, symbol in enumerate(self._symbols):
            number = self._random_number(i, len(free), rng)
            open_cells = sorted(free & symbol.cells)
            weight *= math.comb(len(open_cells), number) / _ways(symbol, len(free), number)
            if weight == 0:
                return cells, 0.0
            for cell in rng.sample(open_cells, number):
                cells[cell] = symbol.text
                free.remove(cell)
        return cells, weight

    def _random_number(self, i: int, left: int, rng: random.Random) -> int:
        """How often the symbol `i` occurs; all ways to fill the rest are equally likely."""
        symbol = self._symbols[i]
        choice = rng.randrange(self._ways[i][left])
        for number in _range(symbol, left):
            choice -= _ways(symbol, left, number) * self._ways[i + 1][left - number]
            if choice < 0:
                return number
        raise AssertionError("the ways add up")


def _range(symbol: _Symbol, left: int) -> range:
    return range(symbol.min_count, min(symbol.max_count, left) + 1)


def _ways(symbol: _Symbol, left: int, number: int) -> int:
    return math.comb(min(len(symbol.cells), left), number)


def accepted_weights(
    placements: Placements,
    board: BoardText,
    texts: Sequence[str],
    accepts: Callable[[str], bool],
    trials: int,
    rng: random.Random,
) -> list[float]:
    """The weights of random placements, 0 for those that are accepted in none of the texts. There
    are at most `trials`; it stops after ENOUGH were accepted."""
    weights: list[float] = []
    accepted_count = 0
    while len(weights) < trials and accepted_count < ENOUGH:
        cells, weight = placements.draw(rng)
        legal = weight > 0 and any(accepts(board.with_cells(text, cells)) for text in texts)
        weights.append(weight if legal else 0.0)
        accepted_count += legal
    return weights
