"""Xiangqi's Chinese notation: moves that are written, variants that are read, refused texts."""

import pytest

from zeitnot.games.xiangqi.engine_notation import read_move, write_chinese
from zeitnot_engines.games import load

from ...each import each
from ...engines.rules import playout

XIANGQI = load("xiangqi")
START = XIANGQI.start().text
AFTER = XIANGQI.start().play("h2e2").text
TWO = "5k3/9/9/9/4C4/9/4C4/1R7/1R7/3K5 w - - 0 1"
GUARDS = "3k1a3/9/5a3/9/9/9/9/B8/9/R1B1K4 b - - 0 1"
THREE = "4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1"
FOUR = "4k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1"
PAIRS_OF_SOLDIERS = "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1"


@each(
    ("fen", "move", "text"),
    [
        (START, "h2e2", "炮二平五"),
        (START, "b0c2", "马八进七"),
        (START, "i0i2", "车一进二"),
        (START, "e3e4", "兵五进一"),
        (START, "d0e1", "仕六进五"),
        (START, "c0e2", "相七进五"),
        (AFTER, "h9g7", "马8进7"),
        (AFTER, "b7e7", "炮2平5"),
        (AFTER, "e9e8", "将5进1"),
        (AFTER, "f9e8", "士6进5"),
        (AFTER, "g6g5", "卒7进1"),
        (TWO, "e5e6", "前炮进一"),
        (TWO, "e3d3", "后炮平六"),
        (TWO, "b2b9", "前车进七"),
        (TWO, "b1a1", "后车平九"),
        (GUARDS, "f7e8", "士6退5"),
        (GUARDS, "f9e8", "士6进5"),
        (THREE, "c7d7", "前兵平六"),
        (THREE, "c6d6", "中兵平六"),
        (THREE, "c5d5", "后兵平六"),
        (FOUR, "c7d7", "二兵平六"),
        (PAIRS_OF_SOLDIERS, "c7d7", "前七平六"),
        (PAIRS_OF_SOLDIERS, "g6f6", "后三平四"),
    ],
)
def test_move_is_written_and_read_back(fen: str, move: str, text: str) -> None:
    state = XIANGQI.parse(fen)
    assert write_chinese(state, move) == text
    assert read_move(state, text) == move


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        (START, "b0c2", "馬八進七"),
        (AFTER, "b7e7", "砲2平5"),
        (TWO, "b1b0", "後車退一"),
        (AFTER, "e9e8", "將5進1"),
    ],
)
def test_traditional_characters_are_written_and_read(fen: str, move: str, text: str) -> None:
    state = XIANGQI.parse(fen)
    assert write_chinese(state, move, traditional=True) == text
    assert read_move(state, text) == move


@each(
    ("fen", "text", "move"),
    [
        (START, " 炮2平5 ", "h2e2"),
        (START, "傌八進七", "b0c2"),
        (AFTER, "炮２平５", "b7e7"),
        (AFTER, "包二平五", "b7e7"),
        (START, "h2-e2", "h2e2"),
        (START, "C2=5", "h2e2"),
        (START, "c2.5", "h2e2"),
        (START, "N8+7", "b0c2"),
        (START, "E7+5", "c0e2"),
        (AFTER, "H8+7", "h9g7"),
        (TWO, "-C=6", "e3d3"),
        (GUARDS, "前士退5", "f7e8"),
        (PAIRS_OF_SOLDIERS, "一兵平四", "g7f7"),
        (PAIRS_OF_SOLDIERS, "四兵平六", "c6d6"),
    ],
)
def test_variants_of_notation_are_read(fen: str, text: str, move: str) -> None:
    assert read_move(XIANGQI.parse(fen), text) == move


@pytest.mark.parametrize(
    "text", ["", "炮", "炮二平二", "车五进一", "h2e3", "炮二平五五", "C2=2", "e0c2"]
)
def test_malformed_or_illegal_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a legal move here"):
        read_move(XIANGQI.start(), text)


def test_illegal_move_is_not_written() -> None:
    with pytest.raises(ValueError, match="not a legal move"):
        write_chinese(XIANGQI.start(), "h2e3")


def test_every_move_of_random_games_is_read_back() -> None:
    for seed in range(6):
        for state in playout(XIANGQI, seed)[:80]:
            texts = {write_chinese(state, move): move for move in state.legal()}
            assert len(texts) == len(state.legal())
            for text, move in list(texts.items())[:3]:
                assert read_move(state, text) == move
