"""A second, slow clock, which counts down every single millisecond.

It shares no code and no formulas with the rooms' clock: it simulates each time control step by
step, like a physical chess clock. Controls are the JSON of the published vectors. Days are counted
in larger `unit`s, to keep the tests fast.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

DAY = 24 * 60 * 60 * 1000


@dataclass
class SeatClock:
    """One seat's remaining time, and its periods, moves or stages."""

    remaining_ms: int | None
    periods: int | None = None
    moves: int | None = None
    stages: list[dict[str, Any]] = field(default_factory=list)
    overtime: bool = False


class SlowClock:
    """The clocks of all seats, driven by the methods `begin`, `tick`, `act` and `end`."""

    def __init__(
        self, control: dict[str, Any], seats: int, unit: int = 1, *, free: bool = False
    ) -> None:
        self.control = control
        self.unit = unit
        self.seat_clocks = [self._initial() for _ in range(seats)]
        self.gain = _gain(control)
        self.quotas = [self.gain * 3] * seats  # they start at three gains and are capped at seven
        self.seat = 0
        self.elapsed_ms = 0
        self.delay = 0
        self.repaid_ms = 0  # lag compensated in this turn
        self.limit: int | None = None
        self.flagged = False
        self.free_turn_seats = set(range(seats)) if free else set()
        self.free_ms: int | None = None  # remaining time of a free turn, in which no clock runs

    def _initial(self) -> SeatClock:
        c = self.control
        match c["kind"]:
            case "per_move":
                return SeatClock(c["time_ms"])
            case "correspondence":
                return SeatClock(c["days"] * DAY)
            case "unlimited":
                return SeatClock(None)
            case "stages":
                first, *later = deepcopy(c["stages"])
                return SeatClock(first["base_ms"], moves=first.get("moves"), stages=[first, *later])
        seat_clock = SeatClock(c["base_ms"], periods=c.get("periods"))
        if seat_clock.remaining_ms == 0:
            self._overtime(seat_clock)
        return seat_clock

    def _overtime(self, seat_clock: SeatClock) -> bool:
        """Starts the next period, if there is one."""
        c = self.control
        if c["kind"] == "byoyomi" and seat_clock.periods:
            seat_clock.periods -= 1
        elif c["kind"] == "canadian" and not seat_clock.overtime:
            seat_clock.moves = c["moves"]
        else:
            return False
        seat_clock.overtime = True
        seat_clock.remaining_ms = c["period_ms"]
        return True

    def begin(self, seat: int) -> None:
        """Starts a turn of this seat."""
        self.seat, self.elapsed_ms, self.flagged = seat, 0, False
        self.repaid_ms = 0
        self.free_ms = 30_000 if seat in self.free_turn_seats else None
        if self.free_ms is not None:
            self.delay, self.limit = 0, None
            return
        self.delay = self.control["delay_ms"] if self.control["kind"] == "delay" else 0
        self.limit = self.control.get("move_limit_ms")

    def tick(self, ms: int) -> None:
        """Advances the clock of the seat to move by `ms`, but not beyond its flag."""
        assert ms % self.unit == 0
        for _ in range(ms // self.unit):
            if self.free_ms is not None:
                self.free_ms = max(0, self.free_ms - self.unit)
                self.flagged = self.free_ms == 0
                continue
            if self.limit:
                self.limit -= self.unit
            if self.seat_clocks[self.seat].remaining_ms != 0 or self.delay:
                self._count_down()
            self.flagged = self.flagged or self.limit == 0

    def _count_down(self) -> None:
        seat_clock = self.seat_clocks[self.seat]
        self.elapsed_ms += self.unit
        if self.delay > 0:
            self.delay -= self.unit
        elif seat_clock.remaining_ms is not None:
            seat_clock.remaining_ms -= self.unit
            if self.control["kind"] == "hourglass":
                self._give_to_another_seat()
        if seat_clock.remaining_ms == 0 and self.delay == 0 and not self._overtime(seat_clock):
            self.flagged = True

    def _give_to_another_seat(self) -> None:
        """Gives a millisecond to another seat, in rotation."""
        others = len(self.seat_clocks) - 1
        place = (self.elapsed_ms - 1) % others
        gainer = self.seat_clocks[(self.seat + 1 + place) % len(self.seat_clocks)]
        assert gainer.remaining_ms is not None
        gainer.remaining_ms += 1

    def act(self, elapsed: int, owed: int) -> int:
        """Makes a move after `elapsed` ms; returns the compensated milliseconds."""
        if self.free_ms is not None:
            self.tick(elapsed)
            return 0
        compensated_ms = min(self._due(owed), elapsed)
        self.repaid_ms += compensated_ms
        self.tick(elapsed - compensated_ms)
        self.quotas[self.seat] = min(
            self.quotas[self.seat] - compensated_ms + self.gain, 7 * self.gain
        )
        return compensated_ms

    def _due(self, owed: int) -> int:
        """The lag that may still be compensated in this turn, for a connection that is owed `owed`
        ms."""
        return max(0, min(owed - self.repaid_ms, self.quotas[self.seat]))

    def end(self) -> None:
        """Ends the turn, as pressing the clock's button does."""
        self.free_turn_seats.discard(self.seat)
        if self.free_ms is not None:
            self.free_ms = None
            return
        c, seat_clock, self.delay, self.limit = self.control, self.seat_clocks[self.seat], 0, None
        if seat_clock.remaining_ms is None:
            return
        match c["kind"]:
            case "fischer":
                seat_clock.remaining_ms += c["increment_ms"]
                if c.get("cap_ms") is not None and seat_clock.remaining_ms > c["cap_ms"]:
                    seat_clock.remaining_ms = c["cap_ms"]
            case "bronstein":
                seat_clock.remaining_ms += (
                    self.elapsed_ms if self.elapsed_ms < c["delay_ms"] else c["delay_ms"]
                )
            case "per_move":
                seat_clock.remaining_ms = c["time_ms"]
            case "correspondence":
                seat_clock.remaining_ms = c["days"] * DAY
            case "byoyomi" if seat_clock.overtime:
                seat_clock.remaining_ms = c["period_ms"]
            case "canadian" | "stages":
                self._count_move(seat_clock)

    def break_off(self, elapsed: int) -> None:
        """Ends the turn by a takeback, `elapsed` ms after the last action. No increment is added,
        but times per turn are reset."""
        self.tick(elapsed)
        if self.free_ms is not None:
            self.free_ms = None
            return
        c, seat_clock, self.delay, self.limit = self.control, self.seat_clocks[self.seat], 0, None
        match c["kind"]:
            case "bronstein":
                self.end()
            case "per_move":
                seat_clock.remaining_ms = c["time_ms"]
            case "correspondence":
                seat_clock.remaining_ms = c["days"] * DAY
            case "byoyomi" if seat_clock.overtime:
                seat_clock.remaining_ms = c["period_ms"]

    def _count_move(self, seat_clock: SeatClock) -> None:
        assert seat_clock.remaining_ms is not None
        if seat_clock.stages:
            seat_clock.remaining_ms += seat_clock.stages[0].get("increment_ms", 0)
        if seat_clock.moves is None:
            return
        seat_clock.moves -= 1
        if seat_clock.moves == 0 and not seat_clock.stages:
            seat_clock.remaining_ms, seat_clock.moves = (
                self.control["period_ms"],
                self.control["moves"],
            )
        elif seat_clock.moves == 0:
            if len(seat_clock.stages) > 1:
                seat_clock.stages.pop(0)
            seat_clock.remaining_ms += seat_clock.stages[0]["base_ms"]
            seat_clock.moves = seat_clock.stages[0].get("moves")

    def view(self) -> dict[str, Any]:
        """The view of all clocks, in the format of the vectors."""
        kind = self.control["kind"]
        view: dict[str, Any] = {
            "remaining_ms": [seat_clock.remaining_ms for seat_clock in self.seat_clocks]
        }
        if self.free_ms is not None:
            view["free_ms"] = self.free_ms
        if kind == "delay" and self.delay:
            view["delay_ms"] = self.delay
        if self.limit is not None:
            view["limit_ms"] = self.limit
        if kind == "byoyomi":
            view["periods"] = [seat_clock.periods for seat_clock in self.seat_clocks]
        if kind in ("canadian", "stages"):
            view["moves"] = [seat_clock.moves for seat_clock in self.seat_clocks]
        return view

    def view_after(self, elapsed: int) -> dict[str, Any]:
        """The view of all clocks `elapsed` ms later in the turn."""
        later = deepcopy(self)
        later.tick(elapsed)
        return later.view()

    def falls_within(self, elapsed: int, owed: int) -> bool:
        """Whether the flag has fallen `elapsed` ms later in the turn."""
        later = deepcopy(self)
        compensated_ms = 0 if self.free_ms is not None else self._due(owed)
        later.tick(max(0, elapsed - compensated_ms))
        return later.flagged


def _gain(control: dict[str, Any]) -> int:
    """The lag quota gained per move: min(1 s, 0.15 s + 0.004 × (base + 40 × increment)), in ms."""
    kind, limit = control["kind"], control.get("move_limit_ms")
    if kind == "unlimited" and limit is None:
        return 0
    first = control["stages"][0] if kind == "stages" else control
    base = first.get("base_ms", 0)
    increment = _increment(control, first)
    seconds = Decimal("0.15") + Decimal("0.004") * (base + 40 * increment) / 1000
    return int(min(Decimal(1), seconds) * 1000)


def _increment(control: dict[str, Any], first: dict[str, Any]) -> int:
    match control["kind"]:
        case "fischer" | "stages":
            return int(first.get("increment_ms", 0))
        case "delay" | "bronstein":
            return int(control["delay_ms"])
        case "per_move":
            return int(control["time_ms"])
        case "byoyomi":
            return int(control["period_ms"])
        case "canadian":
            return int(control["period_ms"]) // int(control["moves"])
        case "correspondence":
            return int(control["days"]) * DAY
        case "unlimited":
            return int(control["move_limit_ms"])
        case _:
            return 0
