"""Openings of `zeitnot match` from files."""

from pathlib import Path

import click
import pytest

from zeitnot_engines.commands.match_openings import OpeningFile
from zeitnot_engines.games import load

PGN = """[Event "a"]
[Result "1-0"]

1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {knight} Nc6 1-0

[Event "b"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 *

[Event "c"]

1. d4 d5 2. c4 *
"""
EPD = """# two endings
8/8/8/4k3/8/8/4P3/4K3 w - - id "one";
4k3/8/8/8/8/8/4P3/4K3 w - -
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;
"""


def file_of(folder: Path, name: str, text: str, **options: int | None) -> OpeningFile:
    path = folder / name
    path.write_text(text)
    return OpeningFile(load("chess"), path, **options)


def test_games(tmp_path: Path) -> None:
    openings = file_of(tmp_path, "x.pgn", PGN).read(9)
    assert [opening.actions for opening in openings] == [
        ("e2e4", "e7e5", "g1f3", "b8c6"),
        ("e2e4", "e8d7"),
        ("d2d4", "d7d5", "c2c4"),
    ]
    assert [opening.start for opening in openings] == ["", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""]


def test_only_the_first_moves(tmp_path: Path) -> None:
    openings = file_of(tmp_path, "x.pgn", PGN, plies=1).read(9)
    assert [opening.actions for opening in openings] == [("e2e4",), ("e2e4",), ("d2d4",)]
    (line,) = file_of(tmp_path, "x", "e4 e5 Nf3", plies=2).read(1)
    assert line.actions == ("e2e4", "e7e5")


def test_only_as_many_as_are_needed(tmp_path: Path) -> None:
    """A book may have a million openings; a bad one that is not needed does no harm."""
    file = file_of(tmp_path, "x.epd", EPD + "bad\n")
    assert len(file.read(3)) == 3
    with pytest.raises(click.UsageError, match=r"x\.epd, line 5: "):
        file.read(4)


def test_positions(tmp_path: Path) -> None:
    openings = file_of(tmp_path, "x.epd", EPD).read(9)
    assert [opening.actions for opening in openings] == [()] * 3
    assert openings[0].state.text == openings[0].start
    assert openings[0].start.startswith("8/8/8/4k3/8/8/4P3/4K3 w - -")


def test_a_random_order_begins_the_same(tmp_path: Path) -> None:
    few, many = (file_of(tmp_path, "x.epd", EPD, shuffle=1).read(count) for count in (1, 3))
    assert many[:1] == few
    orders = {
        tuple(o.start for o in file_of(tmp_path, "x.epd", EPD, shuffle=seed).read(3))
        for seed in range(20)
    }
    assert len(orders) == 6


def test_the_hash_is_that_of_all_openings(tmp_path: Path) -> None:
    lines, changed = (file_of(tmp_path, "x", text).hash() for text in ("e4\nd4\n", "e4\nc4\n"))
    assert lines != changed
    assert file_of(tmp_path, "x", "e4 # comment\nd4\n").hash() == lines


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("x.pgn", "1. e4 e5 2. Qh9 *", "x.pgn:1: "),
        ("x.pgn", '[Game "Chinese Chess"]\n\n1. C2.5 *', "a game of xiangqi, not chess"),
        ("x.pgn", "1. f3 e5 2. g4 Qh4# 0-1", "the game is over"),
        ("x.fen", "8/8/8/8/8/8/8/8 w - -", r"x\.fen, line 1: "),
        ("x.epd", "", "has no openings"),
        ("x", "e4 e4", '"e4" is not a legal move'),
    ],
)
def test_bad_openings(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    with pytest.raises(click.UsageError, match=sentence):
        file_of(tmp_path, name, text).read(1)


def test_positions_do_not_need_a_usual_start(tmp_path: Path) -> None:
    (tmp_path / "x.epd").write_text(EPD)
    (tmp_path / "x").write_text("e4\n")
    game = load("chess", {"start": 960})
    assert len(OpeningFile(game, tmp_path / "x.epd").read(3)) == 3
    with pytest.raises(click.UsageError, match="a start that is not drawn"):
        OpeningFile(game, tmp_path / "x").read(1)
