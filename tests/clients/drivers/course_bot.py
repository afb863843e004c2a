"""A student's program: plays EinStein by the ECUI protocol. `course_bot.py FIRST [FAULT]`.

It moves the stone whose number was thrown, or the one with the nearest number, along the diagonal
if it can. It uses no code of Zeitnot. FIRST is the number of the first cell, 0 or 1. Faults:
`crash`, `hang`, `illegal`, `chatty` (prints other lines, too), `greedy` (allocates 5 GB).
"""

import sys
import time

FIRST = int(sys.argv[1])
FAULT = sys.argv[2] if len(sys.argv) > 2 else ""


def choose(side: str, die: int, cells: list[int]) -> tuple[int, int]:
    stones = cells[:6] if side == "B" else cells[6:]
    on_board = [number for number in range(1, 7) if stones[number - 1] >= FIRST]
    stone = min(on_board, key=lambda number: abs(number - die))
    row, column = divmod(stones[stone - 1] - FIRST, 5)
    step = -1 if side == "B" else 1
    last = 0 if side == "B" else 4
    to_row = row if row == last else row + step
    to_column = column if column == last else column + step
    return stones[stone - 1], 5 * to_row + to_column + FIRST


for line in sys.stdin:
    get, side, die, *cells = line.split()
    assert (get, len(cells)) == ("get", 12), line
    if FAULT == "crash":
        sys.exit(3)
    if FAULT == "greedy":
        memory = bytearray(5 * 1024**3)
    if FAULT == "hang":
        time.sleep(600)
    if FAULT == "chatty":
        print("thinking 1 2 3\nhm", flush=True)
    origin, target = choose(side, int(die), [int(cell) for cell in cells])
    print(origin, origin if FAULT == "illegal" else target, flush=True)
