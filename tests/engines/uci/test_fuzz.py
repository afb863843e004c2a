"""The engine survives lines of random words, whether or not the protocols know the words."""

import random

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.uci.dialect import Dialect
from zeitnot_engines.uci.engine import UciEngine
from zeitnot_engines.uci.ucci import UCCI
from zeitnot_engines.uci.uci import UCI

from ..commands.gui import Gui

TEXT = """
uci ucci isready setoption name value position startpos fen moves banmoves go stop ponderhit
ucinewgame depth nodes mate time increment wtime btime movestogo ponder draw infinite true
searchmoves Hash hashsize Skill Level UCI_Elo UCI_Variant UCI_LimitStrength newgame batch
e2e4 h2e2 w - 0 1 -1 2 99999999999999999999 8/8 rnbakabnr/9 \u0663 \udcff
"""


@pytest.mark.parametrize(("game", "dialect"), [("chess", UCI), ("xiangqi", UCCI)])
def test_random_lines_do_not_stop_the_engine(game: str, dialect: Dialect) -> None:
    rng = random.Random(42)
    words = TEXT.split()
    gui = Gui(game)
    engine = UciEngine(load(game), gui._receive, dialect, rng)
    for _ in range(400):
        line = " ".join(rng.choices(words, k=rng.randrange(1, 9)))
        assert engine.process(line), line
        if rng.random() < 0.5:
            assert engine.process("stop")
    gui.lines.clear()
    assert engine.process("stop")
    assert engine.process("position startpos")
    assert engine.process("go depth 1")
    assert gui.wait("bestmove").split()[1] in engine._game.start().legal()
    assert not engine.process("quit")
