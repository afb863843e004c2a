"""Thinking times and lag, from receipts."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.bot_pages import times
from zeitnot_server.bot_pages.times import TimedGame, TimedMove

from ..each import each

BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
BULLET = p.Control(kind="sudden_death", base_ms=60_000)
CLOCK = p.ClockView(remaining_ms=[1, 1])


def moved(seat: int, elapsed: int, lag: int = 0, **fields: bool) -> p.Moved:
    free = fields.pop("free", False)
    receipt = p.Receipt(
        elapsed_ms=elapsed,
        compensated_ms=lag,
        charged_ms=elapsed - lag,
        remaining_ms=1,
        free=free,
    )
    return p.Moved(
        **{"game": "game1", "seq": 1, "at": 1, "ply": 0, "move": "a1", "position": "x"},
        seat=seat,
        receipt=receipt,
        clock=CLOCK,
        **fields,
    )


def test_a_seats_own_moves_are_timed() -> None:
    events: list[p.RoomEvent] = [
        moved(0, 5_000, free=True),
        moved(1, 9),
        moved(0, 130, 30),
        moved(0, 7, by_server=True),
        moved(0, 50),
    ]
    export = p.Export(
        *(),
        **{"format": "f", "id": "game1", "game_type": "chess", "rules_version": 1},
        settings={},
        control=BLITZ,
        created_at=1,
        commitment="c",
        players=[],
        events=events,
    )
    assert times.timed_game(export, 0) == TimedGame(
        *("chess", BLITZ),
        (TimedMove(1, 5_000, None), TimedMove(2, 100, 30), TimedMove(3, 50, 0)),
    )


def game(*thought_ms: int, control: p.Control = BLITZ, lag_ms: int | None = 0) -> TimedGame:
    moves = tuple(TimedMove(number, ms, lag_ms) for number, ms in enumerate(thought_ms, 1))
    return TimedGame("chess", control, moves)


def test_times_are_by_game_and_clock_the_most_frequent_first() -> None:
    found = times.thinking_times([game(9, control=BULLET), game(100, 200), game(300), game()])
    assert [(group.control, group.games) for group in found] == [(BLITZ, 2), (BULLET, 1)]
    assert found[0].times == [
        p.MoveTimes(first=1, last=1, moves=2, median_ms=100, p90_ms=300, max_ms=300),
        p.MoveTimes(first=2, last=2, moves=1, median_ms=200, p90_ms=200, max_ms=200),
    ]


@each(
    ("moves", "first", "count"),
    [(20, (1, 1), 20), (21, (1, 2), 11), (99, (1, 5), 20), (12_000, (1, 600), 20)],
)
def test_a_plot_has_few_points(moves: int, first: tuple[int, int], count: int) -> None:
    (group,) = times.thinking_times([game(*[7] * moves)])
    assert len(group.times) == count
    assert (group.times[0].first, group.times[0].last) == first
    assert group.times[-1].last == moves
    assert sum(point.moves for point in group.times) == moves


@pytest.mark.parametrize(("share", "expected"), [(0.5, 5), (0.9, 9), (0.95, 10), (0.01, 1)])
def test_a_quantile_is_one_of_the_values(share: float, expected: int) -> None:
    assert times.quantile([10, 1, 9, 2, 8, 3, 7, 4, 6, 5], share) == expected


def test_lag_counts_only_measured_moves() -> None:
    assert times.lag([game(5, lag_ms=None)]) is None
    games = [game(5, 5, lag_ms=40), game(5, lag_ms=None), game(5, lag_ms=900)]
    assert times.lag(games) == p.Lag(moves=3, median_ms=40, p95_ms=900)
