"""What a bot logs when a game ends, for any number of seats, and its totals over all games."""

import logging
from dataclasses import replace

import pytest

import zeitnot_protocol as p
from zeitnot_client.game_end import GameResult, GameWatch, Result, Totals, result_of
from zeitnot_client.session_events import EventReceived, Rewound
from zeitnot_client.state import RoomState

CLOCK = p.ClockView(remaining_ms=[61_000, 2_000, None])


def finished(**fields: object) -> p.Finished:
    base = {"game": "g", "seq": 9, "at": 90_000, "reason": "rules", "seed": "", "clock": CLOCK}
    return p.Finished(**(base | fields))  # type: ignore[arg-type]


def moved(seat: int, ply: int, at: int, took_ms: int, by_server: bool = False) -> p.Moved:
    receipt = p.Receipt(
        elapsed_ms=took_ms, compensated_ms=0, charged_ms=took_ms, remaining_ms=1, quota_ms=0
    )
    envelope = {"game": "g", "seq": ply + 2, "at": at, "position": "", "turn": 1 - seat}
    return p.Moved(
        **envelope,  # type: ignore[arg-type]
        seat=seat,
        ply=ply,
        move="a",
        receipt=receipt,
        clock=CLOCK,
        by_server=by_server,
    )


STATE = RoomState(
    "g",
    you=1,
    phase="running",
    seats=tuple(p.SeatView(player=p.Player(name=name, bot=False)) for name in ("Ann", "Bot")),
    clock=CLOCK,
)


def ended(*events: p.RoomEvent, state: RoomState = STATE) -> GameResult:
    """The end of a game after these events, of which the last one ends it."""
    watch = GameWatch()
    for event in events[:-1]:
        after = replace(state, turn=getattr(event, "turn", None))
        assert watch.note(EventReceived(event, live=True), after, 0) is None
    end = watch.note(EventReceived(events[-1], live=False), replace(state, phase="finished"), 0)
    assert end is not None
    assert watch.note(EventReceived(events[-1], live=False), state, 0) is None  # reported only once
    return end


@pytest.mark.parametrize(
    ("scores", "seat", "sides", "result"),
    [
        (None, 0, [], "without a result"),
        ([1.0, 0.0], 0, [], "won"),
        ([1.0, 0.0], 1, [], "lost"),
        ([0.5, 0.5], 1, [], "drawn"),
        ([0.5, 0.0, 0.5], 2, [], "drawn"),
        ([0.5, 0.0, 0.5], 1, [], "lost"),
        ([1.0, 0.0, 1.0, 0.0], 2, [[0, 2], [1, 3]], "won"),
        ([1.0, 0.0, 1.0, 0.0], 3, [[0, 2], [1, 3]], "lost"),
    ],
)
def test_result_depends_on_scores_and_sides(
    scores: list[float] | None, seat: int, sides: list[list[int]], result: Result
) -> None:
    control = p.Control(kind="unlimited")
    room = p.RoomView("ewn", 1, {}, control, seats=4, draws=False, created_at=0, sides=sides)
    state = RoomState("g", you=seat, room=room)
    assert result_of(finished(scores=scores), state) == result


def test_game_lost_on_time_is_logged_as_a_warning() -> None:
    end = ended(
        moved(0, 0, 10_000, 3),
        moved(1, 1, 14_200, 4_200),
        moved(0, 2, 60_000, 50_000),
        finished(reason="flag", scores=[1.0, 0.0]),
    )
    assert str(end).endswith(
        "seat 1: lost against Ann by flag; own clock 2.0 s; slowest move 4.2 s (ply 1); "
        "to move for 30.0 s at the end"
    )
    assert end.level == logging.WARNING


def test_move_made_by_the_server_is_not_counted() -> None:
    end = ended(moved(0, 0, 9, 3), moved(1, 1, 20, 99, by_server=True), finished())
    assert (end.slowest_ms, end.pending_ms, end.level) == (None, None, logging.INFO)
    assert "no move made" in str(end)


@pytest.mark.parametrize(("ended_by", "level"), [(1, logging.WARNING), (0, logging.INFO)])
def test_missing_first_move_of_the_bot_is_a_warning(ended_by: int, level: int) -> None:
    end = ended(moved(0, 0, 9, 3), finished(reason="aborted", ended_by=ended_by))
    assert end.level == level
    assert "without a result against Ann by aborted" in str(end)


def test_game_without_a_clock_is_logged() -> None:
    end = ended(finished(scores=[1.0, 0.0, 0.0]), state=replace(STATE, you=2))
    assert "no clock" in str(end)


def test_rewound_moves_are_forgotten() -> None:
    watch = GameWatch()
    watch.note(EventReceived(moved(1, 1, 9, 4_000), live=True), STATE, 0)
    watch.note(Rewound(), STATE, 0)
    end = watch.note(EventReceived(finished(), live=True), STATE, 0)
    assert end is not None
    assert end.slowest_ms is None


def test_line_has_waits_and_concurrent_games() -> None:
    watch = GameWatch()
    watch.note_wait(1_500)
    watch.note_wait(500)
    watch.note_concurrent(3)
    watch.note_concurrent(1)
    end = watch.note(EventReceived(finished(), live=True), STATE, 0)
    assert str(end).endswith(
        "waited 2.0 s for a core in 2 searches; chose moves at the same time as up to 3 other games"
    )


def test_totals_are_summarized() -> None:
    assert str(Totals()) == "no game has ended"
    slow = ended(moved(1, 1, 9, 8_000), finished(reason="flag", scores=[1.0, 0.0]))
    fast = ended(moved(1, 1, 9, 80), finished(scores=[0.0, 1.0]))
    totals = Totals().plus(slow).plus(fast).plus(replace(fast, waits=1, waited_ms=400))
    assert str(totals) == (
        "3 games; 1 lost (flag 1); 2 won (rules 2); longest turn 8.0 s in g; "
        "1 search waited 0.4 s for a core"
    )
    hung = replace(slow, slowest_ms=None, pending_ms=30_000)
    assert "longest turn 30.0 s in g" in str(totals.plus(hung))
