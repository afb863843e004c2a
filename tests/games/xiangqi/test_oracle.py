"""Xiangqi compared with Fairy-Stockfish: positions, moves and checks of random games.

Its repetition rules and its draws by move counts differ, so only the twin covers those.
"""

import random

import pyffish
import pytest

from zeitnot_engines.games import History, load

XIANGQI = load("xiangqi")
# Nearly bare boards, from which mates, stalemates and open lines come sooner than from the start.
ENDINGS = [
    "3k5/4P4/9/9/9/9/9/9/4p4/5K3 w - - 0 1",
    "3ak4/9/9/9/9/2R6/9/4B4/4r4/3AK4 w - - 0 1",
    "4ka3/4a4/4c4/9/9/4C4/9/9/4A4/3K5 w - - 0 1",
    "2bak4/9/4b4/9/9/5N3/9/4n4/9/3AKA3 w - - 0 1",
    "4k4/4c4/9/3C5/4c4/9/4C4/9/9/4K4 w - - 0 1",
]


def their_move(move: str) -> str:
    """Fairy-Stockfish counts ranks from 1, ICCS from 0."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def check(ours: History) -> None:
    theirs = pyffish.legal_moves("xiangqi", ours.text, [])
    if ours.result is None or ours.result[2] in ("checkmate", "stalemate"):
        assert sorted(map(their_move, ours.legal())) == sorted(theirs)
    if ours.result is not None and ours.result[2] in ("checkmate", "stalemate"):
        in_check = pyffish.gives_check("xiangqi", ours.text, [])
        assert (ours.result[2] == "checkmate") == in_check


@pytest.mark.parametrize("seed", range(10))
def test_random_games_agree_with_fairy_stockfish(seed: int) -> None:
    rng = random.Random(seed)
    start = rng.choice([XIANGQI.start().text, *ENDINGS])
    ours = XIANGQI.parse(start)
    while True:
        check(ours)
        if ours.result:
            return
        move = rng.choice(ours.legal())
        after = ours.play(move)
        assert after.text == pyffish.get_fen("xiangqi", ours.text, [their_move(move)])
        ours = after
