"""Background tasks of the server go on, whatever fails in one of them; and if they end all
the same, the server ends in good order and is started again."""

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
from zeitnot_server.play import game_server as module
from zeitnot_server.play import registry, retrying
from zeitnot_server.play.game_server import GameServer, NewGameRefused
from zeitnot_server.play.native import rules_for
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.rooms.commands import Cancel
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.errors import ReadOnly
from zeitnot_server.store.sqlite import SqliteStore

from ..proof.killtest.server import Server
from .hosted import WAIT
from .test_correspondence import Years

NOW_MS = 1_700_000_000_000
TASKS = [
    "beat",
    "keep_alive",
    "sweep",
    "unbegun",
    "tell",
    "enforcement",
    "ban_sweep",
    "cancelled",
    "disk",
    "retention",
]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    yield opened
    await opened.close()


def a_house(store: SqliteStore) -> GameServer:
    return GameServer(store, AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000), NullFeed())


class Turns:
    """A collaborator that goes wrong whenever it is asked; `third`: it has been asked again."""

    def __init__(self) -> None:
        self.asked = 0
        self.third = asyncio.Event()

    def __call__(self, *told: object) -> None:
        self.asked += 1
        if self.asked == 3:
            self.third.set()
        raise LookupError("a bug")

    async def later(self, *told: object) -> None:
        """The same, awaited."""
        await asyncio.sleep(0)
        self()


def break_(
    game_server: GameServer, task: str, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Has something that this task needs go wrong, with no pause before it is needed."""
    for place, name in (
        (module, "KEEP_ALIVE_SECONDS"),
        (registry, "SWEEP_SECONDS"),
        (retrying, "PAUSE_SECONDS"),
    ):
        monkeypatch.setattr(place, name, 0)
    monkeypatch.setattr("zeitnot_server.play.cancelled.RETRY_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.play.unbegun.CHECK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.play.enforcement.TICK_SECONDS", 0)
    monkeypatch.setattr("zeitnot_server.play.retention.FIRST_SECONDS", 0)
    where: dict[str, tuple[object, str, object]] = {
        "beat": (game_server.store.alive, "beat", turns),
        "keep_alive": (game_server.store.runs, "keep_alive", turns.later),
        "sweep": (game_server.registry, "unload_idle", turns.later),
        "unbegun": (game_server.store.games, "open_since", turns.later),
        "tell": (game_server.hub, "run", turns.later),
        "enforcement": (game_server.enforcement, "check", turns.later),
        "ban_sweep": (game_server.ban_sweep, "check", turns.later),
        "cancelled": (game_server.cancelled, "check", turns.later),
        "disk": (game_server.disk, "check", turns.later),
        "retention": (game_server._retention, "once", turns.later),
    }
    monkeypatch.setattr(*where[task])
    game_server.cancelled._commands["game"] = Cancel()


@pytest.mark.parametrize("broken", TASKS)
async def test_a_failing_task_stops_neither_itself_nor_others(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    game_server, turns = a_house(store), Turns()
    assert list(game_server.tasks()) == TASKS
    break_(game_server, broken, turns, monkeypatch)
    before = asyncio.all_tasks()
    life = asyncio.create_task(game_server.live())
    await asyncio.wait_for(turns.third.wait(), WAIT)
    names = {task.get_name() for task in asyncio.all_tasks() - before}
    assert names >= set(TASKS)
    assert not life.done()
    life.cancel()
    await asyncio.wait([life])
    assert life.cancelled()
    monkeypatch.undo()
    await game_server.close()


@pytest.mark.parametrize("broken", ["read_flags", "unload_idle", "check_flags", "expire"])
async def test_a_failure_in_a_sweep_does_not_prevent_the_rest(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0)
    game_server, turns, last = a_house(store), Turns(), asyncio.Event()
    monkeypatch.setattr(game_server.registry, broken, turns.later)

    async def end_abandoned() -> None:
        if turns.third.is_set():
            last.set()

    monkeypatch.setattr(game_server.registry, "end_abandoned", end_abandoned)
    sweep = asyncio.create_task(game_server.registry.sweep())
    await asyncio.wait_for(last.wait(), WAIT)
    sweep.cancel()
    await asyncio.wait([sweep])
    await game_server.close()


# ── games that nobody can load ─────────────────────────────────────────────────────────────────

DAYS = p.Control(kind="correspondence", days=2)


async def changed(store: SqliteStore, statement: str, game: str) -> None:
    await store.write(lambda c: c.execute(statement, (game,)))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET game_type = 'lost' WHERE id = ?",
        "DELETE FROM event WHERE kind = 'started' AND game = ?",
    ],
)
async def test_a_correspondence_game_that_cannot_be_loaded_stops_nothing(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    years = Years(store)
    bad, good = await years.begin(DAYS), await years.begin(DAYS)
    await years.registry.close()
    await changed(store, statement, bad)
    years.wall_ms += 3 * 86_400_000
    years.start()
    await years.registry.read_flags()
    assert [room_actor.room.id for room_actor in years.registry] == [good]
    assert years.registry.unreadable == {bad}
    await years.registry.close()


async def games_of_a_bot(store: SqliteStore, number: int) -> list[str]:
    """Games that are on, as the last run has left them."""
    years = Years(store)
    games = [await years.begin(DAYS) for _ in range(number)]
    await years.registry.close()
    for game in games:
        await changed(store, "UPDATE seat SET bot = 1 WHERE seat = 0 AND game = ?", game)
    return games


async def test_a_bot_game_that_cannot_be_loaded_is_not_counted(store: SqliteStore) -> None:
    """No command could end it."""
    game_server, (bad, good) = a_house(store), await games_of_a_bot(store, 2)
    await changed(store, "UPDATE game SET game_type = 'lost' WHERE id = ?", bad)
    await game_server._count_bot_games()
    assert set(game_server.bot_games._entries) == {bad, good}
    for _ in range(2):
        assert await game_server.registry.load_or_skip(bad) is None
        assert set(game_server.bot_games._entries) == {good}
        await game_server._count_bot_games()
    await game_server.close()


async def test_after_a_game_that_cannot_be_loaded_another_may_be_created(
    store: SqliteStore,
) -> None:
    game_server, ann = a_house(store), await store.accounts.create_guest("Ann")
    game_server.most_open = 1
    request = p.NewGame(
        game_type="tictactoe",
        control=p.Control(kind="unlimited"),
        seats=[p.SeatRequest(kind="me"), p.SeatRequest(kind="open")],
    )
    actor = Actor(ann.account, ann.name)
    room_actor = await game_server.create(request, actor)
    with pytest.raises(NewGameRefused, match="wait for somebody already"):
        await game_server.create(request, actor)
    for _ in range(2):
        await game_server.registry.unload_idle()
    await changed(store, "UPDATE game SET game_type = 'lost' WHERE id = ?", room_actor.room.id)
    assert await game_server.registry.load_or_skip(room_actor.room.id) is None
    await game_server.create(request, actor)
    assert await store.games.made_by(ann.account) == (2, 2)
    assert await store.games.made_by(ann.account, {room_actor.room.id}) == (1, 1)
    await game_server.close()


async def test_loaded_bot_games_are_counted(store: SqliteStore) -> None:
    """A bot that comes at once after a start asks for its games first."""
    game_server, (game,) = a_house(store), await games_of_a_bot(store, 1)
    room_actor = await game_server.registry.get(game)
    assert room_actor is not None
    await game_server._count_bot_games()
    assert set(game_server.bot_games._entries) == {game}
    await game_server.close()


# ── the end ────────────────────────────────────────────────────────────────────────────────────

ENDS = """
from zeitnot_server.play import game_server

async def fails(self):
    raise LookupError("a bug")

game_server.GameServer.{} = fails
from zeitnot_server.app import main
"""


def wait_for(ended: Callable[[], int]) -> Awaitable[int]:
    return asyncio.wait_for(asyncio.to_thread(ended), WAIT)


async def test_the_end_of_housekeeping_stops_the_server_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path, ENDS.format("live"))
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


class Feeding(NullFeed):
    """Says whether it has been stopped."""

    stopped = False

    async def stop(self) -> None:
        Feeding.stopped = True


async def test_a_failure_in_shutdown_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(game_server: GameServer) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr(GameServer, "close", fails)
    monkeypatch.setattr(app, "NullFeed", Feeding)
    path = tmp_path / "zeitnot.db"
    with pytest.raises(LookupError):
        async with app.open_game_server(Config(db=str(path))):
            pass
    assert Feeding.stopped
    await (await SqliteStore.open(path, rules_for)).close()


async def test_books_wait_without_a_traceback_while_the_database_is_locked(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*asked: object) -> None:
        raise ReadOnly("the log is gone")

    monkeypatch.setattr(module.books, "catch_up", refuse)
    with capture_logs() as lines:
        await a_house(store)._catch_up()
    text = {"event": "books not caught up", "error": "the log is gone", "log_level": "warning"}
    assert lines == [text]
