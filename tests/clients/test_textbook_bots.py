"""The textbook opponents: what they play, their limits, and whole games."""

import asyncio
import contextlib
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_engines.bots.house import House, Options
from zeitnot_engines.bots.limited import LimitedEngine
from zeitnot_engines.bots.textbook import TextbookBackend, run_with_opponents, textbook_options
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import NAMES, load
from zeitnot_engines.opponents import LESSONS, MAX_MS, OPPONENTS, opponent_token
from zeitnot_server.rooms.room import Actor

from .fake_room import ANN, FakeRoom
from .fake_server import running
from .test_client import play_first

BY_NAME = {opponent.name: opponent for opponent in OPPONENTS}
OPTIONS = Options(NAMES, hash_mb=16, threads=2, levels=5)
TOKEN = "zn_0123456789abcdef0123456789abcdef"


def test_each_plays_the_games_that_its_method_can_search_in_time() -> None:
    assert set(BY_NAME) >= {"minimax-2", "alphabeta-4", "uct-1000", "ewn-table-5"}
    assert BY_NAME["ewn-table-5"].games == ("ewn",)
    assert {"chess", "go", "gomoku"} <= set(BY_NAME["minimax-2"].games)
    assert not {"go", "gomoku"} & set(BY_NAME["alphabeta-4"].games)
    for opponent in OPPONENTS:
        assert not [game for game in opponent.games if load(game).hides or load(game).seats != 2]
        assert LESSONS[opponent.name] == opponent.lesson
    assert not {"ewn", "backgammon"} & set(BY_NAME["minimax-2"].games), "there are throws"


def test_its_options_are_those_of_the_house_without_table_book_and_levels() -> None:
    options = textbook_options(BY_NAME["minimax-2"], Options(("chess", "kuhn"), max_games=3))
    assert (options.games, options.max_games, options.name) == (("chess",), 3, "minimax-2")
    assert (options.hash_mb, options.ponder, options.book, options.levels) == (1, False, False, 0)
    assert textbook_options(BY_NAME["ewn-table-5"], Options(("chess",))).games == ()


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_every_search_has_the_limits_of_the_opponent(name: str) -> None:
    """With a long clock, from the start. A busy machine may end a search at MAX_MS."""
    opponent = BY_NAME[name]
    for game_name in opponent.games if opponent.depth else ("othello", "ewn", "grundy"):
        game = load(game_name)
        state = game.start()
        while state.due is not None:
            state = state.throw(state.outcomes()[0][0])
        engine = TextbookBackend(opponent).engine(game, 64, 2)
        report: Any = engine.search(state, depth=60, nodes=None, ms=60_000)
        is_complete = report.depth == opponent.depth or report.nodes == opponent.nodes
        assert is_complete or report.exact or report.seconds >= MAX_MS / 1000, game_name


def test_limits_replace_those_that_are_asked_for() -> None:
    asked: list[dict[str, Any]] = []

    class Recorder:
        def search(self, history: Any, **limits: Any) -> Any:
            asked.append(limits)

    limited = LimitedEngine(Recorder(), depth=2, nodes=None, max_ms=500)
    limited.search(None, depth=9, nodes=7, ms=100, soft_ms=40)
    limited.search(None, depth=9, ms=900)
    limited.search(None)
    assert asked == [
        {"depth": 2, "nodes": None, "ms": 100, "soft_ms": 40},
        {"depth": 2, "nodes": None, "ms": 500},
        {"depth": 2, "nodes": None, "ms": 500},
    ]


def test_the_opponent_of_the_published_table_has_its_moves() -> None:
    opponent = BY_NAME["ewn-table-5"]
    state = load("ewn").parse("B 2 25 24 14 12 0 15 1 8 3 6 19 23")
    engine = TextbookBackend(opponent).engine(state.game, 1, 1)
    report = engine.search(state, ms=60_000)
    assert (report.best, report.depth) == ("24-19", 5)
    pruning = Engine(state.game, method="chance", evaluation="table", exact_depth=True)
    assert report.value == pytest.approx(pruning.search(state, depth=5).value, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("minimax-2", "tictactoe"),
        ("alphabeta-4", "othello"),
        ("uct-1000", "connect4"),
        ("ewn-table-5", "ewn"),
    ],
)
async def test_it_plays_a_whole_game(name: str, game: str) -> None:
    actor = Actor("bot", name, bot=True)
    control = p.Control(kind="per_move", time_ms=2_000)
    room = FakeRoom(game, seats=(None, actor), control=control)
    async with (
        asyncio.timeout(120),
        running(room, a=ANN, b=actor) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        options = textbook_options(BY_NAME[name], OPTIONS)
        bot = asyncio.create_task(House(client, options, TextbookBackend(BY_NAME[name])).run())
        await play_first(ann, room.room.id)
        bot.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await bot
    assert room.room.phase == "finished"
    assert (server.watches[0].plays, server.watches[0].levels) == (list(options.games), 0)
    reports = [e.engine for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
    assert all(report is not None and not report.ponder for report in reports)
    assert any(report and report.nodes for report in reports)


def test_tokens_are_different_and_do_not_reveal_the_house_bots() -> None:
    tokens = {opponent_token(TOKEN, name) for name in BY_NAME}
    assert len(tokens) == len(BY_NAME)
    for token in tokens:
        assert token.startswith("zn_")
        assert len(token) == 46
        assert TOKEN not in token
    assert opponent_token(TOKEN, "minimax-2") == opponent_token(TOKEN, "minimax-2")
    assert opponent_token(TOKEN + "0", "minimax-2") not in tokens


async def test_an_opponent_that_the_server_refuses_is_missing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A server that was started without them knows no such tokens; the house bot goes on."""
    actor = Actor("bot", "Ponderer", bot=True)
    room = FakeRoom(
        "tictactoe", seats=(None, actor), control=p.Control(kind="per_move", time_ms=500)
    )
    async with (
        asyncio.timeout(120),
        running(room, a=ANN, b=actor) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        options = Options(("tictactoe",), hash_mb=1, book=False, max_games=2)
        backend = TextbookBackend(BY_NAME["minimax-2"])
        house = House(client, options, backend)
        bot = asyncio.create_task(run_with_opponents(house, options, server.url, "b"))
        await play_first(ann, room.room.id)
        bot.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await bot
    assert room.room.phase == "finished"
    assert "minimax-2 does not play" in caplog.text
