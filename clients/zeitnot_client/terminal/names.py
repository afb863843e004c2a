"""The names of a room's players, as the terminal shows them."""

from ..state import RoomState
from . import texts


def name_of(state: RoomState, seat: int) -> str:
    """The name of the player on a seat, or for whom it is reserved. A bot's name is followed by the
    seat's number, from 1, if the bot has several seats."""
    view = state.seats[seat]
    if view.player is None:
        return texts.RESERVED.format(name=view.reserved) if view.reserved else texts.FREE
    name = view.player.name
    again = sum(other.player is not None and other.player.name == name for other in state.seats)
    return name if again == 1 else f"{name} ({seat + 1})"
