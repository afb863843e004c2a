"""Engines of Debian's packages play whole games without a fault."""

import os
import random
import shutil

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest, Opening, TimeControl, fixtures
from zeitnot_engines.matches.players import Player, Spec, read_player

PATH = f"{os.environ['PATH']}:/usr/games"  # Debian's folder of games, which may not be in PATH
MARGIN_MS = 60_000  # for a busy machine; other tests cover clocks
ENGINES = [
    ("chess", "uci:stockfish,Skill Level=0,Hash=1"),
    ("chess", "xboard:phalanx -l-"),
    ("chess", "xboard:hoichess"),
    ("chess", "uci:toga2,OwnBook=false"),
    ("chess", "uci:gnuchess -u"),
    ("xiangqi", "uci:fairy-stockfish,Hash=1"),
    ("xiangqi", "xboard:hoixiangqi"),
    ("othello", "gtp:gtp-rhino -l 1"),
]


@pytest.fixture(autouse=True)
def _search_in_games_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", PATH)


@pytest.mark.parametrize(("name", "text"), ENGINES)
def test_plays_without_a_fault(name: str, text: str) -> None:
    """A game from each seat against a random player."""
    spec = read_player(text)
    if shutil.which(spec.command[0], path=PATH) is None:
        assert not os.environ.get("CI"), f"{spec.command[0]} is not installed"
        pytest.skip(f"{spec.command[0]} is not installed")
    game = load(name)

    def engine(_: int) -> Player:
        return spec.player(game, random.Random(0), 50, MARGIN_MS)

    def random_player(number: int) -> Player:
        return Spec("random").player(game, random.Random(number), 50, 20)

    control = TimeControl(1_000, 20, margin_ms=MARGIN_MS)
    work = fixtures([Opening(game.start())], 2, seed=1)
    for played in LocalExecutor().run(Contest(engine, random_player, control), work):
        assert played.fault == ""
        assert played.score >= 0.5 or name == "othello", played
