"""Series of games in which two players exchange their seats."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms import series
from zeitnot_server.rooms.setup import BadSetup, check

from .rig import PEOPLE, Rig

THREE = p.Series(games=3)


@pytest.mark.parametrize(
    ("scores", "following"),
    [
        ([1.0, 0.0], (0.0, 1.0)),
        ([0.0, 1.0], (1.0, 0.0)),
        ([0.5, 0.5], (0.5, 0.5)),
        ([12.0, -12.0], (0.0, 1.0)),  # in points of the game
    ],
)
def test_points_move_with_the_players(scores: list[float], following: tuple[float, float]) -> None:
    assert series.after(THREE, scores) == p.Series(games=3, number=2, scores=following)


def test_points_add_up() -> None:
    second = series.after(THREE, [1.0, 0.0])  # the player on seat 1 has won
    third = series.after(second, [0.5, 0.5])
    assert third == p.Series(games=3, number=3, scores=(1.5, 0.5))


def test_series_ends_after_its_last_game_and_after_a_game_without_a_result() -> None:
    assert series.after(p.Series(games=3, number=3), [1.0, 0.0]) is None
    assert series.after(THREE, None) is None
    assert series.after(None, [1.0, 0.0]) is None


@pytest.mark.parametrize(
    "given", [p.Series(games=2, number=2), p.Series(games=2, scores=(1.0, 0.0))]
)
def test_new_series_begins_with_its_first_game(given: p.Series) -> None:
    with pytest.raises(BadSetup, match="begins with its first game"):
        check(p.Setup(series=given), rules_for("othello", {}))


def test_series_is_for_two_seats() -> None:
    series.check(THREE, seats=2)
    series.check(None, seats=3)
    with pytest.raises(series.BadSeries, match="for games with 2 seats"):
        series.check(THREE, seats=3)


def play_on(rig: Rig, loser: int) -> Rig:
    """The rematch after this seat has resigned."""
    rig.do(loser, p.Resign)
    rig.do(0, p.RematchWish)
    following = rig.do(1, p.RematchWish).next_game
    assert following is not None
    rig.room = following.room(rig.room)
    return rig


def test_rematch_is_the_next_game_of_the_series() -> None:
    rig = Rig(setup=p.Setup(clock_starts="start", series=THREE)).start()
    following = play_on(rig, loser=0).room.game_setup
    assert following.setup.series == p.Series(games=3, number=2, scores=(1.0, 0.0))
    invited = [seat.account for seat in following.invitations if seat]
    assert invited == [PEOPLE[1].account, PEOPLE[0].account]
    assert following.view().setup == following.setup


def test_rematch_after_the_last_game_begins_no_series() -> None:
    last = p.Series(games=2, number=2)
    rig = Rig(setup=p.Setup(clock_starts="start", series=last)).start()
    assert play_on(rig, loser=1).room.game_setup.setup.series is None
