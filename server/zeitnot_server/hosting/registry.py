"""All rooms in memory: created, loaded on demand, and unloaded when idle."""

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence

import structlog

from ..feed import Feed
from ..limits.long_reads import LongReads
from ..limits.quota_subject import UNMETERED, QuotaSubject
from ..ratings.options import RatingOptions
from ..rooms.absence import CLAIM_MS
from ..rooms.commands import (
    AdjournAfterCrash,
    AllLeft,
    Expire,
    NewGameIds,
    Outage,
    SystemCommand,
)
from ..rooms.game_ids import NUMBER_OF_IDS, id_of_number
from ..rooms.room import Now, Phase, Room
from ..rooms.summary import summary
from ..rooms.timeouts import ABANDONED_AFTER_MS, EXPIRES_AFTER_MS, RETRY
from ..store import Commit, Loaded, ReadOnly, Relocated, Store, StoreError
from ..store.events import StorageState
from .correspondence import PERMANENT_ERRORS, Correspondence
from .heartbeats import RoomHeartbeat
from .ownership import Ownership
from .renames import Renames
from .retrying import attempt
from .room.events import RoomCreated, RoomUnloaded, RoomUnreadable
from .room.host import FindStandIn, Host, Policy, ServerTally, SourceOf
from .room.inbox import ServerCommand
from .room.merges import Merges
from .room.now import AdjustedClock
from .room.room_actor import RoomActor
from .room.tick_limiter import TickLimiter

SWEEP_SECONDS = 30.0  # more than a socket may take to say hello
QUIET_MS = 24 * 3_600_000  # without an event, in a game in which no clock runs
CLAIM_QUIET_MS = CLAIM_MS + QUIET_MS  # the same for a game that may be claimed
MAX_ENDED_PER_SWEEP = 100  # games
LOADS_PER_TICK = 2  # of the event loop: 128 events are 3 ms
READS_PER_CHUNK = 4  # charged for a chunk of a log that is loaded, because it is also replayed
MAX_CRASHES_IN_POSITION = 2  # then the game is adjourned

logger = structlog.get_logger()


def new_game_ids() -> NewGameIds:
    """The id and the 32-byte seed of a new game."""
    return NewGameIds(id_of_number(secrets.randbelow(NUMBER_OF_IDS)), secrets.token_bytes(32))


class Registry:
    """Room actors by game id. `source_of`, `ids`: see `Host`. `events`: the store's bus, on which
    rooms publish the facts in `room.events`. `policies`, `stand_ins`: see `Host`; to be filled
    before the first room is loaded."""

    def __init__(
        self,
        store: Store,
        clock: AdjustedClock,
        feed: Feed,
        source_of: SourceOf = lambda game, actor: None,
        ids: Callable[[], NewGameIds] = new_game_ids,
        ratings: RatingOptions = RatingOptions(),  # noqa: B008  a constant
    ) -> None:
        self._store = store
        self._clock = clock
        self._feed = feed
        self.events = store.events
        self.policies: list[Policy] = []
        self.stand_ins: list[FindStandIn] = []
        self._load_limiter = TickLimiter(LOADS_PER_TICK)
        self.long_reads = LongReads()
        self._rooms: dict[str, RoomActor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, tuple[asyncio.Task[RoomActor | None], list[QuotaSubject]]] = {}
        self._requested: set[str] = set()  # games loaded, requested or created since the last sweep
        self._correspondence = Correspondence(store, self, self._read, lambda: clock.now().wall)
        self.ownership = Ownership(store.nodes, self._in_use)
        self.unreadable: set[str] = set()  # games that cannot be loaded in this run
        self._closed = False
        # by quiet game: when its players were first found absent, ms
        self._absent_since_ms: dict[str, int] = {}
        self.tally = ServerTally()
        self.renames = Renames()
        self.merges = Merges()
        self.new_game_ids = ids
        self._host = Host(
            new_game_ids=ids,
            events=self.events,
            policies=self.policies,
            stand_ins=self.stand_ins,
            heartbeat=RoomHeartbeat(store.heartbeats, clock.run),
            source_of=source_of,
            tally=self.tally,
            next_tick=TickLimiter().wait,
            long_reads=self.long_reads,
            rates_one_address=ratings.one_address,
            merges=self.merges,
        )
        self.events.subscribe(RoomCreated, self._on_created)
        self.events.subscribe(StorageState, self._storage_changed)

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._rooms

    def now(self) -> Now:
        """The present instant."""
        return self._clock.now()

    def in_memory(self, game_id: str) -> RoomActor | None:
        """The room's actor if there is one already."""
        return self._rooms.get(game_id)

    def room(self, game_id: str) -> Room | None:
        """The room, if it is in memory."""
        room_actor = self._rooms.get(game_id)
        return None if room_actor is None else room_actor.room

    def absences_end_at(self, game_id: str) -> list[int | None]:
        """When the countdowns for absent players end, as in `GameSummary`; empty: none runs."""
        room_actor = self._rooms.get(game_id)
        return [] if room_actor is None else room_actor.deadlines.absences_end_at(room_actor.room)

    def _in_use(self, game_id: str) -> bool:
        return game_id in self._rooms or game_id in self._loading

    def __iter__(self) -> Iterator[RoomActor]:
        return iter(list(self._rooms.values()))

    async def create(self, room: Room) -> RoomActor:
        """Stores a new room and starts its actor. Raises StoreError."""
        self._require_open()
        await self._store.log.commit(Commit(room, created=(room,)))
        self.events.publish(RoomCreated(room))
        return self._rooms.get(room.id) or self._start(room, None)

    async def get(self, game_id: str, payer: QuotaSubject = UNMETERED) -> RoomActor | None:
        """The room's actor, loaded if necessary; None if there is no such game. It stays in memory
        long enough for the caller to post to it. `payer`: the sender that a long read is charged
        to. Raises Relocated if another node has it, StoreError."""
        if game_id in self._rooms:
            self._requested.add(game_id)
            return self._rooms[game_id]
        if game_id not in self._loading:
            payers = list[QuotaSubject]()
            task = asyncio.create_task(self._load(game_id, payers))
            self._loading[game_id] = task, payers
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        task, payers = self._loading[game_id]
        payers.append(payer)
        return await asyncio.shield(task)

    async def _load(self, game_id: str, payers: Sequence[QuotaSubject]) -> RoomActor | None:
        self._require_open()
        await self.ownership.claim(game_id)
        loaded = await self._read(game_id, payers)
        if loaded is None:
            return None
        if game_id in self._rooms:  # created meanwhile
            return self._rooms[game_id]
        interruption = await self._interruption(loaded)
        return self._rooms.get(game_id) or self._start(loaded.room, interruption)

    async def _read(self, game_id: str, payers: Sequence[QuotaSubject] = ()) -> Loaded | None:
        """The room, loaded from the log. Raises StoreError."""
        try:
            return await self._store.log.load(game_id, lambda seq: self._load_slot(seq, payers))
        except PERMANENT_ERRORS:
            self.unreadable.add(game_id)
            self.events.publish(RoomUnreadable(game_id))
            raise

    @contextlib.asynccontextmanager
    async def _load_slot(self, seq: int, payers: Sequence[QuotaSubject]) -> AsyncIterator[None]:
        """Entered when a chunk may be read: a few first chunks are read in each tick of the event
        loop, further ones when `LongReads` allows it."""
        if seq == 0:
            await self._load_limiter.wait()
            yield
            return
        async with self.long_reads.chunk(payers) as payer:
            if payer is not None:
                payer.charge_reads(READS_PER_CHUNK)
            yield

    async def _interruption(self, loaded: Loaded) -> Outage | AdjournAfterCrash | None:
        """The interruption to be written before a game that was in progress can continue."""
        room = loaded.room
        if room.phase not in (Phase.RUNNING, Phase.PAUSED):
            return None
        elapsed_ms = await self._turn_elapsed_ms(room, loaded.last_run)
        if await self._store.log.crashes_in(room.id) >= MAX_CRASHES_IN_POSITION:
            return AdjournAfterCrash(elapsed_ms)
        return (
            Outage(elapsed_ms) if room.phase is Phase.RUNNING and not room.clock.uses_utc else None
        )

    async def _turn_elapsed_ms(self, room: Room, run: int) -> int:
        """How long the turn had lasted when the run in which it began was last alive."""
        since = room.clock.since_ms
        if since is None:
            return 0
        if room.clock.uses_utc:
            return max(0, self._clock.now().wall - since)
        if run == self._clock.run:
            return max(0, self._clock.ms() - since)
        return await self._store.runs.lasted(run, room.id, since)

    def _require_open(self) -> None:
        if self._closed:
            raise ReadOnly("This server is stopping.")

    def _start(self, room: Room, interruption: Outage | AdjournAfterCrash | None) -> RoomActor:
        self._require_open()  # it may have been closed while the room was stored or read
        room_actor = RoomActor(
            *(self.merges.apply(room), self._store.log, self._clock, self._feed),
            *(self._host, interruption),
        )
        for account, name in self.renames.names_in(room):
            room_actor.rename(account, name)
        task = asyncio.create_task(room_actor.run(), name=f"room {room.id}")
        task.add_done_callback(lambda done: self._on_task_end(room.id, room_actor, done))
        self._rooms[room.id] = room_actor
        self._requested.add(room.id)
        self._tasks[room.id] = task
        return room_actor

    def _on_created(self, created: RoomCreated) -> None:
        """Handles a new room, which need not be in memory: another room may have created it."""
        self.ownership.hold(created.room.id)
        if created.room.game_setup.listed:
            self._feed.room_state(summary(created.room))

    def _storage_changed(self, state: StorageState) -> None:
        for room_actor in self:
            if state.read_only_reason is None:
                room_actor.post(ServerCommand(RETRY))
            else:
                room_actor.halt()

    def _on_task_end(self, game_id: str, room_actor: RoomActor, task: asyncio.Task[None]) -> None:
        """Handles the end of a room's task. If it failed, all its viewers are disconnected: they
        reconnect, and the room is loaded from the log."""
        if self._rooms.get(game_id) is room_actor:
            del self._rooms[game_id], self._tasks[game_id]
            self._on_unloaded(room_actor.room)
        if not task.cancelled() and task.exception():
            room_actor.close()

    def _on_unloaded(self, room: Room) -> None:
        """Handles a room that has left memory."""
        self.events.publish(RoomUnloaded(room))
        self._correspondence.note(room)
        self._store.log.release(room.id)

    async def sweep(self) -> None:
        """Unloads idle rooms and ends stale games, until cancelled. If one step fails, the others
        still run."""
        await attempt("read_flags", self.read_flags)
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await attempt("unload_idle", self.unload_idle)
            if self._correspondence.is_loaded:
                await attempt("follow_flags", self._correspondence.read_changes)
            else:
                await attempt("read_flags", self.read_flags)
            await attempt("check_flags", self.check_flags)
            await attempt("expire", self.expire)
            await attempt("end_deserted", self.end_abandoned)

    async def unload_idle(self) -> None:
        """Unloads idle rooms, except those requested since the last sweep, whose clients may not
        have said hello yet, and releases them for other nodes. One in each tick of the event loop,
        because there may be a thousand."""
        requested, self._requested = self._requested, set()
        for game_id in [game_id for game_id in self._rooms if game_id not in requested]:
            room_actor = self._rooms.get(game_id)
            if room_actor is not None and room_actor.idle and game_id not in self._requested:
                del self._rooms[game_id]
                self._tasks.pop(game_id).cancel()
                self._on_unloaded(room_actor.room)
                await asyncio.sleep(0)
                room_actor.close()
        await self.ownership.release()

    async def read_flags(self) -> None:
        """Reads the deadlines of the correspondence games, whose clocks ran while the server was
        down. The games are not kept in memory. If that fails, the sweep tries again."""
        await self._correspondence.read_all()
        if self._correspondence.is_loaded:
            await self.check_flags()

    async def check_flags(self) -> None:
        """Loads the correspondence games in which time may be up; their own timers do the rest."""
        for game_id in self._correspondence.flags.pop_due(self._clock.now().wall):
            try:
                await self.get(game_id)
            except StoreError as failed:
                self._correspondence.retry_later(game_id, failed)

    async def load_or_skip(self, game_id: str) -> RoomActor | None:
        """Like `get`, for callers that go through many games: also None if another node has it, or
        if it cannot be read, which is logged."""
        try:
            return await self.get(game_id)
        except Relocated:
            return None
        except StoreError as failed:
            logger.warning("room not loaded", game=game_id, error=failed)
            return None

    async def post_command(self, game_id: str, command: SystemCommand) -> None:
        """Posts a command of the server to a room, which is loaded if necessary. If the room
        cannot be read, or its queue is full, that is logged; if there is no such room, or another
        node has it, nothing happens."""
        room_actor = await self.load_or_skip(game_id)
        if room_actor is not None and not room_actor.post(ServerCommand(command)):
            logger.warning("room busy", game=game_id, refused=type(command).__name__)

    async def expire(self) -> None:
        """Aborts games that have been open for a long time and whose rooms are not in memory."""
        old_games = await self.exclude_remote(
            self._store.games.open_since(self._clock.now().wall - EXPIRES_AFTER_MS)
        )
        await self.end_games((game for game in old_games if game not in self._rooms), Expire())

    async def end_abandoned(self) -> None:
        """Ends the games that have had no event for a day and no player present for an hour: games
        without clocks, games with weeks for a turn, whose rooms would stay in memory, and games
        whose clocks are stopped because no player has come back after a restart. If the game may be
        claimed, it is four days instead of one: otherwise the loser could escape by staying away.
        No timer runs in such a room, so it leaves memory meanwhile. Players whose room another node
        has count as present.
        """
        now_ms, since_ms = self._clock.now().wall, self._absent_since_ms
        quiet = await self.exclude_remote(
            self._store.games.quiet_since(now_ms - QUIET_MS, now_ms - CLAIM_QUIET_MS)
        )
        deserted = [game for game in quiet if self._may_end(game, AllLeft())]
        self._absent_since_ms = {game: since_ms.get(game, now_ms) for game in deserted}
        ending = [
            game for game in deserted if now_ms - self._absent_since_ms[game] >= ABANDONED_AFTER_MS
        ]
        # a game that has been requested since this sweep began is being joined
        await self.end_games((game for game in ending if game not in self._requested), AllLeft())

    async def exclude_remote(self, games: Awaitable[Sequence[str]]) -> list[str]:
        """These games, in order, without those of other nodes and unreadable ones. If the games
        cannot be read, that is logged, and there are none."""
        try:
            local = await self.ownership.exclude_remote(await games)
        except StoreError as failed:
            logger.warning("old games not read", error=failed)
            return []
        return [game for game in local if game not in self.unreadable]

    async def end_games(self, games: Iterable[str], command: Expire | AllLeft) -> None:
        """Posts the command to the first MAX_ENDED_PER_SWEEP of these games whose condition may
        hold; the rooms check it again."""
        ending = (game for game in games if self._may_end(game, command))
        for game in itertools.islice(ending, MAX_ENDED_PER_SWEEP):
            if room_actor := await self.load_or_skip(game):
                room_actor.post(ServerCommand(command))

    def _may_end(self, game: str, command: Expire | AllLeft) -> bool:
        """Whether the condition of this command may hold; it is not known for a room that is not in
        memory."""
        room_actor = self._rooms.get(game)
        return room_actor is None or not room_actor.is_obsolete(command)

    async def drain(self, seconds: float) -> None:
        """Returns when all rooms have processed their queues, or after `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for room_actor in self:
                    if self._rooms.get(room_actor.room.id) is room_actor:
                        await room_actor.wait_until_idle()

    async def close(self) -> None:
        """Stops all rooms with their timers, and loads no more. The commands that they have
        acknowledged are on disk. The sockets of the viewers stay open."""
        self._closed = True
        room_actors, tasks = list(self), list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room_actor in room_actors:
            room_actor.audience.close()  # so that its viewers are asked to reconnect
            room_actor.close()
