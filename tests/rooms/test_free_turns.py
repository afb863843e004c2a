"""Each seat's first turn is free: the time before it is charged to nobody, and a player who never
moves has lost nothing."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.clock import FREE_MS
from zeitnot_server.rooms.commands import Flag, Outage
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.setup import LEGACY_SETUP, with_defaults
from zeitnot_server.rooms.step import step
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import verify

from .games import Deal, Duel, Game
from .rig import FRESH, Rig
from .test_replay import Relay

FREE = p.Setup()
BLITZ = p.Control(kind="fischer", base_ms=10_000, increment_ms=2_000)


def new_rig(rules: Game | None = None, control: p.Control = BLITZ) -> Rig:
    return Rig(rules or Duel(rounds=4), control, setup=FREE).start()


def moved(of: Rig) -> p.Moved:
    """The last move."""
    return [entry.event for entry in of.log if isinstance(entry.event, p.Moved)][-1]


def check_record(of: Rig) -> None:
    verify(of.export(), lambda game, settings: of.rules)


def test_nothing_is_charged_or_added_before_the_second_turn() -> None:
    on = new_rig()
    started = on.room.clock.view(on.ms)
    assert (started.running, started.free_ms) == (None, FREE_MS)
    assert started.remaining_ms == [10_000, 10_000]
    for seat, after in ((0, 12_000), (1, 29_000)):
        on.move("high", after=after)
        receipt = moved(on).receipt
        assert (moved(on).seat, receipt.elapsed_ms, receipt.free) == (seat, after, True)
        assert (receipt.charged_ms, receipt.compensated_ms) == (0, 0)
        assert moved(on).clock.remaining_ms == [10_000, 10_000]
    assert (moved(on).clock.running, moved(on).clock.free_ms) == (0, None)
    on.move("high", after=1_500)
    assert (moved(on).receipt.charged_ms, moved(on).receipt.free) == (1_500, False)
    assert moved(on).clock.remaining_ms == [10_500, 10_000]
    on.do(0, p.Resign)
    check_record(on)


@pytest.mark.parametrize("plies", [0, 1])
def test_a_player_who_never_moves_loses_no_points(plies: int) -> None:
    on = new_rig()
    for _ in range(plies):
        on.move("high", after=1_000)
    assert on.send(Flag(), after=FREE_MS - 1).entries == ()
    assert on.room.phase is Phase.RUNNING
    on.send(Flag(), after=1)
    assert (on.end.reason, on.end.scores) == ("aborted", None)
    assert (on.end.ended_by, on.end.clock.free_ms) == (plies, 0)
    assert on.end.clock.remaining_ms == [10_000, 10_000]
    check_record(on)


def test_a_move_after_the_free_time_finds_the_game_aborted() -> None:
    on = new_rig()
    done = on.move("high", after=FREE_MS)
    assert done.refusal is not None
    assert on.end.reason == "aborted"
    check_record(on)


def test_after_the_free_turns_flags_fall() -> None:
    on = new_rig()
    on.move("high")
    on.move("high")
    on.send(Flag(), after=10_000)
    assert (on.end.reason, on.end.scores) == ("flag", [0.0, 1.0])
    check_record(on)


def test_a_rematch_in_which_nobody_moves_is_aborted() -> None:
    """Even of a game whose own clocks ran from the start."""
    for setup in (FREE, LEGACY_SETUP):
        on = Rig(Duel(), BLITZ, setup=setup).start()
        on.do(0, p.Resign)
        on.do(0, p.RematchWish)
        created = on.do(1, p.RematchWish).create
        assert created is not None
        repeated = created.room(on.room)
        assert (repeated.id, repeated.game_setup.setup) == (FRESH.game, FREE)
        assert repeated.clock.free == {0, 1}
        begun = Rig(Duel(), BLITZ, setup=repeated.game_setup.setup).start()
        begun.send(Flag(), after=FREE_MS)
        assert (begun.end.reason, begun.end.scores) == ("aborted", None)


def test_a_turn_of_several_moves_is_free_as_a_whole_and_bounded_as_a_whole() -> None:
    on = new_rig(Relay())
    on.move("k", after=20_000)
    assert on.room.clock.view(on.ms).free_ms == 10_000
    on.move("k", after=9_000)
    on.send(Flag(), after=1_000)
    assert on.end.reason == "aborted"
    check_record(on)


def test_every_seat_has_a_free_turn() -> None:
    on = new_rig(Deal())
    for seat in range(3):
        assert on.room.turn == seat
        on.move("keep", after=7_000)
        assert moved(on).receipt.free
    assert on.room.finished is None or on.room.clock.free == frozenset()


def test_an_outage_stops_the_free_time() -> None:
    on = new_rig()
    on.send(Outage(20_000))
    on.resume(after=90_000)
    assert on.room.clock.view(on.ms).free_ms == 10_000
    on.move("high", after=9_999)
    assert moved(on).receipt.elapsed_ms == 29_999
    on.do(0, p.Resign)
    check_record(on)


def test_a_first_turn_taken_back_is_not_free_again() -> None:
    on = new_rig()
    on.move("high", after=5_000)
    on.do(0, p.Takeback, after=1_000, action="ask")
    on.do(1, p.Takeback, after=1_000, action="accept")
    assert on.room.clock.view(on.ms).remaining_ms == [10_000, 10_000]
    on.move("low", after=3_000)
    assert moved(on).clock.remaining_ms == [9_000, 10_000]
    on.move("low", after=25_000)
    assert moved(on).receipt.free
    on.do(0, p.Resign)
    check_record(on)


def test_lag_is_neither_owed_nor_charged_in_a_free_turn() -> None:
    on = new_rig()
    before = on.room.clock.quotas_ms
    assert on.room.clock.deadline_ms(60) == on.room.clock.deadline_ms(0)
    seat, move = on.people[0], on.command(p.Move, ply=0, move="high")
    on.ms += 4_000
    result = step(on.room, move, seat, replace(on.now(), lag_ms=60), None)
    on.room, on.log = result.room, [*on.log, *result.entries]
    assert moved(on).receipt.compensated_ms == 0
    assert on.room.clock.quotas_ms == before


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="unlimited"),
        p.Control(kind="unlimited", move_limit_ms=FREE_MS),
        p.Control(kind="correspondence", days=2),
    ],
)
def test_correspondence_and_unlimited_games_have_no_free_turn(control: p.Control) -> None:
    on = Rig(Duel(), control, setup=FREE)
    assert with_defaults(FREE, control) == on.room.game_setup.setup == LEGACY_SETUP
    on.start()
    on.move("high", after=4_000)
    assert not moved(on).receipt.free


@pytest.mark.parametrize("kind", ["unlimited", "correspondence"])
def test_a_limit_per_turn_does_not_apply_to_the_first(kind: str) -> None:
    """Whoever sits down is ready at once, and may not have seen the limit."""
    control = p.Control(kind=kind, move_limit_ms=50, days=3 if kind == "correspondence" else None)  # type: ignore[arg-type]
    on = Rig(Duel(), control, setup=FREE)
    on.start()
    assert on.flag(after=FREE_MS - 1).entries == ()
    assert on.flag(after=1).entries
    assert (on.end.reason, on.end.scores) == ("aborted", None)
