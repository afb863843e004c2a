"""How many games bots and people have with one another: counted, refused in words, and ended when
nobody begins them."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.play.bot_games import CLAIM_MS, BotGames, Bounds
from zeitnot_server.play.native import rules_for
from zeitnot_server.play.now import AdjustedClock
from zeitnot_server.play.registry import Registry, fresh
from zeitnot_server.play.terms import Joined
from zeitnot_server.play.unbegun import UNBEGUN_MS, expire_unbegun
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Phase, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Store

from ..security.local import running
from .kit import Server, Wire, new_game, wire
from .test_room_actor import Person

ANN, BOB = Actor("a", "Ann"), Actor("b", "Bob")
DEEP, FREE = Actor("d", "Deep", bot=True), Actor("f", "Free", bot=True)
CLOCK = p.Control(kind="sudden_death", base_ms=60_000)
SLOW = p.Control(kind="unlimited")


class Count:
    """Counts games with Deep, who takes `most`, and Free, who has no bound."""

    def __init__(self, most: int = 100, **bounds: int) -> None:
        self.now_ms = 0
        self.online = [
            p.BotView(name="Deep", plays=["othello"], most_games=most),
            p.BotView(name="Free", plays=["othello"]),
        ]
        self.games = BotGames(Bounds(**bounds), lambda: self.now_ms, lambda: self.online)
        self._made = 0

    def make(
        self,
        maker: Actor = ANN,
        *bots: str,
        control: p.Control = CLOCK,
        address: str | None = None,
    ) -> str | None:
        """The code of the refusal, if it is one; the game is named by its number."""
        self._made += 1
        name = f"game{self._made}"
        refusal = self.games.claim(name, bots or ("Deep",), maker, control, address)
        return refusal.code if refusal else None


def room(game: str, *players: Actor, control: p.Control = CLOCK, age_ms: int = 0) -> Room:
    """A room in which seats are kept for these."""
    rules = rules_for("tictactoe", {})
    kept = tuple(Invitation(one.account, one.name, one.bot) for one in players)
    seed = bytes(32)
    return Room.new(GameSetup(game, rules, rules.settings, control, seed, NOW_MS - age_ms, kept))


NOW_MS = 1_700_000_000_000


# ── counting ───────────────────────────────────────────────────────────────────────────────────


def test_a_bot_has_as_many_games_as_it_takes() -> None:
    count = Count(most=2)
    assert [count.make(maker) for maker in (ANN, BOB, ANN)] == [None, None, "bot_busy"]
    assert count.games.shown(count.online[0]).busy
    assert not count.games.shown(count.online[1]).busy
    count.games.ended("game1")
    assert not count.games.shown(count.online[0]).busy
    assert count.make() is None


def test_who_has_many_leaves_room_for_others() -> None:
    count = Count(per_account=2)
    assert [count.make() for _ in range(3)] == [None, None, "too_many_games"]
    assert count.make(BOB) is None
    count.games.ended("game2")
    assert count.make() is None


def test_guests_by_the_dozen_are_counted_by_their_address() -> None:
    count = Count(per_account=2, per_address=5)
    guests = [Actor(f"guest{n}", "Guest") for n in range(4)]
    made = [count.make(guest, address="192.0.2.1") for guest in guests for _ in range(2)]
    assert made == [None] * 5 + ["too_many_games"] * 3
    assert count.make(guests[3], address="192.0.2.2") is None
    assert count.make(guests[3]) is None  # from this machine


def test_where_nothing_is_pressing_four_games_count_as_one() -> None:
    count = Count(per_account=4)
    days = p.Control(kind="correspondence", days=3)
    assert [count.make(control=c) for c in (SLOW, SLOW, days, days)] == [None] * 4
    assert [count.make() for _ in range(4)] == [None] * 3 + ["too_many_games"]


def test_lasting_games_are_a_quarter_of_what_one_may_have_with_all_bots() -> None:
    count = Count()
    bots = ["Deep", "Deeper"]
    count.online.append(p.BotView(name="Deeper", plays=["othello"], most_games=100))
    words = (
        "You have as many slow games with bots (by days, without a clock, or with hours for a turn)"
        " as one may have at a time (8): end one first, or choose a faster clock."
    )
    made = [count.make(ANN, bots[n % 2], control=SLOW) for n in range(9)]
    assert made == [None] * 8 + ["too_many_games"]
    refusal = count.games.claim("more", ["Deep"], ANN, SLOW)
    assert refusal is not None
    assert refusal.message == words
    assert count.make(BOB, control=SLOW) is None
    count.games.ended("game1")
    assert count.make(control=SLOW) is None
    assert [count.make() for _ in range(6)] == [None] * 6


def test_lasting_games_of_guests_by_the_dozen_are_counted_by_their_address() -> None:
    count = Count(most=1000)
    guests = [Actor(f"guest{n}", "Guest") for n in range(20)]
    made = [count.make(guest, control=SLOW, address="192.0.2.1") for guest in guests * 2]
    assert made == [None] * 32 + ["too_many_games"] * 8
    assert count.make(guests[0], address="192.0.2.1") is None
    assert count.make(guests[0], control=SLOW, address="192.0.2.2") is None


def test_no_address_takes_all_that_a_bot_has_for_lasting_games() -> None:
    """Of eight places the first gets half, the next half of what is left, and so on."""
    count = Count(most=4)
    guests = [Actor(f"guest{n}", "Guest") for n in range(20)]
    for address, places in (("192.0.2.1", 4), ("192.0.2.2", 2), ("192.0.2.3", 1)):
        made = [count.make(guest, control=SLOW, address=address) for guest in guests]
        assert made == [None] * places + ["bot_busy"] * (20 - places)
    assert count.make(guests[0], address="192.0.2.2") is None
    assert count.make(guests[0], control=SLOW, address="192.0.2.4") is None
    assert count.make(guests[0], control=SLOW, address="192.0.2.5") == "bot_busy"
    small = Count(most=1)
    made = [small.make(guest, control=SLOW, address="192.0.2.1") for guest in guests]
    assert made == [None] + ["bot_busy"] * 19
    assert small.make(control=SLOW, address="192.0.2.2") is None


def test_no_address_takes_all_of_a_bot() -> None:
    """The last places are for those who have none."""
    count = Count(most=64, per_account=1000, per_address=1000)
    guests = [Actor(f"guest{n}", "Guest") for n in range(64)]
    for place, had in enumerate((16, 12, 9, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1)):
        made = [count.make(guest, address=f"192.0.2.{place}") for guest in guests]
        assert made == [None] * had + ["bot_busy"] * (64 - had)
    assert count.make(ANN) == "bot_busy"
    count.games.ended("game1")
    assert count.make(guests[0], address="192.0.2.1") == "bot_busy"
    assert count.make(ANN, address="192.0.2.99") is None
    assert [count.make(ANN, "Free", address="192.0.2.99") for _ in range(9)] == [None] * 9


def test_networks_of_one_ipv6_line_count_as_one() -> None:
    count = Count(most=64, per_address=1000)
    guests = [Actor(f"guest{n}", "Guest") for n in range(64)]
    made = [count.make(guest, address=f"2001:db8:77:{n:x}::") for n, guest in enumerate(guests)]
    assert made == [None] * 16 + ["bot_busy"] * 48
    assert count.make(ANN, address="2001:db8:78::") is None


def test_this_machine_has_no_share() -> None:
    count = Count(most=3)
    assert [count.make() for _ in range(4)] == [None] * 3 + ["bot_busy"]


def test_a_share_counts_what_was_there_before_the_start() -> None:
    count = Count(most=4)
    for n in range(2):
        count.games.know(f"old{n}", ["Deep"], f"guest{n}", CLOCK, "192.0.2.1")
    assert count.make(address="192.0.2.1") == "bot_busy"
    assert count.make(address="192.0.2.2") is None


def test_clocks_that_last_for_years_count_as_no_clock() -> None:
    count = Count()
    years = p.Control(kind="sudden_death", base_ms=10**12)
    assert [count.make(control=years) for _ in range(9)] == [None] * 8 + ["too_many_games"]
    assert count.make() is None


def test_where_no_address_is_known_an_account_stands_for_it() -> None:
    count = Count(most=4)
    made = [count.make(ANN, control=SLOW) for _ in range(5)]
    assert made == [None] * 4 + ["bot_busy"]
    assert count.make(BOB, control=SLOW) is None


def test_a_game_of_before_the_start_counts_for_the_address_of_who_made_it() -> None:
    count = Count(most=100, per_address=2)
    for n in range(2):
        count.games.know(f"old{n}", ["Deep"], f"guest{n}", CLOCK, "192.0.2.1")
    assert count.make(address="192.0.2.1") == "too_many_games"
    assert count.make(address="192.0.2.2") is None


def test_games_that_may_last_for_years_never_take_all_of_a_bot() -> None:
    count = Count(most=4)
    guests = [Actor(f"guest{n}", "Guest") for n in range(20)]
    years = p.Control(kind="correspondence", days=366)
    made = [count.make(guest, control=years) for guest in guests]
    assert made == [None] * 8 + ["bot_busy"] * 12
    assert not count.games.shown(count.online[0]).busy
    assert [count.make(BOB), count.make(ANN)] == [None, None]
    assert count.make(BOB) == "bot_busy"
    count.games.ended("game1")
    assert count.make(BOB, control=SLOW) is None


def test_games_of_bots_without_a_bound_do_not_count() -> None:
    """The operator's own bots, playing one another or with anybody."""
    count = Count(per_account=1)
    assert [count.make(ANN, "Free", "Marvin") for _ in range(50)] == [None] * 50
    assert [count.make(FREE, "Free") for _ in range(50)] == [None] * 50
    assert count.make() is None
    assert count.make() == "too_many_games"
    assert count.make(ANN, "Free") is None


def test_a_refusal_counts_nothing() -> None:
    count = Count(most=1)
    count.make()
    assert [count.make() for _ in range(20)] == ["bot_busy"] * 20
    count.games.ended("game1")
    assert count.make() is None


def test_a_game_that_could_not_be_made_counts_for_a_few_seconds() -> None:
    count = Count(most=1)
    count.make()
    count.now_ms = CLAIM_MS
    assert count.make() == "bot_busy"
    count.now_ms = CLAIM_MS + 1
    assert count.make() is None
    count.games.created(room("game3", ANN, DEEP))
    count.now_ms = 10 * CLAIM_MS
    assert count.make() == "bot_busy"


def test_a_game_that_nobody_claimed_is_counted_for_the_person_in_it() -> None:
    count = Count(per_account=1)
    count.games.created(room("old", DEEP, ANN))
    count.games.know("older", ["Deep"], BOB.account, CLOCK)
    assert count.make(ANN) == count.make(BOB) == "too_many_games"
    assert count.make(Actor("c", "Cyd")) is None


def test_a_rematch_after_the_start_counts_for_the_address_too() -> None:
    """It comes over a socket of the room, with no other wish before it."""
    count = Count(most=100, per_address=2)
    count.games.know("old", ["Deep"], ANN.account, CLOCK, "192.0.2.1")
    count.games.created(room("rematch", ANN, DEEP))
    assert count.make(BOB, address="192.0.2.1") == "too_many_games"


def test_games_from_one_address_have_a_tag_in_common() -> None:
    count, other = Count(), Count()
    for one in (count, other):
        one.make(ANN, address="192.0.2.1")
        one.make(BOB, address="192.0.2.1")
        one.make(BOB, address="192.0.2.2")
        one.make(ANN)
    first, second, third, fourth = (count.games.source(f"game{n}") for n in range(1, 5))
    assert first is not None
    assert re.fullmatch("[0-9a-f]{8}", first)
    assert first == second
    assert len({first, third, fourth}) == 3
    assert other.games.source("game1") != first, "another one each time the server starts"
    assert count.games.source("unknown") is None


# ── over the wire ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots of its own."""
    running = Server(tmp_path_factory.mktemp("bot_games"), "--no-bots")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


@asynccontextmanager
async def deep(server: Server, name: str, most: int, token: str = "") -> AsyncIterator[Wire]:
    """A bot in the lobby that takes so many games."""
    if not token:
        _, made, _ = server.http("POST", "/api/v1/bots", {"name": name})
        token = str(made["token"])
    async with wire(server, "/ws/lobby", token) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=most)
        while not await shows(lobby, name):
            pass
        yield lobby


async def shows(lobby: Wire, name: str, **fields: Any) -> bool:
    """Whether the next picture of the lobby shows the bot so."""
    bots = (await lobby.until("lobby"))["bots"]
    return any(b["name"] == name and fields.items() <= b.items() for b in bots)


def against(name: str, **fields: Any) -> dict[str, Any]:
    """The body of a wish for a game."""
    return {
        "game_type": "tictactoe",
        "control": {"kind": "sudden_death", "base_ms": 60_000},
        "seats": [{"kind": "me"}, {"kind": "bot", "name": name}],
        **fields,
    }


def refused(server: Server, token: str, body: dict[str, Any]) -> tuple[int, str, str]:
    status, problem, _ = server.http("POST", "/api/v1/games", body, token)
    return status, problem["code"], problem["detail"]


async def test_a_busy_bot_says_so_and_comes_back(lan: Server) -> None:
    ann, bob = lan.person(), lan.person()
    async with deep(lan, "Busy", 1) as lobby:
        game = new_game(lan, ann, **against("Busy"))
        while not await shows(lobby, "Busy", busy=True, most_games=1):
            pass
        words = "Busy is playing as many games as it may (1). Try again in a minute."
        assert refused(lan, bob, against("Busy")) == (422, "bot_busy", words)
        async with wire(lan, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            await room.until("ack", id=await room.send("sit"))
            await room.until("ack", id=await room.send("abort"))
        while await shows(lobby, "Busy", busy=True):
            pass
        new_game(lan, bob, **against("Busy"))


async def test_nobody_fills_a_bot_alone(lan: Server) -> None:
    ann, bob = lan.person(), lan.person()
    async with deep(lan, "Wide", 100):
        for _ in range(8):
            new_game(lan, ann, **against("Wide"))
        status, code, words = refused(lan, ann, against("Wide"))
        assert (status, code) == (429, "too_many_games")
        assert words.startswith("You have 8 games with bots, which is as many")
        new_game(lan, bob, **against("Wide"))
        new_game(lan, ann)  # against a person


async def test_a_rematch_too_many_is_refused_and_changes_nothing(lan: Server) -> None:
    ann, bob = lan.person(), lan.person()
    _, made, _ = lan.http("POST", "/api/v1/bots", {"name": "Twice"})
    async with deep(lan, "Twice", 1, made["token"]):
        game = new_game(lan, ann, **against("Twice"))
        path = f"/ws/games/{game}"
        async with wire(lan, path, ann) as one, wire(lan, path, made["token"]) as two:
            for seat in (one, two):
                await seat.send("hello")
                await seat.until("ack", id=await seat.send("sit"))
            for seat in (one, two):
                await seat.send("ready", salt="s")
            await one.until("started")
            await one.until("ack", id=await one.send("resign"))
            other = new_game(lan, bob, **against("Twice"))
            error = await one.until("error", id=await one.send("rematch"))
            assert error["code"] == "bot_busy"
            async with wire(lan, f"/ws/games/{other}", bob) as third:
                await third.send("hello")
                await third.until("ack", id=await third.send("sit"))
                await third.until("ack", id=await third.send("abort"))
            await one.until("ack", id=await one.send("rematch"))
            await two.send("rematch")
            assert (await one.until("rematch", seat=1))["next"]
            rematches = [m for m in one.seen if m["type"] == "rematch"]
            assert len(rematches) == 2
        assert refused(lan, bob, against("Twice"))[1] == "bot_busy"


async def test_what_a_bot_has_to_play_counts_after_a_restart(lan: Server) -> None:
    ann, bob = lan.person(), lan.person()
    _, made, _ = lan.http("POST", "/api/v1/bots", {"name": "Again"})
    async with deep(lan, "Again", 1, made["token"]):
        new_game(lan, ann, **against("Again"))
    lan.kill_server()
    async with deep(lan, "Again", 1, made["token"]) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=1)
        while not await shows(lobby, "Again", busy=True):
            await lobby.send("watch", plays=["tictactoe"], most_games=1)
        assert refused(lan, bob, against("Again"))[1] == "bot_busy"


async def test_an_address_is_not_forgotten_by_a_restart(lan: Server) -> None:
    """Thirty-two lasting games of four guests at one address, which then find nobody counting."""
    there, elsewhere = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
    _, made, _ = lan.http("POST", "/api/v1/bots", {"name": "Patient"})
    body = against("Patient", control={"kind": "correspondence", "days": 366})

    def make(guest: str, at: dict[str, str]) -> str:
        status, told, _ = lan.http("POST", "/api/v1/games", body, guest, at)
        return "" if status == 201 else str(told["code"])

    guests = [lan.person(there) for _ in range(5)]
    async with deep(lan, "Patient", 200, made["token"]):
        assert [make(guest, there) for guest in guests[:4] for _ in range(8)] == [""] * 32
        assert make(guests[4], there) == "too_many_games"
    lan.kill_server()
    async with deep(lan, "Patient", 200, made["token"]):
        assert make(guests[4], there) == "too_many_games"
        assert make(lan.person(elsewhere), elsewhere) == ""


# ── games that nobody begins ───────────────────────────────────────────────────────────────────


class Rooms:
    """Rooms on a store of their own, and the games of bots in them."""

    def __init__(self, store: Store) -> None:
        self.clock = AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000)
        self.store = store
        self.registry = Registry(store, self.clock, NullFeed())
        self.count = Count()

    async def add(self, age_ms: int, *players: Actor) -> str:
        """A room of this age that is open."""
        made = room(fresh().game, *players, age_ms=age_ms)
        await self.store.commit(Commit(made, created=(made,)))
        self.count.games.created(made)
        return made.id

    async def join(self, game: str, who: Actor) -> None:
        """Somebody looks at it."""
        room_actor = await self.registry.get(game)
        assert room_actor is not None
        person = Person(who.account)
        person.viewer.actor = who
        room_actor.post(Joined(person.viewer, 0))
        await person.until("presence")

    async def expire(self) -> None:
        """Looks once, and waits until the rooms have heard of it."""
        await expire_unbegun(self.store, self.registry, self.clock, self.count.games)
        while not all(h._queue.empty() for h in self.registry):  # noqa: ASYNC110  no event
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        await self.store.ping()

    async def phase(self, game: str) -> Phase:
        loaded = await self.store.load(game)
        assert loaded is not None
        return loaded.room.phase


@pytest.fixture
async def rooms(tmp_path: Path) -> AsyncIterator[Rooms]:
    store = await Store.open(tmp_path / "zeitnot.db", rules_for)
    made = Rooms(store)
    yield made
    await made.registry.close()
    await store.close()


async def test_a_game_in_which_only_the_bot_waits_ends(rooms: Rooms) -> None:
    old = await rooms.add(UNBEGUN_MS + 1, ANN, DEEP)
    gone = await rooms.add(UNBEGUN_MS + 1, BOB, DEEP)
    young = await rooms.add(UNBEGUN_MS - 1, ANN, DEEP)
    people = await rooms.add(UNBEGUN_MS + 1, ANN, BOB)
    unbound = await rooms.add(UNBEGUN_MS + 1, ANN, FREE)
    await rooms.join(old, DEEP)
    await rooms.expire()
    phases = [await rooms.phase(game) for game in (old, gone, young, people, unbound)]
    assert phases == [Phase.FINISHED, Phase.FINISHED, Phase.OPEN, Phase.OPEN, Phase.OPEN]


async def test_who_looks_keeps_the_game_open(rooms: Rooms) -> None:
    game = await rooms.add(2 * UNBEGUN_MS, ANN, DEEP)
    await rooms.join(game, DEEP)
    await rooms.join(game, ANN)
    await rooms.expire()
    assert await rooms.phase(game) is Phase.OPEN


async def test_a_game_that_nobody_can_load_does_not_keep_others_open(rooms: Rooms) -> None:
    bad = await rooms.add(UNBEGUN_MS + 2, ANN, DEEP)
    good = await rooms.add(UNBEGUN_MS + 1, BOB, DEEP)
    await rooms.store.write(
        lambda c: c.execute("UPDATE game SET game_type = 'lost' WHERE id = ?", (bad,))
    )
    await rooms.expire()
    assert await rooms.phase(good) is Phase.FINISHED


async def test_the_store_knows_what_bots_have_to_play(rooms: Rooms) -> None:
    game = await rooms.add(0, DEEP, ANN)
    await rooms.add(0, BOB, ANN)
    (found,) = await rooms.store.games_of_bots()
    assert found == (game, ("Deep",), "a", CLOCK, None)


async def test_the_store_knows_who_made_a_game_with_a_bot_and_from_where(rooms: Rooms) -> None:
    ann = await rooms.store.create_guest("Ann", "192.0.2.1")
    made = room("game", DEEP, BOB)
    made = replace(made, game_setup=replace(made.game_setup, maker=ann.account))
    await rooms.store.commit(Commit(made, created=(made,)))
    (found,) = await rooms.store.games_of_bots()
    assert (found.account, found.address) == (ann.account, "192.0.2.1")


async def test_only_the_servers_own_bots_are_told_where_a_game_comes_from(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ann = await server.person()
        made = [(await server.post("bots", {"name": name}, ann)).json for name in ("Own", "Else")]
        server.game_server.own_accounts = frozenset([made[0]["account"]])
        own, other = (one["token"] for one in made)
        tags = list[str | None]()
        for name, token in (("Own", own), ("Else", other)):
            async with wire(server, "/ws/lobby", token) as lobby:
                await lobby.send("watch", plays=["tictactoe"])
                while not await shows(lobby, name):
                    pass
                for _ in range(2):
                    body = against(name)
                    game = await server.post("games", body, ann, x_forwarded_for="192.0.2.1")
                    for who in (own, other, ann, None):
                        async with wire(server, f"/ws/games/{game.json['id']}", who) as room:
                            await room.send("hello")
                            tags.append((await room.until("welcome")).get("source"))
        assert tags[0]
        assert tags == 4 * [tags[0], None, None, None]
