"""The network that evaluates EinStein würfelt nicht!, in plain Python.

It reads the engine's weights and sums over stones as described in games/ewn/net.hpp, but shares no
code with the engine."""

import math
import struct
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from ..weights import file_of, read_packed

SOURCE = file_of("ewn")
HIDDEN = 32
STEPS_PER_UNIT = 16_384  # of the summed log odds
ROLES = [
    (stone, lower, higher)
    for stone in range(6)
    for lower, higher in product([None, *range(stone)], [*range(stone + 1, 6), None])
]
"""A stone with its nearest remaining lower and higher stones, in the order of the file."""

Stones = dict[int, tuple[int, int]]
"""Row and column, 0 to 4, of each remaining stone 0 to 5, from blue's side."""


@dataclass(frozen=True)
class Net:
    """The weights and their evaluation."""

    rows: dict[tuple[bool, tuple[int, int | None, int | None], tuple[int, int]], tuple[int, ...]]
    bias: tuple[int, ...]
    out: tuple[int, ...]
    out_bias: int

    @classmethod
    def read(cls, path: Path = SOURCE) -> "Net":
        """Reads the weights from a file, by default the package's."""
        data = read_packed(path)
        rows = {}
        cells = list(product(range(5), range(5)))
        for i, (enemy, role, cell) in enumerate(product([False, True], ROLES, cells)):
            rows[enemy, role, cell] = struct.unpack_from(f"<{HIDDEN}h", data, 2 * HIDDEN * i)
        at = 2 * HIDDEN * len(rows)
        bias, out = (struct.unpack_from(f"<{HIDDEN}h", data, at + 2 * HIDDEN * i) for i in (0, 1))
        return cls(rows, bias, out, struct.unpack_from("<i", data, at + 4 * HIDDEN)[0])

    def win_probability(self, own: Stones, enemy: Stones) -> float:
        """The win probability of the side to throw, whose goal is row 0, column 0."""
        log_odds = self.out_bias / STEPS_PER_UNIT
        for mirrored in (False, True):
            sums = list(self.bias)
            for is_enemy, stones in ((False, own), (True, enemy)):
                for stone, (row, column) in stones.items():
                    lower = max((s for s in stones if s < stone), default=None)
                    higher = min((s for s in stones if s > stone), default=None)
                    cell = (column, row) if mirrored else (row, column)
                    weights = self.rows[is_enemy, (stone, lower, higher), cell]
                    sums = [a + b for a, b in zip(sums, weights, strict=True)]
            total = sum(max(0, s) * w for s, w in zip(sums, self.out, strict=True))
            log_odds += total / STEPS_PER_UNIT
        return 1 / (1 + math.exp(-log_odds))


def sides(text: str) -> tuple[Stones, Stones]:
    """Own and enemy stones of a position, turned so that the side to move is blue."""
    side, _, *cells = text.split()
    found: list[Stones] = [{}, {}]
    for i, cell in enumerate(map(int, cells)):
        at = divmod(cell - 1 if side == "B" else 25 - cell, 5)
        if cell:
            found[i // 6 ^ (side == "R")][i % 6] = at
    return found[0], found[1]
