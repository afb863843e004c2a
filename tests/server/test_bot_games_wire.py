"""Busy bots over the wire: who is refused, what is shown, and what a restart leaves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..security.local import running
from .kit import Server, new_game, wire
from .lobby_bots import against, deep, shows


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots of its own."""
    running = Server(tmp_path_factory.mktemp("bot_games"), "--no-bots")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


def refused(server: Server, token: str, body: dict[str, Any]) -> tuple[int, str, str]:
    status, problem, _ = server.http("POST", "/api/v1/games", body, token)
    return status, problem["code"], problem["detail"]


async def test_a_full_bot_refuses_and_becomes_free_again(lan: Server) -> None:
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


async def test_one_account_cannot_fill_a_bot(lan: Server) -> None:
    ann, bob = lan.person(), lan.person()
    async with deep(lan, "Wide", 100):
        for _ in range(8):
            new_game(lan, ann, **against("Wide"))
        status, code, words = refused(lan, ann, against("Wide"))
        assert (status, code) == (429, "too_many_games")
        assert words.startswith("You have 8 games with bots, which is as many")
        new_game(lan, bob, **against("Wide"))
        new_game(lan, ann)  # against a person


async def test_a_rematch_beyond_the_slots_is_refused(lan: Server) -> None:
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


async def test_games_of_a_bot_are_counted_after_a_restart(lan: Server) -> None:
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


async def test_addresses_are_remembered_over_a_restart(lan: Server) -> None:
    """32 correspondence games by four guests of one address: a restart does not reset the count."""
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


async def test_only_house_bots_see_the_source_of_a_game(tmp_path: Path) -> None:
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
