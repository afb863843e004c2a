"""What a `go` asks for, whatever the dialect. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot_protocol import Control

from ..timing import Budget, budget

MAX_MS = 10**9
MAX_NODES = 10**18


class UciError(ValueError):
    """The input is invalid; the message says why."""


@dataclass(frozen=True, slots=True)
class Go:
    """The limits of a search. Times are in milliseconds; pairs are by seat.

    `mate`: search for a win in so many moves of the side to move. `draw`: the opponent
    offers a draw. `unknown`: the words that were skipped.
    """

    time: tuple[int | None, int | None] = (None, None)
    increment: tuple[int, int] = (0, 0)
    moves_to_go: int | None = None
    move_time: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    search_moves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False
    draw: bool = False
    unknown: str = ""

    def budget(self, seat: int, ply: int, overhead_ms: int) -> Budget | None:
        """How long to think from now on; None: until `stop`, or by depth and nodes."""
        if self.move_time is not None:
            ms = max(1, self.move_time - overhead_ms)
            return Budget(ms, ms)
        clock = seat if self.time[seat] is not None else 1 - seat  # a GUI may send only one clock
        left_ms = self.time[clock]
        if self.infinite or left_ms is None:
            return None
        control = Control(kind="fischer", base_ms=left_ms, increment_ms=self.increment[clock])
        go = self.moves_to_go
        computed = budget(left_ms, control, ply, moves_to_go=go, overhead_ms=overhead_ms)
        safe = max(1, left_ms - overhead_ms)  # may be below MIN_MS if the time is almost over
        return Budget(min(computed.soft_ms, safe), min(computed.hard_ms, safe))

    @property
    def static(self) -> bool:
        """Whether it asks only for the static evaluation of the position."""
        return self.depth == 0

    @property
    def endless(self) -> bool:
        """Whether only `stop` ends it."""
        limits = (self.move_time, self.depth, self.nodes, self.mate, *self.time)
        return self.infinite or all(limit is None for limit in limits)

    @property
    def waits(self) -> bool:
        """Whether the answer has to wait for `stop` or `ponderhit` even without a legal move."""
        return self.infinite or self.ponder

    @property
    def mate_plies(self) -> int | None:
        """The depth that decides whether there is such a mate."""
        return None if self.mate is None else 2 * self.mate - 1

    @property
    def max_depth(self) -> int | None:
        """The depth at which the search ends."""
        return smallest(self.depth, self.mate_plies)


def smallest(*limits: int | None) -> int | None:
    """The smallest of these limits, of which None means no limit."""
    return min((limit for limit in limits if limit is not None), default=None)


def whole_number(name: str, text: str, minimum: int, maximum: int) -> int:
    """The number, moved into its range because some GUIs send negative clocks. Raises UciError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 19):
        raise UciError(f'{name} takes a whole number, not "{text}"')
    return min(max(int(text), minimum), maximum)


def quoted(words: Sequence[str]) -> str:
    """The first word in quotation marks, or `nothing`."""
    return f'"{words[0]}"' if words else "nothing"
