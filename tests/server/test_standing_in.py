"""The server finds a house bot for the seat of a person who leaves, and the room gives it the seat
as one commit."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.games import BotGames
from zeitnot_server.bots.online import OnlineBots
from zeitnot_server.bots.standing_in import StandIns
from zeitnot_server.bots.watcher import Origin, Watcher
from zeitnot_server.events.bus import Events
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.inbox import ServerCommand, Subscribe
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.limits.table import Limits
from zeitnot_server.rooms.commands import RemoveBanned
from zeitnot_server.rooms.players import StandIn
from zeitnot_server.rooms.room import Actor, GameSetup, Room, Seat
from zeitnot_server.rooms.setup import with_defaults
from zeitnot_server.rooms.value import replace

from ..rooms.marathon import Marathon
from .hosted import CommitFailure, Person, RoomHarness

MINUTE = p.Control(kind="sudden_death", base_ms=60_000)
GNU = StandIn(Actor("acc-gnu", "gnu", bot=True))
HERE = {"acc-ann": "192.0.2.1", "acc-bob": None}


# ── which bot ──────────────────────────────────────────────────────────────────────────────────


class Lobby:
    """The bots online, and what they play."""

    def __init__(self, **limits: int) -> None:
        self.online = OnlineBots()
        self.games = BotGames(Limits(**limits), lambda: 0, self.online.online, Events())
        self.stand_ins = StandIns(self.online, self.games)

    def enter(self, name: str, house: bool = True, **watch: object) -> None:
        """A bot comes to the lobby."""
        watched = p.Watch(**{"plays": ["chinesecheckers"], "most_games": 4, **watch})  # type: ignore[arg-type]
        actor = Actor(f"acc-{name}", name, bot=True)
        self.online.join(Watcher(actor, SendQueue(lambda: None), watched, Origin(house=house)), {})

    def find(self, room: Room, addresses: Mapping[str, str | None] = HERE) -> str | None:
        """The name of the bot for seat 0."""
        found = self.stand_ins.find(room, 0, addresses)
        return found and found.actor.name


def star(*others: Actor, game: str = "star2345", control: p.Control = MINUTE) -> Room:
    """A game of Chinese checkers of Ann, who is about to leave, Bob, and these others."""
    rules = rules_for("chinesecheckers", {"seats": 2 + len(others)})
    setup = with_defaults(p.Setup(bots_fill=True), control, rules)
    seats = (Actor("acc-ann", "ann"), Actor("acc-bob", "bob"), *others)
    invited = (None,) * len(seats)
    room = Room.new(
        GameSetup(game, rules, rules.settings, control, bytes(32), 1, invited, setup=setup)
    )
    return replace(room, seats=tuple(Seat(actor=each, salt="s") for each in seats))


CYD = Actor("acc-cyd", "cyd")
DEEP = Actor("acc-deep", "deep", bot=True)


def test_only_a_house_bot_that_plays_the_game_and_takes_it() -> None:
    lobby = Lobby()
    assert lobby.find(star(CYD)) is None, "no bot is online"
    lobby.enter("deep", house=False)
    lobby.enter("tic", plays=["tictactoe"])
    lobby.enter("slow", takes=[p.Takes(base_ms=p.Range(least=120_000))])
    assert lobby.find(star(CYD)) is None
    lobby.enter("gnu")
    assert lobby.find(star(CYD)) == "gnu"


def test_a_bot_that_plays_already_comes_last_at_the_level_that_it_has_there() -> None:
    lobby = Lobby()
    lobby.enter("deep", several_seats=True, levels=8)
    room = star(CYD, DEEP)
    third = replace(room.seats[3], left=Actor("x", "x"), level=5)
    room = replace(room, seats=(*room.seats[:3], third))
    found = lobby.stand_ins.find(room, 0, HERE)
    assert found == StandIn(Actor("acc-deep", "deep", bot=True), 5)
    lobby.enter("gnu")
    assert lobby.find(star(CYD, DEEP, game="star3456")) == "gnu"


def test_a_bot_with_one_seat_does_not_get_a_second_one() -> None:
    lobby = Lobby()
    lobby.enter("deep")
    assert lobby.find(star(CYD, DEEP)) is None


def test_the_seat_takes_a_slot_of_the_bot_until_the_game_ends() -> None:
    lobby = Lobby()
    lobby.enter("gnu", most_games=1)
    room = star(CYD)
    assert lobby.find(room) == "gnu"
    assert lobby.find(star(CYD, game="star3456")) is None, "it is busy"
    lobby.games.ended(room.id)
    assert lobby.find(star(CYD, game="star3456")) == "gnu"


def test_nobody_gets_more_games_with_bots_by_leaving() -> None:
    lobby = Lobby(games_per_address_with_bots=1)
    lobby.enter("gnu")
    addresses = {"acc-bob": "192.0.2.1", "acc-cyd": "192.0.2.1"}
    assert lobby.find(star(CYD), addresses) == "gnu"
    assert lobby.find(star(CYD, game="star3456"), addresses) is None


# ── in the room ────────────────────────────────────────────────────────────────────────────────


class Table(RoomHarness):
    """A game of three with hidden dice."""

    def __init__(self) -> None:
        self.free: StandIn | None = GNU
        self.asked: list[Mapping[str, str | None]] = []
        super().__init__(
            rules=Marathon(seats=3, goal=99, hides=True),
            setup=p.Setup(clock_starts="start", bots_fill=True),
            stand_ins=[self._find],
        )

    def _find(self, room: Room, seat: int, addresses: Mapping[str, str | None]) -> StandIn | None:
        self.asked.append(addresses)
        return self.free

    def enter(self, name: str, seat: int | None = None, since: int = 0) -> Person:
        """A socket of this player."""
        socket = Person(name, bot=seat is not None)
        if seat is not None:
            socket.viewer.identify(p.Hello(game=self.room_actor.room.id, seat=seat))
        self.room_actor.post(Subscribe(socket.viewer, since))
        return socket


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    table = Table()
    task = asyncio.create_task(table.room_actor.run())
    yield table
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_bot_sees_what_the_seat_may_see_and_the_person_no_more(table: Table) -> None:
    ann, bob, _ = await table.seat_players("ann", "bob", "cyd")
    await ann.until("turn")
    table.send(ann, p.Move, ply=0, move="walk")
    await bob.until("turn")
    id_ = table.send(ann, p.Resign)
    while (await ann.until("ack"))["id"] != id_:
        pass
    assert table.asked == [{"acc-ann": None, "acc-bob": None, "acc-cyd": None}]
    vacated, seated = await bob.until("vacated"), await bob.until("seated")
    assert (vacated["seat"], seated["seat_view"]["player"]["name"]) == (0, "gnu")
    gnu = table.enter("gnu", seat=0)
    assert (await gnu.until("welcome"))["you"] == 0
    assert (await gnu.until("moved"))["move"] == "walk", "as the seat has seen it"
    table.send(bob, p.Move, ply=1, move="walk")
    cyd_turn = await gnu.until("moved")
    assert cyd_turn["move"] == "?"
    again = table.enter("ann")
    assert "you" not in await again.until("welcome")
    assert (await again.until("moved"))["move"] == "?", "a spectator"
    table.send(ann, p.Resign)
    assert (await ann.until("error"))["code"] == "not_seated"
    assert table.room_actor.audience.connected(0)


async def test_without_a_bot_the_seat_leaves(table: Table) -> None:
    ann, bob, _ = await table.seat_players("ann", "bob", "cyd")
    table.free = None
    table.send(ann, p.Resign)
    assert (await bob.until("withdrew"))["seat"] == 0


async def test_an_absence_that_has_lasted_too_long_calls_the_bot(table: Table) -> None:
    ann, bob, _ = await table.seat_players("ann", "bob", "cyd")
    table.room_actor.disconnected(ann.viewer)
    await bob.until("countdown")
    table.advance(60_000 // 4)
    table.fire_timer()
    assert (await bob.until("vacated"))["reason"] == "abandoned"
    await bob.until("seated")
    assert table.away == {0}, "the bot has not come yet"
    gnu = table.enter("gnu", seat=0)
    await gnu.until("presence")
    assert table.away == set()


async def test_the_bot_has_the_full_time_to_come(table: Table) -> None:
    people = await table.seat_players("ann", "bob", "cyd")
    for ply, person in enumerate(people):
        table.send(person, p.Move, ply=ply, move="walk")
    ann, bob, _ = people
    await table.room_actor.wait_until_idle()
    table.room_actor.disconnected(ann.viewer)
    table.advance(14_000)
    assert table.room_actor.post(ServerCommand(RemoveBanned("acc-ann")))
    await bob.until("vacated")
    await table.room_actor.wait_until_idle()
    table.advance(2_000)
    table.fire_timer()
    await table.room_actor.wait_until_idle()
    assert table.away == {0}
    assert not table.room_actor.room.left, "the countdown was the person's"


async def test_a_resignation_that_was_not_stored_is_carried_out_once(table: Table) -> None:
    ann, bob, _ = await table.seat_players("ann", "bob", "cyd")
    table.log.failure = CommitFailure.NOT_STORED
    id_ = table.send(ann, p.Resign)
    assert (await ann.until("error"))["code"] == "retry"
    table.send(ann, p.Resign, id=id_)
    await bob.until("seated")
    table.send(ann, p.Resign, id=id_)
    await ann.until("ack")
    await ann.until("ack")
    kinds = [type(entry.event).__name__ for entry in table.log.stored]
    assert kinds.count("Vacated") == 1
