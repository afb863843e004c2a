"""Who ended a game without a result, and when an abort after a throw is refused."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, Flag
from zeitnot_server.rooms.player_stats import PlayerStats, may_abort
from zeitnot_server.rooms.value import replace

from .games import Duel, Race
from .table import Table

RATED = p.Setup(rated=True)


@pytest.mark.parametrize(
    ("dice_games", "aborted", "may"),
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
    dice_games: int, aborted: int, may: bool
) -> None:
    assert may_abort(PlayerStats(dice_games, dice_games, aborted)) is may


def test_unknown_players_are_not_refused() -> None:
    assert may_abort(None)


def running_game(rules: object, setup: p.Setup, aborted: int) -> Table:
    """Ann and Bob in a game that has begun, both with such statistics."""
    table = Table(rules, setup=setup)
    stats = PlayerStats(10, 10, aborted)
    table.people = [replace(actor, stats=stats) for actor in table.people]
    return table.start()


def test_frequent_aborts_after_a_throw_are_refused_in_rated_games() -> None:
    table = running_game(Race(), RATED, aborted=2)
    assert table.room.throws == 1
    before = table.room
    for seat in (0, 1):
        refusal = table.do(seat, p.Abort).refusal
        assert refusal is not None
        assert refusal.code == "aborts_too_often"
    assert table.room is before


@pytest.mark.parametrize(
    ("rules", "setup", "aborted"),
    [(Race(), RATED, 1), (Race(), p.Setup(), 10), (Duel(), RATED, 10)],
    ids=["seldom", "not rated", "no throw"],
)
def test_other_players_may_abort(rules: object, setup: p.Setup, aborted: int) -> None:
    table = running_game(rules, setup, aborted)
    assert table.do(1, p.Abort).refusal is None
    assert table.end.reason == "aborted"


def test_the_log_names_who_ended_a_game_without_a_result() -> None:
    def doer(table: Table) -> int | None:
        assert table.end.scores is None
        return table.log[-1].seat

    aborted = Table(Race()).start()
    aborted.do(1, p.Abort)
    abandoned = Table(Race()).start()
    abandoned.tell(Abandon(1))
    never_moved = Table(Race(), setup=p.Setup()).start()
    never_moved.tell(Flag(), after=10 * 60_000)
    assert [doer(table) for table in (aborted, abandoned, never_moved)] == [1, 1, 0]
