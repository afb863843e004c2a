"""A bot's thinking times, and the network's part of its moves, from the receipts of its games."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

import zeitnot_protocol as p

GROUPS = 4
"""Of how many games with their time controls the times are shown."""
MAX_POINTS = 20
"""How many points a plot has."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""How many moves a point may stand for."""


class TimedMove(NamedTuple):
    """One of a bot's moves, its own counted from 1: how long the bot thought, and the network's
    part, which is None where the server did not measure it."""

    number: int
    thought_ms: int
    lag_ms: int | None


class TimedGame(NamedTuple):
    """The moves of one seat in one game."""

    game_type: str
    control: p.Control
    moves: tuple[TimedMove, ...]


def timed_game(export: p.Export, seat: int) -> TimedGame:
    """The times of one seat. Moves that the server made for it do not count."""
    own = (
        event
        for event in export.events
        if isinstance(event, p.Moved) and event.seat == seat and not event.by_server
    )
    moves = tuple(_timed_move(number, event.receipt) for number, event in enumerate(own, 1))
    return TimedGame(export.game_type, export.control, moves)


def _timed_move(number: int, receipt: p.Receipt) -> TimedMove:
    thought_ms = receipt.elapsed_ms - receipt.compensated_ms
    return TimedMove(number, thought_ms, None if receipt.free else receipt.compensated_ms)


def thinking_times(games: Sequence[TimedGame]) -> list[p.ThinkingTimes]:
    """By game and time control, the most frequent first."""
    groups = dict[tuple[str, bytes], list[TimedGame]]()
    for game in games:
        if game.moves:
            key = (game.game_type, msgspec.json.encode(game.control))
            groups.setdefault(key, []).append(game)
    largest = sorted(groups.values(), key=len, reverse=True)[:GROUPS]
    return [
        p.ThinkingTimes(
            game_type=group[0].game_type,
            control=group[0].control,
            games=len(group),
            times=_points([move for game in group for move in game.moves]),
        )
        for group in largest
    ]


def _points(moves: Sequence[TimedMove]) -> list[p.MoveTimes]:
    last = max(move.number for move in moves)
    step = next((step for step in STEPS if step * MAX_POINTS >= last), math.ceil(last / MAX_POINTS))
    points = dict[int, list[int]]()
    for move in moves:
        points.setdefault((move.number - 1) // step, []).append(move.thought_ms)
    return [
        p.MoveTimes(
            first=step * point + 1,
            last=min(step * (point + 1), last),
            moves=len(times),
            median_ms=quantile(times, 0.5),
            p90_ms=quantile(times, 0.9),
            max_ms=max(times),
        )
        for point, times in sorted(points.items())
    ]


def lag(games: Iterable[TimedGame]) -> p.Lag | None:
    """The network's part of all these moves; None: nothing was measured."""
    times = [move.lag_ms for game in games for move in game.moves if move.lag_ms is not None]
    if not times:
        return None
    return p.Lag(moves=len(times), median_ms=quantile(times, 0.5), p95_ms=quantile(times, 0.95))


def quantile(values: Sequence[int], share: float) -> int:
    """The smallest value that at least this share of all values, more than 0, does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]
