"""Backgammon's twin: each side's checkers are a counter, and every order of the dice is tried.

A checker's place is its point as its side counts it: 25 is the bar, 0 is off.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, product

from ..twin import Result

BAR, OFF = 25, 0
START = Counter({24: 2, 13: 5, 8: 3, 6: 5})
Checkers = tuple[int, ...]
Sides = tuple[Checkers, Checkers]
Steps = tuple[tuple[int, int], ...]


def places(checkers: Counter[int]) -> Checkers:
    return tuple(sorted(checkers.elements()))


def own_and_other(sides: Sides, seat: int) -> tuple[Counter[int], Counter[int]]:
    return Counter(sides[seat]), Counter(sides[1 - seat])


@lru_cache(maxsize=1024)  # the same steps in another order lead to the same positions
def after_step(sides: Sides, seat: int, step: tuple[int, int]) -> Sides:
    own, other = own_and_other(sides, seat)
    own[step[0]] -= 1
    own[step[1]] += 1
    if step[1] != OFF and other[25 - step[1]] == 1:
        other[25 - step[1]] = 0
        other[BAR] += 1
    both = places(+own), places(+other)
    return both if seat == 0 else both[::-1]


def steps_with(sides: Sides, seat: int, die: int) -> Iterator[tuple[int, int]]:
    """Every checker that this die can move, as (from, to)."""
    own, other = own_and_other(sides, seat)
    on_board = sorted(place for place in own.elements() if place != OFF)
    for start in set(on_board):
        if BAR in on_board and start != BAR:
            continue
        end = start - die
        if end > 0 and other[25 - end] < 2:
            yield start, end
        elif end <= 0 and on_board[-1] <= 6 and (end == 0 or start == on_board[-1]):
            yield start, OFF


def ways(sides: Sides, seat: int, dice: tuple[int, ...]) -> Iterator[tuple[Steps, Sides]]:
    """Every maximal sequence of steps with these dice in this order."""
    steps = list(steps_with(sides, seat, dice[0])) if dice else []
    if not steps:
        yield (), sides
    for step in steps:
        for rest, end in ways(after_step(sides, seat, step), seat, dice[1:]):
            yield (step, *rest), end


@lru_cache(maxsize=64)
def plays(sides: Sides, seat: int, dice: tuple[int, int]) -> dict[str, Sides]:
    """Every position that the throw may lead to, by the written move."""
    high, low = dice
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    found = [
        (len(steps), order[0], steps, end)
        for order in orders
        for steps, end in ways(sides, seat, order)
    ]
    longest = max(length for length, *_ in found)
    found = [row for row in found if row[0] == longest]
    if longest == 1 and high != low:  # only one die can be played: the higher one, if possible
        found = [row for row in found if row[1] == max(first for _, first, *_ in found)]
    by_steps = {tuple(sorted(steps, key=lambda step: -step[0])): end for *_, steps, end in found}
    return {notation(sides, seat, steps): end for steps, end in by_steps.items()}


def notation(sides: Sides, seat: int, steps: Steps) -> str:
    """The notation of a play whose steps come highest point first: one word per checker, with equal
    words counted."""
    if not steps:
        return "pass"
    _, other = own_and_other(sides, seat)
    blots = {25 - place for place, count in other.items() if count == 1 and 0 < place < BAR}
    checkers: list[list[tuple[int, bool]]] = []
    for start, end in steps:
        hit = end in blots
        blots.discard(end)
        for checker in checkers:
            if checker[-1][0] == start:
                if len(checker) > 1 and not checker[-1][1]:
                    checker.pop()
                checker.append((end, hit))
                break
        else:
            checkers.append([(start, False), (end, hit)])
    checkers.sort(key=lambda checker: [place for place, _ in checker], reverse=True)
    words = []
    for (*first, end), group in groupby(
        checkers, key=lambda checker: [*checker[:-1], checker[-1][0]]
    ):
        same = list(group)
        last = (end, any(checker[-1][1] for checker in same))
        text = "/".join(name(place) + "*" * hit for place, hit in (*first, last))
        words.append(text if len(same) == 1 else f"{text}({len(same)})")
    return " ".join(words)


def name(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def stake_factor(checkers: Checkers) -> int:
    """How many times the stake a side with these checkers loses: 1, 2 or 3."""
    if OFF in checkers:
        return 1
    return 3 if checkers[-1] >= 19 else 2


@dataclass(frozen=True)
class State:
    seat: int = 0  # whose throw it is or was
    phase: str = "opening"
    sides: Sides = (places(START), places(START))
    dice: tuple[int, int] = (0, 0)
    cube: int = 1
    owner: int | None = None
    points: tuple[int, int] = (0, 0)
    crawford: bool = False


class Backgammon:
    def __init__(
        self, match: str = "single", cube: str = "off", jacoby: str = "off", beavers: str = "off"
    ) -> None:
        self.length = 0 if match == "single" else int(match)
        self.cube = cube == "on"
        self.jacoby = jacoby == "on" and not self.length
        self.beavers = beavers == "on" and not self.length

    @property
    def goal(self) -> int:
        return self.length or 1

    def start(self) -> State:
        return State()

    def turn(self, state: State) -> int:
        return 1 - state.seat if state.phase == "doubled" else state.seat

    def _may_double(self, state: State) -> bool:
        if not self.cube or state.crawford or state.cube == 64:
            return False
        useful = not self.length or state.points[state.seat] + state.cube < self.length
        return state.owner in (None, state.seat) and useful

    def _turn_of(self, state: State, seat: int) -> State:
        after = replace(state, seat=seat, dice=(0, 0), phase="throwing")
        return replace(after, phase="decision") if self._may_double(after) else after

    def _won(self, state: State, seat: int, points: int) -> State:
        before = state.points
        now = (before[0] + points, before[1]) if seat == 0 else (before[0], before[1] + points)
        if max(now) >= self.goal:
            over = replace(state, points=now, phase="over", seat=1 - seat, dice=(0, 0))
            return replace(over, crawford=False)
        first_time = self.goal - 1 in now and self.goal - 1 not in before
        return State(points=now, crawford=self.cube and first_time)

    def _factor(self, state: State, loser: int) -> int:
        is_single = self.jacoby and self.cube and state.cube == 1
        return 1 if is_single else stake_factor(state.sides[loser])

    def legal(self, state: State) -> list[str]:
        match state.phase:
            case "decision":
                return ["roll", "double"]
            case "doubled":
                return ["take", "drop", *["beaver"] * (self.beavers and 4 * state.cube <= 64)]
            case "beavered":
                return ["take", "drop"]
            case "moving":
                return list(plays(state.sides, state.seat, state.dice))
        return []

    def play(self, state: State, move: str) -> State:
        match move:
            case "roll":
                return replace(state, phase="throwing")
            case "double":
                return replace(state, phase="doubled")
            case "take" | "beaver":
                phase = "throwing" if move == "take" else "beavered"
                return replace(state, phase=phase, cube=2 * state.cube, owner=1 - state.seat)
            case "drop":
                return self._won(state, 1 - self.turn(state), state.cube)
        sides = plays(state.sides, state.seat, state.dice)[move]
        after = replace(state, sides=sides)
        if set(sides[state.seat]) == {OFF}:
            return self._won(after, state.seat, state.cube * self._factor(after, 1 - state.seat))
        return self._turn_of(after, 1 - state.seat)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        all_dice = product(range(1, 7), repeat=2)
        match state.phase:
            case "opening":
                return [dice for dice in all_dice if dice[0] != dice[1]]
            case "throwing":
                return [dice for dice in all_dice if dice[0] >= dice[1]]
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        first, second = values
        seat = state.seat
        if state.phase == "opening":
            seat = 0 if first > second else 1
        dice = max(first, second), min(first, second)
        return replace(state, seat=seat, dice=dice, phase="moving")

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        winner = 1 - state.seat
        word = "double dropped"
        if set(state.sides[winner]) == {OFF}:
            factor = self._factor(state, 1 - winner)
            word = ["all borne off", "gammon", "backgammon"][factor - 1]
        return ((1.0, 0.0) if winner == 0 else (0.0, 1.0)), "rules", word

    def text(self, state: State) -> str:
        ours, theirs = Counter(state.sides[0]), Counter(state.sides[1])
        signs = []
        for point in range(26):
            mine = ours[point] if point != OFF else 0
            other = theirs[25 - point] if point != BAR else 0
            sign = chr(ord("A") + mine - 1) if mine else "-"
            signs.append(chr(ord("a") + other - 1) if other else sign)
        turn = 0 if state.phase == "opening" else 1 - 2 * state.seat
        owner = 0 if state.owner is None else 1 - 2 * state.owner
        dice = "".join(map(str, state.dice))
        if state.phase == "doubled":
            dice = "D"
        if state.phase == "beavered":
            dice = "B"
        if state.phase == "throwing" and self._may_double(state):
            dice = "--"
        fields = (
            "".join(signs),
            state.cube.bit_length() - 1,
            owner,
            turn,
            dice,
            *state.points,
            int(state.crawford) if self.length else self.jacoby + 2 * self.beavers,
            self.length,
            10,
        )
        return "XGID=" + ":".join(map(str, fields))
