"""Background tasks of the server continue after a failure in any of them. If they end nevertheless,
the server shuts down cleanly and is restarted."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

import zeitnot_protocol as p
from zeitnot_server import app
from zeitnot_server.config import Config
from zeitnot_server.exits import FAILED
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server import book_indexing
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting import heartbeats, registry, retrying
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.lobby.new_games import NewGameRefused
from zeitnot_server.rooms.commands import Cancel
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.errors import ReadOnly
from zeitnot_server.store.sqlite.store import SqliteStore

from ..proof.killtest.server import Server
from .hosted import WAIT_S
from .test_correspondence import RestartableServer

NOW_MS = 1_700_000_000_000
TASKS = [
    "heartbeat",
    "save_heartbeat",
    "sweep",
    "disk",
    "count_bot_games",  # runs once
    "unstarted",
    "blocks",
    "republish",  # runs once
    "tell",
    "sign_in_failures",
    "merged_guests",
    "followers",
    "enforcement",
    "ban_sweep",
    "game_terminator",
    "account_deletions",
    "retention",
    "pool",
    "seeks",
    "ladders",
    "challenge_news",
    "learning",
]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield opened
    await opened.close()


def new_game_server(store: SqliteStore) -> GameServer:
    return GameServer(store, AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000), NullFeed())


class FailingCall:
    """A function that raises at every call; `third`: set at the third call."""

    def __init__(self) -> None:
        self.n_calls = 0
        self.third = asyncio.Event()

    def __call__(self, *arguments: object) -> None:
        self.n_calls += 1
        if self.n_calls == 3:
            self.third.set()
        raise LookupError("a bug")

    async def awaited(self, *arguments: object) -> None:
        """The same as a coroutine function."""
        await asyncio.sleep(0)
        self()


def break_task(
    game_server: GameServer, task: str, failing: FailingCall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replaces a function that this task calls by one that fails, and removes all pauses."""
    for owner, name in (
        (heartbeats, "SAVE_SECONDS"),
        (registry, "SWEEP_SECONDS"),
        (retrying, "PAUSE_SECONDS"),
    ):
        monkeypatch.setattr(owner, name, 0)
    monkeypatch.setattr("zeitnot_server.moderation.game_terminator.RETRY_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.bots.unstarted.CHECK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.people.followers.TICK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.people.blocks.READ_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.ladders.service.TICK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.ladders.news.TICK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.moderation.enforcement.TICK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.moderation.retention.FIRST_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.game_server.book_indexing.CATCH_UP_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.accounts.failures.WRITE_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.accounts.merging.PAUSE_SECONDS", 0)
    if task == "learning":
        monkeypatch.setattr(game_server.store.nodes, "is_cluster", True)
    targets: dict[str, tuple[object, str, object]] = {
        "heartbeat": (game_server.store.heartbeats, "beat", failing),
        "save_heartbeat": (game_server.store.runs, "save_heartbeat", failing.awaited),
        "sweep": (game_server.registry, "unload_idle", failing.awaited),
        "count_bot_games": (game_server.store.games, "of_bots", failing.awaited),
        "unstarted": (game_server.store.games, "open_since", failing.awaited),
        "blocks": (game_server.blocks, "read", failing.awaited),
        "followers": (game_server.followers, "tick", failing.awaited),
        "republish": (game_server.store.games, "public_ends", failing.awaited),
        "tell": (game_server.lobby.service, "run", failing.awaited),
        "sign_in_failures": (game_server.accounts.service.failures, "write", failing.awaited),
        "merged_guests": (game_server.accounts.merging, "move_all", failing.awaited),
        "enforcement": (game_server.moderation.enforcement, "check", failing.awaited),
        "ban_sweep": (game_server.moderation.ban_sweep, "check", failing.awaited),
        "game_terminator": (game_server.moderation.game_terminator, "check", failing.awaited),
        "account_deletions": (game_server.moderation.deletions, "check", failing.awaited),
        "disk": (game_server.disk, "check", failing.awaited),
        "retention": (game_server.moderation.retention, "prune", failing.awaited),
        "pool": (game_server.pool, "round", failing.awaited),
        "seeks": (game_server.seeks, "round", failing.awaited),
        "ladders": (game_server.ladders, "tick", failing.awaited),
        "challenge_news": (game_server.challenge_news, "tick", failing.awaited),
        "learning": (game_server.book_indexing, "catch_up", failing.awaited),
    }
    monkeypatch.setattr(*targets[task])
    game_server.moderation.game_terminator._commands["game"] = Cancel()


@pytest.mark.parametrize("broken", TASKS)
async def test_a_failing_task_stops_neither_itself_nor_others(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    game_server, failing = new_game_server(store), FailingCall()
    assert list(game_server.app.tasks) == TASKS
    break_task(game_server, broken, failing, monkeypatch)
    before = asyncio.all_tasks()
    tasks = asyncio.create_task(game_server.run_tasks())
    await asyncio.wait_for(failing.third.wait(), WAIT_S)
    names = {task.get_name() for task in asyncio.all_tasks() - before}
    assert names >= {*TASKS} - {"count_bot_games", "republish"}
    assert not tasks.done()
    tasks.cancel()
    await asyncio.wait([tasks])
    assert tasks.cancelled()
    monkeypatch.undo()
    await game_server.close()


@pytest.mark.parametrize("broken", ["read_flags", "unload_idle", "check_flags", "expire"])
async def test_a_failure_in_a_sweep_does_not_prevent_the_rest(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0)
    game_server, failing, last = new_game_server(store), FailingCall(), asyncio.Event()
    monkeypatch.setattr(game_server.registry, broken, failing.awaited)

    async def end_abandoned() -> None:
        if failing.third.is_set():
            last.set()

    monkeypatch.setattr(game_server.registry, "end_abandoned", end_abandoned)
    sweep = asyncio.create_task(game_server.registry.sweep())
    await asyncio.wait_for(last.wait(), WAIT_S)
    sweep.cancel()
    await asyncio.wait([sweep])
    await game_server.close()


# ── games that cannot be loaded ──────────────────────────────────────────────────────────────────

DAYS = p.Control(kind="correspondence", days=2)


async def change(store: SqliteStore, statement: str, game: str) -> None:
    await store.write(lambda c: c.execute(statement, (game,)))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET game_type = 'lost' WHERE id = ?",
        "DELETE FROM log_entry WHERE kind = 'started' AND game = ?",
    ],
)
async def test_a_correspondence_game_that_cannot_be_loaded_is_skipped(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    earlier_run = RestartableServer(store)
    bad_game, good_game = await earlier_run.begin(DAYS), await earlier_run.begin(DAYS)
    await earlier_run.registry.close()
    await change(store, statement, bad_game)
    earlier_run.wall_ms += 3 * 86_400_000
    earlier_run.start()
    await earlier_run.registry.read_flags()
    assert [room_actor.room.id for room_actor in earlier_run.registry] == [good_game]
    assert earlier_run.registry.unreadable == {bad_game}
    await earlier_run.registry.close()


async def games_of_a_bot(store: SqliteStore, number: int) -> list[str]:
    """Running games with a bot, from an earlier run of the server."""
    earlier_run = RestartableServer(store)
    games = [await earlier_run.begin(DAYS) for _ in range(number)]
    await earlier_run.registry.close()
    for game in games:
        await change(store, "UPDATE seat SET bot = 1 WHERE seat = 0 AND game = ?", game)
    return games


async def test_a_bot_game_that_cannot_be_loaded_is_not_counted(store: SqliteStore) -> None:
    """No command could end it, so it would occupy a slot for ever."""
    game_server, (bad_game, good_game) = new_game_server(store), await games_of_a_bot(store, 2)
    await change(store, "UPDATE game SET game_type = 'lost' WHERE id = ?", bad_game)
    await game_server.app.tasks["count_bot_games"]()
    assert set(game_server.bots.games._entries) == {bad_game, good_game}
    for _ in range(2):
        assert await game_server.registry.load_or_skip(bad_game) is None
        assert set(game_server.bots.games._entries) == {good_game}
        await game_server.app.tasks["count_bot_games"]()
    await game_server.close()


async def test_after_a_game_that_cannot_be_loaded_another_may_be_created(
    store: SqliteStore,
) -> None:
    game_server, ann = new_game_server(store), await store.accounts.create_guest("Ann")
    game_server.lobby.new_games.max_open = 1
    request = p.NewGame(
        game_type="tictactoe",
        control=p.Control(kind="unlimited"),
        seats=[p.SeatRequest(kind="me"), p.SeatRequest(kind="open")],
    )
    actor = Actor(ann.account, ann.name)
    room_actor = await game_server.lobby.new_games.create(request, actor)
    with pytest.raises(NewGameRefused, match="listed games that have not begun"):
        await game_server.lobby.new_games.create(request, actor)
    for _ in range(2):
        await game_server.registry.unload_idle()
    await change(store, "UPDATE game SET game_type = 'lost' WHERE id = ?", room_actor.room.id)
    assert await game_server.registry.load_or_skip(room_actor.room.id) is None
    await game_server.lobby.new_games.create(request, actor)
    assert await store.games.made_by(ann.account) == (2, 2)
    assert await store.games.made_by(ann.account, {room_actor.room.id}) == (1, 1)
    await game_server.close()


async def test_loaded_bot_games_are_counted(store: SqliteStore) -> None:
    """A bot that connects at once after a start loads its games before they are counted."""
    game_server, (game,) = new_game_server(store), await games_of_a_bot(store, 1)
    room_actor = await game_server.registry.get(game)
    assert room_actor is not None
    await game_server.app.tasks["count_bot_games"]()
    assert set(game_server.bots.games._entries) == {game}
    await game_server.close()


# ── shutdown ─────────────────────────────────────────────────────────────────────────────────────

FAILING_METHOD = """
from zeitnot_server.game_server import game_server

async def fail(self):
    raise LookupError("a bug")

game_server.GameServer.{} = fail
from zeitnot_server.app import main
"""


def wait_for(blocking_call: Callable[[], int]) -> Awaitable[int]:
    return asyncio.wait_for(asyncio.to_thread(blocking_call), WAIT_S)


async def test_the_end_of_housekeeping_stops_the_server_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path, FAILING_METHOD.format("run_tasks"))
    server.start()
    assert await wait_for(server.wait) == FAILED
    server.close()
    text = server.log.read_text()
    assert 'event="housekeeping ended"' in text
    assert "LookupError: a bug" in text
    assert "event=stopped run=1 how=failure" in text
    assert not (tmp_path / "zeitnot.db-wal").exists()
    connection = sqlite3.connect(server.database)
    assert connection.execute("SELECT count(*) FROM run").fetchone() == (1,)
    connection.close()


class StoppableFeed(NullFeed):
    """A feed that records that it was stopped."""

    is_stopped = False

    async def stop(self) -> None:
        StoppableFeed.is_stopped = True


async def test_a_failure_in_shutdown_still_closes_feed_and_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(game_server: GameServer) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr(GameServer, "close", fail)
    monkeypatch.setattr(app, "NullFeed", StoppableFeed)
    path = tmp_path / "zeitnot.db"
    with pytest.raises(LookupError):
        async with app.open_game_server(Config(db=str(path))):
            pass
    assert StoppableFeed.is_stopped
    await (await SqliteStore.open(path, rules_for)).close()


async def test_a_failed_book_update_is_logged_without_a_traceback(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing_catch_up(*arguments: object) -> None:
        raise ReadOnly("the log is gone")

    monkeypatch.setattr(book_indexing.books, "index_missed", failing_catch_up)
    with capture_logs() as lines:
        await new_game_server(store).book_indexing.catch_up()
    (line,) = lines
    assert line["event"] == "books not updated"
    assert line["log_level"] == "warning"
    assert f"{line['error']}" == "the log is gone"
