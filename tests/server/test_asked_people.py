"""Bots ask people for games: whom they may ask, and how a person answers."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.inbox import ClientCommand, ServerCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.lobby.new_games import KEPT_ANSWER_MS, NewGameRefused
from zeitnot_server.lobby.people import People
from zeitnot_server.nodes.state import PostedPerson
from zeitnot_server.rooms.commands import DeclineInvitation
from zeitnot_server.rooms.room import Actor, Invitation, Room
from zeitnot_server.rooms.timeouts import PERSON_ANSWER_MS
from zeitnot_server.store.sqlite.store import SqliteStore

from .hosted import Person

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

    async def message(self, by: Actor | None = None) -> str:
        with pytest.raises(NewGameRefused) as refused:
            await self.ask(by)
        return str(refused.value)

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


ANN = Actor("ann", "Ann")


async def test_people_ask_people_by_name_and_not_by_account(rig: PeopleRig) -> None:
    assert await rig.refusal(ANN) == "bad_seats"
    rig.request.seats[1] = p.SeatRequest(kind="person", name="eve")
    assert await rig.refusal(ANN) == "person_unavailable"
    watcher = socket(rig.eve, challenges=False)
    await rig.join(watcher)
    assert await rig.refusal(rig.eve) == "bad_seats", "nobody asks themselves"
    room = await rig.ask(ANN)
    assert room.game_setup.invitations[1] == Invitation(rig.eve.account, "Eve")
    invited = await invitation(watcher)
    assert (invited.asker, invited.deadline) == (
        p.Player(name="Ann"),
        WALL_MS + PERSON_ANSWER_MS,
    )
    assert await rig.refusal(Actor("bob", "Bob")) == "too_fast", "one at a time waits"
    assert await rig.answer(watcher, p.Decline(game=room.id, reason="tooFast")) is None
    assert rig.room(room.id).seats[1].invited is None
    assert await rig.refusal(ANN) == "declined_lately"
    await rig.ask(Actor("bob", "Bob"))


async def test_kept_names_come_first_and_may_be_away(rig: PeopleRig) -> None:
    """Two guests in the lobby have the name that a third person keeps."""
    rig.request.seats[1] = p.SeatRequest(kind="person", name="Eve")
    for actor in (rig.eve, Actor("eve2", "Eve")):
        await rig.join(socket(actor))
    assert await rig.refusal(ANN) == "person_unavailable"

    async def find_kept(name: str) -> Actor | None:
        return Actor("kept", "Eve") if name == "Eve" else None

    rig.server.lobby.ports.find_kept = find_kept
    room = await rig.ask(ANN)
    assert room.game_setup.invitations[1] == Invitation("kept", "Eve")
    assert room.game_setup.setup.answer_ms == KEPT_ANSWER_MS


async def test_who_has_accepted_may_be_asked_by_another(rig: PeopleRig) -> None:
    watcher = socket(rig.eve)
    await rig.join(watcher)
    rig.request.seats[1] = p.SeatRequest(kind="person", name="Eve")
    room = await rig.ask(ANN)
    assert await rig.refusal(Actor("bob", "Bob")) == "too_fast"
    assert await rig.answer(watcher, p.Accept(game=room.id)) is None
    await rig.ask(Actor("bob", "Bob"))


async def test_who_comes_later_is_asked_though_bots_may_not_ask(rig: PeopleRig) -> None:
    rig.request.seats[1] = p.SeatRequest(kind="person", name="Eve")

    async def find_kept(name: str) -> Actor:
        return msgspec.structs.replace(rig.eve, kept=True)

    rig.server.lobby.ports.find_kept = find_kept
    room = await rig.ask(ANN)
    watcher = socket(rig.eve, challenges=False)
    await rig.join(watcher)
    messages = list[p.LobbyOut]()
    while not watcher.send_queue.empty:
        messages.append(p.decode_lobby_out(await watcher.send_queue.get()))
    assert [each.game for each in messages if isinstance(each, p.Invited)] == [room.id]


async def test_who_is_avoided_is_refused_like_somebody_who_is_away(rig: PeopleRig) -> None:
    rig.request.seats[1] = p.SeatRequest(kind="person", name="Eve")
    await rig.join(socket(rig.eve))

    def blocked_by(account: str) -> list[str]:
        return [ANN.account] if account == rig.eve.account else []

    rig.server.lobby.ports.blocked_by = blocked_by
    assert await rig.refusal(ANN) == "person_unavailable"
    await rig.ask(Actor("bob", "Bob"))


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
    far, shy = PostedPerson("far", "Far"), PostedPerson("shy", "Shy", False)
    people.apply_remote([far, shy], set())
    assert people.find("far") == Actor("far", "Far")
    assert people.find("eve") is None
    assert people.find("shy") is None, "bots may not ask"
    assert people.named("shy") == [Actor("shy", "Shy")]
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


async def join_bot(rig: PeopleRig, name: str, takes: list[p.Takes]) -> Actor:
    """A bot in the lobby that takes only these games of Tic-tac-toe."""
    created = await rig.server.store.accounts.create_bot(name)
    actor = Actor(created.account, name, bot=True)
    watch = p.Watch(plays=["tictactoe"], takes=takes)
    await rig.join(Watcher(actor, SendQueue(lambda: None), watch))
    return actor


async def test_refused_challenge_costs_the_people_and_bots_asked_nothing(rig: PeopleRig) -> None:
    await rig.join(socket(rig.eve))
    await join_bot(rig, "picky", [p.Takes(kinds=["hourglass"])])
    request, picky = rig.request, p.SeatRequest(kind="bot", name="picky")
    rig.request = msgspec.structs.replace(request, seats=[request.seats[1], picky])
    for _ in range(9):
        assert await rig.refusal() == "bot_takes_not"
    rig.server.lobby.new_games.max_unfinished = 0
    rig.request = request
    for _ in range(9):
        assert await rig.refusal() == "too_many_games"
    rig.server.lobby.new_games.max_unfinished = 9
    await rig.ask()


async def test_no_refusal_tells_whether_a_person_is_there(rig: PeopleRig) -> None:
    """The refusals are the same before and after the person has left."""
    watcher = socket(rig.eve)
    await rig.join(watcher)
    await join_bot(rig, "picky", [p.Takes(kinds=["hourglass"])])
    picky = p.SeatRequest(kind="bot", name="picky")
    request, refused = rig.request, msgspec.structs.replace(rig.request)
    refused.seats = [request.seats[1], picky]

    async def refusals() -> list[tuple[str, str]]:
        found = list[tuple[str, str]]()
        for rig.request in (request, refused):
            with pytest.raises(NewGameRefused) as error:
                await rig.ask()
            found.append((error.value.code, str(error.value)))
        return found

    room = await rig.ask()
    waiting = await refusals()
    rig.server.lobby.service.leave(watcher)
    assert await refusals() == waiting
    await rig.join(watcher)
    await rig.answer(watcher, p.Decline(game=room.id))
    declined = await refusals()
    rig.server.lobby.service.leave(watcher)
    assert await refusals() == declined
    assert {code for code, _ in declined} == {"declined_lately"}


async def test_no_person_is_asked_where_spectators_see_engine_lines(rig: PeopleRig) -> None:
    await rig.join(socket(rig.eve))
    setup = p.Setup(engine_lines="spectators")
    rig.request = msgspec.structs.replace(rig.request, setup=setup)
    assert await rig.refusal() == "bad_setup"


async def test_an_answer_loads_no_room_of_another_game(rig: PeopleRig) -> None:
    watcher = socket(rig.eve)
    await rig.join(watcher)
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="open")]
    request = p.NewGame(game_type="tictactoe", control=MINUTE, seats=seats)
    game = (await rig.server.lobby.new_games.create(request, Actor("ann", "Ann"))).room.id
    registry, asked = rig.server.registry, list[str]()
    get = registry.get

    async def noted(game_id: str, *payer: Any) -> Any:
        asked.append(game_id)
        return await get(game_id, *payer)

    registry.get = noted  # type: ignore[method-assign]
    assert await rig.answer(watcher, p.Decline(game=game)) == "no_seat"
    assert asked == []


async def test_bot_that_plays_no_people_gets_none_after_another_bot_has_declined(
    rig: PeopleRig,
) -> None:
    await join_bot(rig, "first", [p.Takes(people=False)])
    second = await join_bot(rig, "second", [])
    seats = [p.SeatRequest(kind="bot", name=name) for name in ("first", "second")]
    request = p.NewGame(game_type="tictactoe", control=MINUTE, seats=seats)
    room_actor = await rig.server.lobby.new_games.create(request, rig.eve)
    room_actor.post(ServerCommand(DeclineInvitation(second.account, "later")))
    for actor in (rig.eve, rig.bot):
        person = Person(None)
        person.viewer.actor = actor
        room_actor.post(Subscribe(person.viewer, 0))
        sit = p.Sit(game=room_actor.room.id, id="sit")
        room_actor.post(ClientCommand(person.viewer, sit, 0))
        await room_actor.wait_until_idle()
        assert (room_actor.room.seat_of(actor.account) is not None) is actor.bot


async def test_challenge_is_shown_again_on_another_page(rig: PeopleRig) -> None:
    first = socket(rig.eve)
    await rig.join(first)
    room = await rig.ask()
    rig.server.lobby.service.leave(first)
    again, quiet = socket(rig.eve), socket(rig.eve, challenges=False)
    await rig.join(again)
    await rig.join(quiet)
    assert (await invitation(again)).game == room.id
    quiet.send_queue.put("end")
    assert isinstance(p.decode_lobby_out(await quiet.send_queue.get()), p.Lobby)
    assert await quiet.send_queue.get() == "end"
    for watcher in (again, quiet):
        rig.server.lobby.service.leave(watcher)
    assert not rig.server.lobby.service._invitations.is_tracked(rig.eve.account)
