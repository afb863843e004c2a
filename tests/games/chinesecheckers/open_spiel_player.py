"""OpenSpiel's Monte-Carlo tree search as a player for two seats: UCT with random rollouts.

It needs `pip install open_spiel`. OpenSpiel plays hop by hop, so its search chooses each hop of a
chain, or to end it. The first legal move is played, and counted in `unanswered`, in two cases: our
rules forbid OpenSpiel's move because a peg must leave home, or OpenSpiel's game, whose length is
limited, is over.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from zeitnot_engines.games import History

from .open_spiel_data import CELL_OF_NUMBER, PASS
from .twin import CELL_OF, NAMES, Cell, plus

MAX_TURNS = 200
"""The limit of OpenSpiel's games and rollouts; its default, 1,000, would make rollouts slow."""
NUMBER_OF_CELL = {cell: number for number, cell in enumerate(CELL_OF_NUMBER)}
# In OpenSpiel's order: up left, up right, left, right, down left, down right, with seat 0 on top.
DIRECTIONS: list[Cell] = [(1, 0, -1), (0, 1, -1), (1, -1, 0), (-1, 1, 0), (0, -1, 1), (-1, 0, 1)]


def _action(start: Cell, end: Cell) -> int:
    """A step or hop as OpenSpiel numbers it."""
    for number, step in enumerate(DIRECTIONS):
        if end in (plus(start, step), plus(start, step, 2)):
            return NUMBER_OF_CELL[start] * 6 + number
    raise AssertionError("cells of a move lie in a line")


def _apply(state: Any, move: str) -> None:
    """Plays one of our moves in OpenSpiel's game."""
    player = state.current_player()
    cells = [CELL_OF[name] for name in move.split("-")] if move != "pass" else []
    for start, end in pairwise(cells):
        state.apply_action(_action(start, end))
    if not state.is_terminal() and state.current_player() == player:
        state.apply_action(PASS)


class OpenSpielPlayer:
    """One player of one game."""

    def __init__(self, simulations: int, seed: int) -> None:
        import pyspiel

        game = pyspiel.load_game("chinese_checkers", {"players": 2, "max_moves": MAX_TURNS})
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, seed, False)
        self._state = game.new_initial_state()
        self._known = 0  # moves that the state has
        self.unanswered = 0

    def __call__(self, state: History, moves: Sequence[str]) -> str:
        for move in moves[self._known :]:
            if not self._state.is_terminal():
                _apply(self._state, move)
        self._known = len(moves)
        ends = self._choose()
        for move in state.legal():
            if ends == (move.split("-")[0], move.split("-")[-1]):
                return move
        self.unanswered += 1
        return state.legal()[0]

    def _choose(self) -> tuple[str, str] | None:
        """The first and last cell of the chosen peg's move; None if it passes."""
        state, cells = self._state.clone(), list[Cell]()
        player = state.current_player()
        while not state.is_terminal() and state.current_player() == player:
            action = self._bot.step(state)
            if action != PASS:
                start, step = CELL_OF_NUMBER[action // 6], DIRECTIONS[action % 6]
                neighbour = plus(start, step)
                hops = f"{action // 6}=>" in state.action_to_string(player, action)
                cells += [start, plus(neighbour, step) if hops else neighbour]
            state.apply_action(action)
        return (NAMES[cells[0]], NAMES[cells[-1]]) if cells else None
