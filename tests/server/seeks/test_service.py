"""Quick pairing on a server: what the sockets are told, and what happens when somebody does not
come."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.inbox import ClientCommand, ServerCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.lobby.ports import Rating
from zeitnot_server.lobby.seeks import MAX_PER_ADDRESS
from zeitnot_server.nodes.remote import RemoteState
from zeitnot_server.nodes.state import PostedPaired, PostedSeek
from zeitnot_server.rooms.commands import DeclineInvitation
from zeitnot_server.rooms.room import Actor, Phase, Room
from zeitnot_server.seeks.pairing import Provisional
from zeitnot_server.seeks.service import COME_MS, MANY, PAUSE_MS
from zeitnot_server.store import ReadFailed
from zeitnot_server.store.sqlite.store import SqliteStore

from ..hosted import Person
from ..test_expiry import store

__all__ = ["store"]

BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
RAPID = p.Control(kind="fischer", base_ms=600_000, increment_ms=5_000)


class Seeking:
    """A person's socket in the lobby."""

    def __init__(self, server: GameServer, actor: Actor | None) -> None:
        self.server, self.actor = server, actor
        self.queue = SendQueue(lambda: None)

    def seek(self, id: str = "s", address: str = "", **fields: object) -> str | None:
        """Sends a seek; returns the code of the refusal."""
        terms: dict[str, object] = {"game_type": "othello", "control": BLITZ, **fields}
        seek = p.Seek(id=id, **terms)  # type: ignore[arg-type]
        error = self.server.seeks.begin(seek, self.actor, self.queue, address)
        return error.code if error else None

    def end(self, id: str = "s") -> None:
        account = self.actor.account if self.actor else None
        self.server.lobby.service.seeks.end(account, self.queue, id)

    def leave(self) -> None:
        account = self.actor.account if self.actor else None
        self.server.lobby.service.seeks.leave(account, self.queue)

    async def told(self) -> list[p.LobbyOut]:
        """What the socket has been sent since the last call."""
        frames = list[str]()
        while not self.queue.empty:
            frames.append(await self.queue.get())
        return [p.decode_lobby_out(frame) for frame in frames]


class Rig:
    """A server without sockets, whose clock the test sets."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.now_ms = 0
        clock = AdjustedClock(1, lambda: self.now_ms * 1_000_000, lambda: self.now_ms * 1_000_000)
        self.server = GameServer(store, clock, NullFeed())

    async def person(self, name: str) -> Seeking:
        created = await self.store.accounts.create_guest(name)
        return Seeking(self.server, Actor(created.account, name))

    async def round(self, after_ms: int = 0) -> None:
        self.now_ms += after_ms
        await self.server.seeks.round()

    async def paired(self, *people: Seeking) -> list[p.Paired]:
        """The messages `paired` of these people after a round."""
        await self.round()
        return [each for one in people for each in await one.told() if isinstance(each, p.Paired)]

    def room(self, game: str) -> Room:
        room = self.server.registry.room(game)
        assert room is not None
        return room

    async def sit(self, game: str, *people: Seeking) -> None:
        room_actor = self.server.registry.in_memory(game)
        assert room_actor is not None
        for one in people:
            person = Person(one.actor.name if one.actor else "")
            person.viewer.actor = one.actor
            room_actor.post(Subscribe(person.viewer, 0))
            for command in (p.Sit(game=game, id="sit"), p.Ready(game=game, id="ready", salt="s")):
                room_actor.post(ClientCommand(person.viewer, command, self.now_ms))
        await room_actor.wait_until_idle()

    async def lapse(self, game: str, account: str) -> None:
        """The time to answer is over for this account."""
        room_actor = self.server.registry.in_memory(game)
        assert room_actor is not None
        room_actor.post(ServerCommand(DeclineInvitation(account)))
        await room_actor.wait_until_idle()


@pytest.fixture
async def rig(store: SqliteStore) -> AsyncIterator[Rig]:
    made = Rig(store)
    yield made
    await made.server.close()


async def test_two_people_on_the_same_terms_get_a_game(rig: Rig) -> None:
    ann, bob, cyd = [await rig.person(name) for name in ("Ann", "Bob", "Cyd")]
    assert ann.seek() is None
    rig.now_ms += 1
    assert cyd.seek(control=RAPID) is None
    await rig.round()
    assert await ann.told() == [p.Seeking(id="s", since=0, others=0, reach=100)]
    rows = rig.server.lobby.service.seeks.rows()
    assert [(row.game_type, row.control, row.people) for row in rows] == [
        ("othello", BLITZ, 1),
        ("othello", RAPID, 1),
    ]
    assert "Ann" not in p.encode(list(rows)), "nobody is named"
    bob.seek("b")
    first, second = await rig.paired(ann, bob)
    assert (first.id, second.id) == ("s", "b")
    assert first.game == second.game
    assert {first.seat, second.seat} == {0, 1}
    room = rig.room(first.game)
    reserved = [seat.invited and seat.invited.name for seat in room.seats]
    assert reserved == (["Ann", "Bob"] if first.seat == 0 else ["Bob", "Ann"])
    assert room.private
    assert len(rig.server.lobby.service.seeks.all()) == 1
    await rig.sit(first.game, ann, bob)
    assert rig.room(first.game).phase is Phase.RUNNING


async def test_a_seek_ends_with_its_socket_and_can_be_cancelled_and_replaced(rig: Rig) -> None:
    ann, bob = await rig.person("Ann"), await rig.person("Bob")
    ann.seek()
    ann.end()
    assert await ann.told() == [p.SeekEnded(id="s", reason="cancelled")]
    ann.seek("2")
    other = Seeking(rig.server, ann.actor)
    other.seek("3")
    assert await ann.told() == [p.SeekEnded(id="2", reason="replaced")]
    ann.leave()
    assert len(rig.server.lobby.service.seeks.all()) == 1, "the other socket has the seek now"
    other.leave()
    bob.seek()
    assert await rig.paired(bob) == []
    assert rig.server.lobby.service.seeks.rows()[0].people == 1


async def test_a_seek_that_its_socket_sends_again_goes_on(rig: Rig) -> None:
    """A page sends its first messages again when it has heard nothing for a while."""
    ann = await rig.person("Ann")
    ann.seek()
    await rig.round()
    state = p.Seeking(id="s", since=0, others=0, reach=100)
    assert await ann.told() == [state]
    rig.server.lobby.service.seeks.has_changed.clear()
    rig.now_ms += 1_000
    assert ann.seek() is None
    assert rig.server.lobby.service.seeks.has_changed.is_set()
    await rig.round()
    assert await ann.told() == [state], "it has not ended, and has waited since its first time"
    ann.seek(seat=0)
    await rig.round()
    assert await ann.told() == [
        p.SeekEnded(id="s", reason="cancelled"),
        p.Seeking(id="s", since=1_000, others=0, reach=100),
    ]


async def test_who_asks_for_the_same_seat_is_told(rig: Rig) -> None:
    ann, bob, cyd = [await rig.person(name) for name in ("Ann", "Bob", "Cyd")]
    ann.seek(seat=0)
    bob.seek(seat=0)
    await rig.round()
    assert await ann.told() == [p.Seeking(id="s", since=0, others=1, same_seat=True, reach=100)]
    cyd.seek()
    pair = await rig.paired(ann, bob, cyd)
    assert sorted(each.seat for each in pair) == [0, 1]
    assert len(pair) == 2


async def test_who_does_not_come_pauses_and_the_other_keeps_the_place(rig: Rig) -> None:
    ann, bob, cyd, dan = [await rig.person(name) for name in ("Ann", "Bob", "Cyd", "Dan")]
    ann.seek()
    await rig.round()
    rig.now_ms += 5_000
    bob.seek()
    game = (await rig.paired(ann, bob))[0].game
    await rig.sit(game, ann)
    rig.now_ms += COME_MS
    assert bob.actor is not None
    await rig.lapse(game, bob.actor.account)
    assert rig.room(game).has_declined
    assert bob.seek() == "not_ready"
    cyd.seek()
    rig.now_ms += 1
    ann.seek()
    await rig.round()
    assert any(isinstance(each, p.Paired) for each in await cyd.told())
    rig.now_ms += PAUSE_MS
    assert bob.seek() is None
    assert dan.seek() is None


async def test_who_has_gone_meanwhile_declines(rig: Rig) -> None:
    """The seek ends while the game is created, or on another node."""
    ann, bob = await rig.person("Ann"), await rig.person("Bob")
    assert ann.actor is not None
    assert bob.actor is not None
    ann.seek()
    bob.seek()
    pair = rig.server.lobby.new_games.pair

    async def leaves(request: p.NewGame, players: list[Actor]) -> object:
        bob.leave()
        return await pair(request, players)

    rig.server.lobby.new_games.pair = leaves  # type: ignore[assignment,method-assign]
    (paired,) = await rig.paired(ann, bob)
    room_actor = rig.server.registry.in_memory(paired.game)
    assert room_actor is not None
    await room_actor.wait_until_idle()
    assert rig.room(paired.game).has_declined
    assert bob.seek() is None, "declining is no absence"


async def test_a_block_counts_from_the_next_round_on(rig: Rig) -> None:
    ann, bob = await rig.person("Ann"), await rig.person("Bob")
    assert ann.actor is not None
    assert bob.actor is not None
    ann.seek()
    assert await rig.paired(ann) == []
    await rig.server.blocks.block(ann.actor.account, bob.actor.account)
    bob.seek()
    assert await rig.paired(ann, bob) == []
    await rig.server.blocks.unblock(ann.actor.account, bob.actor.account)
    assert len(await rig.paired(ann, bob)) == 2


async def test_ratings_and_people_to_avoid_are_asked_for(rig: Rig) -> None:
    ann, bob, cyd = [await rig.person(name) for name in ("Ann", "Bob", "Cyd")]
    names = {one.actor.account: one.actor.name for one in (ann, bob, cyd) if one.actor}

    async def rating_of(account: str, game_type: str, control: p.Control) -> Rating | None:
        return {"Ann": Provisional(1500, 50), "Bob": Provisional(1800, 50)}.get(names[account])

    def blocked_by(account: str) -> list[str]:
        return [each for each, name in names.items() if name == "Ann" and names[account] == "Cyd"]

    ports = rig.server.lobby.ports
    ports.rating_of, ports.blocked_by = rating_of, blocked_by
    ann.seek()
    bob.seek()
    assert await rig.paired(ann, bob) == []
    await rig.round(after_ms=14_000)
    assert await ann.told() == [p.Seeking(id="s", since=0, others=1, reach=200)]
    cyd.seek()
    pair = await rig.paired(ann, bob, cyd)
    assert len({each.game for each in pair}) == 1
    names_of_pair = [seat.invited.name for seat in rig.room(pair[0].game).seats if seat.invited]
    assert set(names_of_pair) == {"Bob", "Cyd"}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game_type": "chess960x"}, "bad_settings"),
        ({"control": p.Control(kind="correspondence", days=3)}, "bad_control"),
        ({"control": p.Control(kind="unlimited")}, "bad_control"),
        ({"settings": {"no": 1}}, "bad_settings"),
        ({"game_type": "whist", "settings": {"seats": 4}}, "bad_seats"),
    ],
)
async def test_bad_seeks(rig: Rig, fields: dict[str, object], code: str) -> None:
    ann = await rig.person("Ann")
    assert ann.seek(**fields) == code
    assert rig.server.lobby.service.seeks.all() == []


async def test_bots_and_clients_without_an_account_cannot_seek(rig: Rig) -> None:
    assert Seeking(rig.server, None).seek() == "not_signed_in"
    assert Seeking(rig.server, Actor("bot", "Bot", bot=True)).seek() == "people_only"


async def test_nobody_is_paired_while_the_disk_is_low(rig: Rig) -> None:
    ann, bob = await rig.person("Ann"), await rig.person("Bob")
    ann.seek()
    rig.server.disk.low = True
    assert bob.seek() == "disk_low"
    rig.server.disk.low = False
    bob.seek()
    rig.server.disk.low = True
    assert await rig.paired(ann, bob) == []
    rig.server.disk.low = False
    assert len(await rig.paired(ann, bob)) == 2


async def test_a_database_that_cannot_be_read_pairs_nobody(rig: Rig) -> None:
    ann, bob = await rig.person("Ann"), await rig.person("Bob")
    ann.seek()
    bob.seek()
    is_leader = rig.server.store.nodes.is_leader

    async def fails() -> bool:
        raise ReadFailed("broken")

    rig.server.store.nodes.is_leader = fails  # type: ignore[method-assign]
    await rig.round()
    assert [each.others for each in await ann.told() if isinstance(each, p.Seeking)] == [1]
    rig.server.store.nodes.is_leader = is_leader  # type: ignore[method-assign]
    assert len(await rig.paired(ann, bob)) == 2


async def test_many_people_are_paired_once_a_second(rig: Rig) -> None:
    """A round with many people takes a while, and seeks begin and end all the time."""
    for number in range(MANY):
        person = Seeking(rig.server, Actor(f"p{number}", "Ann"))
        assert person.seek(seat=0) is None
    rounds = 0

    async def counted() -> None:
        nonlocal rounds
        rounds += 1

    rig.server.seeks.round = counted  # type: ignore[method-assign]
    task = asyncio.create_task(rig.server.seeks.run())
    for _ in range(8):
        rig.server.lobby.service.seeks.has_changed.set()
        await asyncio.sleep(0.05)
    task.cancel()
    assert rounds == 1


async def test_seeks_of_an_address_are_bounded(rig: Rig) -> None:
    for number in range(MAX_PER_ADDRESS):
        person = Seeking(rig.server, Actor(f"p{number}", "Ann"))
        assert person.seek(address="10.0.0.1", seat=0) is None
    last = Seeking(rig.server, Actor("last", "Ann"))
    assert last.seek(address="10.0.0.1") == "too_many_seeks"
    assert last.seek(address="10.0.0.2") is None


# ── several nodes ────────────────────────────────────────────────────────────────────────────────


async def test_people_of_other_nodes_are_paired_by_the_leader(rig: Rig) -> None:
    ann, bob = await rig.person("Ann"), await rig.person("Bob")
    assert bob.actor is not None
    ann.seek()
    seeks = rig.server.lobby.service.seeks
    (own,) = seeks.posted()
    away = PostedSeek("two-1f", bob.actor.account, "Bob", "othello", own.terms, 0)
    rig.server.lobby.service.apply_remote_state(RemoteState(seeks=(away,)))
    assert seeks.rows()[0].people == 2
    (paired,) = await rig.paired(ann)
    (posted,) = seeks.posted_paired()
    assert posted == PostedPaired("two-1f", bob.actor.account, paired.game, 1 - paired.seat)
    await rig.round()
    assert len(list(rig.server.registry)) == 1, "the other node has not read it yet"


async def test_a_node_tells_its_sockets_what_the_leader_has_paired(rig: Rig) -> None:
    ann = await rig.person("Ann")
    ann.seek()
    service = rig.server.lobby.service
    (own,) = service.seeks.posted()
    done = PostedPaired(own.number, own.account, "abcd1234", 1)
    service.apply_remote_state(RemoteState(paired=frozenset({done})))
    assert await ann.told() == [p.Paired(id="s", game="abcd1234", seat=1)]
    assert service.seeks.all() == []
    late = PostedPaired(own.number, own.account, "wxyz1234", 1)
    service.apply_remote_state(RemoteState(paired=frozenset({done, late})))
    assert [each.game for each in service.answers.posted()] == ["wxyz1234"], "it is declined"
