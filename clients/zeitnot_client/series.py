"""Series of games: whether another game of the series follows. Pure."""

import zeitnot_protocol as p

from .state import RoomState


def series_of(state: RoomState) -> p.Series | None:
    """The series to which the room's game belongs; None: to none, or that is not known."""
    setup = state.room.setup if state.room is not None else None
    return None if setup is None else setup.series


def has_next_game(state: RoomState) -> bool:
    """Whether the game has ended, and the series goes on when both players ask for the next."""
    series, finished = series_of(state), state.finished
    if series is None or finished is None or finished.scores is None:
        return False
    return series.number < series.games


def score_after(state: RoomState) -> tuple[float, float] | None:
    """Our points of the series and the opponent's, including this game if it has a result; None:
    there is no series, or we have no seat."""
    series, finished, seat = series_of(state), state.finished, state.you
    if series is None or seat is None:
        return None
    own, other = series.scores[seat], series.scores[1 - seat]
    if finished is None or finished.scores is None:
        return own, other
    difference = finished.scores[seat] - finished.scores[1 - seat]
    points = (difference > 0) + (difference == 0) / 2
    return own + points, other + 1 - points
