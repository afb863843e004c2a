"""Rated games over the wire: who may play them, and what they change."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.limits.long_reads import LongReads
from zeitnot_server.ratings.rating_store import Leader
from zeitnot_server.web.api.people.ratings import SECONDS, Leaderboards

from ..security.local import Local, running
from ..security.raw import token_of
from .running_server import WebSocket, websocket
from .test_room_socket import MOVES, end, sit

BLITZ = {"kind": "sudden_death", "base_ms": 300_000}
OPEN_SEATS = [{"kind": "me"}, {"kind": "open"}]


async def bot(local: Local, name: str, owner: str | None = None) -> str:
    answer = await local.post("bots", {"name": name}, owner)
    return str(answer.json["token"])


async def create(local: Local, token: str, **fields: Any) -> Any:
    body = {
        "game_type": "tictactoe",
        "control": BLITZ,
        "seats": OPEN_SEATS,
        "setup": {"rated": True},
        **fields,
    }
    return (await local.post("games", body, token)).json


@contextlib.asynccontextmanager
async def seats(
    local: Local, game: str, tokens: list[str], addresses: list[str]
) -> AsyncIterator[list[WebSocket]]:
    """Two players who connect from these addresses, sit down and are ready."""
    async with contextlib.AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(
                websocket(
                    *(local, f"/ws/games/{game}", token),  # type: ignore[arg-type]
                    additional_headers={"x-forwarded-for": address},
                )
            )
            for token, address in zip(tokens, addresses, strict=True)
        ]
        await sit(sockets)
        yield sockets


async def play(sockets: list[WebSocket]) -> None:
    """The first seat wins."""
    for ply, move in enumerate(MOVES):
        mover = sockets[ply % 2]
        await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
    for player in sockets:
        await end(player)


async def ratings_of(player: WebSocket) -> list[dict[str, Any]]:
    received = [message for message in player.received if message["type"] == "ratings"]
    message = received[0] if received else await player.until("ratings")
    return list(message["seats"])


APART = ["192.0.2.7", "198.51.100.7"]


async def test_a_rated_game(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        tokens = [await bot(local, name) for name in ("Ann", "Bob")]
        game = (await create(local, tokens[0]))["id"]
        async with (
            websocket(local, f"/ws/games/{game}") as watcher,  # type: ignore[arg-type]
            seats(local, game, tokens, APART) as players,
        ):
            await watcher.send("hello")
            welcome = await watcher.until("welcome")
            assert welcome["room"]["setup"]["rated"] is True
            started = next(each for each in players[0].received if each["type"] == "started")
            assert "counts" not in started
            asked = await players[0].send("takeback", action="ask")
            assert (await players[0].until("error", id=asked))["code"] == "no_takeback"
            await play(players)
            changes = await ratings_of(watcher)
            assert [each["before"] for each in changes] == [1500, 1500]
            assert changes[0]["after"] > 1600
            assert changes[1]["after"] == 3000 - changes[0]["after"]
            assert [each["provisional"] for each in changes] == [True, True]
            assert await ratings_of(players[0]) == await ratings_of(players[1]) == changes
            for player in players:
                await player.send("rematch")
            again = await players[0].until("rematch", seat=1)
        shown = [
            message["seat_view"]["player"]
            for message in players[0].received
            if message["type"] == "seated" and message["seat_view"].get("salt")
        ]
        assert [(each["rating"], each["provisional"]) for each in shown] == [(1500, True)] * 2
        async with websocket(local, f"/ws/games/{game}") as later:  # type: ignore[arg-type]
            await later.send("hello")
            assert await ratings_of(later) == changes
        async with seats(local, again["next"], tokens, APART) as players:
            welcome = next(each for each in players[0].received if each["type"] == "welcome")
            assert welcome["room"]["setup"]["rated"] is True
            ratings = {
                message["seat"]: message["seat_view"]["player"]["rating"]
                for message in players[0].received
                if message["type"] == "seated" and "player" in message["seat_view"]
            }
        # The rematch has exchanged the seats.
        assert ratings == {0: changes[1]["after"], 1: changes[0]["after"]}


async def test_players_on_one_address_change_no_ratings(tmp_path: Path) -> None:
    """All are told so when the game starts."""
    async with running(tmp_path) as local:
        tokens = [await bot(local, name) for name in ("Ann", "Bob")]
        game = (await create(local, tokens[0]))["id"]
        async with seats(local, game, tokens, ["192.0.2.7"] * 2) as players:
            started = next(each for each in players[0].received if each["type"] == "started")
            assert started["counts"] is False
            await play(players)
            changes = await ratings_of(players[0])
        assert [(each["after"], each["weight"]) for each in changes] == [(1500, 0)] * 2
        listed = await local.get(f"/api/v1/games/{game}")
        assert listed.status == 200


async def test_bots_of_one_owner_change_no_ratings(tmp_path: Path) -> None:
    """If both are named, the game is refused; an open seat may be for anybody."""
    async with running(tmp_path) as local:
        ann = await bot(local, "Ann")
        tokens = [ann, await bot(local, "Bob", owner=ann)]
        game = (await create(local, tokens[0]))["id"]
        async with seats(local, game, tokens, APART) as players:
            started = next(each for each in players[0].received if each["type"] == "started")
            assert started["counts"] is False
        async with websocket(local, "/ws/lobby", tokens[1]) as lobby:  # type: ignore[arg-type]
            await lobby.send("watch", plays=["tictactoe"])
            await lobby.until("lobby")
            both = [{"kind": "me"}, {"kind": "bot", "name": "Bob"}]
            problem = await create(local, tokens[0], seats=both)
            assert problem["code"] == "not_rated"
            assert "one owner" in problem["detail"]
            assert "id" in await create(local, tokens[0], seats=both, setup={})


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game_type": "chess", "setup": {"rated": True, "moves": ["e2e4"]}}, "usual start"),
        ({"game_type": "gomoku", "settings": {"size": 13}}, "standard settings"),
        ({"control": {"kind": "unlimited"}}, "needs a clock"),
    ],
    ids=["moves", "settings", "clock"],
)
async def test_games_that_cannot_be_rated(
    tmp_path: Path, fields: dict[str, Any], sentence: str
) -> None:
    async with running(tmp_path) as local:
        problem = await create(local, await bot(local, "Ann"), **fields)
        assert problem["code"] == "not_rated"
        assert sentence in problem["detail"]


async def test_guests_play_no_rated_games(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        guest = await local.person()
        assert (await create(local, guest))["code"] == "not_rated"
        game = (await create(local, await bot(local, "Ann")))["id"]
        async with websocket(local, f"/ws/games/{game}", guest) as player:  # type: ignore[arg-type]
            await player.send("hello")
            refused = await player.until("error", id=await player.send("sit"))
        assert refused["code"] == "not_rated"
        assert "keep their account" in refused["message"]


async def test_people_who_keep_their_accounts_play_rated_games(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        tokens = []
        for name in ("Ann", "Bob"):
            body = {"name": name, "password": "a long sentence of words"}
            kept = await local.post("account", body, await local.person())
            assert kept.status in (200, 201), kept.json
            tokens.append(token_of(kept.headers["set-cookie"]))
        game = (await create(local, tokens[0]))["id"]
        async with seats(local, game, tokens, APART) as players:
            await play(players)
            changes = await ratings_of(players[0])
        assert changes[0]["after"] > 1600


async def test_the_leaderboard(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        accounts, store = local.game_server.store.accounts, local.game_server.store
        account = (await accounts.create_bot("Ann")).account
        now = local.game_server.clock.now().wall
        sql = "INSERT INTO rating VALUES (?, 'chess', 'blitz', 1801.4, 60.4, 0.06, ?, 9, 9, '', ?)"
        await store.write(lambda c: c.execute(sql, (account, now, now + 10**9)).rowcount)
        answer = await local.get("/api/v1/ratings?game=chess&speed=blitz")
        assert answer.json == {
            "game_type": "chess",
            "speed": "blitz",
            "players": [{"name": "Ann", "rating": 1801, "deviation": 60, "games": 9, "bot": True}],
        }
        people = await local.get("/api/v1/ratings?game=chess&speed=blitz&bots=false&limit=1")
        assert people.json["players"] == []
        for query in (
            *("", "game=chess", "game=nonsense&speed=blitz", "game=chess&speed=slow"),
            *("game=chess&speed=blitz&limit=0", "game=chess&speed=blitz&limit=201"),
            "game=chess&speed=blitz&limit=0000000019",
            *("game=chess&speed=blitz&limit=%D9%A3", "game=chess&speed=blitz&bots=1"),
        ):
            refused = await local.get(f"/api/v1/ratings?{query}")
            assert (refused.status, refused.json["code"]) == (400, "bad_filter"), query


async def test_a_leaderboard_is_read_once_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as local:
        store, now_s, reads = local.game_server.store, 0.0, list[tuple[object, ...]]()
        leaders = store.ratings.leaders

        async def counted(*arguments: Any) -> list[Leader]:
            reads.append(arguments)
            return await leaders(*arguments)

        monkeypatch.setattr(store.ratings, "leaders", counted)
        leaderboards = Leaderboards(local.game_server, LongReads(), lambda: now_s)
        await asyncio.gather(*(leaderboards.players("chess", "blitz", None) for _ in range(200)))
        assert len(reads) == 1
        await leaderboards.players("chess", "blitz", True)
        assert len(reads) == 2
        now_s = SECONDS + 1
        await leaderboards.players("chess", "blitz", None)
        assert len(reads) == 3
        for limit in (1, 2, 200):
            await local.get(f"/api/v1/ratings?game=go&speed=rapid&limit={limit}")
        assert len(reads) == 4


async def test_an_invited_bot_is_told_that_the_game_is_rated(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        ann, deep = await bot(local, "Ann"), await bot(local, "Deep")
        async with websocket(local, "/ws/lobby", deep) as lobby:  # type: ignore[arg-type]
            await lobby.send("watch", plays=["tictactoe"])
            await lobby.until("lobby")
            game = await create(local, ann, seats=[{"kind": "me"}, {"kind": "bot", "name": "Deep"}])
            invited = await lobby.until("invited", game=game["id"])
        assert invited["rated"] is True
        account = await local.game_server.store.bot_pages.bot_named("Deep")
        assert account is not None
        (stored,) = await local.game_server.store.games.invitations_of(account)
        assert stored.rated
