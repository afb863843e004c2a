"""The position of a room as the engine searches it."""

import logging
import random

import zeitnot_protocol as p
from zeitnot_client.state import RoomState

from ..interfaces import GameLike, HistoryLike

logger = logging.getLogger("zeitnot.bot")

SAMPLES = 4
"""How often to try to sample a position, which is random and can fail."""


class NoSample(Exception):
    """No position was found that matches our seat's view."""


def history_of(game: GameLike, state: RoomState, rng: random.Random) -> HistoryLike:
    """The position with its history, from the record. In a game with hidden information, a random
    position that matches our seat's view; the methods for such games use only what the seat knows.
    Raises NoSample."""
    if game.hides:
        return _sampled(game, state.position or "", rng)
    setup = (state.room and state.room.setup) or p.Setup()
    history = _start(game, setup, state)
    for move in setup.moves:
        history = history.play(move)
    for event in state.record:
        match event:
            case p.Moved(move=move):
                history = history.play(move)
            case p.Threw(values=values):
                history = history.throw(values)
            case p.Withdrew(seat=seat):
                history = history.withdraw(seat)
    return history


def _start(game: GameLike, setup: p.Setup, state: RoomState) -> HistoryLike:
    if setup.position is not None:
        return game.parse(setup.position)
    if game.start_throw is not None and state.start is not None:
        return game.parse(state.start)
    return game.start()


def _sampled(game: GameLike, view: str, rng: random.Random) -> HistoryLike:
    for _ in range(SAMPLES):
        try:
            return game.sample(view, rng.getrandbits(63))
        except ValueError as error:
            reason = error
    logger.warning("%s: no position was found for the view %s: %s", game.name, view, reason)
    raise NoSample(view)
