"""A second clock, slow and obvious: it counts every single millisecond down, one at a time.

It shares no code and no formulas with the rooms' clock: no control is computed, each is acted out
as the device on the table would. Controls are the plain JSON of the published vectors. Days are
counted in larger `unit`s, or a test would last as long as the game.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

DAY = 24 * 60 * 60 * 1000


@dataclass
class Face:
    """What one seat's clock shows, and what is in its drawer."""

    left: int | None
    periods: int | None = None
    moves: int | None = None
    stages: list[dict[str, Any]] = field(default_factory=list)
    overtime: bool = False


class SlowClock:
    """All seats' clocks, driven by hand: `begin`, `tick`, `act`, `end`."""

    def __init__(
        self, control: dict[str, Any], seats: int, unit: int = 1, *, free: bool = False
    ) -> None:
        self.control = control
        self.unit = unit
        self.faces = [self._wound_up() for _ in range(seats)]
        self.gain = _gain(control)
        self.quotas = [self.gain * 3] * seats
        self.seat = 0
        self.turn_lasts = 0
        self.delay = 0
        self.limit: int | None = None
        self.fallen = False
        self.never_moved = set(range(seats)) if free else set()
        self.grace: int | None = None  # of a free turn; the clock itself is not touched

    def _wound_up(self) -> Face:
        c = self.control
        match c["kind"]:
            case "per_move":
                return Face(c["time_ms"])
            case "correspondence":
                return Face(c["days"] * DAY)
            case "unlimited":
                return Face(None)
            case "stages":
                first, *later = deepcopy(c["stages"])
                return Face(first["base_ms"], moves=first.get("moves"), stages=[first, *later])
        face = Face(c["base_ms"], periods=c.get("periods"))
        if face.left == 0:
            self._overtime(face)
        return face

    def _overtime(self, face: Face) -> bool:
        """The next period, if there is one."""
        c = self.control
        if c["kind"] == "byoyomi" and face.periods:
            face.periods -= 1
        elif c["kind"] == "canadian" and not face.overtime:
            face.moves = c["moves"]
        else:
            return False
        face.overtime = True
        face.left = c["period_ms"]
        return True

    def begin(self, seat: int) -> None:
        """A turn starts."""
        self.seat, self.turn_lasts, self.fallen = seat, 0, False
        self.grace = 30_000 if seat in self.never_moved else None
        if self.grace is not None:
            self.delay, self.limit = 0, None
            return
        self.delay = self.control["delay_ms"] if self.control["kind"] == "delay" else 0
        self.limit = self.control.get("move_limit_ms")

    def tick(self, ms: int) -> None:
        """So many milliseconds pass on the clock of the seat to move, until it falls."""
        assert ms % self.unit == 0
        for _ in range(ms // self.unit):
            if self.grace is not None:
                self.grace = max(0, self.grace - self.unit)
                self.fallen = self.grace == 0
                continue
            if self.limit:
                self.limit -= self.unit
            if self.faces[self.seat].left != 0 or self.delay:
                self._one()
            self.fallen = self.fallen or self.limit == 0

    def _one(self) -> None:
        face = self.faces[self.seat]
        self.turn_lasts += self.unit
        if self.delay > 0:
            self.delay -= self.unit
        elif face.left is not None:
            face.left -= self.unit
            if self.control["kind"] == "hourglass":
                self._give_to_another()
        if face.left == 0 and self.delay == 0 and not self._overtime(face):
            self.fallen = True

    def _give_to_another(self) -> None:
        """One after the other in the order of the turn."""
        others = len(self.faces) - 1
        place = (self.turn_lasts - 1) % others
        gainer = self.faces[(self.seat + 1 + place) % len(self.faces)]
        assert gainer.left is not None
        gainer.left += 1

    def act(self, elapsed: int, owed: int) -> int:
        """A move that came after so long; returns what was compensated."""
        if self.grace is not None:
            self.tick(elapsed)
            return 0
        paid = min(owed, self.quotas[self.seat], elapsed)
        self.tick(elapsed - paid)
        self.quotas[self.seat] = min(self.quotas[self.seat] - paid + self.gain, 7 * self.gain)
        return paid

    def end(self) -> None:
        """The turn is over: what the device does when its button is pressed."""
        self.never_moved.discard(self.seat)
        if self.grace is not None:
            self.grace = None
            return
        c, face, self.delay, self.limit = self.control, self.faces[self.seat], 0, None
        if face.left is None:
            return
        match c["kind"]:
            case "fischer":
                face.left += c["increment_ms"]
                if c.get("cap_ms") is not None and face.left > c["cap_ms"]:
                    face.left = c["cap_ms"]
            case "bronstein":
                face.left += self.turn_lasts if self.turn_lasts < c["delay_ms"] else c["delay_ms"]
            case "per_move":
                face.left = c["time_ms"]
            case "correspondence":
                face.left = c["days"] * DAY
            case "byoyomi" if face.overtime:
                face.left = c["period_ms"]
            case "canadian" | "stages":
                self._one_move_less(face)

    def break_off(self, elapsed: int) -> None:
        """A takeback, so long after the last action: no button is pressed, but what the device
        winds up for every turn it winds up for the next."""
        self.tick(elapsed)
        if self.grace is not None:
            self.grace = None
            return
        c, face, self.delay, self.limit = self.control, self.faces[self.seat], 0, None
        match c["kind"]:
            case "bronstein":
                self.end()
            case "per_move":
                face.left = c["time_ms"]
            case "correspondence":
                face.left = c["days"] * DAY
            case "byoyomi" if face.overtime:
                face.left = c["period_ms"]

    def _one_move_less(self, face: Face) -> None:
        assert face.left is not None
        if face.stages:
            face.left += face.stages[0].get("increment_ms", 0)
        if face.moves is None:
            return
        face.moves -= 1
        if face.moves == 0 and not face.stages:
            face.left, face.moves = self.control["period_ms"], self.control["moves"]
        elif face.moves == 0:
            if len(face.stages) > 1:
                face.stages.pop(0)
            face.left += face.stages[0]["base_ms"]
            face.moves = face.stages[0].get("moves")

    def shows(self) -> dict[str, Any]:
        """What everybody sees, in the form of the vectors."""
        kind = self.control["kind"]
        visible: dict[str, Any] = {"remaining_ms": [face.left for face in self.faces]}
        if self.grace is not None:
            visible["free_ms"] = self.grace
        if kind == "delay" and self.delay:
            visible["delay_ms"] = self.delay
        if self.limit is not None:
            visible["limit_ms"] = self.limit
        if kind == "byoyomi":
            visible["periods"] = [face.periods for face in self.faces]
        if kind in ("canadian", "stages"):
            visible["moves"] = [face.moves for face in self.faces]
        return visible

    def shows_after(self, elapsed: int) -> dict[str, Any]:
        """The same, when the move to come has lasted so long."""
        later = deepcopy(self)
        later.tick(elapsed)
        return later.shows()

    def falls_within(self, elapsed: int, owed: int) -> bool:
        """Whether the flag has fallen when the move to come has lasted so long."""
        later = deepcopy(self)
        paid = 0 if self.grace is not None else min(owed, self.quotas[self.seat])
        later.tick(max(0, elapsed - paid))
        return later.fallen


def _gain(control: dict[str, Any]) -> int:
    """min(1 s, 0.15 s + 0.004 × (base + 40 × increment)), in whole milliseconds."""
    kind, limit = control["kind"], control.get("move_limit_ms")
    if kind == "unlimited" and limit is None:
        return 0
    first = control["stages"][0] if kind == "stages" else control
    base = first.get("base_ms", 0)
    each = _a_move(control, first)
    seconds = Decimal("0.15") + Decimal("0.004") * (base + 40 * each) / 1000
    return int(min(Decimal(1), seconds) * 1000)


def _a_move(control: dict[str, Any], first: dict[str, Any]) -> int:
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
