"""Tic-tac-toe: the published numbers of games and positions, and the nodes of searches."""

from collections import Counter

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ..facts import VALUES


def test_numbers_of_games_are_the_published_ones() -> None:
    known = VALUES["tictactoe"]
    games = _games()
    assert sum(games.values()) == known["games"]
    lengths, scores = Counter[int](), Counter[float]()
    for (ply, score), n in games.items():
        lengths[ply] += n
        scores[score] += n
    assert {str(k): n for k, n in lengths.items()} == known["games_by_length"]
    assert scores == {1.0: known["x_wins"], 0.0: known["o_wins"], 0.5: known["draws"]}


def _games() -> Counter[tuple[int, float]]:
    """The number of games by length and score of seat 0, counted ply by ply."""
    level, finished = {load("tictactoe").start(): 1}, Counter[tuple[int, float]]()
    while level:
        next_level: Counter[History] = Counter()
        for state, paths in level.items():
            if state.result:
                finished[state.ply, state.result[0][0]] += paths
            for move in state.legal():
                next_level[state.play(move)] += paths
        level = dict(next_level)
    return finished


def reachable(start: History) -> set[History]:
    """Every reachable state; only for games whose states have no history."""
    found, frontier = {start}, [start]
    while frontier:
        state = frontier.pop()
        new = {state.play(move) for move in state.legal()} - found
        found |= new
        frontier += new
    return found


def test_numbers_of_positions_are_the_published_ones() -> None:
    states = reachable(load("tictactoe").start())
    assert len(states) == VALUES["tictactoe"]["reachable_positions"]
    assert len({state.key for state in states}) == len(states)
    assert (
        len({_canonical(state.text) for state in states}) == VALUES["tictactoe"]["up_to_symmetry"]
    )


def _canonical(text: str) -> str:
    """The smallest of a board's eight symmetric images."""
    rows = (text[0:3], text[3:6], text[6:9])
    images = []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        images += ["".join(rows), "".join(rows[::-1])]
    return min(images) + text[9:]


def test_unreachable_positions_are_refused() -> None:
    game, accepted = load("tictactoe"), 0
    boards = (tuple(".xo"[number // 3**i % 3] for i in range(9)) for number in range(3**9))
    for board in boards:
        for side in "xo":
            try:
                game.parse("".join(board) + " " + side)
                accepted += 1
            except ValueError:
                pass
    assert accepted == VALUES["tictactoe"]["reachable_positions"]


KINDS = {"centre": {"b2"}, "corner": {"a1", "a3", "c1", "c3"}, "edge": {"a2", "b1", "b3", "c2"}}


@pytest.mark.parametrize("method", ["alphabeta", "minimax", "plain-alphabeta"])
def test_textbook_evaluation_at_depth_two(method: str) -> None:
    """3·X2 + X1 − (3·O2 + O1), Xn being the lines with n crosses and no nought."""
    game = load("tictactoe")
    engine = Engine(game, method=method, evaluation="lines")
    report = engine.search(game.start(), depth=2, lines=9)
    known = VALUES["tictactoe"]["textbook_evaluation"]["depth_2_values_of_first_moves"]
    values = {line.move: line.value for line in report.lines}
    assert values == {move: known[kind] for kind, moves in KINDS.items() for move in moves}


def test_won_game_is_worth_more_than_any_estimate() -> None:
    game = load("tictactoe")
    engine = Engine(game, method="alphabeta", evaluation="lines")
    state = game.parse("xx.oo.... x")
    assert engine.search(state, depth=9).value == 100


def test_alpha_beta_evaluates_few_leaves() -> None:
    game = load("tictactoe")
    report = Engine(game, method="plain-alphabeta").search(game.start())
    assert (report.value, report.exact) == (0, True)
    assert report.leaves == 7_330


def test_minimax_evaluates_every_game_once() -> None:
    """The game tree has 549,946 nodes, the empty board included."""
    game = load("tictactoe")
    report = Engine(game, method="minimax").search(game.start())
    assert (report.value, report.exact, report.depth) == (0, True, 9)
    assert (report.leaves, report.nodes) == (VALUES["tictactoe"]["games"], 549_946)
