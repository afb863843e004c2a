"""A rematch with a bot counts for the address of the people that asked for it."""

from collections.abc import AsyncIterator, Sequence

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.admission import Admission
from zeitnot_server.bots.games import SHARE_TAKEN, TOO_MANY_HERE
from zeitnot_server.bots.online import OnlineBots
from zeitnot_server.bots.slots import BotSlots
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.limits.quota_subject import QuotaSubject
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.sqlite.store import SqliteStore

from .counted_games import ANN, BOB, CLOCK, DEEP, FREE, CountedGames, room
from .hosted import Person
from .test_expiry import store

__all__ = ["store"]

ADDRESS, OTHER_ADDRESS = "2001:db8:77:5::", "198.51.100.4"


def sender_at(address: str | None) -> QuotaSubject:
    subject = QuotaSubject()
    subject.network = address
    return subject


class RematchHarness:
    """Finished games, whose players ask for rematches, each on its own socket."""

    def __init__(self, store: SqliteStore, max_games: int = 8, **bounds: int) -> None:
        self.clock = AdjustedClock(1, lambda: 0, lambda: 0)
        self.registry = Registry(store, self.clock, NullFeed())
        self.count = CountedGames(max_games, self.registry.events, **bounds)
        games = self.count.games
        slots = BotSlots(self.registry, games, self.clock)
        self.registry.policies.append(Admission(OnlineBots(), games, slots).admit_rematch)

    async def rematch(self, *asking: tuple[Actor, str | None]) -> list[str | None]:
        """Ends a game, after which these players ask for a rematch in this order and from these
        addresses. Returns the text of each refusal, or None."""
        game, players = new_game_ids().game, sorted(asking, key=lambda player: player[0].account)
        room_actor = await self.registry.create(
            room(game, *(actor for actor, _ in players), control=CLOCK)
        )
        people = {actor: Person(actor.name, actor.bot) for actor, _ in asking}
        for actor, address in asking:
            person = people[actor]
            person.viewer.actor, person.viewer.sender = actor, sender_at(address)
            room_actor.post(Subscribe(person.viewer, 0))
        commands: list[type[p.Sit] | type[p.Ready] | type[p.Resign]] = [p.Sit, p.Ready]
        for make in commands:
            for actor, person in people.items():
                fields = {"salt": "s"} if make is p.Ready else {}
                command = make(game=game, id=f"{make.__name__}{actor.name}", **fields)
                room_actor.post(ClientCommand(person.viewer, command, self.clock.ms()))
        first = people[asking[0][0]]
        room_actor.post(ClientCommand(first.viewer, p.Resign(game=game, id="resign"), 0))
        await first.until("finished")
        answers = list[str | None]()
        for person in people.values():
            wish = p.RematchWish(game=game, id="wish")
            room_actor.post(ClientCommand(person.viewer, wish, self.clock.ms()))
            while (message := await person.next()).get("id") != "wish":
                pass
            answers.append(message.get("message"))
        return answers


@pytest.fixture
async def harness(store: SqliteStore) -> AsyncIterator[RematchHarness]:
    created = RematchHarness(store)
    yield created
    await created.registry.close()


async def asked_by(
    harness: RematchHarness, number: int, players: Sequence[tuple[Actor, str | None]]
) -> list[str | None]:
    """The answer to the last wish of each of `number` rematches, each with a new guest."""
    answers = list[str | None]()
    for n in range(number):
        guests = [
            (actor if actor.bot else Actor(f"{actor.account}{n}", f"{actor.name}{n}"), address)
            for actor, address in players
        ]
        answers.append((await harness.rematch(*guests))[-1])
    return answers


ORDERS = {
    "the person asks last": [(DEEP, None), (ANN, ADDRESS)],
    "the bot asks last": [(ANN, ADDRESS), (DEEP, None)],
}


@pytest.mark.parametrize("order", ORDERS)
async def test_guests_of_an_address_cannot_fill_a_bot_by_rematches(
    harness: RematchHarness, order: str
) -> None:
    """None of them created a game; each took an open seat."""
    answers = await asked_by(harness, 6, ORDERS[order])
    assert answers == [None] * 4 + [SHARE_TAKEN.format(name="Deep")] * 2
    counted = {address for _, _, address in harness.count.games.creator_addresses()}
    assert counted == {ADDRESS}, "a ban of the address finds them"
    assert (await harness.rematch((DEEP, None), (BOB, OTHER_ADDRESS)))[-1] is None


@pytest.mark.parametrize("order", ORDERS)
async def test_rematches_count_toward_the_limit_of_an_address(
    store: SqliteStore, order: str
) -> None:
    harness = RematchHarness(store, max_games=100, per_address=3)
    answers = await asked_by(harness, 5, ORDERS[order])
    assert answers == [None] * 3 + [TOO_MANY_HERE.format(most=3)] * 2
    await harness.registry.close()


@pytest.mark.parametrize("order", ORDERS)
async def test_an_address_cannot_fill_an_unlimited_bot_by_rematches(
    harness: RematchHarness, order: str
) -> None:
    players = [(FREE if actor.bot else actor, address) for actor, address in ORDERS[order]]
    answers = await asked_by(harness, 40, players)
    assert answers == [None] * 25 + [SHARE_TAKEN.format(name="Free")] * 15


async def test_games_of_this_machine_are_unlimited(harness: RematchHarness) -> None:
    assert await asked_by(harness, 110, [(ANN, None), (FREE, None)]) == [None] * 110
    assert await asked_by(harness, 1, [(FREE, None), (ANN, None)]) == [None]


async def test_games_from_an_unknown_address_are_limited(harness: RematchHarness) -> None:
    """The person had asked before the server was restarted."""
    count = harness.count
    codes = [
        count.games.reserve(f"game{n}", ["Free"], Actor(f"g{n}", "G"), CLOCK, is_known=False)
        for n in range(101)
    ]
    assert [code and code.code for code in codes] == [None] * 100 + ["bot_busy"]
