"""The complete house bot with the native engine, over real sockets."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace as replace_fields

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.idle import IdleRooms
from zeitnot_engines.bots import house as house_module
from zeitnot_engines.bots.house import EngineBackend, House, Options
from zeitnot_engines.bots.player import PONDER_MS
from zeitnot_engines.engine import in_loop
from zeitnot_engines.interfaces import EngineLike, GameLike, ReportLike
from zeitnot_engines.levels import FULL, LEVELS, TREE_LEVELS, level
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Actor

from .fake_room import ANN, FakeRoom
from .fake_server import FakeServer, running
from .test_client import play_first
from .test_game_tasks import invited, lobby

PONDERER = Actor("bot", "Ponderer", bot=True)
OPTIONS = Options(("tictactoe", "niujiaoqi", "othello", "ewn"), hash_mb=1, book=False, max_games=7)
SECOND = p.Control(kind="per_move", time_ms=1_000)


class PonderRecordingBackend(EngineBackend):
    """A backend that records which positions, in the bot's view, its engines have pondered."""

    def __init__(self, methods: Mapping[str, str] | None = None) -> None:
        super().__init__(methods=methods)
        self._pondered = defaultdict[str, asyncio.Event](asyncio.Event)
        self._on_pondered = in_loop(lambda position: self._pondered[position].set())

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        return PonderRecordingEngine(super().engine(game, hash_mb, threads), self._on_pondered)

    async def play_first(self, client: Client, room: FakeRoom) -> None:
        """Plays the first legal move after the bot, at seat 1, has pondered its answer."""
        async for turn in client.room(room.room.id).turns():
            await self._pondered[room.room.position(1)].wait()
            await turn.move(turn.legal[0])


class PonderRecordingEngine:
    """Calls `on_pondered` with the position when a ponder search has reported or ended."""

    def __init__(self, engine: EngineLike, on_pondered: Callable[[str], object]) -> None:
        self._engine = engine
        self._on_pondered = on_pondered

    def search(
        self, history: Any, *, on_report: Callable[[Any], None], **limits: Any
    ) -> ReportLike:
        if limits.get("ms") != PONDER_MS:
            return self._engine.search(history, on_report=on_report, **limits)

        def report_and_record(report: ReportLike) -> None:
            on_report(report)
            self._on_pondered(history.view(1))

        try:
            return self._engine.search(history, on_report=report_and_record, **limits)
        finally:
            self._on_pondered(history.view(1))


def house(
    server: FakeServer, games: tuple[str, ...] = OPTIONS.games, native: EngineBackend | None = None
) -> "asyncio.Task[None]":
    """A house bot in the lobby of this server."""

    async def run() -> None:
        async with Client(server.url, "b") as client:
            await House(client, replace(OPTIONS, games=games), native or EngineBackend()).run()

    return asyncio.create_task(run())


async def cancel(task: "asyncio.Task[None]") -> None:
    """Ends the task as a signal would."""
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()


@pytest.mark.parametrize("game", OPTIONS.games)
async def test_house_bot_plays_every_game_to_the_end(game: str) -> None:
    room = FakeRoom(game, seats=(None, PONDERER), level=2, control=SECOND)
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
    ):
        native = PonderRecordingBackend()
        bot = house(server, native=native)
        await native.play_first(ann, room)
        await cancel(bot)
    watch = p.Watch(
        plays=list(OPTIONS.games),
        levels=len(LEVELS),
        most_games=7,
        changes=True,
        several_seats=True,
        takes=[p.Takes()],
    )
    assert len(server.watches) == 1
    assert replace_fields(server.watches[0], process="") == watch
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
    assert room.room.phase == "finished"
    assert all(move.engine for move in moves)
    assert any(m.engine.ponder and m.engine.ponder.nodes for m in moves if m.engine)


async def play_by(method: str, room: FakeRoom) -> None:
    """Plays a full game of Ann against a house bot that searches with this method and ponders each
    turn."""
    game = room.room.game_setup.rules.game
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
    ):
        native = PonderRecordingBackend(methods={game: method})
        bot = house(server, (game,), native)
        await native.play_first(ann, room)
        await cancel(bot)


async def test_house_bot_ponders_with_hidden_cards() -> None:
    rules = rules_for("kuhn", {"hands": 4})
    room = FakeRoom("kuhn", rules=rules, seats=(None, PONDERER), level=2, control=SECOND)
    await play_by("mcts", room)
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
    assert room.room.phase == "finished"
    pondered = [m.engine.ponder for m in moves if m.engine and m.engine.ponder]
    assert pondered
    assert all(ponder.nodes and not ponder.depth_gain for ponder in pondered)
    assert not room.infos


async def test_tree_search_shows_values_of_several_moves() -> None:
    room = FakeRoom("tictactoe", seats=(None, PONDERER), level=2, control=SECOND)
    await play_by("mcts", room)
    assert any(len(info.lines) > 1 for info in room.infos)


async def test_one_process_plays_many_rooms() -> None:
    rooms = [
        FakeRoom("ewn", game=f"game{n}", seats=(None, PONDERER), level=1, control=SECOND)
        for n in range(4)
    ]
    async with (
        asyncio.timeout(180),
        running(*rooms, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
    ):
        bot = house(server)
        await asyncio.gather(*(play_first(ann, room.room.id) for room in rooms))
        await cancel(bot)
    assert all(room.room.phase == "finished" for room in rooms)


async def test_restarted_bot_resumes_its_game() -> None:
    """The bot is restarted three times, each time after a move, and continues at the same seat with
    the next ply."""
    room = FakeRoom("othello", seats=(None, PONDERER), level=1, control=SECOND)
    moved = asyncio.Event()
    room.on_event = lambda e: moved.set() if isinstance(e, p.Moved) and e.seat == 1 else None
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
    ):
        bot = house(server)
        playing = asyncio.create_task(play_first(ann))
        for _ in range(3):
            await moved.wait()
            await cancel(bot)
            moved.clear()
            bot = house(server)
        await playing
        await cancel(bot)
    plies = [e.ply for e in room.events() if isinstance(e, p.Moved)]
    assert plies == list(range(len(plies)))
    assert room.room.phase == "finished"


@pytest.mark.parametrize(("phase", "entries"), [("finished", 1), ("running", 2)])
async def test_finished_game_is_not_entered_again_because_the_lobby_is_late(
    phase: str, entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered: list[tuple[str, int | None]] = []

    def room(*game_and_seat: Any) -> Any:
        entered.append(game_and_seat)
        return SimpleNamespace(state=SimpleNamespace(phase=phase))

    class LeavingPlayer:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        async def run(self) -> None: ...

    monkeypatch.setattr(house_module, "Player", LeavingPlayer)
    client: Any = SimpleNamespace(
        room=room, http=None, assignments=SimpleNamespace(number=lambda game: 0)
    )
    tasks = House(client, OPTIONS, EngineBackend())._game_tasks
    late = lobby(abcd="running")
    late.yours[0].your_seats = [0]
    for message in (invited("abcd"), late):
        tasks.on_message(message)
        for _ in range(5):
            await asyncio.sleep(0)
    await tasks.close()
    assert entered == [("abcd", 0)] * entries


class ClosableRoom:
    """A room that records that it was closed."""

    def __init__(self, closed: list["ClosableRoom"]) -> None:
        self._closed = closed

    async def close(self) -> None:
        self._closed.append(self)


async def test_newest_idle_rooms_are_kept() -> None:
    closed: list[ClosableRoom] = []
    rooms: list[Any] = [ClosableRoom(closed) for _ in range(5)]
    idle = IdleRooms(2)
    for room in rooms:
        idle.add(room)
    idle.discard(rooms[3])
    idle.add(rooms[3])
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert closed == rooms[:3]


def test_higher_levels_have_higher_limits() -> None:
    numbers = sorted(LEVELS)
    assert numbers == [1, 2, 3, 4, 5]
    for lower, higher in itertools.pairwise(numbers):
        weak, strong = LEVELS[lower], LEVELS[higher]
        assert weak.blunder_rate >= strong.blunder_rate
        assert (weak.depth or 99) <= (strong.depth or 99)
        assert (weak.nodes or 0) <= (strong.nodes or 0)
        assert (weak.max_ms or 0) <= (strong.max_ms or 0)
    assert level(None) == level(77) == FULL
    assert level(2, "whist", "mcts") == TREE_LEVELS[2] != level(2, "whist")
    assert FULL.ponder_depth is None
    assert LEVELS[1].ponder_depth == 2
    assert LEVELS[3].ponder_nodes == 200_000
