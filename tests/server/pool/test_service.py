"""The pool on a server: whom it pairs, and what happens when a bot does not play."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

import zeitnot_protocol as p
from zeitnot_server.bots.watcher import Origin, Watcher
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.inbox import ClientCommand, ServerCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.lobby.new_games import NewGameRefused
from zeitnot_server.pool.members import PAUSE_MS, START_MS
from zeitnot_server.pool.pairing import REPEAT_MS
from zeitnot_server.rooms.commands import Cancel, DeclineInvitation
from zeitnot_server.rooms.room import Actor, Phase
from zeitnot_server.store.sqlite.store import SqliteStore

from ..hosted import Person
from ..test_expiry import store

__all__ = ["store"]

OTHELLO = p.PoolEntry(game_type="othello")
RAPID = p.PoolEntry(game_type="othello", clock="rapid")


class PoolRig:
    """A server without sockets, whose clock the test sets, and bots in its lobby."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.now_ms = 0
        clock = AdjustedClock(1, lambda: self.now_ms * 1_000_000, lambda: self.now_ms * 1_000_000)
        self.server = GameServer(store, clock, NullFeed())
        self.watchers: dict[str, Watcher] = {}
        self.known: set[str] = set()

    async def join(
        self,
        name: str,
        *pool: p.PoolEntry,
        owner: str | None = None,
        takes: list[p.Takes] | None = None,
        address: str = "",
    ) -> None:
        """A bot of this name and owner comes into the lobby from this address."""
        if name not in self.watchers:
            created = await self.store.accounts.create_bot(name, owner)
            actor = Actor(created.account, name, bot=True)
        else:
            known = self.watchers[name].actor
            assert known is not None
            actor = known
        watch = p.Watch(plays=["othello"], pool=list(pool), most_games=4, takes=takes or [])
        self.watchers[name] = Watcher(actor, SendQueue(lambda: None), watch, Origin(address))
        await self.server.lobby.service.join(self.watchers[name])

    def leave(self, name: str) -> None:
        self.server.lobby.service.leave(self.watchers[name])

    async def round(self, after_ms: int = 0) -> list[str]:
        """The new games after a round, each as `one-other`, in order of the seats."""
        self.now_ms += after_ms
        await self.server.pool.round()
        new = [actor for actor in self.server.registry if actor.room.id not in self.known]
        self.known |= {actor.room.id for actor in new}
        return ["-".join(s.invited.name for s in a.room.seats if s.invited) for a in new]

    async def sit(self, game: str, *names: str) -> None:
        """These bots sit down and are ready."""
        room_actor = self.server.registry.in_memory(game)
        assert room_actor is not None
        for name in names:
            person = Person(name, bot=True)
            person.viewer.actor = self.watchers[name].actor
            room_actor.post(Subscribe(person.viewer, 0))
            for command in (p.Sit(game=game, id="sit"), p.Ready(game=game, id="ready", salt="s")):
                room_actor.post(ClientCommand(person.viewer, command, self.now_ms))
        await room_actor.wait_until_idle()

    async def end(self, game: str) -> None:
        """The game ends without a result and without a seat that has caused it."""
        await self.server.registry.post_command(game, Cancel())
        room_actor = self.server.registry.in_memory(game)
        if room_actor is not None:
            await room_actor.wait_until_idle()

    @property
    def last_game(self) -> str:
        (game,) = self.server.pool._members.games
        return game

    def phase(self, game: str) -> Phase:
        room = self.server.registry.room(game)
        assert room is not None
        return room.phase


@pytest.fixture
async def rig(store: SqliteStore) -> AsyncIterator[PoolRig]:
    made = PoolRig(store)
    yield made
    await made.server.close()


async def test_bots_are_paired_and_invited(rig: PoolRig) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    await rig.join("alone", RAPID)
    (game,) = await rig.round()
    assert sorted(game.split("-")) == ["one", "other"]
    room = rig.server.registry.room(rig.last_game)
    assert room is not None
    assert room.game_setup.control == p.POOL_CONTROLS["blitz"]
    for name in ("one", "other"):
        frames = rig.watchers[name].send_queue
        types = [p.decode_lobby_out(await frames.get()) for _ in range(2)]
        assert isinstance(types[1], p.Invited)
    assert await rig.round(after_ms=1_000) == []  # each has its game


async def test_seats_are_exchanged_in_the_next_game(rig: PoolRig) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    (first,) = await rig.round()
    await rig.sit(rig.last_game, "one", "other")
    await rig.end(rig.last_game)
    assert await rig.round(after_ms=REPEAT_MS - 1) == []
    (second,) = await rig.round(after_ms=1)
    assert second.split("-") == first.split("-")[::-1]


async def test_bots_of_one_owner_do_not_meet(rig: PoolRig) -> None:
    ann = await rig.store.accounts.create_guest("Ann")
    await rig.join("one", OTHELLO, owner=ann.account)
    await rig.join("other", OTHELLO, owner=ann.account)
    assert await rig.round() == []


async def test_bot_that_does_not_come_pauses(rig: PoolRig) -> None:
    await rig.join("here", OTHELLO)
    await rig.join("away", OTHELLO)
    await rig.round()
    game = rig.last_game
    await rig.sit(game, "here")
    await rig.round(after_ms=START_MS)
    room_actor = rig.server.registry.in_memory(game)
    assert room_actor is not None
    await room_actor.wait_until_idle()
    assert rig.phase(game) is Phase.FINISHED
    assert await rig.round(after_ms=PAUSE_MS - 1) == []
    await rig.join("third", OTHELLO)
    (game,) = await rig.round()
    assert sorted(game.split("-")) == ["here", "third"]


async def test_game_of_the_pool_is_no_challenge(rig: PoolRig) -> None:
    """Who declines one may still be asked by that bot."""
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    (game,) = await rig.round()
    asker, asked = (rig.watchers[name].actor for name in game.split("-"))
    assert asker is not None
    assert asked is not None
    room_actor = rig.server.registry.in_memory(rig.last_game)
    assert room_actor is not None
    room_actor.post(ServerCommand(DeclineInvitation(asked.account, "later")))
    await room_actor.wait_until_idle()
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=asked.name)]
    request = p.NewGame(game_type="othello", control=p.POOL_CONTROLS["blitz"], seats=seats)
    await rig.server.lobby.new_games.create(request, asker)


async def test_bot_with_all_its_games_is_not_paired(rig: PoolRig) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    seats = [p.SeatRequest(kind="bot", name="one"), p.SeatRequest(kind="open")]
    control = p.Control(kind="sudden_death", base_ms=60_000)
    request = p.NewGame(game_type="othello", control=control, seats=seats)
    for number in range(4):
        await rig.server.lobby.new_games.create(request, Actor(f"a{number}", "Ann"))
    rig.known = {actor.room.id for actor in rig.server.registry}
    assert await rig.round() == []


async def test_after_a_restart_bots_finish_their_game_first(
    rig: PoolRig, store: SqliteStore
) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    await rig.round()
    await rig.sit(rig.last_game, "one", "other")
    assert rig.phase(rig.last_game) is Phase.RUNNING
    again = PoolRig(store)
    again.watchers, again.known = dict(rig.watchers), set(rig.known)
    await again.join("one", OTHELLO)
    await again.join("other", OTHELLO)
    await again.join("third", OTHELLO)
    assert await again.round() == []
    await again.server.close()


async def test_bot_that_leaves_the_lobby_is_not_paired(rig: PoolRig) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    rig.leave("one")
    assert await rig.round() == []
    await rig.join("one", OTHELLO)
    assert len(await rig.round()) == 1


async def test_bots_that_take_no_bots_do_not_keep_others_waiting(rig: PoolRig) -> None:
    for number in range(7):
        await rig.join(f"bot{number}", OTHELLO, takes=[p.Takes(bots=False)])
    await rig.round()
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    (game,) = await rig.round(after_ms=1_000)
    assert sorted(game.split("-")) == ["one", "other"]


async def test_bots_that_take_only_rated_games_are_paired_where_there_are_any(rig: PoolRig) -> None:
    for name in ("one", "other"):
        await rig.join(name, OTHELLO, takes=[p.Takes(casual=False)])
    ratings = rig.server.lobby.new_games.ratings
    rig.server.lobby.new_games.ratings = replace(ratings, pools="off")
    assert await rig.round() == []
    rig.server.lobby.new_games.ratings = ratings
    (game,) = await rig.round(after_ms=1_000)
    assert sorted(game.split("-")) == ["one", "other"]
    room = rig.server.registry.room(rig.last_game)
    assert room is not None
    assert room.game_setup.setup.rated


@pytest.mark.parametrize(
    ("other", "one_address", "rated"),
    [("192.0.2.7", False, False), ("192.0.2.7", True, True), ("192.0.2.8", False, True)],
)
async def test_bots_of_one_address_play_unrated(
    rig: PoolRig, *, other: str, one_address: bool, rated: bool
) -> None:
    new_games = rig.server.lobby.new_games
    new_games.ratings = replace(new_games.ratings, one_address=one_address)
    await rig.join("one", OTHELLO, address="192.0.2.7")
    await rig.join("other", OTHELLO, address=other)
    assert len(await rig.round()) == 1
    room = rig.server.registry.room(rig.last_game)
    assert room is not None
    assert room.game_setup.setup.rated is rated


async def test_bots_whose_owner_has_one_that_did_not_come_are_chosen_last(rig: PoolRig) -> None:
    eve = await rig.store.accounts.create_guest("Eve")
    for number in range(4):
        await rig.join(f"bot{number}", OTHELLO, owner=eve.account)
    await rig.join("one", OTHELLO)
    await rig.round()
    await rig.sit(rig.last_game, "one")
    await rig.round(after_ms=START_MS)
    room_actor = rig.server.registry.in_memory(rig.last_game)
    assert room_actor is not None
    await room_actor.wait_until_idle()
    await rig.join("other", OTHELLO)
    assert sorted((await rig.round())[0].split("-")) == ["one", "other"]


async def test_bots_of_a_game_that_is_not_created_are_paired_again_in_the_same_round(
    rig: PoolRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_games = rig.server.lobby.new_games
    create = new_games.create

    async def refuse_bad(request: p.NewGame, *args: Any, **kwargs: Any) -> Any:
        if any(seat.name == "bad" for seat in request.seats):
            raise NewGameRefused("bot_busy", "bad is busy.")
        return await create(request, *args, **kwargs)

    monkeypatch.setattr(new_games, "create", refuse_bad)
    await rig.join("bad", OTHELLO)
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    (game,) = await rig.round()
    assert sorted(game.split("-")) == ["one", "other"]


async def test_games_that_are_not_created_fill_no_log(
    rig: PoolRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NewGameRefused("bot_busy", "It is busy.")

    monkeypatch.setattr(rig.server.lobby.new_games, "create", refuse)
    for number in range(6):
        await rig.join(f"bot{number}", OTHELLO)
    with capture_logs() as lines:
        await rig.round()
    assert [line["event"] for line in lines].count("pool game not created") == 1


async def test_pause_does_not_end_by_leaving_the_pool(rig: PoolRig) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("bad", OTHELLO)
    await rig.round()
    room_actor = rig.server.registry.in_memory(rig.last_game)
    bad = rig.watchers["bad"].actor
    assert room_actor is not None
    assert bad is not None
    rig.leave("bad")
    await rig.round()
    room_actor.post(ServerCommand(DeclineInvitation(bad.account, "later")))
    await room_actor.wait_until_idle()
    rig.leave("one")
    await rig.join("bad", OTHELLO)
    await rig.join("other", OTHELLO)
    assert await rig.round(after_ms=PAUSE_MS - 1) == []
    assert len(await rig.round(after_ms=1)) == 1


async def test_either_bot_may_decline(rig: PoolRig) -> None:
    await rig.join("one", OTHELLO)
    await rig.join("other", OTHELLO)
    await rig.round()
    for name in ("one", "other"):
        frames = rig.watchers[name].send_queue
        _, invited = [p.decode_lobby_out(await frames.get()) for _ in range(2)]
        assert isinstance(invited, p.Invited)
        assert invited.deadline is not None
