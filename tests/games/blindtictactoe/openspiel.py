"""Counts of phantom tic-tac-toe in OpenSpiel, which is the same game, for tests/data/values.json.

    pip install open_spiel && python tests/games/blindtictactoe/openspiel.py

`nodes`: paths of 1, 2, … plies. `information`: how many information states the side to move has
after 0, 1, … plies. OpenSpiel's `reveal-numturns` tells both seats the number of tries made, from
which the order of refusals follows, as in our game; an information state there is the tries of one
seat with their results and the number of all tries after each.
"""

import json
from collections.abc import Iterator
from typing import Any

import pyspiel  # type: ignore[import-not-found]

DEPTH = 7
KNOWN_DEPTH = 6


def states(depth: int) -> Iterator[Any]:
    """All unfinished games of this many plies."""
    game = pyspiel.load_game("phantom_ttt", {"obstype": "reveal-numturns"})

    def below(state: Any, left: int) -> Iterator[Any]:
        if state.is_terminal():
            return
        if left == 0:
            yield state
            return
        for action in state.legal_actions():
            yield from below(state.child(action), left - 1)

    yield from below(game.new_initial_state(), depth)


def paths(state: Any, depth: int) -> int:
    """The number of paths of this many plies."""
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    return sum(paths(state.child(action), depth - 1) for action in state.legal_actions())


def main() -> None:
    """Prints both lists as JSON."""
    start = pyspiel.load_game("phantom_ttt").new_initial_state()
    known = [
        len({state.information_state_string() for state in states(depth)})
        for depth in range(KNOWN_DEPTH)
    ]
    nodes = [paths(start, depth) for depth in range(1, DEPTH + 1)]
    print(json.dumps({"nodes": nodes, "information": known}))


if __name__ == "__main__":
    main()
