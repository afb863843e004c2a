"""The lobby over real sockets: bots come online, invitations arrive, games are listed."""

from types import SimpleNamespace
from typing import Any, cast

import zeitnot_protocol as p
from zeitnot_server.bots.online import BOTS_LISTED
from zeitnot_server.bots.watcher import Origin, Watcher
from zeitnot_server.events.accounts import AccountRenamed
from zeitnot_server.events.bus import Events
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.lobby.service import LobbyService
from zeitnot_server.rooms.room import Actor, Now
from zeitnot_server.store.nodes import OneNode

from .running_server import Server, WebSocket, new_game, websocket
from .test_room_socket import sit

CONTROL = {"kind": "sudden_death", "base_ms": 60_000}
NOW = Now(1, 0, 1_700_000_000_000)


async def newest_lobby(watcher: WebSocket) -> dict[str, Any]:
    """The newest `lobby` message received, or the next one."""
    lobbies = [message for message in watcher.received if message["type"] == "lobby"]
    watcher.received.clear()
    return lobbies[-1] if lobbies else await watcher.until("lobby")


async def wait_until_listed(watcher: WebSocket, part: str, game: str) -> dict[str, Any]:
    """Waits until this game is in this part of the lobby. Returns its row."""
    while True:
        lobby = await newest_lobby(watcher)
        if rows := [row for row in lobby[part] if row["id"] == game]:
            watcher.received.append(lobby)
            return dict(rows[0])


async def wait_until_unlisted(watcher: WebSocket, part: str, game: str) -> None:
    while True:
        lobby = await newest_lobby(watcher)
        if not any(row["id"] == game for row in lobby[part]):
            watcher.received.append(lobby)
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


async def test_only_watching_bots_change_the_lobby_of_others() -> None:
    """A watcher that is no bot is not shown, so it causes no update for the others."""
    registry = cast(
        Any,
        SimpleNamespace(
            in_memory=lambda game: None,
            room=lambda game: None,
            absences_end_at=lambda game: [],
            now=lambda: NOW,
            events=Events(),
        ),
    )
    service = LobbyService(registry, cast(Any, NoGames()), NullFeed())
    staying, leaving, of_bot = (SendQueue(lambda: None) for _ in range(3))
    bot_actor = Actor(account="r", name="Marvin", bot=True)
    watchers = [
        Watcher(None, staying, p.Watch()),
        Watcher(None, leaving, p.Watch()),
        Watcher(bot_actor, of_bot, p.Watch(plays=["othello"])),
    ]
    for watcher in watchers[:2]:
        await service.join(watcher)
    await staying.get()
    service.leave(watchers[1])
    assert not service._dirty.is_set()
    for joins in (True, False):
        if joins:
            await service.join(watchers[2])
        else:
            service.leave(watchers[2])
        assert service._dirty.is_set()
        service._dirty.clear()
        await service._send_updates(positions_to_all=False)
        lobby = p.decode_lobby_out(await staying.get())
        assert isinstance(lobby, p.Lobby)
        assert [view.name for view in lobby.bots] == (["Marvin"] if joins else [])
    assert staying.empty


class NoGames:
    """A store without games."""

    def __init__(self) -> None:
        self.games, self.nodes = self, OneNode()

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        return []

    async def invitations_of(self, account: str) -> list[p.Invited]:
        return []


async def test_bots_of_one_address_do_not_hide_others() -> None:
    """210 bots of one address, first in order of name, and one bot each of two other addresses."""
    registry = cast(
        Any,
        SimpleNamespace(
            in_memory=lambda game: None,
            room=lambda game: None,
            absences_end_at=lambda game: [],
            now=lambda: NOW,
            events=Events(),
        ),
    )
    service = LobbyService(registry, cast(Any, NoGames()), NullFeed())
    of_one_address = [(f"A{number:03}", "198.51.100.7") for number in range(210)]
    for name, origin in (*of_one_address, ("Yorick", "203.0.113.1"), ("Zaphod", "203.0.113.2")):
        bot_actor = Actor(account=name, name=name, bot=True)
        watch = p.Watch(plays=["othello"])
        await service.join(Watcher(bot_actor, SendQueue(lambda: None), watch, Origin(origin)))
    listed = [view.name for view in service.bots.listed()]
    assert len(listed) == BOTS_LISTED
    assert listed[-2:] == ["Yorick", "Zaphod"]
    assert listed == sorted(listed)
    assert service.bots.find("A209"), "a bot that is not listed can be invited nevertheless"


async def test_a_bot_is_listed_with_its_owner(server: Server) -> None:
    """The lobby shows the name of the account that registered it, also after a rename of that
    account."""
    person = server.person()
    _, session, _ = server.http("POST", "/api/v1/session", {}, token=person)
    _, created, _ = server.http("POST", "/api/v1/bots", {"name": "Trillian"}, token=person)
    async with websocket(server, "/ws/lobby", str(created["token"])) as trillian:
        await trillian.send("watch", plays=["othello"])
        await trillian.until("lobby")

        def shown() -> dict[str, Any]:
            _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
            (view,) = [view for view in catalogue["bots"] if view["name"] == "Trillian"]
            return dict(view)

        assert shown() == {"name": "Trillian", "plays": ["othello"], "owner": session["name"]}
        server.http("PATCH", "/api/v1/session", {"name": "Zarniwoop"}, token=person)
        assert shown()["owner"] == "Zarniwoop"


async def test_the_owner_of_listed_bots_is_renamed() -> None:
    registry = cast(
        Any,
        SimpleNamespace(
            in_memory=lambda game: None,
            room=lambda game: None,
            absences_end_at=lambda game: [],
            now=lambda: NOW,
            events=Events(),
        ),
    )
    service = LobbyService(registry, cast(Any, NoGames()), NullFeed())
    owners = {"Eddie": "ann", "Marvin": "bob", "Ponderer": ""}
    for name, owner in owners.items():
        origin = Origin(house=not owner, owner=owner, owner_name=owner.title())
        watch = p.Watch(plays=["othello"])
        await service.join(
            Watcher(Actor(name, name, bot=True), SendQueue(lambda: None), watch, origin)
        )
    registry.events.publish(AccountRenamed("ann", "Cyd"))
    listed = {view.name: (view.owner, view.house) for view in service.bots.listed()}
    assert listed == {"Eddie": ("Cyd", False), "Marvin": ("Bob", False), "Ponderer": (None, True)}


async def test_invitations_are_sent_at_once_and_after_reconnecting(server: Server) -> None:
    token, ann = bot(server, "Eddie"), server.person()
    seats = [{"kind": "me"}, {"kind": "bot", "name": "Eddie", "level": 2}]
    async with websocket(server, "/ws/lobby", token) as eddie:
        await eddie.send("watch", plays=["tictactoe"], levels=2)
        await eddie.until("lobby")
        game = new_game(server, ann, seats=seats)
        invited = await eddie.until("invited", game=game)
        assert (invited["seat"], invited["level"], invited["game_type"]) == (1, 2, "tictactoe")
        for changes, code in (
            ({"game_type": "othello"}, "bot_plays_not"),
            ({"seats": [seats[0], {**seats[1], "level": 3}]}, "no_such_level"),
        ):
            request = {"game_type": "tictactoe", "control": CONTROL, "seats": seats, **changes}
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
        async with websocket(server, f"/ws/games/{game}", ann) as ann_socket:
            await ann_socket.send("hello")
            await ann_socket.send("sit")
            row = await wait_until_listed(watcher, "open", game)
            assert row["seats"][0]["player"]["name"]
            await wait_until_listed(watcher, "yours", game)
            async with websocket(server, f"/ws/games/{game}", bob) as bob_socket:
                await ann_socket.send("leave")
                await sit([ann_socket, bob_socket])
                assert (await wait_until_listed(watcher, "running", game))["state"] == "running"
                await bob_socket.send("resign")
                await wait_until_unlisted(watcher, "running", game)
                await wait_until_unlisted(watcher, "yours", game)


async def test_a_link_game_is_found_only_by_its_link(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, listed=False)
    listed_game = new_game(server, ann)

    def listed_ids() -> set[str]:
        _, page, _ = server.http("GET", "/api/v1/games?limit=100")
        return {row["id"] for row in page["games"]}

    assert listed_game in listed_ids()
    assert game not in listed_ids()
    async with websocket(server, "/ws/lobby", ann) as watcher:
        await watcher.send("watch")
        async with (
            websocket(server, f"/ws/games/{game}", ann) as ann_socket,
            websocket(server, f"/ws/games/{game}", bob) as bob_socket,
        ):
            await ann_socket.send("hello")
            await ann_socket.until("ack", id=await ann_socket.send("sit"))
            row = await wait_until_listed(watcher, "yours", game)
            assert row["state"] == "open"
            assert not [m for m in watcher.received if any(g["id"] == game for g in m["open"])]
            await ann_socket.send("leave")
            await sit([ann_socket, bob_socket])
            await wait_until_listed(watcher, "running", game)
    assert game in listed_ids()


async def test_an_open_seat_is_listed_while_its_creator_is_present(server: Server) -> None:
    ann = server.person()
    game = new_game(server, ann)
    async with websocket(server, "/ws/lobby") as watcher:
        await watcher.send("watch")
        async with websocket(server, f"/ws/games/{game}", ann) as ann_socket:
            await ann_socket.send("hello")
            await ann_socket.send("sit")
            await wait_until_listed(watcher, "open", game)
        await wait_until_unlisted(watcher, "open", game)
