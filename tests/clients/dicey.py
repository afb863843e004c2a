"""A bot for tests, and the simplest choice of a move."""

from zeitnot_client import Turn
from zeitnot_server.rooms.room import Actor

DICEY = Actor("bot", "Dicey", bot=True)


def first_legal(turn: Turn) -> str:
    """The first legal move."""
    return turn.legal[0]
