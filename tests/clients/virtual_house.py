"""A house bot that plays many concurrent games against one guest, on virtual time.

Players, search queue, scheduler and rooms are real. Searches are simulated: their duration depends
on the hand, the level's limits and the number of running searches; a position with one legal move
takes no time.
"""

import asyncio
import contextlib
import random
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

import zeitnot_protocol as p
from zeitnot_client.room import Room
from zeitnot_engines.bots.player import Player
from zeitnot_engines.bots.scheduler import Job, Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue
from zeitnot_engines.games import History, load
from zeitnot_server.hosting.native import rules_for

from ..proof.simulation.virtual import VirtualLoop
from .bot_rig import BOT, MemoryConnection
from .fake_engine import FakeReport
from .fake_room import ANN, LONG_CONTROL, FakeConnection, FakeRoom, session

CORES = 2
BUSY_MS = 5_000  # the bot's thinking time in a game without hidden information
SOURCE = "5eed5eed"
LAST_TRICK_PLY = {"whist": 6}  # from this ply on, all players know that a move is forced
STOPS_LATE_S = 0.01  # a stopped search ends at most this much late
Kind = Literal["forced", "drawn", "chosen"]


@dataclass(frozen=True)
class BotMove:
    """One move of the bot. `again`: the bot also made the previous move. `took_s`: the time since
    its turn began. `sent`: the messages that it sent during the turn."""

    kind: Kind
    again: bool
    took_s: float
    sent: tuple[str, ...]


class LoopTimeRoom(FakeRoom):
    """A room whose time is that of the event loop."""

    @property
    def ms(self) -> int:  # type: ignore[override]
        return int(1000 * asyncio.get_running_loop().time())

    @ms.setter
    def ms(self, _: int) -> None:
        """A step takes no time."""


class RecordingRandom(random.Random):
    """A random generator that records whether a move has been drawn."""

    drew = False

    def choice(self, seq: Any) -> Any:
        self.drew = True
        return super().choice(seq)


class SimulatedCores:
    """Simulated cores, which all running searches share."""

    def __init__(self, cores: int) -> None:
        self.cores = cores
        self.running = 0

    def start_search(self, history: History, *, ms: int, **_: object) -> "SimulatedSearch":
        """Starts a search."""
        return SimulatedSearch(self, history, ms / 1000)


class SimulatedSearch:
    """A search that needs a part of its time limit, depending on the hand, on an unshared
    core. If the limit is too short, the search ends up to STOPS_LATE_S late."""

    def __init__(self, cores: SimulatedCores, history: History, limit_s: float) -> None:
        self._cores = cores
        self._legal = history.legal()
        self._difficulty = zlib.crc32(history.text.encode()) / 2**32
        self._limit_s = limit_s
        self.reports: list[Any] = []
        cores.running += 1

    async def answer(self) -> FakeReport:
        """Waits until the search ends; returns its report."""
        try:
            await asyncio.sleep(self._seconds())
        finally:
            self._cores.running -= 1
        return FakeReport(self._legal[0], depth=1, nodes=100)

    def _seconds(self) -> float:
        if len(self._legal) == 1:
            return 0.0
        needed_s = self._difficulty * self._limit_s
        took_s = needed_s * max(1.0, self._cores.running / self._cores.cores)
        return took_s if took_s < self._limit_s else self._limit_s + STOPS_LATE_S * self._difficulty


class Table:
    """One game against Ann, who plays random moves."""

    def __init__(self, house: "VirtualHouse", number: int) -> None:
        self.house = house
        self.bot_seat = number % 2
        seats = [ANN, BOT] if self.bot_seat else [BOT, ANN]
        self.room = LoopTimeRoom(
            game=f"game{number}",
            control=house.control,
            seats=seats,
            level=house.level,
            rules=rules_for(house.game, {}),
        )
        self.room.source = SOURCE
        self.room.on_event = self._on_event
        self.connection = RecordingConnection(self.room)
        self.rng = RecordingRandom(number)
        ids = 10 * number
        self.ann = FakeConnection(self.room, ANN, session(ids + 1, self.room.room.id))
        self.player = house.player(
            Room(self.connection, session(ids + 2, self.room.room.id), lambda: self.room.ms),  # type: ignore[arg-type]
            self.rng,
        )
        self._turn_began_s = 0.0
        self._choices = 0  # the number of legal moves in this turn
        self._moved_last = False

    async def play(self) -> None:
        """Plays the game to its end."""
        running = asyncio.create_task(self.player.run())
        try:
            await self._play_as_ann()
        finally:
            running.cancel()
            await asyncio.wait({running})

    async def _play_as_ann(self) -> None:
        changed, me = asyncio.Event(), self.ann.session
        self.ann.connect()
        assert self.ann.peer is not None
        self.ann.peer.on_put = changed.set
        self.ann.pump()
        me.sit(1 - self.bot_seat)
        me.ready()
        while me.state.phase != "finished" and not self.house.is_done():
            changed.clear()
            self.ann.pump()
            if me.state.legal and not me.waiting_for(p.Move):
                await asyncio.sleep(self.house.rng.uniform(0, self.house.longest_pause_s))
                me.move(self.house.rng.choice(self._forcing(me.state.legal) or me.state.legal))
            elif me.state.phase != "finished":
                await changed.wait()

    def _on_event(self, event: p.RoomEvent) -> None:
        now_s = asyncio.get_running_loop().time()
        last_trick = LAST_TRICK_PLY.get(self.house.game, 10**6)
        if isinstance(event, p.Moved) and event.seat == self.bot_seat and event.ply < last_trick:
            sent = tuple(self.connection.sent)
            took_s = now_s - self._turn_began_s
            self.house.add(BotMove(self._kind(), self._moved_last, took_s, sent))
        if isinstance(event, p.Started | p.Moved | p.Threw):
            self._turn_began_s = now_s
            if isinstance(event, p.Moved):
                self._moved_last = event.seat == self.bot_seat
            self._choices = self._legal_moves()
            self.rng.drew = False
            self.connection.sent.clear()

    def _forcing(self, moves: tuple[str, ...]) -> tuple[str, ...]:
        """The moves after which the bot has only one legal move; none unless more forced moves are
        needed."""
        if not self.house.lacks_forced():
            return ()
        room = self.room.room
        rules = room.game_setup.rules
        after = {move: rules.play(room.state, move) for move in moves}
        return tuple(
            move
            for move, state in after.items()
            if rules.turn(state) == self.bot_seat and len(rules.legal(state)) == 1
        )

    def _kind(self) -> Kind:
        if self.rng.drew:
            return "drawn"
        return "forced" if self._choices == 1 else "chosen"

    def _legal_moves(self) -> int:
        room = self.room.room
        return 0 if room.turn is None else len(room.game_setup.rules.legal(room.state))


class RecordingConnection(MemoryConnection):
    """Records the types of the messages that the bot sends."""

    def __init__(self, room: FakeRoom) -> None:
        super().__init__(room)
        self.sent: list[str] = []

    async def send(self, frame: str) -> None:
        self.sent.append(str(p.decode_room_in(frame).__struct_config__.tag))
        await super().send(frame)


class VirtualHouse:
    """The bot's process, with several games against Ann at a time and some other games that keep
    the cores busy. It plays until the bot has made `moves` moves of each kind in answer to Ann."""

    tables, others = 4, 4  # games against Ann, and other games
    longest_pause_s = 2.0  # Ann pauses randomly, so that her games do not move in step

    def __init__(
        self,
        game: str,
        level: int | None,
        moves: int,
        control: p.Control = LONG_CONTROL,
        seed: int = 1,
    ) -> None:
        self.game = game
        self.level = level
        self.control = control
        self._target = moves
        self.kinds: tuple[Kind, ...] = ("chosen",)
        if game == "whist":
            self.kinds += ("forced",)
        if level is not None:
            self.kinds += ("drawn",)
        self.rng = random.Random(seed)
        self.moves: list[BotMove] = []
        self._counts: Counter[str] = Counter()  # moves that answer Ann's, by kind
        self.games = 0
        self._cores = SimulatedCores(CORES)
        self.queue = SearchQueue(
            Scheduler(CORES, 4 * CORES), lambda: int(1000 * asyncio.get_running_loop().time())
        )

    def player(self, room: Room, rng: random.Random) -> Player:
        """A player of the bot in one room."""
        return Player(
            room,
            load,
            lambda _: self._cores.start_search,  # type: ignore[arg-type, return-value]
            self.queue,
            book=None,
            ponders=False,
            rng=rng,
        )

    async def run(self) -> None:
        """Plays until there are enough moves of each kind."""
        others = [asyncio.create_task(self._keep_busy(number)) for number in range(self.others)]
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self.tables):
                tasks.create_task(self._play_on())
        for other in others:
            other.cancel()
        await asyncio.wait(others)

    async def _keep_busy(self, number: int) -> None:
        """Plays another game, whose long searches end with their time or when they must yield."""
        job = Job(f"other{number}", "think", None, ANN.account, BUSY_MS, SOURCE)
        while True:
            stopped = asyncio.Event()
            async with self.queue.acquire(job, stopped.set) as allowed_ms:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stopped.wait(), allowed_ms / 1000)
            await asyncio.sleep(self.rng.uniform(0, self.longest_pause_s))

    async def _play_on(self) -> None:
        while not self.is_done():
            self.games += 1
            await Table(self, self.games).play()

    def is_done(self) -> bool:
        """Whether there are enough moves of each kind."""
        return all(self._counts[kind] >= self._target for kind in self.kinds)

    def lacks_forced(self) -> bool:
        """Whether forced moves are needed and no kind is rarer."""
        fewest = min(self._counts[kind] for kind in self.kinds)
        return "forced" in self.kinds and self._counts["forced"] == fewest

    def add(self, move: BotMove) -> None:
        """Records a move of the bot."""
        self.moves.append(move)
        self._counts[move.kind] += not move.again

    def times(self, again: bool = False) -> dict[str, list[float]]:
        """The duration in seconds of the moves of each kind: by default of those that answer Ann's
        moves, with `again` of the others."""
        times: dict[str, list[float]] = {kind: [] for kind in self.kinds}
        for move in self.moves:
            if move.again == again and move.kind in times:
                times[move.kind].append(move.took_s)
        return times


def play(*arguments: Any, **options: Any) -> VirtualHouse:
    """Runs a VirtualHouse; returns it after it has played."""
    house = VirtualHouse(*arguments, **options)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(house.run())
    return house
