"""The position of a room as the engine searches it."""

import random
from contextlib import suppress

import zeitnot_protocol as p
from zeitnot_client.state import RoomState

from ..interfaces import GameLike, HistoryLike

SAMPLES = 4


class NoSample(Exception):
    """No position was found that looks the same to our seat: there may be few, and none of a
    sampler's draws was one."""


def history_of(game: GameLike, state: RoomState, rng: random.Random) -> HistoryLike:
    """The position with its past, from the record. Where something is hidden: a position that
    looks the same to our seat, at random; the methods for such games use only what it knows. Raises
    NoSample."""
    if game.hides:
        return _sampled(game, state.position or "", rng)
    setup = (state.room and state.room.setup) or p.Setup()
    history = game.start() if setup.position is None else game.parse(setup.position)
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


def _sampled(game: GameLike, view: str, rng: random.Random) -> HistoryLike:
    for _ in range(SAMPLES):
        with suppress(ValueError):
            return game.sample(view, rng.getrandbits(63))
    raise NoSample(view)
