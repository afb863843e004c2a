"""The lobby at work: what it tells, to whom, and how little it asks of the database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import structlog

import zeitnot_protocol as p
from zeitnot_client.lobby import changed_lobby
from zeitnot_server.feed import NullFeed
from zeitnot_server.play import lobby, spectators
from zeitnot_server.play.lobby import Hub, Watcher
from zeitnot_server.play.native import rules_for
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.play.outbox import Outbox
from zeitnot_server.play.registry import Registry, fresh
from zeitnot_server.play.room_actor import RoomActor
from zeitnot_server.play.seldom import Seldom
from zeitnot_server.play.terms import ClientCommand
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Room
from zeitnot_server.store import SlowRead, Store

from .test_all_left import begun
from .test_room_actor import Person

WAIT = 30
ANN = Actor("acc-ann", "ann")
HERS = Invitation(ANN.account, ANN.name, False)

Read = Callable[[str], Awaitable[list[p.GameSummary]]]


class Somebody:
    """A socket in the lobby, whose frames the test reads."""

    def __init__(self, actor: Actor | None = ANN, *, changes: bool = True) -> None:
        self.cut = asyncio.Event()
        self.watcher = Watcher(actor, Outbox(self.cut.set), p.Watch(changes=changes))
        self.lobby: p.Lobby | None = None
        self.heard: list[p.LobbyOut] = []

    async def next(self) -> p.Lobby:
        """The lobby after the next frame that is about it."""
        raw = await asyncio.wait_for(self.watcher.outbox.get(), WAIT)
        message = p.decode_lobby_out(raw)
        self.heard.append(message)
        if isinstance(message, p.Lobby):
            self.lobby = message
        elif isinstance(message, p.Invited):
            return await self.next()
        elif isinstance(message, p.LobbyChanged):
            assert self.lobby is not None
            self.lobby = changed_lobby(self.lobby, message)
        assert self.lobby is not None
        return self.lobby

    async def until(self, holds: Callable[[p.Lobby], bool]) -> p.Lobby:
        while not holds(shown := await self.next()):
            pass
        return shown


class Hall:
    """A lobby at work. `reads`: whose games were read from the database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.registry = Registry(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
        self.hub = Hub(self.registry, store, NullFeed())
        self.registry.on_created = self.hub.created
        self.registry.on_change = self.hub.changed
        self.registry.on_gone = self.hub.gone
        self.reads: list[str] = []
        read = store.unfinished_of

        async def counted(account: str) -> list[p.GameSummary]:
            self.reads.append(account)
            return await read(account)

        self.read_by(counted)

    def read_by(self, read: Read) -> None:
        """Has the games of an account read in another way."""
        self.store.unfinished_of = read  # type: ignore[method-assign]

    async def new_game(self, kept: Invitation = HERS) -> RoomActor:
        """A game that waits for Ann, or for somebody else."""
        made, rules = fresh(), rules_for("tictactoe", {})
        control = p.Control(kind="unlimited")
        seats = (kept, None)
        game_setup = GameSetup(made.game, rules, rules.settings, control, made.seed, 1, seats)
        return await self.registry.create(Room.new(game_setup))

    async def look(self) -> None:
        """The lobby looks whether there is something to tell."""
        await self.hub._tell(positions_to_all=False)


@pytest.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    monkeypatch.setattr(lobby, "LULL", 0.01)
    store = await Store.open(tmp_path / "zeitnot.db", rules_for)
    made = Hall(store)
    yield made
    await made.registry.close()
    await store.close()


@pytest.fixture
async def at_work(hall: Hall) -> AsyncIterator[Hall]:
    task = asyncio.create_task(hall.hub.run())
    yield hall
    assert not task.done(), "no task dies"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def yours(shown: p.Lobby) -> list[str]:
    return [row.id for row in shown.yours]


async def test_who_comes_while_it_cannot_be_read_comes_again(hall: Hall) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    ann = Somebody()
    hall.read_by(reading)
    await hall.hub.join(ann.watcher)
    assert ann.cut.is_set()
    assert not hall.hub._own._own


async def test_a_game_made_while_her_games_are_read_is_not_missed(at_work: Hall) -> None:
    ann, read = Somebody(), at_work.store.unfinished_of
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.GameSummary]:
        found = await read(account)
        asked.set()
        await go_on.wait()
        return found

    at_work.read_by(slow)
    joining = asyncio.create_task(at_work.hub.join(ann.watcher))
    await asked.wait()
    made = await at_work.new_game()
    go_on.set()
    await joining
    assert yours(await ann.next()) == [made.room.id]


async def test_an_invitation_made_while_a_bot_comes_is_not_missed(at_work: Hall) -> None:
    """Its seats were read before the game was made, and it was not greeted yet."""
    bot, read = Somebody(Actor("acc-bot", "Marvin", bot=True)), at_work.store.invitations_of
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.Invited]:
        found = await read(account)
        asked.set()
        await go_on.wait()
        return found

    at_work.store.invitations_of = slow  # type: ignore[method-assign]
    joining = asyncio.create_task(at_work.hub.join(bot.watcher))
    await asked.wait()
    made = await at_work.new_game(Invitation("acc-bot", "Marvin", True))
    go_on.set()
    await joining
    told = [p.decode_lobby_out(await bot.watcher.outbox.get()) for _ in range(2)]
    assert [each.game for each in told if isinstance(each, p.Invited)] == [made.room.id]


async def test_who_goes_while_it_is_read_leaves_nothing_behind(hall: Hall) -> None:
    bot, asked = Somebody(Actor("acc-bot", "Marvin", bot=True)), asyncio.Event()

    async def never(account: str) -> list[p.Invited]:
        asked.set()
        await asyncio.Event().wait()
        return []

    hall.store.invitations_of = never  # type: ignore[method-assign]
    joining = asyncio.create_task(hall.hub.join(bot.watcher))
    await asked.wait()
    joining.cancel()
    await asyncio.gather(joining, return_exceptions=True)
    hall.hub.leave(bot.watcher)
    assert (hall.hub.watching, hall.hub._own._own) == (0, {})


@pytest.mark.parametrize("changes", [True, False])
async def test_ones_own_games_follow_the_rooms_without_a_read(at_work: Hall, changes: bool) -> None:
    ann, other = Somebody(changes=changes), Somebody(Actor("acc-eve", "eve"), changes=changes)
    for somebody in (ann, other):
        await at_work.hub.join(somebody.watcher)
        await somebody.next()
    people = Person("ann"), Person("bob")
    room_actor = await begun(at_work.store, at_work.registry, *people)
    shown = await ann.until(lambda seen: yours(seen) == [room_actor.room.id])
    assert shown.yours[0].state in ("open", "running")
    room_actor.post(ClientCommand(people[0].viewer, p.Resign(game=room_actor.room.id, id="r"), 0))
    await ann.until(lambda seen: yours(seen) == [])
    assert at_work.reads == ["acc-ann", "acc-eve"]
    assert not any(isinstance(told, p.LobbyChanged) for told in ann.heard) or changes
    while not other.watcher.outbox.empty:
        assert yours(await other.next()) == []


async def test_whoever_gives_up_the_seat_loses_the_game_from_the_list(at_work: Hall) -> None:
    ann = Somebody()
    await at_work.hub.join(ann.watcher)
    made = await at_work.new_game()
    await ann.until(lambda seen: yours(seen) == [made.room.id])
    person = Person("ann")
    for command in (
        p.Sit(game=made.room.id, id="s", seat=0),
        p.Leave(game=made.room.id, id="l"),
    ):
        made.post(ClientCommand(person.viewer, command, 0))
    await ann.until(lambda seen: yours(seen) == [made.room.id])
    assert at_work.hub._own._players == {made.room.id: {"acc-ann"}}, "the seat is kept for her"


async def test_moves_wake_nobody(hall: Hall) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await begun(hall.store, hall.registry, *people)
    watcher = Somebody(None)
    await hall.hub.join(watcher.watcher)
    assert [row.id for row in (await watcher.next()).running] == [room_actor.room.id]
    hall.hub._dirty.clear()
    room_actor.post(
        ClientCommand(
            people[0].viewer, p.Move(game=room_actor.room.id, id="m", ply=0, move="a1"), 0
        )
    )
    await people[0].until("moved")
    assert not hall.hub._dirty.is_set()
    await hall.look()  # as it does every two seconds
    (row,) = (await watcher.next()).running
    assert row.moves == 1
    (told,) = (each for each in watcher.heard if isinstance(each, p.LobbyChanged))
    assert (told.open, told.running, told.bots, told.yours) == (None, None, None, None)
    await hall.look()
    assert watcher.watcher.outbox.empty, "nothing has changed, and nobody is told"


async def test_whoever_reads_no_changes_is_told_of_positions_less_often(hall: Hall) -> None:
    people = Person("ann"), Person("bob")
    room_actor = await begun(hall.store, hall.registry, *people)
    old = Somebody(None, changes=False)
    await hall.hub.join(old.watcher)
    await old.next()
    room_actor.post(
        ClientCommand(
            people[0].viewer, p.Move(game=room_actor.room.id, id="m", ply=0, move="a1"), 0
        )
    )
    await people[0].until("moved")
    await hall.look()
    assert old.watcher.outbox.empty
    await hall.hub._tell(positions_to_all=True)
    assert (await old.next()).running[0].moves == 1
    await hall.hub._tell(positions_to_all=True)
    assert old.watcher.outbox.empty


async def test_a_crowd_gets_one_text_in_portions_with_the_loop_turning(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand watchers: one frame encoded, no queries, and others have their turn meanwhile."""
    crowd_ = [Somebody(None) for _ in range(1_000)]
    for somebody in crowd_:
        await hall.hub.join(somebody.watcher)
        await somebody.watcher.outbox.get()
    encoded: list[object] = []
    encode = p.encode

    def counted(message: object) -> str:
        encoded.append(message)
        return encode(message)

    await begun(hall.store, hall.registry, Person("bob"), Person("carl"))
    monkeypatch.setattr(p, "encode", counted)
    told_at_once: list[int] = []

    def told() -> int:
        return sum(not each.watcher.outbox.empty for each in crowd_)

    telling = asyncio.create_task(hall.look())
    while not telling.done():
        before = told()
        await asyncio.sleep(0)
        told_at_once.append(told() - before)
    assert max(told_at_once) <= spectators.PORTION
    assert told() == 1_000
    assert len([each for each in encoded if isinstance(each, p.LobbyChanged)]) == 1
    frames = {await each.watcher.outbox.get() for each in crowd_}
    assert len(frames) == 1
    assert hall.reads == []


async def test_who_comes_while_the_others_are_told_has_it_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PORTION", 1)
    early = [Somebody(None) for _ in range(3)]
    for somebody in early:
        await hall.hub.join(somebody.watcher)
        await somebody.next()
    room_actor = await begun(hall.store, hall.registry, Person("bob"), Person("carl"))
    telling = asyncio.create_task(hall.look())
    await asyncio.sleep(0)
    late = Somebody(None)
    await hall.hub.join(late.watcher)
    hall.hub.leave(early[2].watcher)
    await telling
    assert [row.id for row in (await late.next()).running] == [room_actor.room.id]
    assert late.watcher.outbox.empty
    assert early[2].watcher.outbox.empty
    for somebody in early[:2]:
        assert [row.id for row in (await somebody.next()).running] == [room_actor.room.id]


async def test_who_reads_nothing_has_one_state_waiting(hall: Hall) -> None:
    """However often her long list changes; then she gets it as it stands."""
    ann = Somebody(changes=False)
    await hall.hub.join(ann.watcher)
    games = [await hall.new_game() for _ in range(3)]
    held = ann.watcher.outbox.waiting_bytes
    person = Person("ann")
    for room_actor in games:
        room_actor.post(
            ClientCommand(person.viewer, p.Sit(game=room_actor.room.id, id="s", seat=0), 0)
        )
        await room_actor.rested()
        await hall.look()
    assert ann.watcher.outbox.waiting_bytes == held
    assert not ann.cut.is_set()
    await ann.next()
    assert sorted(yours(await ann.next())) == sorted(room_actor.room.id for room_actor in games)
    assert ann.watcher.outbox.empty


async def test_ones_own_games_are_encoded_once_for_all_sockets(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = [Somebody(changes=number % 2 == 0) for number in range(10)]
    for somebody in sockets:
        await hall.hub.join(somebody.watcher)
        await somebody.next()
    made = await hall.new_game()
    encoded: list[object] = []
    encode = p.encode

    def counted(message: object) -> str:
        encoded.append(message)
        return encode(message)

    monkeypatch.setattr(p, "encode", counted)
    await hall.look()
    assert len([each for each in encoded if isinstance(each, list)]) == 1
    monkeypatch.undo()
    frames = {id(await somebody.watcher.outbox.get()) for somebody in sockets[1::2]}
    assert len(frames) == 1, "one text for all of them"
    assert yours(await sockets[0].next()) == [made.room.id]


async def test_long_frames_go_out_in_smaller_portions(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PORTION_CHARACTERS", 1)
    sockets = [Somebody(None) for _ in range(5)]
    for somebody in sockets:
        await hall.hub.join(somebody.watcher)
        await somebody.next()
    await begun(hall.store, hall.registry, Person("bob"), Person("carl"))
    telling = asyncio.create_task(hall.look())
    for told in range(1, 6):
        await asyncio.sleep(0)
        assert sum(not each.watcher.outbox.empty for each in sockets) == told
    await telling


async def test_watching_again_reads_no_invitations_again(hall: Hall) -> None:
    reads: list[str] = []
    read = hall.store.invitations_of

    async def counted(account: str) -> list[p.Invited]:
        reads.append(account)
        return await read(account)

    hall.store.invitations_of = counted  # type: ignore[method-assign]
    sockets = [Somebody(Actor("acc-bot", "Marvin", bot=True)) for _ in range(3)]
    for somebody in sockets:
        await hall.hub.join(somebody.watcher)
    made = await hall.new_game(Invitation("acc-bot", "Marvin", True))
    again = sockets[0]
    hall.hub.leave(again.watcher)
    again.watcher.outbox = Outbox(again.cut.set)
    await hall.hub.join(again.watcher)
    assert reads == ["acc-bot"]
    told = [p.decode_lobby_out(await again.watcher.outbox.get()) for _ in range(2)]
    assert [each.game for each in told if isinstance(each, p.Invited)] == [made.room.id]
    for somebody in sockets:
        hall.hub.leave(somebody.watcher)
    assert hall.hub._invitations._own == {}


async def test_no_more_than_some_frames_are_kept_for_other_sockets(hall: Hall) -> None:
    for number in range(3 * lobby.WHOLES_KEPT):
        await hall.hub.join(Somebody(Actor(f"acc-{number}", "somebody")).watcher)
    assert len(hall.hub._wholes) <= lobby.WHOLES_KEPT
    await hall.look()
    assert not hall.hub._wholes


async def test_many_faults_are_one_line(hall: Hall) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    hall.read_by(reading)
    with structlog.testing.capture_logs() as lines:
        for _ in range(5):
            await hall.hub.join(Somebody().watcher)
    assert [line["event"] for line in lines] == ["lobby not read"]


def test_a_line_is_due_again_after_a_minute() -> None:
    seconds = [0.0]
    seldom = Seldom(lambda: seconds[0])
    assert [seldom.due(), seldom.due()] == [True, False]
    seconds[0] = 60.0
    assert seldom.due()
