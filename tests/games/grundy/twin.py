"""Grundy's game's twin: a state is a list of heaps."""

from dataclasses import dataclass

from ..twin import Result


@dataclass(frozen=True)
class State:
    heaps: tuple[int, ...]  # the largest first
    seat: int = 0


class Grundy:
    def __init__(self, heap: int = 20, heap2: int = 0, heap3: int = 0) -> None:
        heaps = [int(one) for one in (heap, heap2, heap3)]
        self._heaps = tuple(sorted((one for one in heaps if one > 0), reverse=True))

    def start(self) -> State:
        return State(self._heaps)

    def turn(self, state: State) -> int:
        return state.seat

    def legal(self, state: State) -> list[str]:
        return [
            f"{heap}>{heap - part}+{part}"
            for heap in sorted(set(state.heaps), reverse=True)
            for part in range(1, heap)
            if part < heap - part
        ]

    def play(self, state: State, move: str) -> State:
        heap, _, parts = move.partition(">")
        heaps = list(state.heaps)
        heaps.remove(int(heap))
        heaps += [int(part) for part in parts.split("+")]
        return State(tuple(sorted(heaps, reverse=True)), 1 - state.seat)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if self.legal(state):
            return None
        return ((0.0, 1.0), (1.0, 0.0))[state.seat], "rules", "no heap can be split"

    def text(self, state: State) -> str:
        return f"{','.join(map(str, state.heaps))} {state.seat}"
