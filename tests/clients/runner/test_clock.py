"""Engines in rooms, on virtual time: they may use all of their time, hang or crash, and several of
them play at once."""

import logging

import pytest

import zeitnot_protocol as p
from zeitnot_client.drivers.situation import Choice, Situation

from .rig import FakeEngine, config_of, end_of, moves_of_bot, play, seconds


@pytest.mark.parametrize(("base", "takes_s"), [(30, 4), (60, 6), (10, 9)])
def test_slow_engine_plays_until_its_flag_falls(base: int, takes_s: int) -> None:
    """Only the clock ends its game: after a free first turn it may use its full time."""
    (room,) = play(seconds(base), FakeEngine(takes_s))
    assert end_of(room) == ("flag", [1.0, 0.0])
    assert len(moves_of_bot(room)) == 1 + (base - 1) // takes_s
    (late,) = room.texts()
    assert "too late" in late


def test_engine_that_moves_when_told_to_does_not_lose_on_time() -> None:
    """Its clock runs low again and again, and it never moves by itself."""
    (room,) = play(seconds(5, 1), FakeEngine(None, obeys=True))
    assert end_of(room)[0] == "rules"
    assert room.texts() == []


def test_room_gets_a_message_before_the_flag_of_a_hanging_engine(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (room,) = play(p.Control(kind="per_move", time_ms=5_000), FakeEngine(None, ends_in_s=2))
    (late,) = [event for event in room.events() if isinstance(event, p.Said)]
    assert "too late" in late.text
    assert room.room.finished is not None
    assert late.at < room.room.finished.at
    assert "it is too late" in caplog.text


def test_free_first_turn_is_not_limited_by_the_clock() -> None:
    (room,) = play(seconds(5), FakeEngine(29), until=lambda room: len(moves_of_bot(room)) == 1)
    assert room.texts() == []


def test_slow_engine_with_an_increment_plays_to_the_end() -> None:
    (room,) = play(seconds(20, 5), FakeEngine(5.2))
    assert end_of(room)[0] == "rules"
    assert room.texts() == []


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="byoyomi", base_ms=5_000, periods=3, period_ms=5_000),
        p.Control(kind="canadian", base_ms=5_000, moves=1, period_ms=15_000),
        p.Control(kind="delay", base_ms=10_000, delay_ms=10_000),
    ],
)
def test_full_time_includes_all_periods_and_the_delay(control: p.Control) -> None:
    (room,) = play(control, FakeEngine(18), until=lambda room: len(moves_of_bot(room)) == 2)
    assert room.texts() == []


def test_owners_limit_per_move_is_enforced(caplog: pytest.LogCaptureFixture) -> None:
    """After a second late move the bot resigns, as after any second failure."""
    caplog.set_level(logging.INFO, "zeitnot.bot")
    limited = config_of("othello", move_timeout_ms=5_000, protocol="gtp")
    engine = FakeEngine(6)
    (room,) = play(seconds(60), engine, config=limited)
    cause = "no move found 2 times, at last: no move within the limit of 5.0 s"
    assert f"lost against Ann by resign; cause: {cause}" in caplog.text
    assert end_of(room) == ("resign", [1.0, 0.0])
    assert [text.split("(")[1].split(")")[0] for text in room.texts()] == [
        "no move within the limit of 5.0 s"
    ] * 2
    assert all((limits.move_ms or 0) <= 5_000 for _, limits in engine.asked)
    (room,) = play(
        seconds(60),
        FakeEngine(4.9),
        config=limited,
        until=lambda room: len(moves_of_bot(room)) == 9,
    )
    assert room.texts() == []


def test_without_a_clock_only_the_owners_limit_applies() -> None:
    unlimited = p.Control(kind="unlimited")
    (room,) = play(unlimited, FakeEngine(4_000), until=lambda room: len(moves_of_bot(room)) == 2)
    assert room.texts() == []
    limited = config_of("othello", move_timeout_ms=60_000)
    (room,) = play(unlimited, FakeEngine(None), config=limited)
    assert end_of(room) == ("resign", [1.0, 0.0])


def test_engine_that_crashes_once_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    """The author finds the end of the dialogue and of stderr in the log."""
    caplog.set_level(logging.INFO, "zeitnot.bot")
    (room,) = play(seconds(20, 5), FakeEngine(1, crashes=1))
    assert end_of(room)[0] == "rules"
    assert room.texts() == [
        "Something went wrong with my move (its program has failed). I will try once more."
    ]
    assert "its program has failed: it ended with code 3" in caplog.text
    assert "game game0: stderr: oops" in caplog.messages


def test_concurrent_engines_do_not_share_their_clocks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Six engines need three of five seconds per move, and none waits for another. A hanging and a
    crashing one lose only their own games, and every game is logged."""
    caplog.set_level(logging.INFO, "zeitnot.bot")
    control = p.Control(kind="per_move", time_ms=5_000)
    engines = [FakeEngine(3) for _ in range(6)]
    engines[2], engines[4] = FakeEngine(None), FakeEngine(3, crashes=2)
    rooms = play(control, *engines)
    reasons = [end_of(room)[0] for room in rooms]
    assert reasons == ["rules", "rules", "aborted", "rules", "resign", "rules"]
    for room in (rooms[0], rooms[1], rooms[3], rooms[5]):
        taken = {move.receipt.elapsed_ms for move in moves_of_bot(room)}
        assert max(taken) <= 3_100
    ends = [r.getMessage() for r in caplog.records if ", othello, seat 1: " in r.getMessage()]
    assert sorted(end.split(",")[0] for end in ends) == [f"game game{n}" for n in range(6)]
    assert [engine.closed for engine in engines] == [1] * 6


def test_hanging_engine_loses_only_its_game() -> None:
    control = p.Control(kind="per_move", time_ms=5_000)
    hanging = FakeEngine(3)

    def hang_later(situation: Situation) -> Choice:
        hanging.takes_s = 3 if len(hanging.asked) < 3 else None
        return Choice(situation.legal[0])

    hanging.choose = hang_later
    rooms = play(control, FakeEngine(3), hanging, FakeEngine(3))
    assert [end_of(room)[0] for room in rooms] == ["rules", "flag", "rules"]


@pytest.mark.parametrize("protocol", ["uci", "gtp"])
def test_engine_is_told_its_time_without_the_overhead(protocol: str) -> None:
    """By its clock, or for the move."""
    engine = FakeEngine(2)
    config = config_of("othello", protocol=protocol, overhead_ms=200)
    play(seconds(60, 1), engine, config=config, until=lambda room: len(moves_of_bot(room)) == 4)
    limits = [limits for _, limits in engine.asked]
    if protocol == "uci":
        lefts = [each.clocks.left_ms[1] for each in limits if each.clocks]
        assert lefts[1:4] == [60_000, 59_000, 58_000]
        assert {each.overhead_ms for each in limits} == {200}
        assert {each.clocks.increment_ms for each in limits if each.clocks} == {1_000}
    else:
        assert all(each.clocks is None and 0 < (each.move_ms or 0) < 5_000 for each in limits)


def test_first_turn_that_is_free_is_told_as_a_short_clock() -> None:
    """It ends after half a minute, whatever the clock shows."""
    engine = FakeEngine(2)
    play(seconds(3600), engine, until=lambda room: len(moves_of_bot(room)) == 2)
    (_, first), (_, second) = engine.asked[:2]
    assert first.clocks is not None
    assert second.clocks is not None
    assert first.clocks.left_ms[1] < 200_000
    assert second.clocks.left_ms[1] == 3_600_000
