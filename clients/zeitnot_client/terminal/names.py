"""The names of the players of a room, as the terminal writes them."""

from ..state import RoomState
from . import texts


def name_of(state: RoomState, seat: int) -> str:
    """The name of who sits on a seat, or for whom it is reserved; of a bot that has several seats
    with the seat's number, from 1."""
    view = state.seats[seat]
    if view.player is None:
        return texts.KEPT.format(name=view.reserved) if view.reserved else texts.FREE
    name = view.player.name
    again = sum(other.player is not None and other.player.name == name for other in state.seats)
    return name if again == 1 else f"{name} ({seat + 1})"
