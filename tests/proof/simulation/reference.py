"""The clock once more, kept apart from the server's: plain formulas over whole milliseconds.

It knows what each kind of control takes and gives, and nothing else; instants are the judge's.
"""

from dataclasses import dataclass, field

from zeitnot_client.protocol import Control


def opening(control: Control) -> int | None:
    """What a seat starts with."""
    if control.kind == "unlimited":
        return None
    return control.time_ms if control.kind == "per_move" else control.base_ms


def settle(control: Control, left: int | None, charged: int) -> int | None:
    """What is left after a turn that was charged so much."""
    if left is None:
        return None
    if control.kind == "per_move":
        return control.time_ms
    left -= charged
    if control.kind == "fischer":
        left += control.increment_ms or 0
        if control.cap_ms is not None and left > control.cap_ms:
            left = control.cap_ms
    return left


@dataclass
class Reference:
    """All seats' clocks under one control."""

    control: Control
    seats: int
    left: list[int | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = [opening(self.control)] * self.seats

    def budget(self, seat: int) -> int | None:
        """What the seat may use in one turn."""
        limits = [self.left[seat], self.control.move_limit_ms]
        known = [limit for limit in limits if limit is not None]
        return min(known) if known else None

    def charge(self, seat: int, charged: int) -> None:
        """Ends a turn."""
        self.left[seat] = settle(self.control, self.left[seat], charged)

    def spend(self, seat: int, used: int) -> None:
        """A turn was broken off: what it has cost is gone, and nothing is given for it."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0, left - used)
