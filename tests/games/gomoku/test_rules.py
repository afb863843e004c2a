"""Gomoku: who wins by each rule, and which set-up positions are valid."""

import random

import pytest

from zeitnot_engines.games import History, load

from ...each import each
from .boards import set_up
from .twin import Gomoku, State

BLACK_WINS = ((1.0, 0.0), "rules", "five in a row")
WHITE_WINS = ((0.0, 1.0), "rules", "five in a row")
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def row_of(length: int, colour: str, rule: str) -> History:
    """The position after the middle stone of a row in the centre of the board was played last."""
    at = 3 + length // 2
    row = "".join("." if x == at else colour for x in range(3, 3 + length))
    empty = "." * 15
    rows = [empty] * 7 + [f"...{row}{'.' * (12 - length)}"] + [empty] * 7
    return set_up("\n".join(rows), colour, rule).play(f"{'abcdefghijklmno'[at]}8")


@pytest.mark.parametrize("colour", "xo")
@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_five_wins_by_each_rule(rule: str, colour: str) -> None:
    assert row_of(5, colour, rule).result == (BLACK_WINS if colour == "x" else WHITE_WINS)
    assert row_of(4, colour, rule).result is None


@pytest.mark.parametrize("length", [6, 7, 9])
def test_overline_wins_in_freestyle_and_for_white_in_renju(length: int) -> None:
    assert row_of(length, "x", "freestyle").result == BLACK_WINS
    assert row_of(length, "o", "freestyle").result == WHITE_WINS
    assert row_of(length, "x", "standard").result is None
    assert row_of(length, "o", "standard").result is None
    assert row_of(length, "o", "renju").result == WHITE_WINS


def test_five_crossing_an_overline_wins_in_standard() -> None:
    state = set_up(
        """
        . . . x . . . .
        . . . x . . . .
        x x x . x x . .
        . . . x . . . .
        . . . x . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        rule="standard",
    )
    assert state.play("d6").result == BLACK_WINS


@pytest.mark.parametrize("size", [5, 6, 15, 19, 20])
def test_five_wins_anywhere_on_the_board(size: int) -> None:
    """Every row of five wins with its fifth stone, and not before."""
    game, twin = load("gomoku", {"size": size}), Gomoku(size)
    for direction in DIRECTIONS:
        for x, y in twin.cells:
            cells = [(x + step * direction[0], y + step * direction[1]) for step in range(5)]
            if not set(cells) <= set(twin.cells):
                continue
            last = cells.pop((x + y) % 5)
            before = game.parse(twin.text(State(frozenset(cells))))
            assert before.result is None
            assert before.play(twin.name(last)).result == BLACK_WINS


def test_rows_do_not_wrap_around_the_edge() -> None:
    for size in (5, 6, 20):
        rows = ["." * size] * size
        rows[1] = "." * (size - 2) + "xx"
        rows[2] = "xxx" + "." * (size - 3)
        state = set_up("\n".join(rows), "o", "freestyle")
        assert state.result is None


def test_full_board_is_a_draw() -> None:
    rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoo."]
    state = set_up("\n".join(rows), "x", "freestyle")
    assert state.result is None
    assert state.play("e1").result == ((0.5, 0.5), "rules", "full board")


def test_black_with_only_fouls_loses() -> None:
    """A stone on any of the four corners would make a double four with two other corners."""
    board = """
        . x x x .
        x o o o x
        x o . o x
        x o o o x
        . x x x .
    """
    state = set_up(board)
    assert state.legal() == ["c3"]
    ended = set_up(board.replace("o . o", "o o o"))
    assert ended.legal() == []
    assert ended.result == ((0.0, 1.0), "rules", "only fouls left")
    assert set_up(board.replace("o . o", "o o o"), "o").result is None
    assert set_up(board.replace("o . o", "o o o"), rule="standard").result is None


@each("size", range(5, 21))
def test_start_of_every_size_is_empty(size: int) -> None:
    for rule in ("freestyle", "standard", "renju"):
        start = load("gomoku", {"size": size, "rule": rule}).start()
        assert start.text == "/".join([str(size)] * size) + " x"
        assert len(set(start.legal())) == size * size
        assert start.game.parse(start.text) == start


def test_set_up_board_may_have_any_stones() -> None:
    """The numbers of stones need not match; the key depends on the side to move."""
    game = load("gomoku", {"size": 5})
    black, white = (game.parse(f"5/5/1x3/5/3x1 {side}") for side in "xo")
    assert (black.turn, white.turn) == (0, 1)
    assert black.key != white.key


def test_move_order_does_not_change_the_key() -> None:
    game, rng = load("gomoku"), random.Random(1)
    moves = rng.sample(game.start().legal(), 20)
    states = [game.start(), game.start()]
    for ply in range(0, 20, 2):
        states[0] = states[0].play(moves[ply]).play(moves[ply + 1])
        states[1] = states[1].play(moves[18 - ply]).play(moves[19 - ply])
    assert states[0].text == states[1].text
    assert states[0].key == states[1].key
    assert states[0].key == game.parse(states[0].text).key


@pytest.mark.parametrize("move", ["a0", "p1", "h16", "H8", "h08", "i", "8h", "h8 ", "pass", ""])
def test_cell_off_the_board_is_refused(move: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        load("gomoku").start().play(move)


def test_columns_include_the_letter_i() -> None:
    assert (
        load("gomoku").start().play("i9").text == "/".join(["15"] * 6 + ["8x6"] + ["15"] * 8) + " o"
    )
