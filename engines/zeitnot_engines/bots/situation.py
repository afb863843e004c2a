"""Facts about a room that a bot's search needs besides the position."""

import zeitnot_protocol as p
from zeitnot_client.seat_value import SeatValue
from zeitnot_client.state import RoomState

from ..interfaces import ReportLike


def control_of(state: RoomState) -> p.Control:
    """The time control of the game."""
    return state.room.control if state.room else p.Control(kind="unlimited")


def is_connected(state: RoomState, seat: int) -> bool:
    """Whether this seat's player is connected, as far as is known."""
    return state.presence is None or state.presence.seats[seat]


def search_name(state: RoomState) -> str:
    """The name of a search: the game and the seat, because a bot may have several seats."""
    return f"{state.game}/{state.you}"


def opponent_of(state: RoomState) -> str:
    """The opponent: an account, or a name if the server has not sent an account."""
    if state.against:
        return state.against[0]
    opponents = (seat.player for index, seat in enumerate(state.seats) if index != state.you)
    return next((f"name {player.name}" for player in opponents if player), "")


def own_value(report: ReportLike, *, seat: int, seats: int) -> float | None:
    """A report's value for our seat, with 0 for an equal position, in any unit. None: it is not
    known, because the report is for one of several opponents."""
    seen = SeatValue(report.seat, report.value, report.unit, seats).seen_by(seat)
    return None if seen is None else seen.above_level
