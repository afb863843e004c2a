"""The names of the players of a room, as the terminal writes them."""

from ..state import RoomState
from . import texts


def name_of(state: RoomState, seat: int) -> str:
    """The name of who sits on a seat, or for whom it is reserved."""
    view = state.seats[seat]
    if view.player is None:
        return texts.KEPT.format(name=view.reserved) if view.reserved else texts.FREE
    return view.player.name
