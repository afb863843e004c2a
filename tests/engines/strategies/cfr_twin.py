"""The twin (reference implementation) of the solvers of small games: CFR+ and best responses in
plain Python, on the histories of the games. Slow and simple, it shares no code with the core."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from zeitnot_engines.games import Game, History

Table = dict[str, dict[str, float]]
"""The probability of each move, by the information of the seat to move."""


@dataclass
class Node:
    """A node in the tree of one hand. A leaf has no branches; `gain` is what seat 0 wins there.
    `branches`: moves, or throws with their probabilities, and the nodes that follow."""

    gain: float = 0.0
    seat: int | None = None
    information: str = ""
    branches: list[tuple[str, float, "Node"]] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        yield self
        for _, _, node in self.branches:
            yield from node.all()


def hand_of(game: Game, gain_if_over: Callable[[History], int | None]) -> Node:
    """The tree of the first hand. `gain_if_over`: what seat 0 has won in the first hand; None
    while that hand lasts."""

    def grow(state: History) -> Node:
        if (gain := gain_if_over(state)) is not None:
            return Node(gain=gain)
        if state.due is not None:
            throws = [(p, grow(state.throw(values))) for values, p in state.outcomes()]
            return Node(branches=[("", p, node) for p, node in throws])
        assert state.turn is not None
        information = state.information(state.turn)
        assert information is not None
        moves = [(move, 1.0, grow(state.play(move))) for move in state.legal()]
        return Node(seat=state.turn, information=information, branches=moves)

    return grow(game.start())


def gain_of_cards(state: History) -> int | None:
    """For card games of several hands: the chips (the text's third word) once the first hand is
    over (the second word is the number of the hand)."""
    _, number, chips, _ = state.text.split()
    return int(chips) if number != "1" else None


def uniform(root: Node) -> Table:
    return {
        node.information: {move: 1 / len(node.branches) for move, _, _ in node.branches}
        for node in root.all()
        if node.seat is not None
    }


def value(node: Node, table: Table) -> float:
    """The gain of seat 0 if both play by the table."""
    if not node.branches:
        return node.gain
    mix = table.get(node.information) if node.seat is not None else None
    return sum(
        (p if mix is None else mix[move]) * value(child, table) for move, p, child in node.branches
    )


def best_by_enumeration(root: Node, seat: int, table: Table) -> float:
    """The gain of a best response, found by trying all pure strategies."""
    information_sets = sorted({node.information for node in root.all() if node.seat == seat})
    moves = [list(table[information]) for information in information_sets]
    sign = 1 if seat == 0 else -1

    def with_choices(choices: Sequence[str]) -> Table:
        chosen = {
            information: {move: float(move == choice) for move in table[information]}
            for information, choice in zip(information_sets, choices, strict=True)
        }
        return {**table, **chosen}

    return max(sign * value(root, with_choices(choices)) for choices in product(*moves))


class CfrPlus:
    """Tammelin's CFR+: regrets stay at 0 or above, seats are updated in turn, and iterations are
    weighted by their number in the average."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._moves = {information: list(mix) for information, mix in uniform(root).items()}
        self._regrets: Table = {
            information: dict.fromkeys(m, 0.0) for information, m in self._moves.items()
        }
        self._sums: Table = {
            information: dict.fromkeys(m, 0.0) for information, m in self._moves.items()
        }
        self._strategy = uniform(root)
        self._iteration = 0

    def iterate(self) -> None:
        self._iteration += 1
        for seat in (0, 1):
            changes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
            self._walk(self._root, seat, 1.0, changes)
            for information, gains in changes.items():
                for move, gain in gains.items():
                    self._regrets[information][move] = max(
                        0.0, self._regrets[information][move] + gain
                    )
                self._strategy[information] = in_proportion(self._regrets[information])
            self._add_to_sums(self._root, seat, 1.0, set())

    def average(self) -> Table:
        return {information: in_proportion(sums) for information, sums in self._sums.items()}

    def _walk(self, node: Node, seat: int, others: float, changes: Table) -> float:
        """The seat's gain; `others`: the probability that chance and the other seat lead here."""
        if not node.branches:
            return node.gain if seat == 0 else -node.gain
        if node.seat is None:
            return sum(
                p * self._walk(child, seat, others * p, changes) for _, p, child in node.branches
            )
        mix = self._strategy[node.information]
        is_own = node.seat == seat
        gains = {
            move: self._walk(child, seat, others if is_own else others * mix[move], changes)
            for move, _, child in node.branches
        }
        mean = sum(mix[move] * gain for move, gain in gains.items())
        if is_own:
            for move, gain in gains.items():
                changes[node.information][move] += others * (gain - mean)
        return mean

    def _add_to_sums(self, node: Node, seat: int, reach: float, seen: set[str]) -> None:
        """Adds the seat's strategy to its sums, once for each information set. `reach`: the
        probability that the seat's moves lead here."""
        mix = self._strategy[node.information] if node.seat == seat else {}
        if mix and node.information not in seen:
            seen.add(node.information)
            for move, share in mix.items():
                self._sums[node.information][move] += self._iteration * reach * share
        for move, _, child in node.branches:
            self._add_to_sums(child, seat, reach * mix.get(move, 1.0), seen)


def in_proportion(weights: dict[str, float]) -> dict[str, float]:
    """Probabilities in proportion to the positive weights; equal ones if there are none."""
    positive = {move: max(0.0, weight) for move, weight in weights.items()}
    total = sum(positive.values())
    return {
        move: weight / total if total > 0 else 1 / len(positive)
        for move, weight in positive.items()
    }
