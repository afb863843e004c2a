"""A long catch-up is sent in chunks by a separate task, and addresses take turns; a long log is
loaded in the same way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.registry import READS_PER_CHUNK, Registry
from zeitnot_server.hosting.room import catch_up
from zeitnot_server.hosting.room.inbox import Item, Subscribe
from zeitnot_server.hosting.room.mailbox import PriorityMailbox
from zeitnot_server.limits.long_reads import LongReads
from zeitnot_server.limits.quota_subject import QuotaSubject
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import LogEntry, Now, Room
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.store import LOG_CHUNK, Commit
from zeitnot_server.store.sqlite.store import SqliteStore

from .hosted import FakeLog, Person, RoomHarness
from .test_expiry import create_open_room, registry, store
from .test_input_drain import delayed_frame, link_to

__all__ = ["registry", "store"]

LINES = 40
WAIT_S = 10


class SlowLog(FakeLog):
    """Reads only while `may_read` is set, and records each request: `since` and `limit`."""

    def __init__(self) -> None:
        super().__init__()
        self.may_read = asyncio.Event()
        self.may_read.set()
        self.requests = list[tuple[int, int]]()

    async def entries(self, game_id: str, since: int, limit: int = -1) -> list[LogEntry]:
        await self.may_read.wait()
        self.requests.append((since, limit))
        return await super().entries(game_id, since, limit)


class Harness(RoomHarness):
    """A room with a long catch-up, whose log the test can block."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = self.log = self.room_actor._room_log = SlowLog()
        self.room_actor._long_catch_ups._log = self.slow

    async def fill_chat(self) -> list[Person]:
        people = await self.seat_players("ann", "bob")
        for line in range(LINES):
            self.send(people[0], p.Chat, text=f"line {line}")
        while (await people[1].until("said"))["text"] != f"line {LINES - 1}":
            pass
        return people

    def join(self, name: str | None, since: int = 0) -> Person:
        person = Person(name)
        self.room_actor.post(Subscribe(person.viewer, since))
        return person


@pytest.fixture
async def harness(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    monkeypatch.setattr(catch_up, "LOG_CHUNK", 4)
    instance = Harness()
    task = asyncio.create_task(instance.room_actor.run())
    yield instance
    instance.room_actor.close()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def read(person: Person) -> list[dict[str, Any]]:
    """All messages up to the presence that follows the catch-up."""
    received = [await person.next()]
    while received[-1]["type"] != "presence":
        received.append(await person.next())
    return received


async def test_a_catch_up_is_sent_in_order_after_the_welcome(harness: Harness) -> None:
    await harness.fill_chat()
    received = await read(harness.join("carl"))
    assert received[0]["type"] == "welcome"
    numbers = [message["seq"] for message in received[1:] if "seq" in message]
    assert numbers == list(range(1, harness.room_actor.room.seq + 1))
    assert received[-2]["type"] == "clock"
    assert {limit for _, limit in harness.slow.requests} == {4}


def date_events(log: FakeLog) -> None:
    """Gives every event a different time; the last one keeps the time that its room knows."""
    for number, entry in enumerate(log.stored[:-1]):
        entry.event.at += number - LINES * 2


@pytest.mark.parametrize("since", [1, 5, 30])
async def test_the_welcome_dates_the_last_event_that_the_client_has(
    harness: Harness, since: int
) -> None:
    await harness.fill_chat()
    date_events(harness.log)
    received = await read(harness.join("carl", since))
    assert received[0]["since_at"] == harness.log.stored[since - 1].event.at
    numbers = [message["seq"] for message in received[1:] if "seq" in message]
    assert numbers == list(range(since + 1, harness.room_actor.room.seq + 1))


@pytest.mark.parametrize(("missed", "reads"), [(0, 0), (1, 1), (4, 1), (5, 3)])
async def test_a_short_catch_up_takes_one_read(harness: Harness, missed: int, reads: int) -> None:
    await harness.fill_chat()
    date_events(harness.log)
    harness.slow.requests.clear()
    seq = harness.room_actor.room.seq
    received = await read(harness.join("carl", seq - missed))
    assert received[0]["since_at"] == harness.log.stored[seq - missed - 1].event.at
    assert len(harness.slow.requests) == reads


async def test_leaving_before_the_welcome_does_not_count_as_reading(harness: Harness) -> None:
    await harness.fill_chat()
    harness.slow.may_read.clear()
    carl = harness.join("carl", 1)
    for _ in range(20):
        await asyncio.sleep(0)
    harness.room_actor.disconnected(carl.viewer)
    harness.slow.may_read.set()
    await harness.room_actor.wait_until_idle()
    assert not harness.room_actor._long_catch_ups.viewers


async def test_moves_during_a_catch_up_are_sent_afterwards(harness: Harness) -> None:
    ann, bob = await harness.fill_chat()
    harness.slow.may_read.clear()
    carl = harness.join("carl")
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    harness.slow.may_read.set()
    received = await read(carl)
    numbers = [message["seq"] for message in received[1:] if "seq" in message]
    assert numbers == list(range(1, harness.room_actor.room.seq + 1))
    harness.send(bob, p.Move, ply=1, move="b1")
    assert (await carl.until("moved"))["ply"] == 1


async def test_a_player_catching_up_is_not_absent(harness: Harness) -> None:
    ann, bob = await harness.fill_chat()
    harness.send(ann, p.Move, ply=0, move="a1")
    harness.send(bob, p.Move, ply=1, move="b1")
    await ann.until("moved")
    harness.slow.may_read.clear()
    second_socket = harness.join("bob")
    harness.room_actor.disconnected(bob.viewer)
    assert harness.away == {1}, "his second socket has not read its catch-up yet"
    await ann.until("countdown")
    assert (await ann.until("countdown")).get("ends_in_ms") is None
    assert harness.room_actor.audience.connected(1)
    harness.room_actor.disconnected(second_socket.viewer)
    assert harness.away == {1}


async def test_a_finished_catch_up_counts_until_the_room_has_processed_it() -> None:
    """Otherwise the player would be announced as away for a moment."""
    harness, ann = Harness(), Person("ann")
    catch_ups = catch_up.LongCatchUps(harness.slow, LongReads())
    queue = PriorityMailbox[Item](lambda item: None)
    catch_ups.send(Subscribe(ann.viewer, 0), harness.room_actor.room, None, queue)
    async with asyncio.timeout(WAIT_S):
        await queue.get()
    for _ in range(3):
        await asyncio.sleep(0)
    assert ann.viewer in catch_ups.viewers
    catch_ups.stop(ann.viewer)
    assert ann.viewer not in catch_ups.viewers


async def test_leaving_ends_the_catch_up(harness: Harness) -> None:
    await harness.fill_chat()
    harness.slow.may_read.clear()
    carl = harness.join("carl")
    await carl.until("welcome")
    await asyncio.sleep(0)
    harness.room_actor.disconnected(carl.viewer)
    harness.slow.may_read.set()
    reads = len(harness.slow.requests)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(harness.slow.requests) <= reads + 1
    assert not harness.room_actor._long_catch_ups.viewers


async def test_closing_a_room_ends_its_catch_ups(harness: Harness) -> None:
    await harness.fill_chat()
    harness.slow.may_read.clear()
    carl = harness.join("carl")
    await carl.until("welcome")
    assert not harness.room_actor.idle
    harness.room_actor.close()
    assert carl.cut


# ── addresses take turns ─────────────────────────────────────────────────────────────────────────


class Payer(QuotaSubject):
    """A sender of this address, which has to wait for `wait_ms` before it may read."""

    def __init__(self, origin: str, wait_ms: float = 0) -> None:
        self.origin = origin
        self.wait_ms = wait_ms

    def read_wait_ms(self) -> float:
        return self.wait_ms


async def reader(reads: LongReads, payer: Payer, done: Callable[[str], None]) -> None:
    async with reads.chunk([payer]):
        done(payer.origin or "")


async def test_addresses_take_turns_with_single_reads() -> None:
    reads, order = LongReads(), list[str]()
    tasks = [
        asyncio.create_task(reader(reads, Payer(origin), order.append))
        for origin in [*["many"] * 20, "one", "other"]
    ]
    async with asyncio.timeout(WAIT_S):
        await asyncio.gather(*tasks)
    assert order[:4] == ["many", "many", "one", "other"]
    assert order.count("many") == 20


async def test_an_address_in_debt_waits_while_others_are_served() -> None:
    reads, debtor, honest = LongReads(), Payer("debtor", 60_000), Payer("honest")
    payers: list[QuotaSubject] = [debtor]

    async def chunk() -> QuotaSubject | None:
        async with reads.chunk(payers) as payer:
            return payer

    task = asyncio.create_task(chunk())
    await asyncio.sleep(0)
    assert not task.done()
    payers.append(honest)
    async with asyncio.timeout(WAIT_S):
        assert await task is honest
    async with reads.chunk(()) as anonymous:
        assert anonymous is None


async def test_a_cancelled_wait_delays_no_other() -> None:
    reads, order = LongReads(), list[str]()
    async with reads.chunk([Payer("first")]):
        cancelled = asyncio.create_task(reader(reads, Payer("cancelled"), order.append))
        last = asyncio.create_task(reader(reads, Payer("last"), order.append))
        await asyncio.sleep(0)
        cancelled.cancel()
    async with asyncio.timeout(WAIT_S):
        await asyncio.gather(cancelled, last, return_exceptions=True)
    assert order == ["last"]


# ── loading ──────────────────────────────────────────────────────────────────────────────────────


async def create_long_game(store: SqliteStore, events: int) -> str:
    """An open room with this many chat messages in its log."""
    game = await create_open_room(store, 0)
    loaded = await store.log.load(game)
    assert loaded is not None
    room, entries = loaded.room, list[LogEntry]()
    for number in range(events):
        actor = Person(f"p{number // 50}").viewer.actor  # each account may send only 50
        result = step(room, p.Chat(game=game, text="hm"), actor, Now(1, 0, 0))
        room, entries = result.room, [*entries, *result.entries]
    await store.log.commit(Commit(room, tuple(entries)))
    return game


class CountingPayer(Payer):
    """Counts the reads that it is charged for."""

    def __init__(self, origin: str, wait_ms: float = 0) -> None:
        super().__init__(origin, wait_ms)
        self.paid_reads = 0

    def charge_reads(self, reads: int) -> None:
        self.paid_reads += reads


@pytest.mark.parametrize("events", [0, LOG_CHUNK - 1, LOG_CHUNK, LOG_CHUNK + 1, 2 * LOG_CHUNK + 40])
async def test_reads_of_a_long_log_are_charged(
    store: SqliteStore, registry: Registry, events: int
) -> None:
    game, payer = await create_long_game(store, events), CountingPayer("somebody")
    room_actor = await registry.get(game, payer)
    assert room_actor is not None
    assert room_actor.room.seq == events
    assert payer.paid_reads == READS_PER_CHUNK * (events // LOG_CHUNK)


async def test_only_the_reader_in_debt_waits_for_a_long_log(
    store: SqliteStore, registry: Registry
) -> None:
    long, short = await create_long_game(store, 2 * LOG_CHUNK), await create_long_game(store, 3)
    debtor = asyncio.create_task(registry.get(long, Payer("debtor", 60_000)))
    async with asyncio.timeout(WAIT_S):
        assert await registry.get(short, Payer("debtor", 60_000))
        assert not debtor.done()
        assert await registry.get(long, Payer("honest"))
        assert await debtor


async def test_no_chunk_exceeds_the_limit(
    store: SqliteStore, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replaying a long game in one piece would block the loop for a fifth of a second."""
    chunk_sizes = list[int]()

    def counted(room: Room, entries: Sequence[LogEntry]) -> Room:
        chunk_sizes.append(len(entries))
        return fold(room, entries)

    game = await create_long_game(store, 2 * LOG_CHUNK + 1)
    monkeypatch.setattr("zeitnot_server.store.room_log.fold", counted)
    assert await registry.get(game)
    assert chunk_sizes == [LOG_CHUNK, LOG_CHUNK, 1]


@pytest.mark.parametrize("is_player", [False, True])
async def test_a_second_hello_gets_new_events_after_its_catch_up(
    harness: Harness, is_player: bool
) -> None:
    ann, bob = await harness.fill_chat()
    person = bob if is_player else harness.join("carl")
    if not is_player:
        await read(person)
    while not person.has_read_all():
        await person.next()
    harness.slow.may_read.clear()
    harness.room_actor.post(Subscribe(person.viewer, 0))
    await person.until("welcome")
    harness.send(ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    assert not harness.away, "a player who is catching up is connected"
    harness.slow.may_read.set()
    numbers = [message["seq"] for message in await read(person) if "seq" in message]
    assert numbers == list(range(1, harness.room_actor.room.seq + 1))
    harness.send(ann, p.Chat, text="well")
    assert (await person.until("said"))["text"] == "well"


async def test_a_catch_up_ends_when_the_game_is_reassigned(harness: Harness) -> None:
    """A newer process of the bot connected meanwhile and left: the bot is not connected."""
    ann, old, new = Person("ann"), Person("deep", bot=True), Person("deep", bot=True)
    old.viewer.process, old.viewer.assignment = "old", 1
    new.viewer.process, new.viewer.assignment = "new", 2
    for person in (ann, old):
        harness.send(person, p.Sit)
        harness.send(person, p.Ready, salt="s")
    harness.send(ann, p.Chat, text="hello")
    await harness.room_actor.wait_until_idle()
    harness.slow.may_read.clear()
    harness.room_actor.post(Subscribe(old.viewer, 0))
    harness.room_actor.post(Subscribe(new.viewer, harness.room_actor.room.seq))
    await new.until("presence")
    harness.slow.may_read.set()
    assert (await old.until("error"))["code"] == "played_elsewhere"
    harness.room_actor.disconnected(new.viewer)
    assert not harness.room_actor.audience.connected(1)


async def test_a_move_of_a_player_who_is_catching_up_beats_the_flag(harness: Harness) -> None:
    """The move arrived in time, although it is read later."""
    ann, bob = await harness.fill_chat()
    harness.slow.may_read.clear()
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    await ann.until("welcome")
    harness.advance(60_050)
    link_to(ann).unread_frames = [delayed_frame(harness, ann, 59_990)]
    harness.fire_timer()
    assert (await bob.until("moved"))["receipt"]["remaining_ms"] == 10
