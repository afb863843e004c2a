"""A baseline bot: it plays a move that gains the most steps, chosen randomly among equals."""

import random
from collections.abc import Sequence

from zeitnot_engines.games import History

from .twin import CELL_OF, CELLS, DISTANCES, Cell, ChineseCheckers


def pegs_of(state: History, seat: int) -> frozenset[Cell]:
    """The cells of a seat's pegs, from the position's text."""
    letters = "".join(
        sign if sign.isalpha() else "." * int(sign)
        for row in state.text.split()[0].split("/")
        for sign in _signs(row)
    )
    return frozenset(
        cell for cell, letter in zip(CELLS, letters, strict=True) if letter == "ABCDEF"[seat]
    )


def _signs(row: str) -> list[str]:
    spaced = "".join(f" {sign} " if sign.isalpha() else sign for sign in row)
    return spaced.split()


def steps(pegs: frozenset[Cell], goal: frozenset[Cell]) -> int:
    """The steps of all pegs outside the goal, each to its nearest free cell there: unfinished seats
    rank by this sum."""
    empty = goal - pegs
    return sum(min(DISTANCES[peg][cell] for cell in empty) for peg in pegs - goal)


class Greedy:
    """A greedy player for games with this number of seats."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self._goals, self._rng = ChineseCheckers(seats).goals, rng

    def __call__(self, state: History, moves: Sequence[str]) -> str:
        goal, pegs = self._goals[state.turn], pegs_of(state, state.turn)
        after = {move: steps(_moved(pegs, move), goal) for move in state.legal()}
        fewest = min(after.values())
        return self._rng.choice([move for move, left in after.items() if left == fewest])


def _moved(pegs: frozenset[Cell], move: str) -> frozenset[Cell]:
    if move == "pass":
        return pegs
    start, *_, end = move.split("-")
    return pegs - {CELL_OF[start]} | {CELL_OF[end]}
