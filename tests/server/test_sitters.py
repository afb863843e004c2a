"""Guests of one address who sit down in games of others only to block them."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

import zeitnot_protocol as p
from zeitnot_server.play.open_seats import OpenSeats
from zeitnot_server.play.outbox import Viewer
from zeitnot_server.play.terms import Joined
from zeitnot_server.rooms import tally
from zeitnot_server.rooms.absence import READY_MS
from zeitnot_server.rooms.commands import Command, PlayerCommand
from zeitnot_server.rooms.room import Phase, Room, Step
from zeitnot_server.rooms.value import replace
from zeitnot_server.web.connection_limits import ConnectionLimits
from zeitnot_server.web.limits import Limits

from .hosted import Person, RoomRig
from .test_seat_timeouts import listed

EVES, MINUTES = "192.0.2.7", 60_000


class Rig:
    """Listed games of ann, in each of which she sits and is ready; one clock for all of it."""

    def __init__(self) -> None:
        self.ms = 0
        self.rooms: dict[str, RoomRig] = {}
        self.limits = ConnectionLimits(Limits(), lambda: self.ms, frozenset({"acc-house"}))
        self.seats = OpenSeats(self._room, lambda: self.ms, frozenset({"acc-house"}))
        self._tasks: list[asyncio.Task[None]] = []

    def _room(self, game: str) -> Room | None:
        return self.rooms[game].room_actor.room if game in self.rooms else None

    def _admit(self, before: Room, result: Step, command: Command, viewer: Viewer | None) -> Step:
        refusal = viewer and self.seats.judge(result.room, cast(PlayerCommand, command), viewer)
        return Step(before, refusal=refusal) if refusal else result

    async def game(self, name: str) -> RoomRig:
        room_rig = self.rooms[name] = listed()
        actor = room_rig.room_actor
        actor.room = replace(actor.room, game_setup=replace(actor.room.game_setup, id=name))
        actor._hooks = dataclasses.replace(
            actor._hooks,
            admit=self._admit,
            first_move=self.seats.plays,
            finished=self.seats.ended,
        )
        self._tasks.append(asyncio.create_task(actor.run()))
        ann = self.join(room_rig, "ann", "192.0.2.1")
        assert await self.send(room_rig, ann, p.Sit) is None
        assert await self.send(room_rig, ann, p.Ready, salt="s") is None
        self.ann = ann
        return room_rig

    async def play_first_moves(self, room_rig: RoomRig, last: Person) -> None:
        """The first moves of all, up to this one's."""
        for ply, person in enumerate((self.ann, last)):
            move = room_rig.room_actor.room.game_setup.rules.legal(room_rig.room_actor.room.state)[
                0
            ]
            assert await self.send(room_rig, person, p.Move, ply=ply, move=move) is None
            if person is last:
                return

    def join(self, room_rig: RoomRig, name: str, address: str) -> Person:
        person, account = Person(name), f"acc-{name}"
        peer = (address, 1)
        person.viewer.sender = self.limits.sender(peer, account)
        person.viewer.may_sit = lambda: self.limits.may_sit(peer, account)
        room_rig.room_actor.post(Joined(person.viewer, 0))
        return person

    async def send(self, room_rig: RoomRig, person: Person, make: Any, **fields: Any) -> str | None:
        """The code of a refusal, if there is one."""
        room_rig.send(person, make, **fields)
        while (message := await person.next())["type"] not in ("ack", "error"):
            pass
        return str(message["code"]) if message["type"] == "error" else None

    async def advance(self, ms: int) -> None:
        """Not in smaller steps than the seats' timers need."""
        self.ms += ms
        for room_rig in self.rooms.values():
            room_rig.wall_ms += ms
            room_rig.advance(ms)
            room_rig.room_actor._seat_timeouts.on_timer()
            await room_rig.room_actor.wait_until_idle()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    created = Rig()
    yield created
    await created.close()


async def test_sitting_and_leaving_does_not_block_a_seat(rig: Rig) -> None:
    """25 guests, 20 times each; then also as if they came from as many addresses as it takes."""
    room_rig = await rig.game("game")
    codes = list[str | None]()
    for number in range(25):
        guest = rig.join(room_rig, f"guest {number}", EVES)
        for _ in range(tally.ACCOUNT_SITS):
            codes.append(await rig.send(room_rig, guest, p.Sit))
            await rig.send(room_rig, guest, p.Leave)
    assert codes.count(None) == rig.limits._limits.address_idle_seats[0].at_once
    assert set(codes) == {None, "too_fast"}
    for number in range(tally.SITS):
        guest = rig.join(room_rig, f"guest {number % 100}", f"198.51.100.{number}")
        await rig.send(room_rig, guest, p.Sit)
        await rig.send(room_rig, guest, p.Leave)
    assert room_rig.room_actor.room.tally.sits >= tally.SITS
    ann = rig.join(room_rig, "ann", "192.0.2.1")
    assert await rig.send(room_rig, ann, p.Leave) is None
    assert await rig.send(room_rig, ann, p.Sit) is None
    friend = rig.join(room_rig, "friend", "192.0.2.2")
    assert await rig.send(room_rig, friend, p.Sit) is None


async def test_sitting_without_ready_does_not_hold_a_seat(rig: Rig) -> None:
    """Four guests of one address on ten games of others: never ready."""
    games = [await rig.game(f"game{n}") for n in range(10)]
    for number, room_rig in enumerate(games):
        guest = rig.join(room_rig, f"guest {number // 3}", EVES)
        assert await rig.send(room_rig, guest, p.Sit) is None
    await rig.advance(READY_MS)
    for number, room_rig in enumerate(games):
        friend = rig.join(room_rig, f"friend {number}", f"203.0.113.{number}")
        assert await rig.send(room_rig, friend, p.Sit) is None
        assert await rig.send(room_rig, friend, p.Ready, salt="s") is None


async def test_new_guests_of_the_address_hold_no_seat_for_long(rig: Rig) -> None:
    """Somebody new sits down whenever the one before has been made to get up."""
    room_rig, held_ms = await rig.game("game"), 0
    for number in range(120):
        guest = rig.join(room_rig, f"guest {number}", EVES)
        if await rig.send(room_rig, guest, p.Sit) is None:
            held_ms += READY_MS
        await rig.advance(READY_MS)
    assert held_ms <= 60 * MINUTES * 2 // 5


async def test_players_may_sit_for_every_game_that_begins(rig: Rig) -> None:
    """An account that plays one short game after the other, and thirty who share an address."""
    for number in range(50):
        room_rig = await rig.game(f"game{number}")
        name = "bob" if number < 20 else f"pupil {number}"
        other = rig.join(room_rig, name, EVES)
        assert await rig.send(room_rig, other, p.Sit) is None
        assert await rig.send(room_rig, other, p.Ready, salt="s") is None
        await rig.play_first_moves(room_rig, other)


async def test_sitting_to_end_the_game_is_bounded(rig: Rig) -> None:
    """A dozen guests of one address: other players would never find an opponent."""
    accepted = 0
    for number in range(60):
        room_rig = await rig.game(f"game{number}")
        guest = rig.join(room_rig, f"guest {number % 12}", EVES)
        if await rig.send(room_rig, guest, p.Sit) is None:
            accepted += 1
            assert await rig.send(room_rig, guest, p.Ready, salt="s") is None
            end = (p.Abort, p.Resign)[number % 2]
            assert await rig.send(room_rig, guest, end) is None
    assert accepted == rig.limits._limits.address_idle_seats[0].at_once


async def test_letting_the_first_turn_pass_does_not_count_as_playing(rig: Rig) -> None:
    for number in range(6):
        room_rig = await rig.game(f"game{number}")
        eve = rig.join(room_rig, "eve", EVES)
        accepted = await rig.send(room_rig, eve, p.Sit) is None
        assert accepted == (number < rig.limits._limits.account_idle_seats[0].at_once)
        if accepted:
            assert await rig.send(room_rig, eve, p.Ready, salt="s") is None
            await rig.play_first_moves(room_rig, rig.ann)
            room_rig.advance(61_000)
            room_rig.fire_timer()
            await room_rig.room_actor.wait_until_idle()
            assert room_rig.room_actor.room.phase is Phase.FINISHED


async def test_a_game_ended_by_the_opponent_is_not_counted(rig: Rig) -> None:
    for number in range(12):
        room_rig = await rig.game(f"game{number}")
        bob = rig.join(room_rig, "bob", EVES)
        assert await rig.send(room_rig, bob, p.Sit) is None
        assert await rig.send(room_rig, bob, p.Ready, salt="s") is None
        assert await rig.send(room_rig, rig.ann, (p.Abort, p.Resign)[number % 2]) is None


async def test_seat_changes_are_stored_events_and_loopback_is_not_limited(rig: Rig) -> None:
    room_rig = await rig.game("game")
    for number in range(30):
        local = rig.join(room_rig, "local", "127.0.0.1")
        expected = None if number < tally.ACCOUNT_SITS else "sat_too_often"
        assert await rig.send(room_rig, local, p.Sit) == expected
        await rig.send(room_rig, local, p.Leave)
    eve = rig.join(room_rig, "eve", EVES)
    await rig.send(room_rig, eve, p.Sit)
    await rig.send(room_rig, eve, p.Leave)
    sender = rig.limits.sender((EVES, 1), "acc-eve")
    assert sender._own.events == 2
