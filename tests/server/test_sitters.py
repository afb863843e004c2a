"""Guests of one address that sit down in other people's games only to block them."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.events.bus import Events
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.hosting.room.send_queue import AllPermitted
from zeitnot_server.limits.table import Limits
from zeitnot_server.lobby.open_seats import OpenSeats
from zeitnot_server.rooms import tally
from zeitnot_server.rooms.absence import READY_MS
from zeitnot_server.rooms.room import Phase, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.web.limits.connection_limits import ConnectionLimits

from .hosted import Person, RoomHarness
from .test_seat_timeouts import room_with_empty_seats

EVES_ADDRESS, MINUTE_MS = "192.0.2.7", 60_000


class Sitting(AllPermitted):
    """Applies the limits for seats of an account and an address, as a socket does."""

    def __init__(self, limits: ConnectionLimits, peer: tuple[str, int], account: str) -> None:
        self._limits, self._peer, self._account = limits, peer, account

    def may_sit(self) -> Callable[[], None] | None:
        return self._limits.may_sit(self._peer, self._account)


class Harness:
    """Listed games created by Ann, in which she sits and is ready, with one clock for all."""

    def __init__(self) -> None:
        self.ms = 0
        self.rooms: dict[str, RoomHarness] = {}
        self.limits = ConnectionLimits(Limits(), lambda: self.ms, frozenset({"acc-house"}))
        self.events = Events()
        self.seats = OpenSeats(self._room, lambda: self.ms, self.events, frozenset({"acc-house"}))
        self._tasks: list[asyncio.Task[None]] = []

    def _room(self, game: str) -> Room | None:
        return self.rooms[game].room_actor.room if game in self.rooms else None

    async def game(self, name: str, ready: bool = True) -> RoomHarness:
        room_harness = self.rooms[name] = room_with_empty_seats()
        actor = room_harness.room_actor
        actor.room = replace(actor.room, game_setup=replace(actor.room.game_setup, id=name))
        actor._host = dataclasses.replace(
            actor._host, policies=(self.seats.admit,), events=self.events
        )
        self._tasks.append(asyncio.create_task(actor.run()))
        ann = self.join(room_harness, "ann", "192.0.2.1")
        assert await self.send(room_harness, ann, p.Sit) is None
        if ready:
            assert await self.send(room_harness, ann, p.Ready, salt="s") is None
        self.ann = ann
        return room_harness

    async def play_first_moves(self, room_harness: RoomHarness, last: Person) -> None:
        """Plays the first move of each seat, up to that of `last`."""
        for ply, person in enumerate((self.ann, last)):
            move = room_harness.room_actor.room.game_setup.rules.legal(
                room_harness.room_actor.room.state
            )[0]
            assert await self.send(room_harness, person, p.Move, ply=ply, move=move) is None
            if person is last:
                return

    def join(self, room_harness: RoomHarness, name: str, address: str) -> Person:
        person, account = Person(name), f"acc-{name}"
        peer = (address, 1)
        person.viewer.sender = self.limits.sender(peer, account)
        person.viewer.permits = Sitting(self.limits, peer, account)
        room_harness.room_actor.post(Subscribe(person.viewer, 0))
        return person

    async def send(
        self, room_harness: RoomHarness, person: Person, make: Any, **fields: Any
    ) -> str | None:
        """Sends a command. Returns the code of the refusal, or None."""
        room_harness.send(person, make, **fields)
        while (message := await person.next())["type"] not in ("ack", "error"):
            pass
        return str(message["code"]) if message["type"] == "error" else None

    async def advance(self, ms: int) -> None:
        """Advances all clocks, and fires the rooms' seat timers once at the end."""
        self.ms += ms
        for room_harness in self.rooms.values():
            room_harness.wall_ms += ms
            room_harness.advance(ms)
            room_harness.fire_timer()
            await room_harness.room_actor.wait_until_idle()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    created = Harness()
    yield created
    await created.close()


async def test_sitting_and_leaving_does_not_block_a_seat(harness: Harness) -> None:
    """25 guests of one address, 20 times each; then guests of as many addresses as necessary."""
    room_harness = await harness.game("game")
    codes = list[str | None]()
    for number in range(25):
        guest = harness.join(room_harness, f"guest {number}", EVES_ADDRESS)
        for _ in range(tally.MAX_SITS_PER_ACCOUNT):
            codes.append(await harness.send(room_harness, guest, p.Sit))
            await harness.send(room_harness, guest, p.Leave)
    assert codes.count(None) == harness.limits._limits.address_idle_seats[0].burst
    assert set(codes) == {None, "too_fast"}
    for number in range(tally.MAX_SITS):
        guest = harness.join(room_harness, f"guest {number % 100}", f"198.51.100.{number}")
        await harness.send(room_harness, guest, p.Sit)
        await harness.send(room_harness, guest, p.Leave)
    assert room_harness.room_actor.room.tally.sits >= tally.MAX_SITS
    ann = harness.join(room_harness, "ann", "192.0.2.1")
    assert await harness.send(room_harness, ann, p.Leave) is None
    assert await harness.send(room_harness, ann, p.Sit) is None
    friend = harness.join(room_harness, "friend", "192.0.2.2")
    assert await harness.send(room_harness, friend, p.Sit) is None


async def test_sitting_without_ready_does_not_block_a_seat(harness: Harness) -> None:
    """Four guests of one address sit down in ten games of others and never get ready."""
    games = [await harness.game(f"game{n}") for n in range(10)]
    for number, room_harness in enumerate(games):
        guest = harness.join(room_harness, f"guest {number // 3}", EVES_ADDRESS)
        assert await harness.send(room_harness, guest, p.Sit) is None
    await harness.advance(READY_MS)
    for number, room_harness in enumerate(games):
        friend = harness.join(room_harness, f"friend {number}", f"203.0.113.{number}")
        assert await harness.send(room_harness, friend, p.Sit) is None
        assert await harness.send(room_harness, friend, p.Ready, salt="s") is None


async def test_new_guests_of_the_address_block_no_seat_for_long(harness: Harness) -> None:
    """A new guest sits down whenever the one before has lost the seat."""
    room_harness, blocked_ms = await harness.game("game"), 0
    for number in range(120):
        guest = harness.join(room_harness, f"guest {number}", EVES_ADDRESS)
        if await harness.send(room_harness, guest, p.Sit) is None:
            blocked_ms += READY_MS
        await harness.advance(READY_MS)
    assert blocked_ms <= 60 * MINUTE_MS * 2 // 5  # two fifths of the hour


async def test_players_may_sit_for_every_game_that_begins(harness: Harness) -> None:
    """An account that plays many short games, and thirty accounts that share an address."""
    for number in range(50):
        room_harness = await harness.game(f"game{number}")
        name = "bob" if number < 20 else f"pupil {number}"
        other = harness.join(room_harness, name, EVES_ADDRESS)
        assert await harness.send(room_harness, other, p.Sit) is None
        assert await harness.send(room_harness, other, p.Ready, salt="s") is None
        await harness.play_first_moves(room_harness, other)


async def test_sitting_down_only_to_end_games_is_limited(harness: Harness) -> None:
    """Twelve guests of one address end every game they join; others could find no opponent."""
    accepted = 0
    for number in range(60):
        room_harness = await harness.game(f"game{number}")
        guest = harness.join(room_harness, f"guest {number % 12}", EVES_ADDRESS)
        if await harness.send(room_harness, guest, p.Sit) is None:
            accepted += 1
            assert await harness.send(room_harness, guest, p.Ready, salt="s") is None
            end = (p.Abort, p.Resign)[number % 2]
            assert await harness.send(room_harness, guest, end) is None
    assert accepted == harness.limits._limits.address_idle_seats[0].burst


async def test_letting_the_first_turn_pass_does_not_count_as_playing(harness: Harness) -> None:
    for number in range(6):
        room_harness = await harness.game(f"game{number}")
        eve = harness.join(room_harness, "eve", EVES_ADDRESS)
        accepted = await harness.send(room_harness, eve, p.Sit) is None
        assert accepted == (number < harness.limits._limits.account_idle_seats[0].burst)
        if accepted:
            assert await harness.send(room_harness, eve, p.Ready, salt="s") is None
            await harness.play_first_moves(room_harness, harness.ann)
            room_harness.advance(61_000)
            room_harness.fire_timer()
            await room_harness.room_actor.wait_until_idle()
            assert room_harness.room_actor.room.phase is Phase.FINISHED


async def test_a_game_ended_by_the_opponent_is_not_counted(harness: Harness) -> None:
    for number in range(12):
        room_harness = await harness.game(f"game{number}")
        bob = harness.join(room_harness, "bob", EVES_ADDRESS)
        assert await harness.send(room_harness, bob, p.Sit) is None
        assert await harness.send(room_harness, bob, p.Ready, salt="s") is None
        assert (
            await harness.send(room_harness, harness.ann, (p.Abort, p.Resign)[number % 2]) is None
        )


@pytest.mark.parametrize("give_up", [p.Leave, p.Abort])
async def test_giving_up_a_game_whose_creator_has_left_is_not_counted(
    harness: Harness, give_up: Any
) -> None:
    """Otherwise Ann could lead a player that is always ready from game to game, until that player
    could sit down nowhere."""
    for number in range(12):
        room_harness = await harness.game(f"game{number}", ready=False)
        bob = harness.join(room_harness, "bob", EVES_ADDRESS)
        assert await harness.send(room_harness, bob, p.Sit) is None
        assert await harness.send(room_harness, bob, p.Ready, salt="s") is None
        assert await harness.send(room_harness, harness.ann, p.Leave) is None
        assert await harness.send(room_harness, bob, give_up) is None


async def test_seat_changes_are_stored_events_and_loopback_is_not_limited(harness: Harness) -> None:
    room_harness = await harness.game("game")
    for number in range(30):
        local = harness.join(room_harness, "local", "127.0.0.1")
        expected = None if number < tally.MAX_SITS_PER_ACCOUNT else "sat_too_often"
        assert await harness.send(room_harness, local, p.Sit) == expected
        await harness.send(room_harness, local, p.Leave)
    eve = harness.join(room_harness, "eve", EVES_ADDRESS)
    await harness.send(room_harness, eve, p.Sit)
    await harness.send(room_harness, eve, p.Leave)
    sender = harness.limits.sender((EVES_ADDRESS, 1), "acc-eve")
    assert sender._own.events == 2
