"""Which stones a bot marks as dead after two passes, in Go: those that playouts hold for dead.

After a few disagreements it resumes play, after which the board is scored as it stands.
"""

import re
from collections.abc import Sequence

from ..games import History, estimate_ownership

DONE, RESUME, DEAD = "done", "resume", "dead "
PLAYOUTS = 500
MOST_AGREEMENTS = 3  # of ours in one marking: the other side does not accept them

FILES = "ABCDEFGHJKLMNOPQRST"
Point = tuple[int, int]
"""A column and a row, from 0 at the lower left."""


def is_marking(legal: Sequence[str]) -> bool:
    """Whether dead stones are being marked."""
    return DONE in legal and RESUME in legal


def marking_move(history: History, agreements: int) -> str:
    """The move in a marking: the next chain to mark or to unmark, or `done`, or `resume`.

    `agreements`: how often this side has said `done` since play stopped.
    """
    board = _board(history.text)
    held_dead: set[Point] = set()
    for text in estimate_ownership(history, PLAYOUTS).dead:
        held_dead |= _chain(board, _point(text))
    marked = {point for point, stone in board.items() if stone.isupper()}
    differing = sorted(held_dead ^ marked)
    if not differing:
        return DONE
    if agreements >= MOST_AGREEMENTS:
        return RESUME
    column, row = differing[0]
    return f"{DEAD}{FILES[column]}{row + 1}"


def agreements_in(moves: Sequence[str]) -> int:
    """How many of one side's last moves said `done` in the present marking."""
    count = 0
    for move in reversed(moves):
        if move != DONE and not move.startswith(DEAD):
            break
        count += move == DONE
    return count


def _board(text: str) -> dict[Point, str]:
    """The stones of a position's text; capitals are marked as dead."""
    stones: dict[Point, str] = {}
    rows = text.split()[0].split("/")
    for row, line in enumerate(reversed(rows)):
        column = 0
        for word in re.findall(r"[0-9]+|[xoXO]", line):
            if word.isdigit():
                column += int(word)
            else:
                stones[column, row] = word
                column += 1
    return stones


def _chain(board: dict[Point, str], start: Point) -> set[Point]:
    """The stones of one colour that are connected with this one."""
    colour, chain, waiting = board[start].lower(), {start}, [start]
    while waiting:
        column, row = waiting.pop()
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if (x, y) not in chain and board.get((x, y), "").lower() == colour:
                chain.add((x, y))
                waiting.append((x, y))
    return chain


def _point(text: str) -> Point:
    return FILES.index(text[0]), int(text[1:]) - 1
