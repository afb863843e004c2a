"""The twin (reference implementation) of regret minimisation with external sampling. It makes the
same random draws: its generator is written from the definition of std::mt19937_64."""

from collections.abc import Iterator, Sequence
from itertools import islice

from .cfr_twin import Node, Table, in_proportion, uniform

WORD_MASK = (1 << 64) - 1


def mersenne_twister(seed: int) -> Iterator[int]:
    """Words of 64 bits (Nishimura, "Tables of 64-bit Mersenne twisters", 2000)."""
    size, middle, low = 312, 156, (1 << 31) - 1
    state = [seed & WORD_MASK]
    for i in range(1, size):
        state.append((6364136223846793005 * (state[-1] ^ state[-1] >> 62) + i) & WORD_MASK)
    while True:
        for i in range(size):
            word = state[i] & ~low | state[(i + 1) % size] & low
            state[i] = state[(i + middle) % size] ^ word >> 1 ^ (word & 1) * 0xB5026F5AA96619E9
        for word in state:
            word ^= word >> 29 & 0x5555555555555555
            word ^= word << 17 & 0x71D67FFFEDA60000
            word ^= word << 37 & 0xFFF7EEE000000000
            yield word ^ word >> 43


class Mccfr:
    """Each iteration draws one deal and the other seat's moves, once for each seat that learns. The
    other seat's strategy is added to its sums at the nodes that a sample visits."""

    def __init__(self, root: Node, seed: int) -> None:
        self._root = root
        self._words = mersenne_twister(seed)
        self._regrets: Table = {
            information: dict.fromkeys(mix, 0.0) for information, mix in uniform(root).items()
        }
        self._sums: Table = {
            information: dict.fromkeys(mix, 0.0) for information, mix in uniform(root).items()
        }

    def iterate(self) -> None:
        for seat in (0, 1):
            self._walk(self._root, seat)

    def average(self) -> Table:
        return {information: in_proportion(sums) for information, sums in self._sums.items()}

    def _walk(self, node: Node, seat: int) -> float:
        """The seat's gain in this sample."""
        if not node.branches:
            return node.gain if seat == 0 else -node.gain
        if node.seat is None:
            return self._walk(self._drawn(node, [p for _, p, _ in node.branches]), seat)
        mix = in_proportion(self._regrets[node.information])
        if node.seat != seat:
            for move, share in mix.items():
                self._sums[node.information][move] += share
            return self._walk(self._drawn(node, [mix[move] for move, _, _ in node.branches]), seat)
        gains = {move: self._walk(child, seat) for move, _, child in node.branches}
        mean = sum(mix[move] * gain for move, gain in gains.items())
        for move, gain in gains.items():
            self._regrets[node.information][move] += gain - mean
        return mean

    def _drawn(self, node: Node, shares: Sequence[float]) -> Node:
        remaining = next(self._words) / 2**64
        for share, (_, _, child) in zip(shares, node.branches, strict=True):
            remaining -= share
            if remaining < 0:
                return child
        return node.branches[-1][2]


def nth_word(seed: int, n: int) -> int:
    """The nth word; the first is number 1."""
    return next(islice(mersenne_twister(seed), n - 1, None))
