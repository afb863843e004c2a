"""A series of games between the same two players, who exchange their seats after each. Pure."""

from collections.abc import Sequence

import zeitnot_protocol as p

from .value import replace

SEATS = 2


class BadSeries(ValueError):
    """The series cannot be played; the message says why, for people."""


def check(series: p.Series | None, seats: int) -> None:
    """Checks the series of a new game. Raises BadSeries."""
    if series is None:
        return
    if seats != SEATS:
        raise BadSeries(f"A series is for games with {SEATS} seats.")
    if series != p.Series(games=series.games):
        raise BadSeries("A new series begins with its first game: give only `games`.")


def next_setup(setup: p.Setup, finished: p.Finished | None) -> p.Setup:
    """The setup of a rematch of a game that has ended: the next game of its series, if there is
    one. Its first turns are free."""
    following = after(setup.series, finished.scores if finished else None)
    return replace(setup, clock_starts="first_move", series=following, answer_ms=None)


def after(series: p.Series | None, scores: Sequence[float] | None) -> p.Series | None:
    """The series as the next game has it, in which the players have exchanged their seats; None:
    there is no next game of the series. `scores`: those of the game that has ended, None without a
    result."""
    if series is None or series.number >= series.games or scores is None:
        return None
    first, second = scores
    points = (first > second) + (first == second) / 2
    return p.Series(
        games=series.games,
        number=series.number + 1,
        scores=(series.scores[1] + 1 - points, series.scores[0] + points),
    )
