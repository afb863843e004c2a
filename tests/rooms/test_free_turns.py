"""Each seat's first turn is free: its time is charged to no seat, and a player who never moves does
not lose."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.clock import FREE_TURN_MS
from zeitnot_server.rooms.commands import Flag, Outage
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, Phase, Room
from zeitnot_server.rooms.setup import LEGACY_SETUP, with_defaults
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import verify

from .games import Deal, Duel, Game
from .rig import FRESH, Rig
from .test_replay import BatonRelay

FREE = p.Setup()
BLITZ = p.Control(kind="fischer", base_ms=10_000, increment_ms=2_000)


def new_rig(rules: Game | None = None, control: p.Control = BLITZ) -> Rig:
    return Rig(rules or Duel(rounds=4), control, setup=FREE).start()


def moved(rig: Rig) -> p.Moved:
    """The last move."""
    return [entry.event for entry in rig.log if isinstance(entry.event, p.Moved)][-1]


def check_record(rig: Rig) -> None:
    verify(rig.export(), lambda game, settings: rig.rules)


def test_nothing_is_charged_or_added_before_the_second_turn() -> None:
    rig = new_rig()
    started = rig.room.clock.view(rig.ms)
    assert (started.running, started.free_ms) == (None, FREE_TURN_MS)
    assert started.remaining_ms == [10_000, 10_000]
    for seat, after in ((0, 12_000), (1, 29_000)):
        rig.move("high", after=after)
        receipt = moved(rig).receipt
        assert (moved(rig).seat, receipt.elapsed_ms, receipt.free) == (seat, after, True)
        assert (receipt.charged_ms, receipt.compensated_ms) == (0, 0)
        assert moved(rig).clock.remaining_ms == [10_000, 10_000]
    assert (moved(rig).clock.running, moved(rig).clock.free_ms) == (0, None)
    rig.move("high", after=1_500)
    assert (moved(rig).receipt.charged_ms, moved(rig).receipt.free) == (1_500, False)
    assert moved(rig).clock.remaining_ms == [10_500, 10_000]
    rig.do(0, p.Resign)
    check_record(rig)


def test_a_game_may_have_a_longer_first_turn() -> None:
    class Layout(Duel):
        first_turn_ms = 120_000

    rig = new_rig(Layout(rounds=4))
    assert rig.room.clock.view(rig.ms).free_ms == 120_000
    rig.move("high", after=119_999)
    assert moved(rig).clock.free_ms == 120_000, "the other seat's free time"
    assert rig.flag(after=119_999).entries == ()
    rig.flag(after=1)
    assert (rig.end.reason, rig.end.clock.free_ms) == ("aborted", 0)
    check_record(rig)


ANN, BOB = Actor("a0", "Ann"), Actor("a1", "Bob")
ROBOT, OTHER = Actor("b0", "Robot", bot=True), Actor("b1", "Other", bot=True)
HOUR_MS = 3_600_000


def seated(*people: Actor, rules: Game | None = None, setup: p.Setup = FREE) -> Rig:
    rig = Rig(rules or Duel(rounds=4), BLITZ, setup=setup)
    rig.people = list(people)
    return rig.start()


def clock_of(rig: Rig) -> p.ClockView:
    return rig.room.clock.view(rig.ms)


def test_the_first_move_against_a_bot_has_no_limit() -> None:
    """A person may read the rules first, while only the bot waits."""
    rig = seated(ANN, ROBOT)
    (started,) = (entry.event for entry in rig.log if isinstance(entry.event, p.Started))
    assert started.clock == clock_of(rig) == p.ClockView(remaining_ms=[10_000, 10_000])
    assert rig.room.clock.deadline_ms() is None
    assert rig.flag(after=HOUR_MS).entries == ()
    rig.move("high")
    assert (moved(rig).receipt.free, moved(rig).receipt.elapsed_ms) == (True, HOUR_MS)
    assert moved(rig).clock.free_ms == FREE_TURN_MS, "the bot's first turn"
    rig.move("high", after=1_000)
    assert (clock_of(rig).running, clock_of(rig).remaining_ms) == (0, [10_000, 10_000])
    rig.flag(after=10_000)
    assert rig.end.reason == "flag"
    check_record(rig)


def test_a_bot_has_to_make_its_first_move_in_time() -> None:
    rig = seated(ANN, ROBOT)
    rig.move("high")
    rig.flag(after=FREE_TURN_MS)
    assert (rig.end.reason, rig.end.scores, rig.end.ended_by) == ("aborted", None, 1)
    check_record(rig)


def test_a_bot_has_a_first_move_limit_but_its_opponent_has_none() -> None:
    rig = seated(ROBOT, ANN)
    assert clock_of(rig).free_ms == FREE_TURN_MS
    rig.move("high", after=1_000)
    assert clock_of(rig).free_ms is None
    assert rig.flag(after=HOUR_MS).entries == ()
    rig.move("high")
    assert clock_of(rig).running == 0
    rig.do(1, p.Resign)
    check_record(rig)


@pytest.mark.parametrize("people", [(ROBOT, OTHER), (ANN, BOB)])
def test_the_first_move_has_a_limit_among_bots_or_people(people: tuple[Actor, ...]) -> None:
    rig = seated(*people)
    assert clock_of(rig).free_ms == FREE_TURN_MS
    rig.flag(after=FREE_TURN_MS)
    assert rig.end.reason == "aborted"


def test_the_first_move_has_a_limit_if_another_person_waits() -> None:
    assert clock_of(seated(ANN, BOB, ROBOT, rules=Deal())).free_ms == FREE_TURN_MS
    assert clock_of(seated(ANN, ROBOT, OTHER, rules=Deal())).free_ms is None


def test_an_unlimited_first_turn_continues_after_an_outage() -> None:
    rig = seated(ANN, ROBOT)
    rig.send(Outage(20_000))
    rig.resume(after=90_000)
    assert clock_of(rig).free_ms is None
    rig.move("high", after=HOUR_MS)
    assert moved(rig).receipt.free
    rig.do(0, p.Resign)
    check_record(rig)


def test_the_creator_chooses_how_long_a_first_move_may_take() -> None:
    rig = seated(ANN, BOB, setup=p.Setup(first_move_ms=45_000))
    assert clock_of(rig).free_ms == 45_000
    assert rig.flag(after=44_999).entries == ()
    rig.move("high")
    assert rig.flag(after=44_999).entries == ()
    rig.flag(after=1)
    assert (rig.end.reason, rig.end.ended_by, rig.end.clock.free_ms) == ("aborted", 1, 0)
    check_record(rig)


def test_a_game_stored_without_first_move_ms_has_the_default_limit() -> None:
    new = seated(ANN, ROBOT)
    setup = replace(new.room.game_setup.setup, first_move_ms=None)
    stored = Room.new(replace(new.room.game_setup, setup=setup))
    assert fold(stored, new.log).clock.view(new.ms).free_ms == FREE_TURN_MS


def test_a_rematch_keeps_the_first_move_limit() -> None:
    rig = seated(ANN, BOB, setup=p.Setup(first_move_ms=45_000))
    rig.do(0, p.Resign)
    rig.do(0, p.RematchWish)
    following = rig.do(1, p.RematchWish).next_game
    assert following is not None
    assert following.room(rig.room).game_setup.setup.first_move_ms == 45_000


@pytest.mark.parametrize("plies", [0, 1])
def test_a_player_who_never_moves_loses_no_points(plies: int) -> None:
    rig = new_rig()
    for _ in range(plies):
        rig.move("high", after=1_000)
    assert rig.send(Flag(), after=FREE_TURN_MS - 1).entries == ()
    assert rig.room.phase is Phase.RUNNING
    rig.send(Flag(), after=1)
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)
    assert (rig.end.ended_by, rig.end.clock.free_ms) == (plies, 0)
    assert rig.end.clock.remaining_ms == [10_000, 10_000]
    check_record(rig)


def test_a_move_after_the_free_time_finds_the_game_aborted() -> None:
    rig = new_rig()
    result = rig.move("high", after=FREE_TURN_MS)
    assert result.refusal is not None
    assert rig.end.reason == "aborted"
    check_record(rig)


def test_flags_fall_after_the_free_turns() -> None:
    rig = new_rig()
    rig.move("high")
    rig.move("high")
    rig.send(Flag(), after=10_000)
    assert (rig.end.reason, rig.end.scores) == ("flag", [0.0, 1.0])
    check_record(rig)


def test_a_rematch_without_moves_is_aborted() -> None:
    """Even if the clocks of the first game ran from the start."""
    for setup in (FREE, LEGACY_SETUP):
        rig = Rig(Duel(), BLITZ, setup=setup).start()
        rig.do(0, p.Resign)
        rig.do(0, p.RematchWish)
        created = rig.do(1, p.RematchWish).next_game
        assert created is not None
        repeated = created.room(rig.room)
        assert (repeated.id, repeated.game_setup.setup) == (
            FRESH.game,
            p.Setup(first_move_ms=FREE_TURN_MS),
        )
        assert repeated.clock.free == {0, 1}
        rematch = Rig(Duel(), BLITZ, setup=repeated.game_setup.setup).start()
        rematch.send(Flag(), after=FREE_TURN_MS)
        assert (rematch.end.reason, rematch.end.scores) == ("aborted", None)


def test_a_turn_of_several_moves_is_free_and_has_one_limit() -> None:
    rig = new_rig(BatonRelay())
    rig.move("k", after=20_000)
    assert rig.room.clock.view(rig.ms).free_ms == 10_000
    rig.move("k", after=9_000)
    rig.send(Flag(), after=1_000)
    assert rig.end.reason == "aborted"
    check_record(rig)


def test_every_seat_has_a_free_turn() -> None:
    rig = new_rig(Deal())
    for seat in range(3):
        assert rig.room.turn == seat
        rig.move("keep", after=7_000)
        assert moved(rig).receipt.free
    assert rig.room.finished is None or rig.room.clock.free == frozenset()


def test_an_outage_stops_the_free_time() -> None:
    rig = new_rig()
    rig.send(Outage(20_000))
    rig.resume(after=90_000)
    assert rig.room.clock.view(rig.ms).free_ms == 10_000
    rig.move("high", after=9_999)
    assert moved(rig).receipt.elapsed_ms == 29_999
    rig.do(0, p.Resign)
    check_record(rig)


def test_a_first_turn_taken_back_is_not_free_again() -> None:
    rig = new_rig()
    rig.move("high", after=5_000)
    rig.do(0, p.Takeback, after=1_000, action="ask")
    rig.do(1, p.Takeback, after=1_000, action="accept")
    assert rig.room.clock.view(rig.ms).remaining_ms == [10_000, 10_000]
    rig.move("low", after=3_000)
    assert moved(rig).clock.remaining_ms == [9_000, 10_000]
    rig.move("low", after=25_000)
    assert moved(rig).receipt.free
    rig.do(0, p.Resign)
    check_record(rig)


def test_lag_is_neither_owed_nor_charged_in_a_free_turn() -> None:
    rig = new_rig()
    before = rig.room.clock.quotas_ms
    assert rig.room.clock.deadline_ms(60) == rig.room.clock.deadline_ms(0)
    seat, move = rig.people[0], rig.command(p.Move, ply=0, move="high")
    rig.ms += 4_000
    result = step(rig.room, move, seat, replace(rig.now(), lag_ms=60), None)
    rig.room, rig.log = result.room, [*rig.log, *result.entries]
    assert moved(rig).receipt.compensated_ms == 0
    assert rig.room.clock.quotas_ms == before


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="unlimited"),
        p.Control(kind="unlimited", move_limit_ms=FREE_TURN_MS),
        p.Control(kind="correspondence", days=2),
    ],
)
def test_correspondence_and_unlimited_games_have_no_free_turn(control: p.Control) -> None:
    rig = Rig(Duel(), control, setup=FREE)
    assert with_defaults(FREE, control, Duel()) == rig.room.game_setup.setup == LEGACY_SETUP
    rig.start()
    rig.move("high", after=4_000)
    assert not moved(rig).receipt.free


@pytest.mark.parametrize("kind", ["unlimited", "correspondence"])
def test_the_limit_per_turn_does_not_apply_to_the_first_turn(kind: str) -> None:
    """A player may not notice the limit before the game begins."""
    control = p.Control(kind=kind, move_limit_ms=50, days=3 if kind == "correspondence" else None)  # type: ignore[arg-type]
    rig = Rig(Duel(), control, setup=FREE)
    rig.start()
    assert rig.flag(after=FREE_TURN_MS - 1).entries == ()
    assert rig.flag(after=1).entries
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)
