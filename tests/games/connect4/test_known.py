"""Connect four: published numbers of positions, and lines at the edges of the board."""

import pytest

from zeitnot_engines.games import History, load

from ..facts import VALUES


def test_distinct_positions_have_the_published_counts() -> None:
    known = VALUES["connect4"]["distinct_positions_after_n_plies"]
    level = {load("connect4").start()}
    for count in known[:7]:
        assert len(level) == len({state.key for state in level}) == count
        level = {state.play(move) for state in level for move in state.legal()}


def test_move_order_changes_only_the_text() -> None:
    game = load("connect4")
    first, second = game.parse("4321"), game.parse("2341")
    assert (first, first.key) == (second, second.key)
    assert first.text != second.text
    assert game.parse("1234") != first


def after(moves: str) -> History:
    """The state after these moves, each of which must be legal."""
    state = load("connect4").start()
    for move in moves:
        assert move in state.legal()
        state = state.play(move)
    return state


@pytest.mark.parametrize(
    ("moves", "scores"),
    [
        ("1212121", (1.0, 0.0)),
        ("7172737", (1.0, 0.0)),
        ("34433222144", (1.0, 0.0)),
        ("54455666744", (1.0, 0.0)),
        ("1122334", (1.0, 0.0)),
        ("71122334", (0.0, 1.0)),
        ("112233744", None),
        ("412213324", None),
    ],
)
def test_lines_win_in_all_directions(moves: str, scores: tuple[float, float] | None) -> None:
    result = after(moves).result
    assert (result and result[0]) == scores


def test_full_board_is_a_draw() -> None:
    state = after("257771314744647214154617633623313656555222")
    assert state.result == ((0.5, 0.5), "rules", "full board")
    assert state.legal() == []
