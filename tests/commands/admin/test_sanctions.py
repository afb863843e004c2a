"""`zeitnot admin` bans and mutes while a server runs."""

from typing import Any

import pytest

from ...server.operating import account_of
from ...server.running_server import Server, WebSocket, new_game, websocket
from ...server.test_room_socket import MOVES, sit
from ..conftest import Zeitnot
from .games import verified_export
from .guests import close_of, create_guest, lobby, refusal_of, until_admitted, until_noticed

# ── bans ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_banned_account_is_disconnected_and_may_return_after_unban(
    server: Server, admin: Zeitnot
) -> None:
    token, account = create_guest(server, "Spammer")
    status, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Spam_Bot"}, token)
    assert status == 201
    game = new_game(server, token)
    async with lobby(server, token) as lobby_socket, lobby(server, bot["token"]) as bot_socket:
        result = admin("ban", account, "--for", "7d", "--reason", "spam in every game")
        assert result.out.startswith("banned until ")
        for socket in (lobby_socket, bot_socket):
            code, reason = await close_of(socket)
            assert code == 1008
            assert reason.startswith("banned until ")
            assert reason.endswith(" UTC: spam in every game")
    for banned_token in (token, bot["token"]):
        problem = await refusal_of(server, banned_token)
        assert (problem["status"], problem["code"]) == (403, "banned")
        assert problem["detail"].endswith("UTC: spam in every game.")
    status, record, _ = server.http("GET", f"/api/v1/games/{game}", token=token)
    assert (status, record["game"]["state"]) == (200, "open")
    (row,) = [line.split("\t") for line in admin("bans").out.splitlines() if account in line]
    assert (row[0], row[1], row[4], row[5]) == ("ban", account, "-", "spam in every game")
    assert admin("accounts", "--name", "spammer").out.rstrip("\n").split("\t")[-1] == "banned"
    assert admin("unban", account).out == f"unbanned: {account} (Spammer)\n"
    await until_admitted(server, token)
    assert account not in admin("bans").out
    assert account in admin("bans", "--all").out
    acts = [line.split("\t")[2] for line in admin("log", "--account", account).out.splitlines()]
    assert acts == ["unbanned", "banned", "bot_made", "session_made"]


async def test_a_bot_made_by_a_bot_is_banned_with_the_owner(server: Server, admin: Zeitnot) -> None:
    token, account = create_guest(server, "Puppeteer")
    tokens = [token]
    for name in (
        "Puppet_A",
        "Puppet_B",
        "Puppet_C",
    ):  # each registered with the token of the one before
        status, bot, _ = server.http("POST", "/api/v1/bots", {"name": name}, tokens[-1])
        assert (status, bot["owner"]) == (201, account)
        tokens.append(bot["token"])
    async with lobby(server, tokens[-1]) as lobby_socket:
        admin("ban", account, "--reason", "floods")
        assert await close_of(lobby_socket) == (1008, "banned: floods")
    for banned_token in tokens:
        assert (await refusal_of(server, banned_token))["code"] == "banned"


async def test_a_bot_made_by_a_bot_without_an_owner_is_banned_with_it(
    server: Server, admin: Zeitnot
) -> None:
    _, first, _ = server.http("POST", "/api/v1/bots", {"name": "Stray_A"})
    tokens = [first["token"]]
    for name in ("Stray_B", "Stray_C"):
        status, bot, _ = server.http("POST", "/api/v1/bots", {"name": name}, tokens[-1])
        assert (status, bot["owner"]) == (201, first["account"])
        tokens.append(bot["token"])
    admin("ban", first["account"], "--reason", "floods")
    await until_noticed(server, admin)
    for banned_token in tokens:
        assert (await refusal_of(server, banned_token))["code"] == "banned"


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("198.51.100.0/24", "198.51.100.200", "198.51.101.1"),
        ("2001:db8:1:2::9", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::9"),
        ("203.0.113.5", "::ffff:203.0.113.5", "203.0.113.6"),
    ],
)
async def test_a_banned_address_is_disconnected_and_refused(
    server: Server, admin: Zeitnot, banned: str, inside: str, outside: str
) -> None:
    headers, other_headers = {"x-forwarded-for": inside}, {"x-forwarded-for": outside}
    async with (
        lobby(server, None, **headers) as lobby_socket,
        lobby(server, None, **other_headers) as other,
    ):
        admin("ban", banned, "--reason", "floods")
        assert await close_of(lobby_socket) == (1008, "banned: floods")
        await other.send("watch")
        await other.until("lobby")
    assert (await refusal_of(server, None, **headers))["code"] == "banned"
    status, problem, _ = server.http("POST", "/api/v1/session", {}, headers=headers)
    assert (status, problem["code"]) == (403, "banned")
    assert server.http("GET", "/api/v1/games", headers=headers)[0] == 200
    assert server.http("POST", "/api/v1/session", {}, headers=other_headers)[0] == 201
    admin("unban", banned)
    await until_admitted(server, None, **headers)


async def test_a_permanent_ban_loses_games_and_notifies_the_opponent_at_once(
    server: Server, admin: Zeitnot
) -> None:
    (ann, account), bob = create_guest(server, "Cheater"), server.person()
    days = {"kind": "correspondence", "days": 366}
    playing, just_begun = (new_game(server, ann, control=days) for _ in range(2))
    awaiting = new_game(server, ann)
    sockets = {}
    for game, moves in ((playing, MOVES[:2]), (just_begun, MOVES[:1])):
        path = f"/ws/games/{game}"
        async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
            await sit([one, two])
            for ply, move in enumerate(moves):
                mover = (one, two)[ply]
                await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
    path = f"/ws/games/{playing}"
    async with (
        websocket(server, path, bob) as two,
        websocket(server, f"/ws/games/{just_begun}", bob) as other,
    ):
        for game, socket in ((playing, two), (just_begun, other)):
            await socket.send("hello")
            await socket.until("welcome")
            sockets[game] = socket
        admin("ban", account, "--reason", "cheats")
        events = {game: await socket.until("finished") for game, socket in sockets.items()}
    assert (events[playing]["reason"], events[playing]["scores"]) == ("resign", [0.0, 1.0])
    assert events[just_begun]["reason"] == "aborted"
    for game in sockets:
        verified_export(server, game)
    while server.http("GET", f"/api/v1/games/{awaiting}")[1]["game"]["state"] == "open":
        pass


async def test_games_continue_under_a_temporary_ban(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob = create_guest(server, "Quitter"), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        await two.until("ack", id=await two.send("move", ply=1, move="b2"))
        admin("ban", account, "--for", "12h", "--reason", "cheats")
        assert (await close_of(one))[0] == 1008
        await two.until("presence", seats=[False, True])
        await two.send("hello")
        clock = (await two.until("clock"))["clock"]
        assert clock["running"] == 0
        _, record, _ = server.http("GET", f"/api/v1/games/{game}")
        assert record["game"]["state"] == "running"


def test_unban_lists_the_sanctions_that_remain(
    server: Server, admin: Zeitnot, zeitnot: Zeitnot
) -> None:
    headers = {"x-forwarded-for": "203.0.113.9"}
    token = server.person(headers=headers)
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Owned_Bot"}, token, headers=headers)
    owner = account_of(server, token)
    for whom in (owner, bot["account"], "203.0.113.0/24", "203.0.113.9"):
        admin("ban", whom, "--reason", "x")
    result = admin("unban", bot["account"])
    for other in (f"ban of {owner}, who owns it", "ban of 203.0.113.0/24", "ban of 203.0.113.9/32"):
        assert other in result.out
    assert admin("unban", "203.0.113.9").out == (
        "unbanned: 203.0.113.9/32; still in force: ban of 203.0.113.0/24\n"
    )
    result = zeitnot("admin", "unban", bot["account"], "--db", str(server.db))
    assert (result.code, len(result.err.splitlines())) == (2, 1)
    assert f"is not banned itself; still in force: ban of {owner}, who owns it" in result.err
    assert "still" in admin("unban", owner).out
    assert admin("unban", "203.0.113.0/24").out == "unbanned: 203.0.113.0/24\n"


# ── mutes ──────────────────────────────────────────────────────────────────────────────────────


async def answer_to_chat(socket: WebSocket) -> dict[str, Any]:
    await socket.send("chat", text="hello all")
    while True:
        message = await socket.next()
        if message["type"] in ("said", "error"):
            return message


async def test_a_muted_player_plays_without_chat(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob = create_guest(server, "Loudmouth"), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        admin("mute", account, "--for", "1d", "--reason", "insults")
        await until_noticed(server, admin)
        answer = await answer_to_chat(one)
        assert answer["code"] == "muted"
        assert answer["message"].startswith("You are muted until ")
        assert answer["message"].endswith(": insults")
        assert (await answer_to_chat(two))["type"] == "said"
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        admin("unmute", account)
        await until_noticed(server, admin)
        assert (answer := await answer_to_chat(one))["type"] == "said", answer


async def test_a_muted_player_may_send_only_a_hexadecimal_salt(
    server: Server, admin: Zeitnot
) -> None:
    ann, account = create_guest(server, "Salty")
    game = new_game(server, ann)
    admin("mute", account, "--reason", "insults")
    await until_noticed(server, admin)
    async with websocket(server, f"/ws/games/{game}", ann) as one:
        await one.send("hello")
        await one.send("sit")
        sent = await one.send("ready", salt="meet-me-at-example-com")
        error = await one.until("error", id=sent)
        assert (error["code"], error["message"].count("hexadecimal")) == ("muted", 1)
        await one.until("ack", id=await one.send("ready", salt="0123456789abcdef"))
