"""The lobby over real sockets: bots come online, invitations arrive, games are listed."""

from types import SimpleNamespace
from typing import Any, cast

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.play.lobby import BOTS_LISTED, Hub, Watcher
from zeitnot_server.play.outbox import Outbox
from zeitnot_server.rooms.room import Actor

from .running_server import Server, WebSocket, new_game, websocket
from .test_room_socket import sit

CONTROL = {"kind": "sudden_death", "base_ms": 60_000}


async def picture(watcher: WebSocket) -> dict[str, Any]:
    """The newest picture of the lobby, or the next one."""
    seen = [message for message in watcher.received if message["type"] == "lobby"]
    watcher.received.clear()
    return seen[-1] if seen else await watcher.until("lobby")


async def lobby_with(watcher: WebSocket, part: str, game: str) -> dict[str, Any]:
    """Waits until this game is in this part of the lobby; its row."""
    while True:
        visible = await picture(watcher)
        if results := [row for row in visible[part] if row["id"] == game]:
            watcher.received.append(visible)
            return dict(results[0])


async def lobby_without(watcher: WebSocket, part: str, game: str) -> None:
    while True:
        visible = await picture(watcher)
        if not any(row["id"] == game for row in visible[part]):
            watcher.received.append(visible)
            return


def bot(server: Server, name: str) -> str:
    _, created, _ = server.http("POST", "/api/v1/bots", {"name": name})
    return str(created["token"])


async def test_a_bot_is_online_while_it_watches(server: Server) -> None:
    async with websocket(server, "/ws/lobby") as watcher:
        await watcher.send("watch")
        assert (await watcher.until("lobby"))["bots"] == []
        async with websocket(server, "/ws/lobby", bot(server, "Marvin")) as marvin:
            await marvin.send("watch", plays=["othello"], levels=3)
            while not (bots := (await watcher.until("lobby"))["bots"]):
                pass
            assert bots == [{"name": "Marvin", "plays": ["othello"], "levels": 3}]
            _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
            assert catalogue["bots"] == bots
        while (await watcher.until("lobby"))["bots"]:
            pass


async def test_a_person_is_not_listed_as_a_bot(server: Server) -> None:
    async with websocket(server, "/ws/lobby", server.person()) as person:
        await person.send("watch", plays=["othello"])
        assert (await person.until("lobby"))["bots"] == []


async def test_watchers_without_a_bot_are_not_announced() -> None:
    """Nothing that is shown has changed: the others are not told all of it again."""
    registry = cast(Any, SimpleNamespace(in_memory=lambda game: None))
    hub = Hub(registry, cast(Any, NoGames()), NullFeed())
    stays, goes, plays = (Outbox(lambda: None) for _ in range(3))
    robot = Actor(account="r", name="Marvin", bot=True)
    watchers = [
        Watcher(None, stays, p.Watch()),
        Watcher(None, goes, p.Watch()),
        Watcher(robot, plays, p.Watch(plays=["othello"])),
    ]
    for watcher in watchers[:2]:
        await hub.join(watcher)
    await stays.get()
    hub.leave(watchers[1])
    assert not hub._dirty.is_set()
    for change in (hub.join(watchers[2]), None):
        if change:
            await change
        else:
            hub.leave(watchers[2])
        assert hub._dirty.is_set()
        hub._dirty.clear()
        await hub._tell(positions_to_all=False)
        visible = p.decode_lobby_out(await stays.get())
        assert isinstance(visible, p.Lobby)
        assert [view.name for view in visible.bots] == (["Marvin"] if change else [])
    assert stays.empty


class NoGames:
    """A store in which nobody plays."""

    def __init__(self) -> None:
        self.games = self

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        return []

    async def invitations_of(self, account: str) -> list[p.Invited]:
        return []


async def test_bots_of_one_address_do_not_hide_others() -> None:
    """Two hundred and ten of one, by name before all others, and two of another one each."""
    registry = cast(Any, SimpleNamespace(in_memory=lambda game: None))
    hub = Hub(registry, cast(Any, NoGames()), NullFeed())
    many = [(f"A{number:03}", "198.51.100.7") for number in range(210)]
    for name, origin in (*many, ("Yorick", "203.0.113.1"), ("Zaphod", "203.0.113.2")):
        robot = Actor(account=name, name=name, bot=True)
        watch = p.Watch(plays=["othello"])
        await hub.join(Watcher(robot, Outbox(lambda: None), watch, origin))
    listed = [view.name for view in hub.bots()]
    assert len(listed) == BOTS_LISTED
    assert listed[-2:] == ["Yorick", "Zaphod"]
    assert listed == sorted(listed)
    assert hub.bot("A209"), "whoever is not listed can be invited all the same"


async def test_invitations_are_sent_at_once_and_again_on_watching(server: Server) -> None:
    token, ann = bot(server, "Eddie"), server.person()
    seats = [{"kind": "me"}, {"kind": "bot", "name": "Eddie", "level": 2}]
    async with websocket(server, "/ws/lobby", token) as eddie:
        await eddie.send("watch", plays=["tictactoe"], levels=2)
        await eddie.until("lobby")
        game = new_game(server, ann, seats=seats)
        invited = await eddie.until("invited", game=game)
        assert (invited["seat"], invited["level"], invited["game_type"]) == (1, 2, "tictactoe")
        for body, code in (
            ({"game_type": "othello"}, "bot_plays_not"),
            ({"seats": [seats[0], {**seats[1], "level": 3}]}, "no_such_level"),
        ):
            request = {"game_type": "tictactoe", "control": CONTROL, "seats": seats, **body}
            status, problem, _ = server.http("POST", "/api/v1/games", request, ann)
            assert (status, problem["code"]) == (422, code)
    async with websocket(server, "/ws/lobby", token) as eddie:
        await eddie.send("watch", plays=["tictactoe"])
        await eddie.until("invited", game=game)


async def test_open_seats_and_running_games_are_listed(server: Server) -> None:
    ann, bob = server.person(), server.person()
    async with websocket(server, "/ws/lobby", ann) as watcher:
        await watcher.send("watch")
        game = new_game(server, ann)
        async with websocket(server, f"/ws/games/{game}", ann) as one:
            await one.send("hello")
            await one.send("sit")
            row = await lobby_with(watcher, "open", game)
            assert row["seats"][0]["player"]["name"]
            await lobby_with(watcher, "yours", game)
            async with websocket(server, f"/ws/games/{game}", bob) as two:
                await one.send("leave")
                await sit([one, two])
                assert (await lobby_with(watcher, "running", game))["state"] == "running"
                await two.send("resign")
                await lobby_without(watcher, "running", game)
                await lobby_without(watcher, "yours", game)


async def test_a_link_game_is_found_only_by_its_link(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, listed=False)
    visible = new_game(server, ann)

    def listed() -> set[str]:
        _, page, _ = server.http("GET", "/api/v1/games?limit=100")
        return {row["id"] for row in page["games"]}

    assert visible in listed()
    assert game not in listed()
    async with websocket(server, "/ws/lobby", ann) as watcher:
        await watcher.send("watch")
        async with (
            websocket(server, f"/ws/games/{game}", ann) as one,
            websocket(server, f"/ws/games/{game}", bob) as two,
        ):
            await one.send("hello")
            await one.until("ack", id=await one.send("sit"))
            row = await lobby_with(watcher, "yours", game)
            assert row["state"] == "open"
            assert not [m for m in watcher.received if any(g["id"] == game for g in m["open"])]
            await one.send("leave")
            await sit([one, two])
            await lobby_with(watcher, "running", game)
    assert game in listed()


async def test_an_open_seat_is_listed_while_its_maker_is_present(server: Server) -> None:
    ann = server.person()
    game = new_game(server, ann)
    async with websocket(server, "/ws/lobby") as watcher:
        await watcher.send("watch")
        async with websocket(server, f"/ws/games/{game}", ann) as one:
            await one.send("hello")
            await one.send("sit")
            await lobby_with(watcher, "open", game)
        await lobby_without(watcher, "open", game)
