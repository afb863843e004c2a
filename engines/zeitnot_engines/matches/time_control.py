"""The clocks of a game in a match: a pure account of the time that the players use."""

import re
from dataclasses import dataclass, field

from zeitnot_client.controls import BadControlText, parse_seconds
from zeitnot_client.drivers.situation import Clocks


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A clock with an increment, or none (`base_ms` None). `time_margin_ms`: how far it may fall
    below 0, which allows for delays of the machine; `moves`: after so many moves of its player,
    `base_ms` is added again; None: never."""

    base_ms: int | None = None
    increment_ms: int = 0
    time_margin_ms: int = 20
    moves: int | None = None

    @property
    def text(self) -> str:
        """As PGN writes it: `40/60+0.5`; `-` without a clock."""
        if self.base_ms is None:
            return "-"
        moves = "" if self.moves is None else f"{self.moves}/"
        increment = f"+{self.increment_ms / 1000:g}" if self.increment_ms else ""
        return f"{moves}{self.base_ms / 1000:g}{increment}"


_MOVES = re.compile(r"(?:([1-9][0-9]{0,3})/)?(.*)", re.DOTALL)


def read_time_control(text: str) -> TimeControl:
    """Parses `10+0.1` or `40/60+0.5`, with all times in seconds. Raises ValueError with a
    sentence."""
    found = _MOVES.fullmatch(text)
    assert found is not None, "the pattern matches everything"
    try:
        control = parse_seconds(found[2])
    except BadControlText:
        control = None
    is_known = control is not None and control.kind in ("sudden_death", "fischer")
    if control is None or not is_known or control.cap_ms or control.move_limit_ms:
        raise ValueError(f'"{text}" is not a time control such as 10+0.1 or 40/60+0.5, in seconds.')
    moves = None if found[1] is None else int(found[1])
    return TimeControl(control.base_ms or 0, control.increment_ms or 0, moves=moves)


@dataclass(slots=True)
class GameClocks:
    """The clocks of both seats. `controls`: by seat."""

    controls: tuple[TimeControl, TimeControl]
    left_ms: list[float] = field(init=False)
    _moves: list[int] = field(default_factory=lambda: [0, 0])

    def __post_init__(self) -> None:
        self.left_ms = [float(control.base_ms or 0) for control in self.controls]

    def of(self, seat: int) -> Clocks | None:
        """What the player on this seat is told before it moves; None if it has no clock."""
        control = self.controls[seat]
        if control.base_ms is None:
            return None
        left_ms = (int(self.left_ms[0]), int(self.left_ms[1]))
        moves, other = control.moves, self.controls[1 - seat].increment_ms
        to_go = None if moves is None else moves - self._moves[seat] % moves
        own = control.increment_ms
        return Clocks(left_ms, control.base_ms, own, None if other == own else other, moves, to_go)

    def spend(self, seat: int, ms: float) -> float | None:
        """Subtracts the time of a move. Returns None, or by how many ms the flag fell."""
        control = self.controls[seat]
        if control.base_ms is None:
            return None
        self.left_ms[seat] -= ms
        if self.left_ms[seat] < -control.time_margin_ms:
            return -self.left_ms[seat]
        self.left_ms[seat] = max(0.0, self.left_ms[seat]) + control.increment_ms
        self._moves[seat] += 1
        if control.moves is not None and self._moves[seat] % control.moves == 0:
            self.left_ms[seat] += control.base_ms
        return None
