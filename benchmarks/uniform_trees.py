"""Uniform trees: what the textbooks say that alpha-beta visits in them, what the core's alpha-beta
visits (engines/core/tests/uniform_trees.cpp), and a plain twin in Python that confirms its counts.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.engines.building import build_checks, run

MAX_MARGIN = 999_000
MAX_ADVERSE_LEAVES = 2 * MAX_MARGIN
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class UniformSearch:
    """A search of one tree: the settings of engines/core/tests/toy_games/uniform_tree.hpp, the
    heuristics in use, and the first iteration; the last one is `depth`."""

    branching: int
    depth: int
    order: str = "random"
    seed: int = 1
    informed: bool = False
    heuristics: tuple[str, ...] = ("alphabeta",)
    first: int | None = None

    def line(self) -> str:
        """The search in the input format of the program."""
        informed = "yes" if self.informed else "no"
        used = ",".join(self.heuristics) or "none"
        first = self.depth if self.first is None else self.first
        tree = (self.branching, self.depth, self.order, self.seed, informed, used, first)
        return " ".join(map(str, tree))


@dataclass(frozen=True, slots=True)
class Counts:
    """The root's value, and the leaves and nodes visited by each iteration."""

    value: int
    leaves: tuple[int, ...]
    nodes: tuple[int, ...]


@cache
def program() -> Path:
    """The program that searches with the core's alpha-beta, which is built if necessary."""
    return build_checks("trees", "", "uniform_trees") / "uniform_trees"


def search_all(searches: Sequence[UniformSearch]) -> list[Counts]:
    """The counts of each search, by the core."""
    lines = run(program(), lines=[search.line() for search in searches]).splitlines()
    return [_counts(line) for line in lines]


def _counts(line: str) -> Counts:
    value, *iterations = line.split()
    pairs = [tuple(map(int, iteration.split(":"))) for iteration in iterations]
    return Counts(int(value), tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))


def best_order_leaves(branching: int, depth: int) -> int:
    """The leaves that alpha-beta must visit for any values (Knuth and Moore 1975)."""
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


def random_order_exponent(branching: int) -> float:
    """The exponent e of b^(e m), the leaves visited in random order as the depth m grows: the
    branching factor is x/(1 - x) with x^b + x = 1 (Pearl 1982)."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return math.log(low / (1 - low), branching)


@dataclass(frozen=True, slots=True)
class _Node:
    path: int
    rank: int = 0
    ply: int = 0


class ReferenceTree:
    """A reference implementation of the tree in Python, with the textbooks' minimax and
    alpha-beta."""

    def __init__(self, search: UniformSearch) -> None:
        self._search = search
        self.leaves = 0

    def alphabeta(self) -> int:
        """The value of the root for MAX; counts leaves."""
        return self._alphabeta(_Node(_mixed(self._search.seed)), -math.inf, math.inf)

    def minimax(self) -> int:
        """The same value, by visiting every leaf."""
        return self._minimax(_Node(_mixed(self._search.seed)))

    def _children(self, node: _Node) -> Iterator[_Node]:
        branching = self._search.branching
        for number in range(branching):
            step = number if node.ply % 2 == 0 else branching - 1 - number
            yield _Node(_mixed(node.path + number), node.rank * branching + step, node.ply + 1)

    def _ordered(self, node: _Node) -> list[_Node]:
        children = list(self._children(node))
        if self._search.order in ("best", "worst"):
            is_max = node.ply % 2 == 0
            best_first = self._search.order == "best"
            silent = ReferenceTree(self._search)  # so that sorting counts no leaves
            children.sort(key=silent._minimax, reverse=is_max == best_first)
        return children

    def _leaf(self, node: _Node) -> int:
        self.leaves += 1
        if self._search.order == "adverse":
            return node.rank - MAX_MARGIN
        return (node.path >> 16) % (2 * MAX_MARGIN + 1) - MAX_MARGIN

    def _minimax(self, node: _Node) -> int:
        if node.ply == self._search.depth:
            return self._leaf(node)
        better = max if node.ply % 2 == 0 else min
        return better(self._minimax(child) for child in self._children(node))

    def _alphabeta(self, node: _Node, alpha: float, beta: float) -> int:
        if node.ply == self._search.depth:
            return self._leaf(node)
        values = []
        for child in self._ordered(node):
            values.append(self._alphabeta(child, alpha, beta))
            if node.ply % 2 == 0:
                alpha = max(alpha, values[-1])
            else:
                beta = min(beta, values[-1])
            if alpha >= beta:
                break
        return max(values) if node.ply % 2 == 0 else min(values)


def _mixed(state: int) -> int:
    """A step of splitmix64, as in engines/core/include/zeitnot/zobrist.hpp."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)
