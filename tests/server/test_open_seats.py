"""The limits on seats in other people's open games, per account and per address."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.events.bus import Events
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.hosting.room.send_queue import SendQueue, Viewer
from zeitnot_server.limits.quota_subject import QuotaSubject
from zeitnot_server.lobby.open_seats import MAX_PER_ACCOUNT, MAX_PER_ADDRESS, RESERVED_MS, OpenSeats
from zeitnot_server.rooms.room import Actor, Invitation, Refusal, Room, Seat, Step
from zeitnot_server.rooms.value import replace

from .hosted import Person, RoomHarness
from .test_seat_timeouts import room_with_empty_seats, sit_down


class Harness:
    """Rooms by name, in which accounts sit down unless `OpenSeats` refuses."""

    def __init__(self, is_listed: bool = True) -> None:
        self.ms = 0
        self.rooms: dict[str, Room] = {}
        self.is_listed = is_listed
        self.open_seats = OpenSeats(self.rooms.get, lambda: self.ms, Events(), frozenset({"house"}))

    def sit(
        self, game: str, account: str, origin: str | None, is_stored: bool = True
    ) -> str | None:
        """The code of the refusal, or None. `is_stored`: the seat is stored at once."""
        before = self.rooms.setdefault(game, self._room(game))
        seats = (before.seats[0], Seat(None, Actor(account, account)))
        after = replace(before, seats=seats)
        refusal = self._judge(after, p.Sit(game=game, id="s"), account, origin)
        if refusal is None and is_stored:
            self.rooms[game] = after
        return refusal and refusal.code

    def leave(self, game: str, account: str) -> None:
        room = self.rooms[game]
        self.rooms[game] = replace(room, seats=(room.seats[0], Seat(None)))
        self._judge(self.rooms[game], p.Leave(game=game, id="l"), account, None)

    def _room(self, game: str) -> Room:
        room = room_with_empty_seats(listed=self.is_listed).room_actor.room
        return replace(room, game_setup=replace(room.game_setup, id=game))

    def _judge(
        self, after: Room, command: p.Sit | p.Leave, account: str, origin: str | None
    ) -> Refusal | None:
        sender = QuotaSubject()
        sender.origin = origin
        actor = Actor(account, account)
        viewer = Viewer(actor, SendQueue(lambda: None), sender=sender)
        return self.open_seats.check(after, command, viewer)


def test_an_account_takes_three_of_forty_seats() -> None:
    harness = Harness()
    codes = [harness.sit(f"g{n}", "eve", "192.0.2.7") for n in range(40)]
    assert codes == [None] * MAX_PER_ACCOUNT + ["too_many_seats"] * (40 - MAX_PER_ACCOUNT)
    harness.leave("g0", "eve")
    assert harness.sit("g50", "eve", "192.0.2.7") is None


def test_an_address_takes_ten_seats_with_any_number_of_guests() -> None:
    harness = Harness()
    codes = [harness.sit(f"g{n}", f"guest {n}", "192.0.2.7") for n in range(40)]
    assert codes.count(None) == MAX_PER_ADDRESS
    assert harness.sit("g50", "bob", "192.0.2.8") is None


def test_seats_being_stored_count_for_a_while() -> None:
    harness = Harness()
    codes = [harness.sit(f"g{n}", "eve", None, is_stored=False) for n in range(MAX_PER_ACCOUNT + 1)]
    assert codes[-1] == "too_many_seats"
    harness.ms = RESERVED_MS
    assert harness.sit("g9", "eve", None) is None


@pytest.mark.parametrize(
    ("account", "is_listed"), [("house", True), ("acc-ann", True), ("eve", False)]
)
def test_house_bots_creators_and_link_games_are_not_counted(account: str, is_listed: bool) -> None:
    harness = Harness(is_listed)
    assert {harness.sit(f"g{n}", account, "192.0.2.7") for n in range(40)} == {None}
    assert len(harness.open_seats) == 0


@pytest.mark.parametrize("is_listed", [True, False])
def test_an_account_over_its_storage_limit_takes_no_open_seat(is_listed: bool) -> None:
    """Otherwise it could sit down and stand up in a link game endlessly."""
    harness = Harness(is_listed)
    sender = QuotaSubject()
    sender.may_start_game = lambda: False  # type: ignore[method-assign]
    viewer = Viewer(Actor("eve", "eve"), SendQueue(lambda: None), sender=sender)

    def code(seat: Seat) -> str | None:
        room = replace(harness._room("g"), seats=(seat, Seat(None)))
        refusal = harness.open_seats.check(room, p.Sit(game="g", id="s"), viewer)
        return refusal and refusal.code

    assert code(Seat(None, Actor("eve", "eve"))) == "too_fast"
    assert code(Seat(Invitation("eve", "eve"), Actor("eve", "eve"))) is None


@pytest.fixture
async def room_harness() -> AsyncIterator[RoomHarness]:
    created = room_with_empty_seats()
    task = asyncio.create_task(created.room_actor.run())
    yield created
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_refusal_changes_nothing(room_harness: RoomHarness) -> None:
    await sit_down(room_harness, "ann")
    refusal = Refusal("too_many_seats", "No.")
    room_harness.room_actor._host = dataclasses.replace(
        room_harness.room_actor._host,
        policies=(lambda before, *_: Step(before, refusal=refusal),),
    )
    eve = Person("eve")
    room_harness.room_actor.post(Subscribe(eve.viewer, 0))
    before = room_harness.room_actor.room
    room_harness.send(eve, p.Sit)
    assert (await eve.until("error"))["code"] == "too_many_seats"
    assert room_harness.room_actor.room is before
