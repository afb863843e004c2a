"""Makes tests/data/chinesecheckers.json with OpenSpiel's `chinese_checkers` (Lanctot et al. 2019).

    pip install open_spiel && python -m tests.games.chinesecheckers.open_spiel_data

OpenSpiel is large and only this script needs it, so its answers are stored. It plays a chain hop
by hop, and its rules differ: pegs may stop anywhere, a chain may not return to a cell, the game
ends when the first seat has filled its goal, only a seat's own pegs fill its goal, and pegs need
not leave home. The cells that a peg can reach in a turn can still be compared.
"""

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from .twin import CELL_OF, CELLS, HOMES, NAMES, POINTS, ROWS, Cell, ChineseCheckers, State

FILE = Path(__file__).parents[2] / "data/chinesecheckers.json"
PASS = 121 * 6
SEATS = (2, 3, 4, 6)

# OpenSpiel numbers the cells of a row the other way round: player 0 is at the top of its picture.
CELL_OF_NUMBER = [cell for row in ROWS for cell in reversed(row)]


def ends_of_turn(state: Any) -> Iterator[tuple[str, Any]]:
    """Each move of the player to move, as a pair of cells like `e4-g4`, and the state after it."""
    player, before = state.current_player(), owners(state)
    front, seen = [(state, True)], set[str]()
    while front:
        here, is_first = front.pop()
        for action in here.legal_actions():
            if is_first and action == PASS:
                continue
            after = here.clone()
            after.apply_action(action)
            if not after.is_terminal() and after.current_player() == player:
                front.append((after, False))
                continue
            now = owners(after)
            left = [cell for cell in CELLS if before[cell] == player != now[cell]]
            reached = [cell for cell in CELLS if now[cell] == player != before[cell]]
            if left and (pair := f"{NAMES[left[0]]}-{NAMES[reached[0]]}") not in seen:
                seen.add(pair)
                yield pair, after


def owners(state: Any) -> dict[Cell, int]:
    """The owner of the peg on each cell, or -1 if it is empty."""
    signs = [sign for line in str(state).splitlines()[:17] for sign in line.split()]
    return {
        cell: -1 if sign == "." else int(sign) - 1
        for cell, sign in zip(CELL_OF_NUMBER, signs, strict=True)
    }


def allowed(seats: int, seat: int, pair: str) -> bool:
    """Whether our rules let a peg stop on the last cell of the pair."""
    homes = ChineseCheckers(seats).homes + ChineseCheckers(seats).goals
    allowed_points = (homes[seat], homes[seats + seat])
    end = CELL_OF[pair.split("-")[1]]
    return any(end in point for point in allowed_points) or not any(end in point for point in homes)


def row_text(state: Any, turn: int) -> str:
    pegs = tuple(sorted((cell, seat) for cell, seat in owners(state).items() if seat >= 0))
    seats = len({seat for _, seat in pegs})
    return ChineseCheckers(seats).text(State(pegs, turn))


def positions(seats: int, rng: random.Random) -> Iterator[dict[str, object]]:
    """Positions of a game; of its moves, 30 % are random and the others gain the most steps."""
    import pyspiel

    state = pyspiel.load_game("chinese_checkers", {"players": seats}).new_initial_state()
    for ply in range(46 * seats):
        turn = state.current_player()
        ends = dict(ends_of_turn(state))
        # About every ninth round, each time with another seat to move.
        if ply % (9 * seats + 1) == 4:
            text = row_text(state, turn)
            yield {"seats": seats, "position": text, "ends": " ".join(sorted(ends))}
        goal = POINTS[HOMES[seats][turn] - 3]
        gains = {pair: _gain(pair, goal) for pair in ends if allowed(seats, turn, pair)}
        choice = (
            rng.choice(list(gains)) if rng.random() < 0.3 else max(gains, key=gains.__getitem__)
        )
        state = ends[choice]
        if state.is_terminal():
            return


def _gain(pair: str, goal: frozenset[Cell]) -> int:
    start, end = (CELL_OF[name] for name in pair.split("-"))
    tip = max(goal, key=lambda cell: sum(map(abs, cell)))
    return _steps(start, tip) - _steps(end, tip)


def _steps(a: Cell, b: Cell) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def perft(state: Any, depth: int, seats: int) -> int:
    """The number of paths of `depth` turns."""
    if depth == 0:
        return 1
    turn = state.current_player()
    ends = [end for pair, end in ends_of_turn(state) if allowed(seats, turn, pair)]
    return len(ends) if depth == 1 else sum(perft(end, depth - 1, seats) for end in ends)


def main() -> None:
    import pyspiel

    rng = random.Random(65)
    found = [one for seats in SEATS for _ in range(2) for one in positions(seats, rng)]
    lines = ",\n".join(json.dumps(one) for one in found)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    for seats in SEATS:
        start = pyspiel.load_game("chinese_checkers", {"players": seats}).new_initial_state()
        counts = [perft(start, depth, seats) for depth in range(1, 4)]
        assert all(a < b for a, b in pairwise(counts))
        print(seats, counts)


if __name__ == "__main__":
    main()
