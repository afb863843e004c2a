"""Positions and moves with the SAN that python-chess writes, to test the web client's SAN writer.

`python -m tests.games.chess.san_samples` rewrites clients/web/src/games/chess/san.samples.json.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import chess

FILE = Path(__file__).parents[3] / "clients/web/src/games/chess/san.samples.json"
SEED = 5
GAMES = 40
MAX_PLIES = 150
SAMPLES_PER_FEATURE = 30
RARE = ("en passant", "O-O-O", "both")  # every occurrence is a sample, not one in five
# From these positions ambiguous pieces, pins, promotions and castling come soon.
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pPp1p1pP/8/3pP3/4pP2/8/PpP1P1Pp/R3K2R w KQkq d6 0 1",
    "4k3/8/2Q1Q3/8/2Q1Q3/8/8/r3K2R w K - 0 1",
    "3rk2r/8/1n3n2/3n4/8/1N3N2/3N4/R3K2R w KQk - 0 1",
    "k2r4/2R5/8/q1B1B1R1/8/2B1B3/3R4/3K3r w - - 0 1",
]
Sample = tuple[str, str, str]


def features(board: chess.Board, move: chess.Move, san: str) -> Iterator[str]:
    """The features of this move that a SAN writer can get wrong."""
    yield from (sign for sign in ("+", "#", "=", "O-O-O") if sign in san)
    if board.is_en_passant(move):
        yield "en passant"
    if board.is_check():
        yield "evasion"
    stem = san.rstrip("+#").replace("x", "")
    if san[0] in "NBRQ" and len(stem) > 3:
        # What distinguishes the piece from others of its kind.
        yield "rank" if stem[1].isdigit() else "both" if len(stem) == 5 else "file"
    elif san[0] in "NBRQ" and any(would_reach(board, move)):
        yield "pinned other"


def would_reach(board: chess.Board, move: chess.Move) -> Iterator[bool]:
    """Whether other pieces of the kind attack the target, legally or not."""
    kind = board.piece_type_at(move.from_square)
    for other in board.attackers(board.turn, move.to_square):
        yield other != move.from_square and board.piece_type_at(other) == kind


def samples() -> list[Sample]:
    """Some moves with each feature, and some without any."""
    rng = random.Random(SEED)
    found: dict[str, list[Sample]] = {}
    for game in range(GAMES):
        board = chess.Board(STARTS[game % len(STARTS)])
        for _ in range(MAX_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            for move in moves:
                san = board.san(move)
                for feature in list(features(board, move, san)) or ["plain"]:
                    collected = found.setdefault(feature, [])
                    if len(collected) < SAMPLES_PER_FEATURE and (
                        feature in RARE or rng.random() < 0.2
                    ):
                        collected.append((board.fen(), move.uci(), san))
            board.push(rng.choice(moves))
    return sorted({sample for collected in found.values() for sample in collected})


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(sample) for sample in samples()) + "\n]\n")
