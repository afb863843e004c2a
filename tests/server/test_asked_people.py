"""Bots ask people for games: whom they may ask, and how a person answers."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.lobby.new_games import NewGameRefused
from zeitnot_server.lobby.people import People
from zeitnot_server.nodes.state import PostedPerson
from zeitnot_server.rooms.room import Actor, Room
from zeitnot_server.rooms.timeouts import PERSON_ANSWER_MS
from zeitnot_server.store.sqlite.store import SqliteStore

WALL_MS = 1_700_000_000_000
MINUTE = p.Control(kind="sudden_death", base_ms=60_000)


def socket(actor: Actor | None, *, challenges: bool = True) -> Watcher:
    return Watcher(actor, SendQueue(lambda: None), p.Watch(challenges=challenges))


class PeopleRig:
    """A server without sockets, with a bot that asks a person."""

    def __init__(self, server: GameServer, bot: Actor, eve: Actor) -> None:
        self.server, self.bot, self.eve = server, bot, eve
        self.request = p.NewGame(
            game_type="tictactoe",
            control=MINUTE,
            listed=False,
            seats=[
                p.SeatRequest(kind="me"),
                p.SeatRequest(kind="person", account=eve.account),
            ],
        )

    async def ask(self, by: Actor | None = None) -> Room:
        made = await self.server.lobby.new_games.create(self.request, by or self.bot)
        return made.room

    async def refusal(self, by: Actor | None = None) -> str:
        with pytest.raises(NewGameRefused) as refused:
            await self.ask(by)
        return refused.value.code

    async def join(self, watcher: Watcher) -> None:
        await self.server.lobby.service.join(watcher)

    async def answer(self, watcher: Watcher, answer: p.Accept | p.Decline) -> str | None:
        error = await self.server.lobby.service.answers.take(watcher, answer)
        room_actor = self.server.registry.in_memory(answer.game)
        if room_actor is not None:
            await room_actor.wait_until_idle()
        return error.code if error else None

    def room(self, game: str) -> Room:
        room = self.server.registry.room(game)
        assert room is not None
        return room


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[PeopleRig]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    clock = AdjustedClock(1, lambda: 0, lambda: WALL_MS * 1_000_000)
    server = GameServer(store, clock, NullFeed())
    bot = await store.accounts.create_bot("deep")
    eve = await store.accounts.create_guest("Eve")
    yield PeopleRig(server, Actor(bot.account, "deep", bot=True), Actor(eve.account, "Eve"))
    await server.close()
    await store.close()


async def invitation(watcher: Watcher) -> p.Invited:
    while True:
        message = p.decode_lobby_out(await watcher.send_queue.get())
        if isinstance(message, p.Invited):
            return message


async def test_person_who_takes_challenges_is_invited(rig: PeopleRig) -> None:
    watcher = socket(rig.eve)
    await rig.join(watcher)
    room = await rig.ask()
    invited = await invitation(watcher)
    assert (invited.game, invited.seat) == (room.id, 1)
    assert invited.asker == p.Player(name="deep", bot=True)
    assert invited.deadline == WALL_MS + PERSON_ANSWER_MS


async def test_person_who_has_not_said_so_is_not_asked(rig: PeopleRig) -> None:
    assert await rig.refusal() == "person_unavailable"
    await rig.join(socket(rig.eve, challenges=False))
    assert await rig.refusal() == "person_unavailable"
    watcher = socket(rig.eve)
    await rig.join(watcher)
    rig.server.lobby.service.leave(watcher)
    assert await rig.refusal() == "person_unavailable"


async def test_people_do_not_ask_people_in_this_way(rig: PeopleRig) -> None:
    await rig.join(socket(rig.eve))
    assert await rig.refusal(Actor("ann", "Ann")) == "bad_seats"


async def test_accepting_takes_the_seat(rig: PeopleRig) -> None:
    watcher = socket(rig.eve)
    await rig.join(watcher)
    room = await rig.ask()
    assert await rig.answer(watcher, p.Accept(game=room.id)) is None
    assert rig.room(room.id).seat_of(rig.eve.account) == 1
    assert await rig.answer(watcher, p.Decline(game=room.id)) == "no_seat"


async def test_declining_opens_the_seat_and_ends_further_challenges(rig: PeopleRig) -> None:
    watcher = socket(rig.eve)
    await rig.join(watcher)
    room = await rig.ask()
    stranger = socket(Actor("ann", "Ann"))
    assert await rig.answer(stranger, p.Decline(game=room.id)) == "no_seat"
    declined = p.Decline(game=room.id, reason="later", text="Dinner.")
    assert await rig.answer(watcher, declined) is None
    assert rig.room(room.id).seats[1].invited is None
    assert await rig.refusal() == "declined_lately"


async def test_game_of_a_person_with_a_seat_for_a_person_has_no_deadline(rig: PeopleRig) -> None:
    """Only bots' challenges lapse."""
    watcher = socket(rig.eve)
    await rig.join(watcher)
    request = p.NewGame(
        game_type="tictactoe",
        control=MINUTE,
        seats=[p.SeatRequest(kind="me"), p.SeatRequest(kind="open")],
    )
    made = await rig.server.lobby.new_games.create(request, rig.eve)
    assert (await invitation(watcher)).deadline is None
    assert await rig.answer(watcher, p.Decline(game=made.room.id)) == "no_seat"


def test_people_on_other_nodes_are_known() -> None:
    people = People()
    people.apply_remote({"far": "Far"}, set())
    assert people.find("far") == Actor("far", "Far")
    assert people.find("eve") is None
    first, second = socket(Actor("eve", "Eve")), socket(Actor("eve", "Eve"))
    people.join(first)
    people.join(second)
    assert people.posted() == ([PostedPerson("eve", "Eve")], [])
    people.leave(first)
    assert people.find("eve") == Actor("eve", "Eve")
    people.leave(second)
    assert people.find("eve") is None
    assert not people.join(socket(None))
    assert not people.join(socket(Actor("bot", "Bot", bot=True)))
