"""The twin of Monte-Carlo tree search: plain UCT in Python, with the core's random numbers.

UCB1 on the mean score of the seat that chooses; first each move once, in the order of the
generator; uniformly random playouts to the end. It uses the core's rules, since games have
separate twins.
"""

import math
from dataclasses import dataclass, field
from typing import Any

MASK = (1 << 64) - 1
TWO_32 = 1 << 32
MAX_PLIES = 1000


class Random:
    """splitmix64, as in the core."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next32(self) -> int:
        """32 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return (z ^ (z >> 31)) >> 32

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.next32() * n >> 32


@dataclass
class Child:
    """A move, or an outcome of a throw. `until`: the end of its interval of [0, 2^32). `total`: the
    sum of its scores."""

    step: Any
    until: int = 0
    visits: int = 0
    total: float = 0.0
    node: "Node | None" = None


@dataclass
class Node:
    """An expanded position with its moves or outcomes. `seat`: the one that moves or throws."""

    seat: int
    chance: bool
    children: list[Child] = field(default_factory=list)


class Uct:
    """One search. Each playout ends at the end of the game or, undecided, after MAX_PLIES."""

    def __init__(self, root: Any, seed: int, exploration: float) -> None:
        self._root_state = root
        self._rng = Random(seed)
        self._exploration = exploration
        self.root = self._expand(root)

    def run(self, simulations: int) -> None:
        """Runs this many more simulations."""
        for _ in range(simulations):
            path, state = self._select()
            self._back_propagate(path, self._play_out(state))

    def visits(self) -> dict[str, int]:
        """The visits of each move at the root."""
        return {child.step: child.visits for child in self.root.children}

    def best(self) -> str:
        """The move with most visits."""
        return str(max(self.root.children, key=lambda child: child.visits).step)

    # ── the four steps ─────────────────────────────────────────────────────────────────────────

    def _select(self) -> tuple[list[tuple[Node, Child]], Any]:
        """Goes down to a leaf, which it expands at the second visit."""
        path: list[tuple[Node, Child]] = []
        node: Node | None = self.root
        state = self._root_state
        while node is not None:
            child = self._throw(node) if node.chance else self._best_child(node)
            path.append((node, child))
            state = state.throw(child.step) if node.chance else state.play(child.step)
            if state.result is not None:
                break
            if child.node is None and child.visits > 0:
                child.node = self._expand(state)
            node = child.node
        return path, state

    def _expand(self, state: Any) -> Node:
        if state.due is None:
            return Node(state.side, False, [Child(move) for move in state.legal()])
        children: list[Child] = []
        futures: list[Any] = []
        probabilities: list[float] = []
        for values, probability in state.outcomes():
            future = merge_key(state.throw(values))
            if future in futures:
                probabilities[futures.index(future)] += probability
            else:
                futures.append(future)
                children.append(Child(values))
                probabilities.append(probability)
        total = 0.0
        for child, probability in zip(children, probabilities, strict=True):
            total += probability
            child.until = int(min(total * TWO_32, TWO_32 - 1))
        return Node(state.side, True, children)

    def _play_out(self, state: Any) -> tuple[float, ...]:
        plies = 0
        while state.result is None and plies < MAX_PLIES:
            if state.due is not None:
                state = state.throw(self._random_throw(state))
                continue
            moves = state.legal()
            after = state.play(moves[self._rng.below(len(moves))])
            state = after.game.parse(after.text)  # without its history: playouts ignore repetition
            plies += 1
        return state.result[0] if state.result is not None else (0.5, 0.5)

    def _back_propagate(self, path: list[tuple[Node, Child]], scores: tuple[float, ...]) -> None:
        for node, child in path:
            child.visits += 1
            child.total += scores[node.seat]

    # ── choices ────────────────────────────────────────────────────────────────────────────────

    def _best_child(self, node: Node) -> Child:
        """The first child with the largest UCB1."""
        visits = sum(child.visits for child in node.children)
        log_term = 2 * math.log(max(1, visits))

        def urgency(child: Child) -> float:
            if child.visits == 0:
                return math.inf
            bonus = math.sqrt(log_term / child.visits)
            return child.total / child.visits + self._exploration * bonus

        return max(node.children, key=urgency)

    def _throw(self, node: Node) -> Child:
        drawn = self._rng.next32()
        return next((c for c in node.children if drawn < c.until), node.children[-1])

    def _random_throw(self, state: Any) -> Any:
        drawn, total = self._rng.next32() / TWO_32, 0.0
        for values, probability in state.outcomes():
            total += probability
            if drawn < total:
                return values
        return values


def merge_key(state: Any) -> Any:
    """Equal for throws after which the same moves are legal, as the core merges them."""
    return tuple(state.legal()) if state.due is None else state.text
