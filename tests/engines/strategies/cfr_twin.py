"""The twin of the solvers of small games: CFR+ and best responses in plain Python, on the histories
as the games give them. Slow and simple; it shares no code with the core's."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from zeitnot_engines.games import Game, History

Table = dict[str, dict[str, float]]
"""The probability of each move, by what its seat knows."""


@dataclass
class Node:
    """A history of one hand. At an end nothing follows; `gain`: what seat 0 wins there. `branches`:
    moves, or throws with their probabilities."""

    gain: float = 0.0
    seat: int | None = None
    information: str = ""
    branches: list[tuple[str, float, "Node"]] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        yield self
        for _, _, node in self.branches:
            yield from node.all()


def hand_of(game: Game, chips_before: Callable[[History], int | None]) -> Node:
    """The tree of the first hand. `chips_before`: what seat 0 has won when a hand has ended, None
    while it lasts."""

    def grow(state: History) -> Node:
        if (gain := chips_before(state)) is not None:
            return Node(gain=gain)
        if state.due is not None:
            throws = [(p, grow(state.throw(values))) for values, p in state.outcomes()]
            return Node(branches=[("", p, node) for p, node in throws])
        assert state.turn is not None
        known = state.information(state.turn)
        assert known is not None
        moves = [(move, 1.0, grow(state.play(move))) for move in state.legal()]
        return Node(seat=state.turn, information=known, branches=moves)

    return grow(game.start())


def gain_of_cards(state: History) -> int | None:
    """Of a session of cards: the text's third word, when the second says that a hand is over."""
    _, number, chips, _ = state.text.split()
    return int(chips) if number != "1" else None


def uniform(root: Node) -> Table:
    return {
        node.information: {move: 1 / len(node.branches) for move, _, _ in node.branches}
        for node in root.all()
        if node.seat is not None
    }


def value(node: Node, table: Table) -> float:
    """What seat 0 gains if both play by the table."""
    if not node.branches:
        return node.gain
    mix = table.get(node.information) if node.seat is not None else None
    return sum(
        (p if mix is None else mix[move]) * value(child, table) for move, p, child in node.branches
    )


def best_by_enumeration(root: Node, seat: int, table: Table) -> float:
    """The gain of a best response, as the best of all pure strategies."""
    sets = sorted({node.information for node in root.all() if node.seat == seat})
    moves = [list(table[known]) for known in sets]
    sign = 1 if seat == 0 else -1

    def with_choices(choices: Sequence[str]) -> Table:
        chosen = {
            known: {move: float(move == choice) for move in table[known]}
            for known, choice in zip(sets, choices, strict=True)
        }
        return {**table, **chosen}

    return max(sign * value(root, with_choices(choices)) for choices in product(*moves))


class CfrPlus:
    """Tammelin's CFR+: regrets from 0 up, seats in turn, the average by the iteration's number."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._moves = {known: list(mix) for known, mix in uniform(root).items()}
        self._regrets: Table = {known: dict.fromkeys(m, 0.0) for known, m in self._moves.items()}
        self._sums: Table = {known: dict.fromkeys(m, 0.0) for known, m in self._moves.items()}
        self._strategy = uniform(root)
        self._iteration = 0

    def iterate(self) -> None:
        self._iteration += 1
        for seat in (0, 1):
            found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
            self._walk(self._root, seat, 1.0, found)
            for known, gains in found.items():
                for move, gain in gains.items():
                    self._regrets[known][move] = max(0.0, self._regrets[known][move] + gain)
                self._strategy[known] = in_proportion(self._regrets[known])
            self._add_plan(self._root, seat, 1.0, set())

    def average(self) -> Table:
        return {known: in_proportion(sums) for known, sums in self._sums.items()}

    def _walk(self, node: Node, seat: int, others: float, found: Table) -> float:
        """The seat's gain; `others`: the probability that chance and the other seat lead here."""
        if not node.branches:
            return node.gain if seat == 0 else -node.gain
        if node.seat is None:
            return sum(
                p * self._walk(child, seat, others * p, found) for _, p, child in node.branches
            )
        mix = self._strategy[node.information]
        ours = node.seat == seat
        gains = {
            move: self._walk(child, seat, others if ours else others * mix[move], found)
            for move, _, child in node.branches
        }
        mean = sum(mix[move] * gain for move, gain in gains.items())
        if ours:
            for move, gain in gains.items():
                found[node.information][move] += others * (gain - mean)
        return mean

    def _add_plan(self, node: Node, seat: int, own: float, seen: set[str]) -> None:
        """Adds the seat's strategy to its sums, once for each set."""
        mix = self._strategy[node.information] if node.seat == seat else {}
        if mix and node.information not in seen:
            seen.add(node.information)
            for move, share in mix.items():
                self._sums[node.information][move] += self._iteration * own * share
        for move, _, child in node.branches:
            self._add_plan(child, seat, own * mix.get(move, 1.0), seen)


def in_proportion(weights: dict[str, float]) -> dict[str, float]:
    """Probabilities in proportion to what is above 0; equal if nothing is."""
    kept = {move: max(0.0, weight) for move, weight in weights.items()}
    total = sum(kept.values())
    return {move: weight / total if total > 0 else 1 / len(kept) for move, weight in kept.items()}
