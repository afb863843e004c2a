"""Player specifications on a command line."""

import random
import threading
from typing import NoReturn

import pytest

from zeitnot_client.drivers.situation import Clocks
from zeitnot_engines.engine import StopToken
from zeitnot_engines.games import History, load
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import BadPlayer, Spec
from zeitnot_engines.matches.record import Record, start_of
from zeitnot_engines.matches.time_control import TimeControl

from ..each import each


@each(
    ("text", "spec"),
    [
        ("random", Spec("random")),
        ("house", Spec("house")),
        ("house:depth=3", Spec("house", depth=3)),
        (
            "house:nodes=1000,time=0.25,threads=2,hash=64",
            Spec("house", nodes=1000, ms=250, threads=2, hash_mb=64),
        ),
        ("house:eval=hand,depth=2", Spec("house", depth=2, evaluation="hand")),
        ("house:level=2", Spec("house", level=2)),
        ("house:method=mcts,nodes=50", Spec("house", nodes=50, method="mcts")),
        ("house:weights=a/b.weights", Spec("house", weights="a/b.weights")),
        ("house:tables=a/b,nodes=9", Spec("house", nodes=9, tables="a/b")),
        ("uci:stockfish", Spec("uci", command=("stockfish",))),
        (
            "uci:stockfish,Skill Level=3,Clear Hash,depth=5,time=0.5",
            Spec(
                "uci",
                command=("stockfish",),
                options=(("Skill Level", "3"), ("Clear Hash", "")),
                depth=5,
                ms=500,
            ),
        ),
        ("gtp:gtp-rhino -l 3", Spec("gtp", command=("gtp-rhino", "-l", "3"))),
        (
            """xboard:"/my engines/a" -x 'b,c',memory=16""",
            Spec("xboard", command=("/my engines/a", "-x", "b,c"), options=(("memory", "16"),)),
        ),
        ("uci:a,Path=/b:c=d", Spec("uci", command=("a",), options=(("Path", "/b:c=d"),))),
        ("random:name=Dice", Spec("random", name="Dice")),
        ("house:tc=40/60+0.5", Spec("house", control=TimeControl(60_000, 500, moves=40))),
        (
            "uci:a,tc=5,ponder=off,name=Old one",
            Spec("uci", command=("a",), control=TimeControl(5_000), ponders=False, name="Old one"),
        ),
    ],
)
def test_reads_player_specifications(text: str, spec: Spec) -> None:
    assert read_player(text) == spec


@each(
    ("text", "sentence"),
    [
        ("uci:", "the command is missing; write uci:COMMAND"),
        ("xboard", "the command is missing"),
        ("uci:'stockfish", "a quotation mark is missing"),
        ("uci:stockfish,depth=x", "whole number of 1 or more"),
        ("deepblue", "unknown player"),
        ("", "unknown player"),
        ("random:depth=1", "unknown player"),
        ("house:depth", "whole number of 1 or more"),
        ("house:depth=0", "whole number of 1 or more"),
        ("house:depth=x", "whole number of 1 or more"),
        ("house:speed=3", 'not "speed"'),
        ("house:eval=", "eval is empty"),
        ("house:time=0", "in seconds per move"),
        ("house:time=nan", "in seconds per move"),
        ("house:threads=1000", "must not be more than 256"),
        ("house:level=0", "whole number of 1 or more"),
        ("house:level=2,depth=3", "a level has its own depth, nodes and time"),
    ],
)
def test_refuses_bad_player_specifications(text: str, sentence: str) -> None:
    with pytest.raises(BadPlayer, match=sentence):
        read_player(text)


class SearchCalled(Exception):
    """Raised by the fake engine's `search`."""


@pytest.mark.parametrize(
    ("spec", "position", "searches"),
    [
        ("house:time=60", "B 3 0 0 3 0 0 0 19 20 0 0 0 0", False),
        ("house:time=60", "B 3 0 0 8 0 0 0 19 20 0 0 0 0", True),
        (
            "house:nodes=1000",
            "B 3 0 0 3 0 0 0 19 20 0 0 0 0",
            True,
        ),  # without a clock it always searches
    ],
)
def test_with_a_clock_the_house_player_plays_a_single_legal_move_at_once(
    spec: str, position: str, searches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object, **__: object) -> NoReturn:
        raise SearchCalled

    monkeypatch.setattr(
        "zeitnot_engines.matches.players.Engine",
        lambda *_, **__: type("FakeEngine", (), {"search": search, "method": "ab"})(),
    )
    game = load("ewn")
    player = read_player(spec).player(game, random.Random(1), 100, 0)
    if searches:
        with pytest.raises(SearchCalled):
            player.move(game.parse(position), [], None)
    else:
        assert player.move(game.parse(position), [], None).move == "3-2"


def test_a_stop_before_the_search_makes_the_house_player_move_at_once() -> None:
    """An abort is permanent, so it also moves at once later."""
    state = load("othello").start()
    house = Spec("house").player(state.game, random.Random(0), 600_000, 20)
    house.abort()
    for _ in range(2):
        state = state.play(house.move(state, [], None).move)  # raises if the move is illegal


def test_the_end_of_pondering_is_charged_to_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a search that a busy machine ends late loses the game on time."""
    state = load("othello").start()
    searched = []

    def search(_: object, state: History, **limits: object) -> object:
        searched.append(limits["ms"])
        facts = {"depth": 1, "nodes": 9, "value": 0.0, "unit": "discs", "exact": False}
        return type("Report", (), {"best": state.legal()[0], "distance": None, **facts})()

    now_s = [0.0]

    class LateSearch:
        def __init__(self, *_: object) -> None:
            pass

        def stop(self) -> None:
            pass

        def wait(self) -> None:
            now_s[0] += 1.2

    players = "zeitnot_engines.matches.players"
    monkeypatch.setattr(
        f"{players}.Engine",
        lambda *_, **__: type("FakeEngine", (), {"search": search, "method": "ab"})(),
    )
    monkeypatch.setattr(f"{players}.Search", LateSearch)
    monkeypatch.setattr("time.monotonic", lambda: now_s[0])
    player = read_player("house:ponder=on").player(state.game, random.Random(1), 100, 0)
    player.move(state, [], Clocks((2000, 2000), 1000, 0))
    player.ponder(state, [], None)
    player.move(state, [], Clocks((2000, 2000), 1000, 0))
    assert searched[1] < searched[0] / 2


def test_a_level_limits_the_search_and_blunders_like_the_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = []

    def search(_: object, state: History, **limits: object) -> object:
        searched.append(limits)
        facts = {"depth": 1, "nodes": 9, "value": 0.0, "unit": "discs", "exact": False}
        return type("Report", (), {"best": state.legal()[0], "distance": None, **facts})()

    monkeypatch.setattr(
        "zeitnot_engines.matches.players.Engine",
        lambda *_, **__: type("FakeEngine", (), {"search": search, "method": "ab"})(),
    )
    state = load("othello").start()
    player = read_player("house:level=1").player(state.game, random.Random(1), 100, 0)
    moves = [player.move(state, [], None).move for _ in range(200)]
    assert set(moves) <= set(state.legal())
    assert 120 <= len(searched) <= 160  # of 200 moves, about 30 % are random
    for limits in searched:
        assert (limits["depth"], limits["nodes"], limits["ms"]) == (1, None, 500)


def test_a_level_that_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadPlayer, match="othello has the levels 1 to 5, not 9"):
        read_player("house:level=9").player(load("othello"), random.Random(1), 100, 0)


class PonderedEngine:
    """An engine whose searches without a limit end when they are told to."""

    method = "alphabeta"

    def __init__(self) -> None:
        self.log: list[str] = []
        self.has_begun = threading.Event()

    def search(self, state: History, *, stop: StopToken, **limits: object) -> object:
        if limits.get("depth") is None:
            self.log.append("ponders")
            self.has_begun.set()
            while not stop.stopped:
                self.has_begun.wait(0.001)
            self.log.append("ends")
        else:
            self.log.append("moves")
        facts = {"depth": 1, "nodes": 9, "value": 0.0, "unit": "discs", "exact": False}
        return type("Report", (), {"best": state.legal()[0], "distance": None, **facts})()


@pytest.mark.parametrize(
    ("ponders", "log"), [(True, ["ponders", "ends", "moves"]), (False, ["moves"])]
)
def test_the_house_player_ponders_until_it_is_to_move(
    ponders: bool, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = PonderedEngine()
    monkeypatch.setattr("zeitnot_engines.matches.players.Engine", lambda *_, **__: engine)
    state = load("othello").start()
    record = Record(start_of(state))
    house = Spec("house", depth=3).player(state.game, random.Random(0), 100, 20, ponders=ponders)
    house.ponder(state, record, None)
    if ponders:
        assert engine.has_begun.wait(60)
    house.move(state, record, None)
    assert engine.log == log
    house.ponder(state, record, None)
    house.close()
    assert engine.log == log + log[:-1]
