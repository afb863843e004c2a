"""The lobby over real sockets: bots come online, invitations arrive, games are listed."""

import asyncio
from typing import Any, cast

from zeitnot_client import protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.play.lobby import Hub, Watcher
from zeitnot_server.rooms.room import Actor

from .kit import Server, Wire, new_game, wire
from .test_room_socket import sit

CONTROL = {"kind": "sudden_death", "base_ms": 60_000}


async def picture(watcher: Wire) -> dict[str, Any]:
    """The newest picture of the lobby, or the next one."""
    seen = [message for message in watcher.seen if message["type"] == "lobby"]
    watcher.seen.clear()
    return seen[-1] if seen else await watcher.until("lobby")


async def lobby_with(watcher: Wire, part: str, game: str) -> dict[str, Any]:
    """Waits until this game is in this part of the lobby; its row."""
    while True:
        shown = await picture(watcher)
        if found := [row for row in shown[part] if row["id"] == game]:
            watcher.seen.append(shown)
            return dict(found[0])


async def lobby_without(watcher: Wire, part: str, game: str) -> None:
    while True:
        shown = await picture(watcher)
        if not any(row["id"] == game for row in shown[part]):
            watcher.seen.append(shown)
            return


def bot(server: Server, name: str) -> str:
    _, made, _ = server.http("POST", "/api/v1/bots", {"name": name})
    return str(made["token"])


async def test_a_bot_is_online_as_long_as_it_watches(server: Server) -> None:
    async with wire(server, "/ws/lobby") as watcher:
        await watcher.send("watch")
        assert (await watcher.until("lobby"))["bots"] == []
        async with wire(server, "/ws/lobby", bot(server, "Marvin")) as marvin:
            await marvin.send("watch", plays=["othello"], levels=3)
            while not (bots := (await watcher.until("lobby"))["bots"]):
                pass
            assert bots == [{"name": "Marvin", "plays": ["othello"], "levels": 3}]
            _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
            assert catalogue["bots"] == bots
        while (await watcher.until("lobby"))["bots"]:
            pass


async def test_a_person_is_no_bot(server: Server) -> None:
    async with wire(server, "/ws/lobby", server.person()) as person:
        await person.send("watch", plays=["othello"])
        assert (await person.until("lobby"))["bots"] == []


class Told:
    """An outbox that keeps what is put into it."""

    def __init__(self) -> None:
        self.frames: list[str] = []

    def greet(self, frames: list[str]) -> None:
        self.frames += frames

    def put(self, frame: str) -> None:
        self.frames.append(frame)


async def test_who_only_looks_comes_and_goes_unnoticed() -> None:
    """Nothing that is shown has changed: the others are not told all of it again."""
    nothing: Any = ()
    hub = Hub(registry=nothing, store=nothing, feed=NullFeed())
    stays, goes, plays = Told(), Told(), Told()
    watchers = [Watcher(None, cast(Any, told), p.Watch()) for told in (stays, goes)]
    robot = Actor(account="r", name="Marvin", bot=True)
    watchers.append(Watcher(robot, cast(Any, plays), p.Watch(plays=["othello"])))
    for watcher in watchers[:2]:
        await hub.join(watcher)
    hub._watchers.add(watchers[2])
    telling = asyncio.create_task(hub.run())
    try:
        hub.leave(watchers[1])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(stays.frames) == 1
        hub.leave(watchers[2])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(stays.frames) == 2
    finally:
        telling.cancel()


async def test_invitations_come_at_once_and_again(server: Server) -> None:
    token, ann = bot(server, "Eddie"), server.person()
    seats = [{"kind": "me"}, {"kind": "bot", "name": "Eddie", "level": 2}]
    async with wire(server, "/ws/lobby", token) as eddie:
        await eddie.send("watch", plays=["tictactoe"], levels=2)
        await eddie.until("lobby")
        game = new_game(server, ann, seats=seats)
        invited = await eddie.until("invited", game=game)
        assert (invited["seat"], invited["level"], invited["game_type"]) == (1, 2, "tictactoe")
        for body, code in (
            ({"game_type": "othello"}, "bot_plays_not"),
            ({"seats": [seats[0], {**seats[1], "level": 3}]}, "no_such_level"),
        ):
            wish = {"game_type": "tictactoe", "control": CONTROL, "seats": seats, **body}
            status, problem, _ = server.http("POST", "/api/v1/games", wish, ann)
            assert (status, problem["code"]) == (422, code)
    async with wire(server, "/ws/lobby", token) as eddie:
        await eddie.send("watch", plays=["tictactoe"])
        await eddie.until("invited", game=game)


async def test_open_seats_and_running_games_are_listed(server: Server) -> None:
    ann, bob = server.person(), server.person()
    async with wire(server, "/ws/lobby", ann) as watcher:
        await watcher.send("watch")
        game = new_game(server, ann)
        async with wire(server, f"/ws/games/{game}", ann) as one:
            await one.send("hello")
            await one.send("sit")
            row = await lobby_with(watcher, "open", game)
            assert row["seats"][0]["player"]["name"]
            await lobby_with(watcher, "yours", game)
            async with wire(server, f"/ws/games/{game}", bob) as two:
                await one.send("leave")
                await sit([one, two])
                assert (await lobby_with(watcher, "running", game))["state"] == "running"
                await two.send("resign")
                await lobby_without(watcher, "running", game)
                await lobby_without(watcher, "yours", game)


async def test_a_game_by_link_is_found_by_its_link_alone(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, listed=False)
    shown = new_game(server, ann)

    def listed() -> set[str]:
        _, page, _ = server.http("GET", "/api/v1/games?limit=100")
        return {row["id"] for row in page["games"]}

    assert shown in listed()
    assert game not in listed()
    async with wire(server, "/ws/lobby", ann) as watcher:
        await watcher.send("watch")
        async with (
            wire(server, f"/ws/games/{game}", ann) as one,
            wire(server, f"/ws/games/{game}", bob) as two,
        ):
            await one.send("hello")
            await one.until("ack", id=await one.send("sit"))
            row = await lobby_with(watcher, "yours", game)
            assert row["state"] == "open"
            assert not [m for m in watcher.seen if any(g["id"] == game for g in m["open"])]
            await one.send("leave")
            await sit([one, two])
            await lobby_with(watcher, "running", game)
    assert game in listed()


async def test_an_open_seat_is_listed_only_while_its_maker_is_there(server: Server) -> None:
    ann = server.person()
    game = new_game(server, ann)
    async with wire(server, "/ws/lobby") as watcher:
        await watcher.send("watch")
        async with wire(server, f"/ws/games/{game}", ann) as one:
            await one.send("hello")
            await one.send("sit")
            await lobby_with(watcher, "open", game)
        await lobby_without(watcher, "open", game)
