"""Boards of the Gomocup protocol, converted to our positions and back."""

import random

import pytest

from zeitnot.games.gomoku.driver_gomocup import in_playing_order, read_position
from zeitnot_client.drivers.gomocup_text import OPPONENT, OWN, from_move
from zeitnot_engines.games import load
from zeitnot_engines.gomocup.board import Board, write_position


@pytest.mark.parametrize("size", [5, 12, 20])
def test_board_positions_match_the_rules(size: int) -> None:
    """A random game, whose positions are converted to boards of the side to move."""
    state, board = load("gomoku", {"size": size}).start(), Board(size)
    rng, owners = random.Random(size), [OWN, OPPONENT]
    while state.result is None and state.ply < 60:
        stones, side = read_position(state.text)
        assert write_position(size, stones.items(), side) == state.text
        assert sorted(in_playing_order(stones)) == sorted(stones.items())
        mover = state.ply % 2
        mover_board = Board(size)
        for i, (point, _) in enumerate(board.stones):
            mover_board = mover_board.with_stone(point, owners[(i + mover) % 2])
        assert mover_board.position() == state.text
        move = rng.choice(state.legal())
        board = board.with_stone(from_move(move, size), OWN)
        state = state.play(move)
    assert len(board.stones) > 5


def test_stones_of_unknown_order_alternate_while_both_colours_remain() -> None:
    stones = {(0, 0): "o", (1, 0): "x", (2, 0): "x", (3, 0): "x", (4, 0): "o"}
    assert "".join(colour for _, colour in in_playing_order(stones)) == "xoxox"
    stones |= {(5, 0): "x", (6, 0): "x"}
    assert "".join(colour for _, colour in in_playing_order(stones)) == "xoxoxxx"


def test_a_brain_with_fewer_stones_is_white() -> None:
    board = Board(5).with_stone((0, 0), OPPONENT)
    assert board.position() == "x4/5/5/5/5 o"
    assert board.with_stone((4, 4), OWN).position() == "o4/5/5/5/4x x"
    assert Board(5).with_stone((1, 0), OWN).position() == "1x3/5/5/5/5 x"


def test_wrong_stones_are_refused() -> None:
    board = Board(5).with_stone((0, 0), OWN)
    for point, sentence in (((0, 0), "0,0 is not empty"), ((5, 0), "5,0 is not on the board")):
        with pytest.raises(ValueError, match=sentence):
            board.with_stone(point, OPPONENT)
    with pytest.raises(ValueError, match="no stone on 1,1"):
        board.without((1, 1))
    assert board.without((0, 0)) == Board(5)
