"""A house bot in a room in memory, against Ann, with a fake engine."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import zeitnot_protocol as p
from zeitnot_client.connection import Signal
from zeitnot_client.room import Room
from zeitnot_engines.bots.player import PONDER_MS, Player
from zeitnot_engines.bots.scheduler import Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue
from zeitnot_engines.engine import Search
from zeitnot_engines.games import load
from zeitnot_server.rooms.room import Actor

from .fake_engine import FakeEngine
from .fake_room import ANN, FakeConnection, FakeRoom, Peer, session

BOT = Actor("bot", "Ponderer", bot=True)
WAIT_S = 60  # far more than any wait takes on an idle machine


class MemoryConnection:
    """A Connection to a FakeRoom, without a socket."""

    def __init__(self, room: FakeRoom, actor: Actor = BOT) -> None:
        self.room = room
        self.actor = actor
        self.changed = asyncio.Event()
        self.peer: Peer | None = None
        self.closing = False

    async def __aiter__(self) -> AsyncGenerator[Signal | str, None]:
        while not self.closing:
            peer = self.peer = self.room.join(self.actor)
            peer.on_put = self.changed.set
            yield Signal.UP
            while self.peer is peer:
                self.changed.clear()
                while self.peer is peer and peer.frames:
                    yield peer.frames.pop(0)
                await self.changed.wait()
            yield Signal.DOWN

    async def send(self, frame: str) -> None:
        if self.peer:
            self.peer.send(frame)

    async def reconnect(self) -> None:
        if self.peer:
            self.room.leave(self.peer)
            self.peer = None
            self.changed.set()

    async def close(self) -> None:
        self.closing = True
        await self.reconnect()


class BotRig:
    """A room with Ann on one side and the bot on the other."""

    def __init__(
        self, room: FakeRoom, engine: FakeEngine, connection: MemoryConnection, ponders: bool
    ) -> None:
        self.room = room
        self.engine = engine
        self.connection = connection
        self.ponders = ponders
        self.player: Player
        self.ann = FakeConnection(room, ANN, session(seed=5, game=room.room.id))
        self.ann.connect()

    async def wait_until(self, condition: Callable[[], object]) -> None:
        """Runs the bot until the condition is true; Ann receives frames meanwhile."""
        async with asyncio.timeout(WAIT_S):
            while not condition():
                self.ann.pump()
                await asyncio.sleep(0.001)

    async def start_game(self, seat: int = 0) -> None:
        """Starts the game: Ann and the bot sit down and are ready."""
        await self.wait_until(lambda: self.ann.session.synced)
        self.ann.session.sit(seat)
        self.ann.session.ready()
        await self.wait_until(lambda: self.ann.session.state.phase == "running")

    async def move(self) -> None:
        """Plays Ann's last legal move and waits for the bot's answer. If the bot ponders, she waits
        until it has started pondering."""
        await self.wait_until(lambda: self.ann.session.state.legal)
        if self.ponders:
            await self.wait_until(lambda: self.is_pondering(self.ann.session.state.ply))
        state = self.ann.session.state
        self.ann.session.move(state.legal[-1])
        await self.wait_until(lambda: self.ann.session.state.ply >= state.ply + 2 or self.is_over())

    def is_pondering(self, ply: int) -> bool:
        """Whether the bot is pondering in the position of this ply."""
        search = self.engine.searches[-1] if self.engine.searches else None
        return search is not None and (search["ms"], search["history"].ply) == (PONDER_MS, ply)

    def is_over(self) -> bool:
        return self.ann.session.state.phase == "finished"

    def moves_of_bot(self) -> list[p.Moved]:
        """The bot's moves."""
        return [m for m in self.ann.session.state.moves if m.seat != self.ann.session.state.you]


@asynccontextmanager
async def bot_rig(
    room: FakeRoom | None = None,
    engine: FakeEngine | None = None,
    *,
    seat: int = 1,
    book: Any = None,
    ponders: bool = True,
    cores: int = 2,
    search_queue: SearchQueue | None = None,
    **player_options: Any,
) -> AsyncIterator[BotRig]:
    """Runs a bot that is invited to its seat."""
    seats = [None, None]
    seats[seat] = BOT  # type: ignore[call-overload]
    room = room or FakeRoom(seats=seats)
    engine = engine or FakeEngine()
    connection = MemoryConnection(room)
    with ThreadPoolExecutor(4) as threads:
        player = Player(
            Room(connection, session(seed=77, game=room.room.id), lambda: room.ms),  # type: ignore[arg-type]
            load,
            lambda _: partial(Search, engine, executor=threads),
            search_queue or SearchQueue(Scheduler(cores, 4)),
            book=book,
            ponders=ponders,
            rng=random.Random(3),
            **player_options,
        )
        running = asyncio.create_task(player.run())
        try:
            rig = BotRig(room, engine, connection, ponders)
            rig.player = player
            yield rig
        finally:
            running.cancel()
            await asyncio.wait({running})
            assert running.cancelled() or running.exception() is None


def chat_lines(rig: BotRig) -> list[str]:
    """The lines of chat in the room."""
    return [line.text for line in rig.ann.session.state.chat]
