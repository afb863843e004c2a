"""A room that was unloaded or has failed: its viewers are disconnected, so that they enter the room
that is loaded next, and its timers are cancelled."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.game_server.policies import policies
from zeitnot_server.hosting.registry import Registry
from zeitnot_server.hosting.renames import MAX_RENAMES, Renames
from zeitnot_server.hosting.room.events import RoomChanged
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.ratings.options import RatingOptions
from zeitnot_server.rooms.absence import Presence
from zeitnot_server.rooms.room import Actor, Invitation, Room, Seat
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import AuditEntry
from zeitnot_server.store.audit import OPERATOR, AuditActor
from zeitnot_server.store.sql.people import removal
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.web.sockets.room_socket import RoomConversation

from .hosted import GAME, WAIT_S, NoGames, Person, RoomHarness, marking
from .test_all_left import running_game
from .test_expiry import create_open_room, registry, store

__all__ = ["registry", "store"]


class Harness(RoomHarness):
    """A room that counts the changes that it reports."""

    def __init__(self) -> None:
        super().__init__()
        self.changes = 0
        self.room_actor._host.events.subscribe(RoomChanged, self._count)

    def _count(self, changed: RoomChanged) -> None:
        self.changes += 1


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    instance = Harness()
    task = asyncio.create_task(instance.room_actor.run())
    yield instance
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# ── viewers and timers ───────────────────────────────────────────────────────────────────────────


async def test_all_connected_and_connecting_viewers_are_cut_off(harness: Harness) -> None:
    people = await harness.seat_players("ann", "bob")
    connecting = Person("connecting")
    harness.room_actor.post(Subscribe(connecting.viewer, 0))
    harness.room_actor.close()
    assert [person.cut for person in (*people, connecting)] == [True] * 3
    assert harness.room_actor.audience.viewers == set()


async def test_a_closed_room_ignores_its_viewers(harness: Harness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.room_actor.disconnected(bob.viewer)  # a countdown runs
    harness.room_actor.close()
    changes = harness.changes
    assert not harness.room_actor.post(Subscribe(ann.viewer, 0))
    harness.room_actor.audience.relay(ann.viewer, p.Info(game=GAME, ply=0, mode="thinking"), 0)
    harness.room_actor.rename("acc-ann", "Anna")
    harness.room_actor.halt()
    harness.room_actor.disconnected(ann.viewer)
    assert ann.viewer.gone
    assert not harness.room_actor.audience.connected(0)
    assert harness.room_actor.audience.presence(frozenset(), halted=False) == Presence()
    assert (harness.room_actor.audience.spectators, harness.room_actor.waiting) == (0, 0)
    await asyncio.wait_for(harness.room_actor.wait_until_idle(), WAIT_S)
    assert harness.changes == changes


async def test_the_timers_of_a_closed_room_are_cancelled(harness: Harness) -> None:
    ann, _ = await harness.seat_players("ann", "bob")
    watcher = Person(None)
    harness.room_actor.post(Subscribe(watcher.viewer, 0))
    await watcher.until("presence")
    harness.room_actor.disconnected(watcher.viewer)  # announced a little later, by a timer
    harness.room_actor.disconnected(ann.viewer)
    announcement = harness.room_actor.audience._count_timer
    timer = harness.room_actor.deadlines._timer
    assert announcement is not None
    assert timer is not None
    harness.room_actor.close()
    assert announcement.cancelled()
    assert timer.cancelled()
    assert harness.room_actor.deadlines._timer is None


# ── a socket of a closed or full room ────────────────────────────────────────────────────────────


def conversation(harness: RoomHarness, person: Person, **client: Any) -> RoomConversation:
    """The conversation of this person's socket; `client`: further attributes of the fake socket."""
    fixed = {"actor": None, "may_chat": None, "refused": frozenset[Any]()}
    socket = SimpleNamespace(send_queue=person.viewer.send_queue, **fixed, **client)
    return RoomConversation(cast(Any, socket), harness.room_actor, person.viewer)


def test_a_full_room_refuses_with_retry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness, ann, errors = RoomHarness(), Person("ann"), list[p.Error]()
    ann_conversation = conversation(harness, ann, send_error=errors.append)
    monkeypatch.setattr(harness.room_actor._queue, "_has_room", lambda owner: False)
    ann_conversation.post(ClientCommand(ann.viewer, first_move(), 0), "1")
    assert [(error.code, error.id) for error in errors] == [("busy", "1")]
    assert not ann.cut


def test_a_socket_is_closed_when_the_mailbox_has_no_space_for_its_hello(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Clients send one hello per connection, and cannot continue without its answer."""
    harness, ann = RoomHarness(), Person("ann")
    ann_conversation = conversation(harness, ann)
    monkeypatch.setattr(harness.room_actor._queue, "_has_room", lambda owner: False)
    ann_conversation.post(Subscribe(ann.viewer, 0), None)
    assert ann.cut


def test_a_socket_is_closed_when_its_room_was_unloaded() -> None:
    harness, ann = RoomHarness(), Person("ann")
    ann_conversation = conversation(harness, ann)
    harness.room_actor.close()
    ann_conversation.post(ClientCommand(ann.viewer, first_move(), 0), "1")
    assert ann.cut


def first_move() -> p.Move:
    return p.Move(game=GAME, id="1", ply=0, move="a1")


# ── a room that fails ────────────────────────────────────────────────────────────────────────────


async def test_a_viewer_entering_a_failing_room_is_cut_off(
    store: SqliteStore, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await create_open_room(store, 0)
    room_actor = await registry.get(game)
    assert room_actor is not None

    def fail(*args: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("zeitnot_server.hosting.room.room_actor.short_catch_up", fail)
    people = [Person("ann"), Person("bob")]
    cut = asyncio.Event()
    for person in people:
        room_actor.post(Subscribe(person.viewer, 0))
    people[1].viewer.send_queue._on_abort = cut.set
    await asyncio.wait_for(cut.wait(), WAIT_S)
    assert people[0].cut
    assert game not in registry
    reloaded = await registry.get(game)
    assert reloaded is not room_actor
    for person in people:
        room_actor.disconnected(person.viewer)


async def test_a_room_that_fails_to_start_leaves_no_crash_mark(
    store: SqliteStore, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mark that remains is taken for a crash of this room at the next start."""
    game, marks = await create_open_room(store, 0), list[Room | None]()

    async def fail(room_actor: RoomActor) -> None:
        with room_actor._host.heartbeat.at_work(room_actor.room):
            raise LookupError("a bug")

    monkeypatch.setattr(RoomActor, "_resume_play", fail)
    monkeypatch.setattr(registry._host.heartbeat, "at_work", partial(marking, marks))
    room_actor = await registry.get(game)
    assert room_actor is not None
    await asyncio.gather(*registry._tasks.values(), return_exceptions=True)
    assert marks == [room_actor.room, None]


# ── a name that changes while a room is loaded ───────────────────────────────────────────────────


async def test_rooms_unloaded_during_a_rename_have_the_new_name(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_server = GameServer(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
    people = Person("ann"), Person("bob")
    rooms = [await running_game(store, game_server.registry, *people) for _ in range(3)]
    renamed = list[str]()

    async def find(account: str) -> Any:
        return SimpleNamespace(name="Anna")

    async def rename_in_game(game: str, account: str, name: str) -> None:
        renamed.append(game)
        if len(renamed) > 1:
            return
        for room_actor in rooms:
            for person in people:
                room_actor.disconnected(person.viewer)
        for _ in range(2):
            await game_server.registry.unload_idle()
        await game_server.registry.get(rooms[1].room.id)

    monkeypatch.setattr(store.accounts, "find", find)
    monkeypatch.setattr(store.moderation, "rename_in_game", rename_in_game)
    await game_server.moderation.renaming.carry_out(renamed_by_operator("acc-ann"))
    assert renamed == [room_actor.room.id for room_actor in rooms]
    (loaded,) = game_server.registry
    assert [seat.actor and seat.actor.name for seat in loaded.room.seats] == ["Anna", "bob"]
    await game_server.close()


def renamed_by_operator(account: str) -> AuditEntry:
    """The audit entry of a rename by the operator."""
    return AuditEntry(1, 0, "operator", "renamed", f"account {account}", None, None)


async def renamed_server(store: SqliteStore, names: dict[str, str]) -> GameServer:
    """A server that finds accounts by these names."""

    async def find(account: str) -> Any:
        return SimpleNamespace(name=names[account])

    setattr(store.accounts, "find", find)  # noqa: B010  mypy keeps methods from being replaced
    return GameServer(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())


def names_in(room_actor: RoomActor | None) -> list[str | None]:
    assert room_actor is not None
    return [seat.actor and seat.actor.name for seat in room_actor.room.seats]


async def unloaded_game(game_server: GameServer, people: tuple[Person, ...]) -> str:
    """A game of these people that has left memory."""
    room_actor = await running_game(game_server.store, game_server.registry, *people)
    for person in people:
        room_actor.disconnected(person.viewer)
    for _ in range(2):
        await game_server.registry.unload_idle()
    game = room_actor.room.id
    assert game not in game_server.registry
    return game


async def test_a_room_loaded_before_its_log_is_rewritten_has_the_new_name(
    store: SqliteStore,
) -> None:
    game_server = await renamed_server(store, {"acc-ann": "Anna", "acc-eve": "Eva"})
    ann, bob = Person("ann"), Person("bob")
    game = await unloaded_game(game_server, (ann, bob))
    for account in ("acc-ann", "acc-eve"):
        await game_server.moderation.renaming.carry_out(renamed_by_operator(account))
    room_actor = await game_server.registry.get(game)
    assert names_in(room_actor) == ["Anna", "bob"]
    assert room_actor is not None
    returning = Person("ann")
    room_actor.post(Subscribe(returning.viewer, 0))
    room_actor.post(ClientCommand(returning.viewer, p.Resign(game=game, id="resign"), 0))
    await returning.until("finished")
    assert names_in(room_actor) == ["Anna", "bob"]
    await game_server.close()


async def test_a_rename_changes_the_rooms_in_memory(store: SqliteStore) -> None:
    """The opponents' lists show the new name at once."""
    game_server, changed = await renamed_server(store, {"acc-ann": "Anna"}), list[str]()
    people = Person("ann"), Person("bob")
    room_actor = await running_game(store, game_server.registry, *people)
    game_server.events.subscribe(RoomChanged, lambda change: changed.append(change.game))
    await game_server.moderation.renaming.carry_out(renamed_by_operator("acc-ann"))
    assert names_in(room_actor) == ["Anna", "bob"]
    assert changed == [room_actor.room.id]
    await game_server.close()


async def test_a_room_being_loaded_has_the_new_name(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_server = await renamed_server(store, {"acc-ann": "Anna"})
    game = await unloaded_game(game_server, (Person("ann"), Person("bob")))
    has_read, load, proceed = asyncio.Event(), store.log.load, asyncio.Event()

    async def slow_load(*args: Any) -> Any:
        result = await load(*args)
        has_read.set()
        await proceed.wait()
        return result

    monkeypatch.setattr(store.log, "load", slow_load)
    loading = asyncio.create_task(game_server.registry.get(game))
    await has_read.wait()
    await game_server.moderation.renaming.carry_out(renamed_by_operator("acc-ann"))
    proceed.set()
    assert names_in(await loading) == ["Anna", "bob"]
    await game_server.close()


async def test_a_starting_server_knows_recent_renames(store: SqliteStore) -> None:
    guest = await store.accounts.create_guest("Foul")
    await store.write(lambda c: removal.rename(c, AuditActor(OPERATOR), guest.account, "Fair", 5))
    game_server = GameServer(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
    foul = Person("foul")
    foul.viewer.actor = Actor(guest.account, guest.name)
    await game_server.start()
    game = await unloaded_game(game_server, (foul, Person("bob")))
    assert names_in(await game_server.registry.get(game)) == ["Fair", "bob"]
    await game_server.close()


def test_only_recent_renames_are_remembered() -> None:
    renames = Renames()
    renames.add_all({"acc-ann": "Ann"})
    renames.note("acc-ann", "Anna")
    renames.add_all({"acc-ann": "Ann", "acc-bob": "Bobby"})
    room = RoomHarness().room_actor.room
    seats = [Seat(Invitation("acc-ann", "ann")), Seat(None, Actor("acc-bob", "bob"))]
    room = replace(room, seats=tuple(seats))
    assert dict(renames.names_in(room)) == {"acc-ann": "Anna", "acc-bob": "Bobby"}
    for number in range(MAX_RENAMES):
        renames.note(f"acc-{number}", "Nobody")
    assert dict(renames.names_in(room)) == {}


# ── refusals of the server ───────────────────────────────────────────────────────────────────────


async def test_an_unstored_rematch_reserves_no_slot(harness: Harness, store: SqliteStore) -> None:
    game_server = GameServer(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
    admitted = list[object]()

    def admit(room: Any, step: Any, *_: Any) -> Any:
        admitted.append(step)
        return step

    game_server.bots.admission.admit_rematch = admit  # type: ignore[method-assign]
    server_policies = policies(
        *(game_server.disk, game_server.blocks, game_server.lobby.seats),
        *(game_server.bots.admission, RatingOptions()),
    )
    harness.room_actor._host = dataclasses.replace(
        harness.room_actor._host, policies=server_policies
    )
    ann, _ = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Resign)
    await ann.until("finished")
    admitted.clear()
    permits = ann.viewer.permits = NoGames()
    harness.send(ann, p.RematchWish)
    assert (await ann.until("error"))["code"] == "too_fast"
    assert admitted == []
    permits.refuses = False
    harness.send(ann, p.RematchWish)
    await ann.until("rematch")
    assert len(admitted) == 1


async def test_an_exception_in_a_command_is_a_refusal_for_its_sender(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise a client that knows a bug could disconnect the viewers and stop the clocks of a
    room."""
    harness, marks = RoomHarness(), list[Room | None]()
    harness.heartbeat.at_work = partial(marking, marks)  # type: ignore[method-assign]
    task = asyncio.create_task(harness.room_actor.run())
    ann, bob = await harness.seat_players("ann", "bob")
    with monkeypatch.context() as patch:

        def fail(*args: object) -> None:
            raise LookupError("a bug")

        patch.setattr("zeitnot_server.hosting.room.stepping.step", fail)
        sent = harness.send(ann, p.Draw, action="offer")
        refused = await ann.until("error")
    assert (refused["code"], refused["id"]) == ("internal_error", sent)
    assert marks[-1] is None
    harness.send(ann, p.Draw, action="offer")
    await bob.until("offered")
    assert not ann.cut
    assert not task.done()
    task.cancel()
