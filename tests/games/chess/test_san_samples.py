"""The samples by which the page's notation is tested are python-chess's."""

import json

import chess

from .san_samples import FILE


def test_samples_are_what_python_chess_writes() -> None:
    samples = json.loads(FILE.read_text())
    assert len(samples) > 200
    for position, move, san in samples:
        board = chess.Board(position)
        assert board.san(chess.Move.from_uci(move)) == san
