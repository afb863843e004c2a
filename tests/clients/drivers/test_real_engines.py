"""Engines of Debian's packages play whole games without a fault."""

import os
import random
import shutil

import pytest

from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Failed
from zeitnot_client.drivers.situation import Clocks, Limits, Thinking
from zeitnot_engines.games import History, load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest
from zeitnot_engines.matches.openings import Opening
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import Player, Spec
from zeitnot_engines.matches.record import Record, start_of
from zeitnot_engines.matches.schedule import fixtures
from zeitnot_engines.matches.time_control import TimeControl

from .situations import after

PATH = f"{os.environ['PATH']}:/usr/games"  # Debian's folder of games, which may not be in PATH
MARGIN_MS = 60_000  # for a busy machine; other tests cover clocks
ENGINES = [
    ("chess", "uci:stockfish,Skill Level=0,Hash=1"),
    ("chess", "xboard:phalanx -l-"),
    ("chess", "xboard:hoichess"),
    ("chess", "uci:toga2,OwnBook=false"),
    ("chess", "uci:gnuchess -u"),
    ("xiangqi", "uci:fairy-stockfish,Hash=1"),
    ("xiangqi", "ucci:fairy-stockfish,Hash=1"),
    ("xiangqi", "xboard:hoixiangqi"),
    ("backgammon", "gnubg:gnubg"),
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

    control = TimeControl(1_000, 20, time_margin_ms=MARGIN_MS)
    work = fixtures([Opening(game.start())], 2, seed=1)
    for played in LocalExecutor().run(Contest(engine, random_player, control), work):
        assert played.fault == ""
        assert played.score >= 0.5 or name in ("othello", "backgammon"), played


def started(text: str, start: History, **launch: bool) -> Driver:
    """A driver of the program; the test is skipped where there is none."""
    spec = read_player(text)
    if shutil.which(spec.command[0], path=PATH) is None:
        assert not os.environ.get("CI"), f"{spec.command[0]} is not installed"
        pytest.skip(f"{spec.command[0]} is not installed")
    return Driver(Launch(spec.kind, spec.command, spec.options, **launch), start_of(start))  # type: ignore[arg-type]


LIMITS = Limits(Clocks((4_000, 4_000), 4_000, 20), give_up_ms=60_000, overhead_ms=20)
"""Enough for a few plies: hoichess takes a fortieth of the clock for a move."""


def test_stockfish_castles_in_chess960() -> None:
    """Both sides castle from squares other than the classical ones, which it sees in the moves."""
    fen = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"
    game = after(load("chess").parse(fen), "f1g1", "f8g8")
    driver = started("uci:stockfish,Hash=1", load("chess").parse(fen))
    try:
        assert driver.move(game, LIMITS).move in game.legal
        assert "> setoption name UCI_Chess960 value true" in driver.last_dialogue
    finally:
        driver.close()


KILLED = [
    ("chess", "uci:stockfish,Hash=1,Skill Level=3"),
    ("chess", "xboard:hoichess"),
    ("xiangqi", "ucci:fairy-stockfish,Hash=1"),
    ("othello", "gtp:gtp-rhino -l 1"),
]


@pytest.mark.parametrize(("name", "text"), KILLED)
def test_ponders_reports_and_plays_on_after_it_was_killed(name: str, text: str) -> None:
    """A new process gets the whole game. The opponent plays the reply that the engine expects, so
    that it ponders in vain and with success."""
    state, rng = load(name).start(), random.Random(3)
    record, reports = Record(start_of(state)), list[Thinking]()
    driver = started(text, state, ponders=True, reports=True)
    try:
        while state.ply < 12 and state.result is None:
            choice = driver.move(record.situation(state), LIMITS)
            if choice.thinking is not None:
                reports.append(choice.thinking)
            seat, state = state.side, state.play(choice.move)
            record.add_move(seat, choice.move, state)
            if state.turn is None or state.result is not None:
                break
            driver.ponder(record.situation(state), LIMITS)
            if state.ply == 5:
                driver._running._transport._process.kill()  # type: ignore[union-attr,attr-defined]
                with pytest.raises(Failed, match="killed by SIGKILL"):
                    driver.move(record.situation(state), LIMITS)
            legal = state.legal()
            reply = choice.expects if choice.expects in legal else rng.choice(legal)
            seat, state = state.side, state.play(reply)
            record.add_move(seat, reply, state)
        assert driver.starts == 2
        assert driver.name
    finally:
        driver.close()
    if name != "othello":
        assert max(report.depth for report in reports) > 2
        assert any(report.pv for report in reports)
