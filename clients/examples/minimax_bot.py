"""A bot that plays tic-tac-toe perfectly, by plain minimax over the whole game.

    zeitnot bot register Oxo            # prints a token
    ZEITNOT_TOKEN=zn_… python minimax_bot.py http://127.0.0.1:8080

A position is the server's text: nine of `x o .` from the top row down, a space, the side to move.
"""

import asyncio
import os
import sys
from functools import cache

from zeitnot_client import Turn, run_bot, show_log

GAME = "tictactoe"
CELLS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def play(position: str, cell: int) -> str:
    """The position after the side to move has marked this cell."""
    board, side = position.split()
    other = "o" if side == "x" else "x"
    return f"{board[:cell]}{side}{board[cell + 1 :]} {other}"


@cache
def value(position: str) -> int:
    """Positive if the side to move wins (greater if sooner), 0 if drawn, negative if it loses."""
    board = position.split()[0]
    empty = board.count(".")
    if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
        return -1 - empty  # the other side has just made its line
    if empty == 0:
        return 0
    return max(-value(play(position, cell)) for cell in range(9) if board[cell] == ".")


def choose(turn: Turn) -> str:
    """The move that leaves the opponent with the lowest value."""
    return min(turn.legal, key=lambda move: value(play(turn.position, CELLS.index(move))))


if __name__ == "__main__":
    show_log()  # each game's end, and all problems
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    asyncio.run(run_bot(server, os.environ["ZEITNOT_TOKEN"], choose, [GAME]))
