"""Backgammon's networks in plain Python: their inputs, and outputs from the packed weights.

A side is a list of 26 counts: borne off, its points 1 to 24, its bar.
"""

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

HIDDEN_UNITS, OUTCOMES = 128, 5
STEPS_PER_UNIT = 2048  # of a packed weight
BAR, CHECKERS = 25, 15
RAW_SIDE_INPUTS = 4 * 25 + 3
CONTACT_TERMS, RACE_TERMS = 30, 8
CONTACT_INPUTS = 2 * (RAW_SIDE_INPUTS + CONTACT_TERMS) + 1
RACE_INPUTS = 2 * (RAW_SIDE_INPUTS + RACE_TERMS) + 1

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
    numbers = [number / STEPS_PER_UNIT for number in struct.unpack(f"<{len(packed) // 2}h", packed)]
    at = 0

    def take(size: int) -> tuple[float, ...]:
        nonlocal at
        at += size
        return tuple(numbers[at - size : at])

    def net(inputs: int) -> Net:
        rows = [take(HIDDEN_UNITS) for _ in range(inputs)]
        bias = take(HIDDEN_UNITS)
        return Net(rows, bias, [take(HIDDEN_UNITS) for _ in range(OUTCOMES)], take(OUTCOMES))

    return net(CONTACT_INPUTS), net(RACE_INPUTS)


# ── inputs ─────────────────────────────────────────────────────────────────────────────────────


def rear(side: Side) -> int:
    """The farthest point with a checker."""
    return max(point for point in range(26) if side[point] or point == 0)


def pips(side: Side) -> int:
    """Pips to bear all checkers off."""
    return sum(point * count for point, count in enumerate(side))


def raw_side(side: Side) -> list[float]:
    """The inputs that encode the checkers of one side."""
    inputs: list[float] = []
    for count in side[1:]:
        inputs += [float(count == 1), float(count == 2), float(count > 2), max(0, count - 3) / 2]
    return [*inputs, side[0] / CHECKERS, float(side[0] > 0), float(side[0] > 7)]


def contact_inputs(side: Side, other: Side) -> list[float]:
    """All inputs of the contact network."""
    both = [
        *raw_side(side),
        *raw_side(other),
        *contact_terms(side, other),
        *contact_terms(other, side),
    ]
    return [*both, relative_lead(side, other)]


def race_inputs(side: Side, other: Side) -> list[float]:
    """All inputs of the race network."""
    both = [*raw_side(side), *raw_side(other), *race_terms(side), *race_terms(other)]
    return [*both, relative_lead(side, other)]


def relative_lead(side: Side, other: Side) -> float:
    """The lead in the race, relative to its length."""
    return 4 * (pips(other) - pips(side)) / (pips(side) + pips(other) + 10)


def contact_terms(side: Side, other: Side) -> list[float]:
    """The contact features of one side against the other."""
    rolls, double_hits, pips_lost = shots(other, side)
    closed = sum(other[point] > 1 for point in range(1, 7))
    anchors = [point for point in range(19, 25) if side[point] > 1]
    rear_points = [point for point in range(18, 25) if side[point] > 1]
    outside = [point for point in range(25, 6, -1) for _ in range(side[point])]
    own_rear = rear(side)
    pips_past = sum(p * side[p] for p in range(1, 25 - min(rear(other), 24)))
    free = {point: escapes(other, point) for point in range(7, 26)}
    trapped = [point for point in outside if free[point] <= 12]
    return [
        pips(side) / 100,
        own_rear / 25,
        rolls / 36,
        double_hits / 36,
        pips_lost / 360,
        closed * closed / 36,
        closed / 6 if side[BAR] else 0.0,
        escapes(other, own_rear) / 36,
        min([36, *(escapes(other, point) for point in range(13, own_rear + 1))]) / 36,
        sum(free[point] for point in outside[:8]) / 288,
        len(trapped) / 5,
        sum(point - 6 for point in outside if free[point] > 12) / 60,
        max([0, *primes(side)]) / 6,
        sum(side[p] > 1 for p in range(26 - rear(other), 32 - rear(other)) if 0 < p < 25) / 6,
        sum(side[19:]) / 5,
        len(anchors) / 3,
        float(len(anchors) > 1),
        (min(rear_points) - 17) / 7 if rear_points else 0.0,
        (max(rear_points) - 17) / 7 if rear_points else 0.0,
        sum(p * side[p] for p in range(7, 19)) / 60,
        sum(max(0, p - 6) * side[p] for p in range(26)) / 50,
        sum(side[1:7]) / CHECKERS,
        sum(side[7:13]) / 5,
        pips_past / 60,
        (pips(side) - pips_past) / 60,
        sum(side[p] == 1 for p in range(1, 7)) / 3,
        sum(side[p] == 1 for p in range(7, 25)) / 5,
        (max(0, side[1] - 2) + max(0, side[2] - 2)) / 5,
        sum(max(0, side[p] - 4) for p in range(1, 25)) / 5,
        variance(side) / 100,
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


def primes(side: Side) -> Iterator[int]:
    """The lengths of the unbroken rows of made points."""
    for made, row in groupby(side[1:25], key=lambda count: count > 1):
        if made:
            yield len(list(row))


def variance(side: Side) -> int:
    """The variance of the checkers' points, in whole numbers."""
    places = [point for point in range(1, 26) for _ in range(side[point])]
    if not places:
        return 0
    sum_of_squares = sum(place**2 for place in places)
    return (sum_of_squares - sum(places) ** 2 // len(places)) // len(places)


def escapes(other: Side, point: int) -> int:
    """How many of 36 rolls bring a checker past the farthest blocked point within seven pips."""

    def is_free(distance: int) -> bool:
        at = 25 - (point - distance)  # numbered from the other side
        return distance > 12 or at > 24 or other[at] < 2

    farthest_blocked = max([0, *(distance for distance in range(1, 8) if not is_free(distance))])
    return sum(farthest(a, b, is_free) > farthest_blocked for a in range(1, 7) for b in range(1, 7))


def farthest(a: int, b: int, is_free: Callable[[int], bool]) -> int:
    """How far one checker gets with a roll."""
    if a == b:
        steps = 0
        while steps < 4 and is_free((steps + 1) * a):
            steps += 1
        return steps * a
    singles = [die for die in (a, b) if is_free(die)]
    return a + b if singles and is_free(a + b) else max([0, *singles])


def shots(hitter: Side, victim: Side) -> tuple[int, int, int]:
    """Of 36 rolls: those that hit, those that hit two, and the sum of the largest hits in pips."""
    rolls = double_hits = pips_lost = 0
    for a in range(1, 7):
        for b in range(1, 7):
            hits, both = reached(hitter, victim, a, b)
            rolls += bool(hits)
            double_hits += both
            pips_lost += max([0, *hits])
    return rolls, double_hits, pips_lost


def reached(hitter: Side, victim: Side, a: int, b: int) -> tuple[set[int], bool]:
    """Blots that can be hit with a roll, by the hitter's points, and whether two can be."""
    blots = {25 - p for p in range(1, 25) if victim[p] == 1}
    blocked = {25 - p for p in range(1, 25) if victim[p] > 1}
    checkers = {p for p in range(1, 25) if hitter[p]}

    def moved(places: set[int], die: int) -> set[int]:
        return {p - die for p in places if p > die and p - die not in blocked}

    if a == b:
        return doubles(hitter, checkers, blocked, blots, a, moved)
    if not hitter[BAR]:
        by_a, by_b = moved(checkers, a), moved(checkers, b)
        hits = (by_a | by_b | moved(by_a, b) | moved(by_b, a)) & blots
        one, two = by_a & blots, by_b & blots
        return hits, bool(one and two and len(one | two) > 1)
    hits, both = set(), False
    for first, second in ((a, b), (b, a)):
        entry = 25 - first
        if entry in blocked:
            continue
        here = {entry} & blots
        if hitter[BAR] == 1:
            then = moved(checkers | {entry}, second) & blots
        else:
            then = ({25 - second} - blocked) & blots
        both = both or bool(here and then - here)
        hits |= here | then
    return hits, both


def doubles(
    hitter: Side,
    checkers: set[int],
    blocked: set[int],
    blots: set[int],
    die: int,
    moved: Callable[[set[int], int], set[int]],
) -> tuple[set[int], bool]:
    """The same as `reached`, for a double."""
    hits: set[int] = set()
    steps = 4
    if hitter[BAR]:
        if 25 - die in blocked:
            return hits, False
        steps -= hitter[BAR]
        checkers = checkers | {25 - die}
        hits |= {25 - die} & blots
    for _ in range(steps):
        checkers = moved(checkers, die)
        hits |= checkers & blots
    return hits, len(hits) > 1
