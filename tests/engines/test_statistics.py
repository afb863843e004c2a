"""Statistics of games: their estimates agree with exact counts."""

import math
import random
from collections import Counter
from itertools import product

import pytest

from zeitnot_engines.games import NAMES, Game, load
from zeitnot_engines.statistics.estimates import (
    geometric_mean_over_positions,
    leaves_of_tree,
    mean_of,
    mean_over_positions,
)
from zeitnot_engines.statistics.games import CountedGame, play_game, random_play
from zeitnot_engines.statistics.placements import Placements, board_text
from zeitnot_engines.statistics.states import estimate_by_placements, list_positions
from zeitnot_engines.statistics.summary import summarise

from .toy_games import toy_game

TICTACTOE_GAMES = 255_168  # tests/data/values.json


def sample(game: Game, count: int, max_plies: int = 1000) -> list[CountedGame]:
    rng = random.Random(7)
    return [play_game(game, random_play(rng), rng, max_plies) for _ in range(count)]


def test_knuths_estimator_finds_the_number_of_games_of_tictactoe() -> None:
    estimate = leaves_of_tree([game.log_weight for game in sample(load("tictactoe"), 2000)])
    assert estimate.error is not None
    assert estimate.error < 0.01
    assert abs(estimate.value - math.log10(TICTACTOE_GAMES)) < 4 * estimate.error


@pytest.mark.parametrize(
    ("name", "plies"), [("chess", 3), ("xiangqi", 2), ("ewn", 2), ("othello", 5)]
)
def test_knuths_estimator_finds_perft(name: str, plies: int) -> None:
    game = load(name)
    weights = [g.log_weight for g in sample(game, 2000, plies) if len(g.moves) == plies]
    estimate = leaves_of_tree(weights)  # no game is over so soon, so that none is left out
    assert len(weights) == 2000
    assert estimate.error is not None
    assert abs(estimate.value - math.log10(game.start().perft(plies))) <= 4 * estimate.error + 1e-9


def test_a_game_is_weighted_by_one_over_its_probability() -> None:
    for game in sample(load("ewn"), 20):
        assert set(game.throws) == {6}
        choices = math.prod(game.moves) * 6 ** len(game.throws)
        assert game.log_weight == pytest.approx(math.log(choices))


def test_means_and_their_errors() -> None:
    mean = mean_of([1.0, 2.0, 6.0])
    assert mean.value == 3
    assert mean.error == pytest.approx(math.sqrt(7 / 3))
    assert mean_of([5.0]).error is None
    positions = mean_over_positions([[1, 3], [4, 4, 4, 4]])
    assert positions is not None
    assert positions.value == pytest.approx(20 / 6)
    # The games' residuals are 4 - 2 * 10/3 and 16 - 4 * 10/3. Their squares are divided by
    # n (n - 1) = 2; the root is divided by the mean of 3 positions a game.
    assert positions.error == pytest.approx(math.sqrt((8 / 3) ** 2) / 3)
    geometric = geometric_mean_over_positions([[2], [8]])
    assert geometric is not None
    assert geometric.value == pytest.approx(4)
    assert mean_over_positions([[], []]) is None


def test_the_tree_size_is_branching_to_the_power_of_length() -> None:
    games = [CountedGame((10, 10), (6,), 0.0, (1.0, 0.0), "won") for _ in range(2)]
    summary = summarise(games, is_random=False)
    assert summary.log10_tree.value == pytest.approx(2 + math.log10(6))
    assert summary.log10_tree.error == 0
    assert summary.log10_leaves is None
    assert (summary.results, summary.reasons, summary.cut) == ({(1.0, 0.0): 2}, {"won": 2}, 0)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_and_long_ones_are_cut_off(name: str) -> None:
    summary = summarise(sample(load(name), 3, max_plies=6), is_random=True)
    assert summary.plies.value <= 6
    assert summary.cut + sum(summary.results.values()) == 3
    assert summary.branching is not None
    assert summary.branching.value >= 1


def test_many_seats_hidden_cards_and_endless_games_are_counted() -> None:
    relay = summarise(sample(toy_game("relay", seats=5), 20), is_random=True)
    assert all(len(scores) == 5 for scores in relay.results)
    hands = summarise(sample(toy_game("hands"), 5), is_random=True)
    assert hands.outcomes is not None
    pig = summarise(sample(toy_game("pig", goal=99), 5, max_plies=3), is_random=True)
    assert pig.cut == 5


def test_listed_positions_are_those_of_the_solver() -> None:
    assert list_positions(load("tictactoe"), 6000) == 5478
    assert list_positions(load("tictactoe"), 5000) is None


# ── placements ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_read_and_written_back(name: str) -> None:
    texts: list[str] = []
    rng = random.Random(3)
    for _ in range(10):
        play_game(load(name), random_play(rng), rng, 500, lambda s: texts.append(s.text))
    board = board_text(texts)
    if board is not None:
        assert len({len(board.cells(text)) for text in texts}) == 1
        assert [board.with_cells(text, board.cells(text)) for text in texts] == texts


@pytest.mark.parametrize(("name", "cells"), [("chess", 64), ("xiangqi", 90), ("othello", 64)])
def test_boards_have_their_cells(name: str, cells: int) -> None:
    start = load(name).start()
    texts = [start.text, start.play(start.legal()[0]).text]
    board = board_text(texts)
    assert board is not None
    assert len(board.cells(texts[0])) == cells


def test_placements_are_counted_and_drawn_evenly() -> None:
    boards = ["ab..", ".ba.", "a..."]  # a once, on cells 0 and 2; b at most once, on 1 or 2
    placements = Placements(boards)
    legal = [
        "".join(cells)
        for cells in product("ab.", repeat=4)
        if cells.count("a") == 1
        and cells.index("a") in (0, 2)
        and cells.count("b") <= 1
        and ("b" not in cells or cells.index("b") == 1)
    ]
    rng, weights, counts = random.Random(1), [], Counter[str]()
    for _ in range(4000):
        cells, weight = placements.draw(rng)
        weights.append(placements.bound * weight)
        if weight:
            counts["".join(cells)] += weight
    assert set(counts) == set(legal)
    mean = mean_of(weights)
    assert mean.error is not None
    assert abs(mean.value - len(legal)) <= 4 * mean.error + 1e-9
    assert max(counts.values()) < 1.3 * min(counts.values())


def test_the_estimate_counts_legal_boards_of_tictactoe() -> None:
    """Boards whose counts of x and o fit, also those that no play reaches: 6,046."""
    game, rng, texts = load("tictactoe"), random.Random(5), []
    for _ in range(300):
        texts.append(list[str]())
        play_game(game, random_play(rng), rng, 9, lambda s: texts[-1].append(s.text))
    estimate = estimate_by_placements(game, texts, rng)
    assert estimate is not None
    assert estimate.method == "placements"
    boards = ("".join(cells) for cells in product("xo.", repeat=9))
    assert estimate.error is not None
    legal = sum(any(_accepted(game, f"{board} {side}") for side in "xo") for board in boards)
    assert abs(estimate.log10 - math.log10(legal)) < 2 * estimate.error


def _accepted(game: Game, text: str) -> bool:
    try:
        game.parse(text)
    except ValueError:
        return False
    return True
