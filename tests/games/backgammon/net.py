"""Backgammon's networks in plain Python: their inputs, and outputs from the packed weights.

A side is a list of 26 counts: borne off, its points 1 to 24, its bar.
"""

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

HIDDEN, ENDS = 128, 5
STEPS = 2048
BAR, MEN = 25, 15
SIDE = 4 * 25 + 3
CONTACT, RACE = 2 * (SIDE + 30) + 1, 2 * (SIDE + 8) + 1

Side = list[int]


@dataclass(frozen=True)
class Net:
    """One network: `rows` holds the first layer by input, `out` the second layer by outcome."""

    rows: list[tuple[float, ...]]
    bias: tuple[float, ...]
    out: list[tuple[float, ...]]
    out_bias: tuple[float, ...]

    def run(self, inputs: list[float]) -> list[float]:
        """The probabilities of the outcomes."""
        sums = list(self.bias)
        for value, row in zip(inputs, self.rows, strict=True):
            if value:
                sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
        hidden = [total / (1 + abs(total)) for total in sums]
        totals = [
            bias + sum(h * w for h, w in zip(hidden, row, strict=True))
            for row, bias in zip(self.out, self.out_bias, strict=True)
        ]
        return [1 / (1 + math.exp(-total)) for total in totals]


def read_nets(packed: bytes) -> tuple[Net, Net]:
    """Unpacks the contact network and the race network."""
    numbers = [number / STEPS for number in struct.unpack(f"<{len(packed) // 2}h", packed)]
    at = 0

    def take(size: int) -> tuple[float, ...]:
        nonlocal at
        at += size
        return tuple(numbers[at - size : at])

    def net(inputs: int) -> Net:
        rows = [take(HIDDEN) for _ in range(inputs)]
        bias = take(HIDDEN)
        return Net(rows, bias, [take(HIDDEN) for _ in range(ENDS)], take(ENDS))

    return net(CONTACT), net(RACE)


# ── inputs ─────────────────────────────────────────────────────────────────────────────────────


def rear(side: Side) -> int:
    """The farthest point with a checker."""
    return max(point for point in range(26) if side[point] or point == 0)


def pips(side: Side) -> int:
    """Pips to bear all checkers off."""
    return sum(point * count for point, count in enumerate(side))


def raw(side: Side) -> list[float]:
    """The inputs that encode the checkers of one side."""
    inputs: list[float] = []
    for count in side[1:]:
        inputs += [float(count == 1), float(count == 2), float(count > 2), max(0, count - 3) / 2]
    return [*inputs, side[0] / MEN, float(side[0] > 0), float(side[0] > 7)]


def contact_inputs(side: Side, other: Side) -> list[float]:
    """All inputs of the contact network."""
    both = [*raw(side), *raw(other), *contact_terms(side, other), *contact_terms(other, side)]
    return [*both, lead(side, other)]


def race_inputs(side: Side, other: Side) -> list[float]:
    """All inputs of the race network."""
    both = [*raw(side), *raw(other), *race_terms(side), *race_terms(other)]
    return [*both, lead(side, other)]


def lead(side: Side, other: Side) -> float:
    """The lead in the race, relative to its length."""
    return 4 * (pips(other) - pips(side)) / (pips(side) + pips(other) + 10)


def contact_terms(side: Side, other: Side) -> list[float]:
    """The contact features of one side against the other."""
    throws, double_hits, loss = shots(other, side)
    held = sum(other[point] > 1 for point in range(1, 7))
    anchors = [point for point in range(19, 25) if side[point] > 1]
    behind = [point for point in range(18, 25) if side[point] > 1]
    outside = [point for point in range(25, 6, -1) for _ in range(side[point])]
    last = rear(side)
    past = sum(p * side[p] for p in range(1, 25 - min(rear(other), 24)))
    free = {point: escapes(other, point) for point in range(7, 26)}
    shut = [point for point in outside if free[point] <= 12]
    return [
        pips(side) / 100,
        last / 25,
        throws / 36,
        double_hits / 36,
        loss / 360,
        held * held / 36,
        held / 6 if side[BAR] else 0.0,
        escapes(other, last) / 36,
        min([36, *(escapes(other, point) for point in range(13, last + 1))]) / 36,
        sum(free[point] for point in outside[:8]) / 288,
        len(shut) / 5,
        sum(point - 6 for point in outside if free[point] > 12) / 60,
        max([0, *runs(side)]) / 6,
        sum(side[p] > 1 for p in range(26 - rear(other), 32 - rear(other)) if 0 < p < 25) / 6,
        sum(side[19:]) / 5,
        len(anchors) / 3,
        float(len(anchors) > 1),
        (min(behind) - 17) / 7 if behind else 0.0,
        (max(behind) - 17) / 7 if behind else 0.0,
        sum(p * side[p] for p in range(7, 19)) / 60,
        sum(max(0, p - 6) * side[p] for p in range(26)) / 50,
        sum(side[1:7]) / MEN,
        sum(side[7:13]) / 5,
        past / 60,
        (pips(side) - past) / 60,
        sum(side[p] == 1 for p in range(1, 7)) / 3,
        sum(side[p] == 1 for p in range(7, 25)) / 5,
        (max(0, side[1] - 2) + max(0, side[2] - 2)) / 5,
        sum(max(0, side[p] - 4) for p in range(1, 25)) / 5,
        spread(side) / 100,
    ]


def race_terms(side: Side) -> list[float]:
    """The race features of one side."""
    return [
        pips(side) / 50,
        rear(side) / 18,
        sum(max(0, p - 6) * side[p] for p in range(26)) / 25,
        sum(side[7:]) / 5,
        sum(side[p] * -(-p // 6) for p in range(1, 26)) / 10,
        sum(side[1:3]) / 5,
        sum(side[p] == 0 for p in (4, 5, 6)) / 3,
        sum(max(0, side[p] - 4) for p in range(1, 25)) / 5,
    ]


def runs(side: Side) -> Iterator[int]:
    """Lengths of runs of made points."""
    for made, row in groupby(side[1:25], key=lambda count: count > 1):
        if made:
            yield len(list(row))


def spread(side: Side) -> int:
    """The variance of the checkers' points, in whole numbers."""
    places = [point for point in range(1, 26) for _ in range(side[point])]
    if not places:
        return 0
    mean_of_square = sum(places) ** 2 // len(places)
    return (sum(place**2 for place in places) - mean_of_square) // len(places)


def escapes(other: Side, point: int) -> int:
    """How many of 36 throws bring a checker past the farthest blocked point within seven pips."""

    def is_free(far: int) -> bool:
        at = 25 - (point - far)  # numbered from the other side
        return far > 12 or at > 24 or other[at] < 2

    last = max([0, *(far for far in range(1, 8) if not is_free(far))])
    return sum(farthest(a, b, is_free) > last for a in range(1, 7) for b in range(1, 7))


def farthest(a: int, b: int, is_free: Callable[[int], bool]) -> int:
    """How far one checker gets with a throw."""
    if a == b:
        steps = 0
        while steps < 4 and is_free((steps + 1) * a):
            steps += 1
        return steps * a
    singles = [die for die in (a, b) if is_free(die)]
    return a + b if singles and is_free(a + b) else max([0, *singles])


def shots(hitter: Side, victim: Side) -> tuple[int, int, int]:
    """Of 36 throws: those that hit, those that hit two, and the sum of the largest hits in pips."""
    throws = double_hits = loss = 0
    for a in range(1, 7):
        for b in range(1, 7):
            hits, both = reached(hitter, victim, a, b)
            throws += bool(hits)
            double_hits += both
            loss += max([0, *hits])
    return throws, double_hits, loss


def reached(hitter: Side, victim: Side, a: int, b: int) -> tuple[set[int], bool]:
    """Blots that can be hit with a throw, by the hitter's points, and whether two can be."""
    blots = {25 - p for p in range(1, 25) if victim[p] == 1}
    held = {25 - p for p in range(1, 25) if victim[p] > 1}
    checkers = {p for p in range(1, 25) if hitter[p]}

    def moved(places: set[int], die: int) -> set[int]:
        return {p - die for p in places if p > die and p - die not in held}

    if a == b:
        return doubled(hitter, checkers, held, blots, a, moved)
    if not hitter[BAR]:
        by_a, by_b = moved(checkers, a), moved(checkers, b)
        hits = (by_a | by_b | moved(by_a, b) | moved(by_b, a)) & blots
        one, two = by_a & blots, by_b & blots
        return hits, bool(one and two and len(one | two) > 1)
    hits, both = set(), False
    for first, second in ((a, b), (b, a)):
        entry = 25 - first
        if entry in held:
            continue
        here = {entry} & blots
        if hitter[BAR] == 1:
            then = moved(checkers | {entry}, second) & blots
        else:
            then = ({25 - second} - held) & blots
        both = both or bool(here and then - here)
        hits |= here | then
    return hits, both


def doubled(
    hitter: Side,
    checkers: set[int],
    held: set[int],
    blots: set[int],
    die: int,
    moved: Callable[[set[int], int], set[int]],
) -> tuple[set[int], bool]:
    """The same as `reached`, for a double."""
    hits: set[int] = set()
    steps = 4
    if hitter[BAR]:
        if 25 - die in held:
            return hits, False
        steps -= hitter[BAR]
        checkers = checkers | {25 - die}
        hits |= {25 - die} & blots
    for _ in range(steps):
        checkers = moved(checkers, die)
        hits |= checkers & blots
    return hits, len(hits) > 1
