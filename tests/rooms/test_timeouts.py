"""The timeouts of a room: each row of the table. A queued command checks its condition again when
it is executed."""

from collections.abc import Callable, Iterable
from itertools import chain, combinations

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import MIN_PATIENCE_MS, READY_MS, UNSEAT_AFTER_MS, Presence
from zeitnot_server.rooms.commands import (
    Abandon,
    AllLeft,
    Cancel,
    Expire,
    Flag,
    Outage,
    Resume,
    Unseat,
)
from zeitnot_server.rooms.timeouts import (
    RECONNECT_GRACE_MS,
    RETRY,
    RETRY_MS,
    TABLE,
    EndReconnectGrace,
    Timeout,
    due,
    is_obsolete,
    waits_for,
)
from zeitnot_server.rooms.value import replace

from .games import Duel
from .rig import Rig

SEATS = (0, 1)
UNLIMITED = p.Control(kind="unlimited")


def present(*seats: int, reconnecting: Iterable[int] = (), halted: bool = False) -> Presence:
    return Presence(frozenset(seats), bool(seats), frozenset(reconnecting), halted)


def remaining_waits(rig: Rig, presence: Presence) -> dict[Timeout, int]:
    """The timeouts that are due, in ms from now."""
    result = due(rig.room, presence, rig.now(), {})
    return {command: at_ms - rig.ms for command, at_ms in result.items()}


def open_rig() -> Rig:
    """A listed game that Ann has created, in which Bob has sat down and is not ready."""
    rig = Rig(Duel(rounds=3), creator="a0")
    rig.do(1, p.Sit)
    return rig


def paused() -> Rig:
    rig = Rig(Duel(rounds=3)).start()
    rig.send(Outage(0))
    return rig


def test_an_absent_player_loses_only_while_another_waits() -> None:
    rig = Rig(Duel(rounds=3)).start()
    assert remaining_waits(rig, present(0)) == {Abandon(1): MIN_PATIENCE_MS, Flag(): 60_000}
    for presence in (present(0, 1), present(), present(0, reconnecting=[1], halted=False)):
        assert Abandon(1) not in remaining_waits(rig, presence)


def test_a_timeout_keeps_its_deadline_while_its_condition_holds() -> None:
    rig = Rig(Duel(rounds=3)).start()
    first = due(rig.room, present(0), rig.now(), {})
    rig.move("high", after=2_000)
    later = due(rig.room, present(0), rig.now(), first)
    assert later[Abandon(1)] == first[Abandon(1)]
    assert later[Flag()] == rig.ms + 60_000, "the clock of the other seat runs"
    assert Abandon(1) not in due(rig.room, present(0, 1), rig.now(), later)


def test_a_seat_is_reserved_for_a_while() -> None:
    rig = open_rig()
    absent, unready = Unseat("a1", 0), Unseat("a1", 0, rig.room.seats[0].since)
    assert remaining_waits(rig, present()) == {absent: UNSEAT_AFTER_MS, unready: READY_MS}
    assert remaining_waits(rig, present(0)) == {unready: READY_MS}
    rig.do(1, p.Ready, salt="s")
    assert remaining_waits(rig, present(0)) == {}


def test_a_paused_game_waits_for_its_players() -> None:
    rig = paused()
    assert remaining_waits(rig, present()) == {}
    assert remaining_waits(rig, present(0)) == {Resume(): RECONNECT_GRACE_MS}
    one_reconnects = present(0, reconnecting=[1])
    assert remaining_waits(rig, one_reconnects) == {
        Resume(): RECONNECT_GRACE_MS,
        EndReconnectGrace(1): RECONNECT_GRACE_MS,
    }
    assert remaining_waits(rig, present(reconnecting=SEATS)) == {}, "no player has returned"


def test_halted_play_waits_for_the_disk() -> None:
    for rig in (Rig(Duel(rounds=3)).start(), open_rig(), paused()):
        assert remaining_waits(rig, present(0, halted=True)) == {RETRY: RETRY_MS}
        assert is_obsolete(Flag(), rig.room, present(0, halted=True), rig.now())


def test_a_flag_waits_for_the_lag() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.lag_ms = 200
    assert remaining_waits(rig, present(0, 1))[Flag()] == 60_200


@pytest.mark.parametrize("since_ms", [-1, 0, 1])
def test_a_flag_may_be_due_at_any_instant(since_ms: int) -> None:
    """Also at the start of this run, in a room whose turn began in an earlier one."""
    rig = Rig(Duel(rounds=3)).start()
    clock = rig.room.clock.started_at(since_ms - 60_000)
    rig.room, rig.ms = replace(rig.room, clock=clock), 5_000
    assert remaining_waits(rig, present(0, 1))[Flag()] == since_ms - rig.ms


PRESENCES = [
    present(*online, reconnecting=set(reconnecting) - set(online))
    for online in chain([()], combinations(SEATS, 1), [SEATS])
    for reconnecting in ((), (1,), SEATS)
]


@pytest.mark.parametrize("make", [open_rig, paused, lambda: Rig(Duel(rounds=3)).start()])
def test_a_queued_command_is_obsolete_if_its_condition_is_no_longer_true(
    make: Callable[[], Rig],
) -> None:
    rig = make()
    possible = [
        command
        for row in TABLE[rig.room.phase]
        for seat in SEATS
        if (command := row.command_for(rig.room, seat)) is not None
    ]
    assert possible
    for presence in PRESENCES:
        due_commands = due(rig.room, presence, rig.now(), {})
        for command in possible:
            obsolete = is_obsolete(command, rig.room, presence, rig.now())
            assert obsolete is (command not in due_commands), (command, presence)


def test_games_found_by_the_sweep_end_only_without_players() -> None:
    rig = open_rig()
    assert not is_obsolete(Expire(), rig.room, present(), rig.now())
    assert is_obsolete(Expire(), rig.room, Presence(has_people=True), rig.now())
    rig = Rig(Duel(rounds=3), UNLIMITED).start()
    assert not is_obsolete(AllLeft(), rig.room, present(), rig.now())
    assert is_obsolete(AllLeft(), rig.room, present(1), rig.now())
    rig = Rig(Duel(rounds=3)).start()
    assert is_obsolete(AllLeft(), rig.room, present(), rig.now()), (
        "a game with a running clock is not swept"
    )
    assert not is_obsolete(Cancel(), rig.room, present(), rig.now()), (
        "a command outside the table is never obsolete"
    )


def test_a_refused_connection_prolongs_timeouts_of_its_player() -> None:
    rig = paused()
    turn = rig.room.turn
    assert [waits_for(Resume(), rig.room, seat) for seat in SEATS] == [s == turn for s in SEATS]
    for wait in (Abandon(1), EndReconnectGrace(1)):
        assert [waits_for(wait, rig.room, seat) for seat in SEATS] == [False, True]
    assert not waits_for(Flag(), rig.room, 0)
