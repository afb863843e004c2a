"""The race on a line: its winner, its number of positions, and its moves."""

import pytest

from zeitnot_engines._core import solve
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load

from ..facts import VALUES


def test_first_seat_wins_only_on_even_numbers_of_squares() -> None:
    assert VALUES["line"]["first_seat_wins_exactly_for"].startswith("even n")
    for squares in range(3, 13):
        solution = solve(load("line", {"squares": squares}))
        assert solution.value == (1 if squares % 2 == 0 else -1), squares


@pytest.mark.parametrize(
    ("squares", "legal", "reachable"), [(3, 8, 3), (4, 18, 9), (5, 32, 16), (8, 98, 49)]
)
def test_solution_counts_all_placements_and_no_draws(
    squares: int, legal: int, reachable: int
) -> None:
    game = load("line", {"squares": squares})
    solution = solve(game)
    assert (solution.positions, solution.reachable) == (legal, reachable)
    assert solution.drawn == 0
    assert sum(solution.won) == legal
    accepted = [
        found
        for first in range(1, squares + 1)
        for second in range(1, squares + 1)
        for turn in (0, 1)
        if (found := parsed(game, f"{first} {second} {turn}"))
    ]
    assert len(accepted) == legal
    assert len(reached(game.start())) == reachable
    assert all(solution.find(state) is not None for state in accepted)


def parsed(game: Game, text: str) -> History | None:
    try:
        return game.parse(text)
    except ValueError:
        return None


def reached(start: History) -> set[str]:
    """The texts of all positions that play reaches, ignoring repetition."""
    found, todo = {start.text}, [start.text]
    game = start.game
    for text in todo:
        state = game.parse(text)
        for move in state.legal():
            after = state.play(move).text
            if after not in found:
                found.add(after)
                todo.append(after)
    return found


@pytest.mark.parametrize("method", ["minimax", "plain-alphabeta", "maxn"])
def test_plain_searches_find_the_win(method: str) -> None:
    game = load("line", {"squares": 4})
    report = Engine(game, method=method).search(game.start(), depth=8)
    assert report.value == 1


def test_stone_jumps_only_over_the_other_stone() -> None:
    game = load("line")
    assert sorted(game.parse("4 5 0").legal()) == ["4-3", "4-6"]
    assert sorted(game.parse("4 6 0").legal()) == ["4-3", "4-5"]
    assert game.parse("1 2 0").legal() == ["1-3"]
    assert game.parse("7 8 1").legal() == ["8-6"]
