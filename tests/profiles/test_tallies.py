"""Results are added up by game and by opponent."""

from zeitnot_protocol import people as wire
from zeitnot_server.profiles.people_store import ResultCount
from zeitnot_server.profiles.tallies import MAX_OPPONENTS, by_game, by_opponent

COUNTS = [
    ResultCount("chess", "bob", "win", 3, 50),
    ResultCount("chess", "bob", "loss", 1, 70),
    ResultCount("chess", "cyd", "draw", 2, 60),
    ResultCount("go", "bob", "win", 4, 10),
    ResultCount("poker", "", "win", 9, 90),
]


def test_results_by_game_begin_with_the_most_played() -> None:
    assert by_game(COUNTS) == [
        wire.GameResults(game_type="poker", wins=9),
        wire.GameResults(game_type="chess", wins=3, draws=2, losses=1),
        wire.GameResults(game_type="go", wins=4),
    ]


def test_results_by_opponent_leave_out_games_of_several() -> None:
    assert by_opponent(COUNTS) == [
        ("bob", wire.OpponentResults(name="", last_at=70, wins=7, losses=1)),
        ("cyd", wire.OpponentResults(name="", last_at=60, draws=2)),
    ]


def test_few_opponents_are_listed() -> None:
    counts = [ResultCount("chess", f"p{n:03}", "win", n, n) for n in range(1, 50)]
    listed = by_opponent(counts)
    expected = [f"p{n:03}" for n in range(49, 49 - MAX_OPPONENTS, -1)]
    assert [account for account, _ in listed] == expected
