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

from .hosted import Person, Table
from .test_seat_timeouts import listed

EVES, MINUTES = "192.0.2.7", 60_000


class Rig:
    """Listed games of ann, in each of which she sits and is ready; one clock for all of it."""

    def __init__(self) -> None:
        self.ms = 0
        self.tables: dict[str, Table] = {}
        self.limits = ConnectionLimits(Limits(), lambda: self.ms, frozenset({"acc-house"}))
        self.seats = OpenSeats(self._room, lambda: self.ms, frozenset({"acc-house"}))
        self._tasks: list[asyncio.Task[None]] = []

    def _room(self, game: str) -> Room | None:
        return self.tables[game].room_actor.room if game in self.tables else None

    def _admit(self, before: Room, result: Step, command: Command, viewer: Viewer | None) -> Step:
        refusal = viewer and self.seats.judge(result.room, cast(PlayerCommand, command), viewer)
        return Step(before, refusal=refusal) if refusal else result

    async def game(self, name: str) -> Table:
        table = self.tables[name] = listed()
        actor = table.room_actor
        actor.room = replace(actor.room, game_setup=replace(actor.room.game_setup, id=name))
        actor._hooks = dataclasses.replace(
            actor._hooks,
            admit=self._admit,
            first_move=self.seats.plays,
            finished=self.seats.ended,
        )
        self._tasks.append(asyncio.create_task(actor.run()))
        ann = self.comes(table, "ann", "192.0.2.1")
        assert await self.does(table, ann, p.Sit) is None
        assert await self.does(table, ann, p.Ready, salt="s") is None
        self.ann = ann
        return table

    async def moves(self, table: Table, last: Person) -> None:
        """The first moves of all, up to this one's."""
        for ply, person in enumerate((self.ann, last)):
            move = table.room_actor.room.game_setup.rules.legal(table.room_actor.room.state)[0]
            assert await self.does(table, person, p.Move, ply=ply, move=move) is None
            if person is last:
                return

    def comes(self, table: Table, name: str, address: str) -> Person:
        person, account = Person(name), f"acc-{name}"
        peer = (address, 1)
        person.viewer.sender = self.limits.sender(peer, account)
        person.viewer.may_sit = lambda: self.limits.may_sit(peer, account)
        table.room_actor.post(Joined(person.viewer, 0))
        return person

    async def does(self, table: Table, person: Person, make: Any, **fields: Any) -> str | None:
        """The code of a refusal, if there is one."""
        table.tell(person, make, **fields)
        while (message := await person.next())["type"] not in ("ack", "error"):
            pass
        return str(message["code"]) if message["type"] == "error" else None

    async def passes(self, ms: int) -> None:
        """Not in smaller steps than the seats' timers need."""
        self.ms += ms
        for table in self.tables.values():
            table.wall_ms += ms
            table.passes(ms)
            table.room_actor._seat_timeouts.on_timer()
            await table.room_actor.wait_until_idle()

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
    table = await rig.game("game")
    codes = list[str | None]()
    for number in range(25):
        guest = rig.comes(table, f"guest {number}", EVES)
        for _ in range(tally.ACCOUNT_SITS):
            codes.append(await rig.does(table, guest, p.Sit))
            await rig.does(table, guest, p.Leave)
    assert codes.count(None) == rig.limits._limits.address_idle_seats[0].at_once
    assert set(codes) == {None, "too_fast"}
    for number in range(tally.SITS):
        guest = rig.comes(table, f"guest {number % 100}", f"198.51.100.{number}")
        await rig.does(table, guest, p.Sit)
        await rig.does(table, guest, p.Leave)
    assert table.room_actor.room.tally.sits >= tally.SITS
    ann = rig.comes(table, "ann", "192.0.2.1")
    assert await rig.does(table, ann, p.Leave) is None
    assert await rig.does(table, ann, p.Sit) is None
    friend = rig.comes(table, "friend", "192.0.2.2")
    assert await rig.does(table, friend, p.Sit) is None


async def test_sitting_without_ready_does_not_hold_a_seat(rig: Rig) -> None:
    """Four guests of one address on ten games of others: never ready."""
    games = [await rig.game(f"game{n}") for n in range(10)]
    for number, table in enumerate(games):
        guest = rig.comes(table, f"guest {number // 3}", EVES)
        assert await rig.does(table, guest, p.Sit) is None
    await rig.passes(READY_MS)
    for number, table in enumerate(games):
        friend = rig.comes(table, f"friend {number}", f"203.0.113.{number}")
        assert await rig.does(table, friend, p.Sit) is None
        assert await rig.does(table, friend, p.Ready, salt="s") is None


async def test_new_guests_of_the_address_hold_no_seat_for_long(rig: Rig) -> None:
    """Somebody new sits down whenever the one before has been made to get up."""
    table, held_ms = await rig.game("game"), 0
    for number in range(120):
        guest = rig.comes(table, f"guest {number}", EVES)
        if await rig.does(table, guest, p.Sit) is None:
            held_ms += READY_MS
        await rig.passes(READY_MS)
    assert held_ms <= 60 * MINUTES * 2 // 5


async def test_players_may_sit_for_every_game_that_begins(rig: Rig) -> None:
    """An account that plays one short game after the other, and thirty who share an address."""
    for number in range(50):
        table = await rig.game(f"game{number}")
        name = "bob" if number < 20 else f"pupil {number}"
        other = rig.comes(table, name, EVES)
        assert await rig.does(table, other, p.Sit) is None
        assert await rig.does(table, other, p.Ready, salt="s") is None
        await rig.moves(table, other)


async def test_sitting_to_end_the_game_is_bounded(rig: Rig) -> None:
    """A dozen guests of one address: other players would never find an opponent."""
    accepted = 0
    for number in range(60):
        table = await rig.game(f"game{number}")
        guest = rig.comes(table, f"guest {number % 12}", EVES)
        if await rig.does(table, guest, p.Sit) is None:
            accepted += 1
            assert await rig.does(table, guest, p.Ready, salt="s") is None
            end = (p.Abort, p.Resign)[number % 2]
            assert await rig.does(table, guest, end) is None
    assert accepted == rig.limits._limits.address_idle_seats[0].at_once


async def test_letting_the_first_turn_pass_does_not_count_as_playing(rig: Rig) -> None:
    for number in range(6):
        table = await rig.game(f"game{number}")
        eve = rig.comes(table, "eve", EVES)
        accepted = await rig.does(table, eve, p.Sit) is None
        assert accepted == (number < rig.limits._limits.account_idle_seats[0].at_once)
        if accepted:
            assert await rig.does(table, eve, p.Ready, salt="s") is None
            await rig.moves(table, rig.ann)
            table.passes(61_000)
            table.rings()
            await table.room_actor.wait_until_idle()
            assert table.room_actor.room.phase is Phase.FINISHED


async def test_a_game_ended_by_the_opponent_is_not_counted(rig: Rig) -> None:
    for number in range(12):
        table = await rig.game(f"game{number}")
        bob = rig.comes(table, "bob", EVES)
        assert await rig.does(table, bob, p.Sit) is None
        assert await rig.does(table, bob, p.Ready, salt="s") is None
        assert await rig.does(table, rig.ann, (p.Abort, p.Resign)[number % 2]) is None


async def test_seat_changes_are_stored_events_and_loopback_is_not_limited(rig: Rig) -> None:
    table = await rig.game("game")
    for number in range(30):
        local = rig.comes(table, "local", "127.0.0.1")
        expected = None if number < tally.ACCOUNT_SITS else "sat_too_often"
        assert await rig.does(table, local, p.Sit) == expected
        await rig.does(table, local, p.Leave)
    eve = rig.comes(table, "eve", EVES)
    await rig.does(table, eve, p.Sit)
    await rig.does(table, eve, p.Leave)
    sender = rig.limits.sender((EVES, 1), "acc-eve")
    assert sender._own.events == 2
