"""A full bot frees a slot for an account that has no game with it: a game that waits for its player
is ended if that player has several games with the bot."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.slots import BotSlots
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import ClientCommand, Item, ServerCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.rooms import timeouts
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Phase, Room
from zeitnot_server.rooms.setup import LEGACY_SETUP, with_defaults
from zeitnot_server.store.sqlite.store import SqliteStore

from ..security.local import Local, running
from .counted_games import ANN, BOB, DEEP, UNLIMITED, CountedGames
from .hosted import Person
from .lobby_bots import game_against, is_listed_as
from .running_server import WebSocket, websocket

HOUR = p.Control(kind="sudden_death", base_ms=3_600_000)
DAYS = p.Control(kind="correspondence", days=3)
ADDRESS, SECOND_ADDRESS, THIRD_ADDRESS = "192.0.2.1", "192.0.2.2", "192.0.2.3"
MINUTE_MS = 60_000


class Harness:
    """Rooms of people with Deep, which takes four games, and a clock that the test advances."""

    def __init__(self, store: SqliteStore) -> None:
        self.ms = 0
        self.clock = AdjustedClock(
            1, lambda: self.ms * 1_000_000, lambda: self._wall_ms() * 1_000_000
        )
        self.registry = Registry(store, self.clock, NullFeed())
        self.count = CountedGames(max_games=4, events=self.registry.events)
        self.slots = BotSlots(self.registry, self.count.games, self.clock)

    def _wall_ms(self) -> int:
        return 1_700_000_000_000 + self.ms

    def advance(self, ms: int) -> None:
        """Advances the clock in ticks of 10 s."""
        for _ in range(ms // 10_000):
            self.ms += 10_000
            self.clock.tick()

    async def make(
        self,
        player: Actor,
        address: str,
        control: p.Control = HOUR,
        begun: bool = True,
        setup: p.Setup = LEGACY_SETUP,
    ) -> RoomActor | None:
        """A game with Deep in which the player is to move; None if it is refused."""
        created, rules = new_game_ids(), rules_for("tictactoe", {})
        if self.count.games.reserve(created.game, ["Deep"], player, control, address) is not None:
            return None
        invitations = tuple(
            Invitation(actor.account, actor.name, actor.bot) for actor in (player, DEEP)
        )
        game_setup = GameSetup(
            *(created.game, rules, rules.settings, control, created.seed, self._wall_ms()),
            invitations,
            setup=with_defaults(setup, control, rules),
        )
        room_actor = await self.registry.create(Room.new(game_setup))
        for actor in (player, DEEP) if begun else ():
            person = Person(actor.account)
            person.viewer.actor = actor
            room_actor.post(Subscribe(person.viewer, 0))
            sit = p.Sit(game=created.game, id=f"sit {actor.name}")
            await self.send(room_actor, actor, sit)
        for actor in (player, DEEP) if begun else ():
            await self.send(room_actor, actor, p.Ready(game=created.game, id="r", salt="s"))
        assert room_actor.room.phase is (Phase.RUNNING if begun else Phase.OPEN)
        return room_actor

    async def send(self, room_actor: RoomActor, actor: Actor, command: Any) -> None:
        person = Person(actor.account)
        person.viewer.actor = actor
        assert room_actor.post(ClientCommand(person.viewer, command, self.clock.ms()))
        await room_actor.wait_until_idle()

    async def move(self, room_actor: RoomActor) -> None:
        """The mover plays its first legal move."""
        room = room_actor.room
        assert room.turn is not None
        actor = room.seats[room.turn].actor
        assert actor is not None
        move = room.game_setup.rules.legal(room.state)[0]
        await self.send(
            room_actor, actor, p.Move(game=room.id, id=f"m{room.ply}", ply=room.ply, move=move)
        )

    async def free_slot(self, player: Actor, address: str, control: p.Control = HOUR) -> bool:
        """Whether a slot has been freed for the player."""
        return await self.slots.free_slot(["Deep"], player, control, address)


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    instance = Harness(store)
    yield instance
    await instance.registry.close()
    await store.close()


async def fill(harness: Harness, control: p.Control = HOUR, **fields: Any) -> list[RoomActor]:
    """Four games fill Deep: two of one address, one of another, and one without an
    address."""
    players = [
        (ANN, ADDRESS),
        (BOB, ADDRESS),
        (Actor("c", "Cyd"), SECOND_ADDRESS),
        (Actor("e", "Eve"), ""),
    ]
    rooms = [await harness.make(player, address, control, **fields) for player, address in players]
    return [room_actor for room_actor in rooms if room_actor is not None]


XAN = Actor("x", "Xan")


async def test_a_players_single_game_is_ended_only_before_its_first_move(harness: Harness) -> None:
    """No countdown runs before a first move against a bot, so that no one loses a game while
    reading the rules; but no one can occupy a bot forever without moving."""
    players = [(Actor(name, name), f"192.0.2.{n}") for n, name in enumerate("pqrs")]
    rooms = [await harness.make(*player, setup=p.Setup()) for player in players]
    moved, idle = (room_actor for room_actor in rooms[:2] if room_actor is not None)
    await harness.move(moved)
    await harness.move(moved)
    harness.advance(timeouts.FAST_WAIT_MS - 10_000)
    assert not await harness.free_slot(XAN, THIRD_ADDRESS)
    harness.advance(10_000)
    for n in range(3):
        newcomer, address = Actor(f"x{n}", f"X{n}"), f"198.51.100.{n}"
        assert await harness.free_slot(newcomer, address)
        assert await harness.make(newcomer, address, begun=False) is not None
    assert moved.room.finished is None
    assert idle.room.finished is not None
    assert idle.room.finished.word == "the bot was wanted by others"
    assert not await harness.free_slot(Actor("y", "Yan"), "192.0.2.9")


async def test_the_longest_waiting_game_of_an_account_with_several_is_ended(
    harness: Harness,
) -> None:
    rooms = await fill(harness)
    assert len(rooms) == 4
    harness.advance(3 * MINUTE_MS - 10_000)
    assert not await harness.free_slot(XAN, THIRD_ADDRESS)
    harness.advance(10_000)
    await harness.move(rooms[0])
    await harness.move(rooms[0])
    assert not await harness.free_slot(ANN, ADDRESS), (
        "Ann has a game with Deep, so no slot is freed for her"
    )
    assert await harness.free_slot(XAN, THIRD_ADDRESS)
    ended = [room_actor.room.finished for room_actor in rooms]
    assert [end and end.word for end in ended] == [None, "the bot was wanted by others", None, None]
    assert await harness.make(XAN, THIRD_ADDRESS) is not None
    harness.advance(30 * MINUTE_MS)
    assert not await harness.free_slot(Actor("y", "Yan"), "192.0.2.9"), (
        "every player has a single game"
    )


async def test_a_game_with_occasional_moves_is_never_ended(harness: Harness) -> None:
    rooms = await fill(harness)
    for _ in range(3):
        harness.advance(170_000)
        assert not await harness.free_slot(XAN, THIRD_ADDRESS)
        for room_actor in rooms:
            await harness.move(room_actor)
        harness.advance(60_000)
        assert not await harness.free_slot(XAN, THIRD_ADDRESS), "the bot is to move"
        for room_actor in rooms:
            await harness.move(room_actor)
    assert all(room_actor.room.phase is Phase.RUNNING for room_actor in rooms)


async def test_games_without_a_first_move_are_ended_after_a_minute(harness: Harness) -> None:
    rooms = await fill(harness, begun=False)
    harness.advance(MINUTE_MS)
    assert await harness.free_slot(XAN, THIRD_ADDRESS)
    assert [room_actor.room.phase for room_actor in rooms].count(Phase.FINISHED) == 1


async def test_slow_games_are_ended_only_after_their_days(harness: Harness) -> None:
    """Deep takes eight slow games at most, and a game on a fast clock does not count among them."""
    rooms = list[RoomActor]()
    for control, address in ((DAYS, ADDRESS), (UNLIMITED, SECOND_ADDRESS)):
        for n in range(4):
            player = Actor(f"{address} {n}", "Guest")
            if (room_actor := await harness.make(player, address, control)) is not None:
                rooms.append(room_actor)
    assert len(rooms) == 6
    for n in range(2):
        assert await harness.make(Actor(f"{n}", "Guest"), f"192.0.2.{5 + n}", UNLIMITED)
    fast = await harness.make(ANN, "192.0.2.8")
    assert fast is not None
    harness.advance(50 * MINUTE_MS)
    assert not await harness.free_slot(XAN, THIRD_ADDRESS, UNLIMITED)
    harness.advance(10 * MINUTE_MS)
    assert await harness.free_slot(XAN, THIRD_ADDRESS, UNLIMITED)
    phases = [room_actor.room.phase for room_actor in rooms]
    assert phases[:4] == [Phase.RUNNING] * 4
    assert phases[4:].count(Phase.FINISHED) == 1
    assert await harness.make(XAN, THIRD_ADDRESS, UNLIMITED)


async def test_a_move_that_arrives_first_saves_the_game(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = await fill(harness)
    harness.advance(3 * MINUTE_MS)
    posted = list[tuple[RoomActor, Item]]()
    with monkeypatch.context() as patch:
        patch.setattr(RoomActor, "post", lambda actor, item: posted.append((actor, item)) or True)
        await harness.free_slot(XAN, THIRD_ADDRESS)
    ((room_actor, item),) = posted
    assert isinstance(item, ServerCommand)
    await harness.move(room_actor)
    room_actor.post(item)
    await room_actor.wait_until_idle()
    assert all(actor.room.phase is Phase.RUNNING for actor in rooms)


async def test_with_free_slots_no_game_is_ended(harness: Harness) -> None:
    await harness.make(ANN, ADDRESS, begun=False)
    await harness.make(BOB, ADDRESS, begun=False)
    harness.advance(60 * MINUTE_MS)
    assert not await harness.free_slot(XAN, THIRD_ADDRESS)


# ── over the wire ────────────────────────────────────────────────────────────────────────────────


@contextlib.asynccontextmanager
async def bot_in_lobby(server: Local, max_games: int) -> AsyncIterator[None]:
    """Registers Deep and connects it to the lobby with `max_games`."""
    token = (await server.post("bots", {"name": "Deep"}, await server.person())).json["token"]
    async with websocket(server, "/ws/lobby", token) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=max_games)
        while not await is_listed_as(lobby, "Deep"):
            pass
        reading = asyncio.create_task(_read(lobby))
        yield
        reading.cancel()


async def _read(lobby: WebSocket) -> None:
    """Reads until it is cancelled: a socket with unread messages is slow to close."""
    while True:
        await lobby.socket.recv()


async def request_game(server: Local, token: str, address: str, **control: Any) -> str:
    """Requests a game with Deep; its id, or an empty string if it is refused."""
    body = game_against("Deep", control=control or {"kind": "sudden_death", "base_ms": 3_600_000})
    answer = await server.post("games", body, token, x_forwarded_for=address)
    return str(answer.json["id"]) if answer.status == 201 else ""


@pytest.mark.parametrize("base_ms", [3_600_000, 10**12])
async def test_two_addresses_cannot_take_all_slots_of_a_bot(tmp_path: Path, base_ms: int) -> None:
    """Sixteen guests request as many games as they may have, on clocks of an hour or 31 years."""
    control = {"kind": "sudden_death", "base_ms": base_ms}
    async with running(tmp_path) as server, bot_in_lobby(server, 64):
        accepted = 0
        for address in ("9.8.1.1", "9.8.2.1"):
            for _ in range(8):
                guest = await server.person()
                while await request_game(server, guest, address, **control):
                    accepted += 1
        # A quarter of the free slots for each address: 16 + 12, or 32 + 24 that count half.
        assert accepted == (28 if base_ms == 3_600_000 else 56)
        for n in range(4):
            assert await request_game(server, await server.person(), f"7.7.{n}.1")
        for n in range(4, 8):
            assert await request_game(server, await server.person(), f"7.7.{n}.1", kind="unlimited")


async def test_a_slot_of_a_full_bot_is_freed_at_once_by_waiting_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, bot_in_lobby(server, 4):
        people = [await server.person() for _ in range(6)]
        players = zip(people, (ADDRESS, ADDRESS, SECOND_ADDRESS, THIRD_ADDRESS), strict=False)
        games = [await request_game(server, player, address) for player, address in players]
        assert all(games)
        assert not await request_game(server, people[4], "192.0.2.4")
        monkeypatch.setattr(timeouts, "UNSTARTED_WAIT_MS", 0)
        async with websocket(server, f"/ws/games/{games[0]}", people[0]) as room:
            await room.send("hello")
            await room.until("welcome")
            assert await request_game(server, people[4], "192.0.2.4")
            event = await room.until("finished")
            assert (event["reason"], event["word"]) == ("aborted", "the bot was wanted by others")
        assert not await request_game(server, people[5], "192.0.2.5")
