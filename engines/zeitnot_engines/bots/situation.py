"""What a bot's search has to know of a room beside the position."""

import zeitnot_protocol as p
from zeitnot_client.state import RoomState

from ..interfaces import ReportLike


def control_of(state: RoomState) -> p.Control:
    """The time control of the game."""
    return state.room.control if state.room else p.Control(kind="unlimited")


def is_here(state: RoomState, seat: int) -> bool:
    """Whether this seat's player is connected, as far as is known."""
    return state.presence is None or state.presence.seats[seat]


def search_name(state: RoomState) -> str:
    """The name of a search: of the game, and of the seat, since a bot may have several."""
    return f"{state.game}/{state.you}"


def opponent_of(state: RoomState) -> str:
    """The opponent: an account, or a name if the server has not sent an account."""
    if state.against:
        return state.against[0]
    opponents = (seat.player for index, seat in enumerate(state.seats) if index != state.you)
    return next((f"name {player.name}" for player in opponents if player), "")


def own_value(report: ReportLike, *, is_own_turn: bool, seats: int) -> float | None:
    """A report's value for our side with 0 as level, whatever the unit and whoever is to move.
    None: not known, where another of several opponents is to move."""
    value = report.value - 1 / seats if report.unit == "win_probability" else report.value
    if is_own_turn:
        return value
    return -value if seats == 2 else None
