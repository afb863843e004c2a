"""The seat that ended a game without a result, and refused aborts after a throw."""

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AllLeft, Flag
from zeitnot_server.rooms.players import PlayerStats, may_abort
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import verify

from .games import Duel, Race
from .rig import Rig

RATED = p.Setup(rated=True)


@pytest.mark.parametrize(
    ("dice_games", "aborted", "is_allowed"),
    [
        (0, 0, True),
        (9, 9, True),
        (10, 1, True),
        (10, 2, False),
        (19, 2, False),
        (20, 2, True),
        (1_000, 100, True),
        (1_000, 101, False),
    ],
)
def test_one_abort_in_ten_is_allowed_after_the_first_ten_games(
    dice_games: int, aborted: int, is_allowed: bool
) -> None:
    assert may_abort(PlayerStats(dice_games, dice_games, aborted)) is is_allowed


def test_unknown_players_are_not_refused() -> None:
    assert may_abort(None)


def running_game(rules: object, setup: p.Setup, aborted: int) -> Rig:
    """Ann and Bob in a game that has begun, both with ten games, of which `aborted` were
    aborted."""
    rig = Rig(rules, setup=setup)
    stats = PlayerStats(10, 10, aborted)
    rig.people = [replace(actor, stats=stats) for actor in rig.people]
    return rig.start()


def test_frequent_aborts_after_a_throw_are_refused_in_rated_games() -> None:
    rig = running_game(Race(), RATED, aborted=2)
    assert rig.room.throws == 1
    before = rig.room
    for seat in (0, 1):
        refusal = rig.do(seat, p.Abort).refusal
        assert refusal is not None
        assert refusal.code == "aborts_too_often"
    assert rig.room is before


@pytest.mark.parametrize(
    ("rules", "setup", "aborted"),
    [(Race(), RATED, 1), (Race(), p.Setup(), 10), (Duel(), RATED, 10)],
    ids=["seldom", "not rated", "no throw"],
)
def test_other_players_may_abort(rules: object, setup: p.Setup, aborted: int) -> None:
    rig = running_game(rules, setup, aborted)
    assert rig.do(1, p.Abort).refusal is None
    assert rig.end.reason == "aborted"


def test_the_log_names_who_ended_a_game_without_a_result() -> None:
    def ending_seat(rig: Rig) -> int | None:
        assert rig.end.scores is None
        return rig.log[-1].seat

    aborted = Rig(Race()).start()
    aborted.do(1, p.Abort)
    abandoned = Rig(Race()).start()
    abandoned.send(Abandon(1))
    never_moved = Rig(Race(), setup=p.Setup()).start()
    never_moved.send(Flag(), after=10 * 60_000)
    all_left = Rig(Race()).start()
    all_left.send(AllLeft())
    rigs = (aborted, abandoned, never_moved, all_left)
    assert [ending_seat(rig) for rig in rigs] == [1, 1, 0, 0]
    assert [rig.end.ended_by for rig in rigs] == [1, 1, 0, None]
    for rig in (abandoned, all_left):
        verify(rig.export(), lambda *_, rig=rig: rig.rules)
    record = abandoned.export()  # as an older version wrote it
    record.events[-1] = msgspec.structs.replace(record.events[-1], ended_by=None)
    verify(record, lambda *_: abandoned.rules)
