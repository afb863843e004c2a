"""The recomputation from a history, in any order of the rows."""

from random import Random

import pytest

from zeitnot_server.ratings.rating import RatedGame, Rating, Result
from zeitnot_server.ratings.rating_store import Change
from zeitnot_server.ratings.replay import BadHistory, in_order, replay
from zeitnot_server.ratings.updating import rate

PLAYERS = ["ann", "bob", "cyd", "dee"]


def history(games: int, seed: int) -> tuple[list[Change], dict[str, Rating]]:
    """Random games, some of which count less, and the ratings after them."""
    random = Random(seed)
    ratings = {player: Rating() for player in PLAYERS}
    numbers = dict.fromkeys(PLAYERS, 0)
    changes = list[Change]()
    for number in range(games):
        accounts = random.sample(PLAYERS, random.choice([2, 2, 4]))
        scores = random.choice([[1.0, 0.0, 0.0, 0.0], [0.25] * 4])[: len(accounts)]
        weight = random.choice([1.0, 0.5, 0.0])
        results = tuple(
            Result(a, n, s) for n, (a, s) in enumerate(zip(accounts, scores, strict=True))
        )
        game = RatedGame(f"g{number}", "chess", "blitz", 1_000 + number // 3, results, weight)
        after = rate(game, ratings)
        for seat, (account, side, score) in enumerate(results):
            numbers[account] += 1
            old, new = ratings[account], after[account]
            changes.append(
                Change(
                    *(account, "chess", "blitz", numbers[account], game.game, seat, side),
                    *(game.at, score, weight, "", old.rating, old.deviation),
                    *(new.rating, new.deviation, new.volatility),
                )
            )
        ratings |= after
    return changes, ratings


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_rows_does_not_matter(seed: int) -> None:
    changes, ratings = history(40, seed)
    computed = replay(Random(seed).sample(changes, len(changes)))
    assert sorted(computed.changes) == sorted(changes)
    assert {account: rating for account, (rating, _) in computed.ratings.items()} == ratings


def test_changed_values_are_found() -> None:
    changes, _ = history(20, 1)
    wrong = [each._replace(rating=each.rating + 1, rating_before=0.0) for each in changes]
    assert sorted(replay(wrong).changes) == sorted(changes)


def test_a_gap_in_the_history_is_refused() -> None:
    changes, _ = history(10, 1)
    missing = next(each for each in changes if each.sequence == 2)
    with pytest.raises(BadHistory, match=f"change 2 of account {missing.account} is missing"):
        replay([each for each in changes if each != missing])


def test_a_game_without_a_player_is_refused() -> None:
    changes, _ = history(1, 1)
    with pytest.raises(BadHistory, match="g0 lacks the changes"):
        replay(changes[1:])


def test_an_order_that_contradicts_itself_is_refused() -> None:
    """Each of two games was the first for one of their players and the second for the other."""
    changes, _ = history(1, 1)
    (first, second), game = changes[:2], "g1"
    crossed = [
        first,
        second._replace(sequence=2),
        first._replace(game=game, sequence=2),
        second._replace(game=game, sequence=1),
    ]
    with pytest.raises(BadHistory, match="contradicts itself"):
        list(in_order(crossed))
