"""The samples that test the web client's notation agree with python-chess."""

import json

import chess

from .san_samples import FILE


def test_samples_agree_with_python_chess() -> None:
    samples = json.loads(FILE.read_text())
    assert len(samples) > 200
    for position, move, san in samples:
        board = chess.Board(position)
        assert board.san(chess.Move.from_uci(move)) == san
