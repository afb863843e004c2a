"""`zeitnot admin` beside a running server."""

import asyncio
import contextlib
import itertools
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import zeitnot_protocol as p
from zeitnot_server import logs
from zeitnot_server.commands.admin import names
from zeitnot_server.play.native import rules_for
from zeitnot_server.store import Conflict, Store, audit, commit, migrate, sanctions
from zeitnot_server.verify import verify

from ..books.playing import keep
from ..rooms.table import Table
from ..server.kit import Server, Wire, new_game, wire
from ..server.operating import account_of
from ..server.test_room_socket import MOVES, sit
from .conftest import Ran, Zeitnot


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("admin"), "--no-bots")
    yield running
    assert running.stop() == 0
    log = running.log.read_text()
    assert "Traceback" not in log, log
    assert "level=error" not in log, log


@pytest.fixture
def admin(zeitnot: Zeitnot, server: Server) -> Zeitnot:
    """`zeitnot admin WORDS` on the running server's database; it has to go well."""

    def run(*words: str) -> Ran:
        ran = zeitnot("admin", *words, "--db", str(server.db))
        assert (ran.code, ran.err) == (0, "")
        return ran

    return run


def named(server: Server, name: str) -> tuple[str, str]:
    """A guest of this name: token and account."""
    status, made, headers = server.http("POST", "/api/v1/session", {"name": name})
    assert status == 201
    token = headers["set-cookie"].split(";")[0].removeprefix("zeitnot_session=")
    return token, made["account"]


@asynccontextmanager
async def lobby(server: Server, token: str | None, **headers: str) -> AsyncIterator[Wire]:
    async with wire(server, "/ws/lobby", token, additional_headers=headers) as socket:
        await socket.send("watch")
        await socket.until("lobby")
        yield socket


async def refused(server: Server, token: str | None, **headers: str) -> dict[str, Any]:
    """The problem with which a handshake is refused."""
    with pytest.raises(InvalidStatus) as bad:
        await wire(server, "/ws/lobby", token, additional_headers=headers).__aenter__()
    problem: dict[str, Any] = json.loads(bad.value.response.body)
    return problem


async def closing(socket: Wire) -> tuple[int, str]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.next()
    return socket.socket.close_code or 0, socket.socket.close_reason or ""


async def let_in_again(server: Server, token: str | None, **headers: str) -> None:
    """Returns once the server has noticed that a ban is over."""
    while True:
        with contextlib.suppress(InvalidStatus):
            async with lobby(server, token, **headers):
                return


ADDRESSES = itertools.count(99)


async def noticed(server: Server, admin: Zeitnot) -> None:
    """Returns once the server has heeded all that the operator has done so far. The address is
    another one each time: one alone would knock too often."""
    address = f"192.0.2.{next(ADDRESSES)}"
    here = {"x-forwarded-for": address}
    async with lobby(server, None, **here) as hall:
        admin("ban", address, "--reason", "to see it")
        await closing(hall)
    admin("unban", address)
    await let_in_again(server, None, **here)


# ── bans ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_banned_account_is_sent_away_and_may_come_back(
    server: Server, admin: Zeitnot
) -> None:
    token, account = named(server, "Spammer")
    status, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Spam_Bot"}, token)
    assert status == 201
    game = new_game(server, token)
    async with lobby(server, token) as hall, lobby(server, bot["token"]) as bots_hall:
        ran = admin("ban", account, "--for", "7d", "--reason", "spam in every game")
        assert ran.out.startswith("banned until ")
        for socket in (hall, bots_hall):
            code, reason = await closing(socket)
            assert code == 1008
            assert reason.startswith("banned until ")
            assert reason.endswith(" UTC: spam in every game")
    for key in (token, bot["token"]):
        problem = await refused(server, key)
        assert (problem["status"], problem["code"]) == (403, "banned")
        assert problem["detail"].endswith("UTC: spam in every game.")
    status, record, _ = server.http("GET", f"/api/v1/games/{game}", token=token)
    assert (status, record["game"]["state"]) == (200, "open")
    (row,) = [line.split("\t") for line in admin("bans").out.splitlines() if account in line]
    assert (row[0], row[1], row[4], row[5]) == ("ban", account, "-", "spam in every game")
    assert admin("accounts", "--name", "spammer").out.rstrip("\n").split("\t")[-1] == "banned"
    assert admin("unban", account).out == f"unbanned: {account} (Spammer)\n"
    await let_in_again(server, token)
    assert account not in admin("bans").out
    assert account in admin("bans", "--all").out
    acts = [line.split("\t")[2] for line in admin("log", "--account", account).out.splitlines()]
    assert acts == ["unbanned", "banned", "bot_made", "session_made"]


async def test_a_bot_made_with_a_bots_token_is_banned_with_the_owner_of_both(
    server: Server, admin: Zeitnot
) -> None:
    token, account = named(server, "Puppeteer")
    keys = [token]
    for name in ("Puppet_A", "Puppet_B", "Puppet_C"):  # each with the token of the one before
        status, bot, _ = server.http("POST", "/api/v1/bots", {"name": name}, keys[-1])
        assert (status, bot["owner"]) == (201, account)
        keys.append(bot["token"])
    async with lobby(server, keys[-1]) as hall:
        admin("ban", account, "--reason", "floods")
        assert await closing(hall) == (1008, "banned: floods")
    for key in keys:
        assert (await refused(server, key))["code"] == "banned"


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("198.51.100.0/24", "198.51.100.200", "198.51.101.1"),
        ("2001:db8:1:2::9", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::9"),
        ("203.0.113.5", "::ffff:203.0.113.5", "203.0.113.6"),
    ],
)
async def test_a_banned_address(
    server: Server, admin: Zeitnot, banned: str, inside: str, outside: str
) -> None:
    here, there = {"x-forwarded-for": inside}, {"x-forwarded-for": outside}
    async with lobby(server, None, **here) as hall, lobby(server, None, **there) as other:
        admin("ban", banned, "--reason", "floods")
        assert await closing(hall) == (1008, "banned: floods")
        await other.send("watch")
        await other.until("lobby")
    assert (await refused(server, None, **here))["code"] == "banned"
    status, problem, _ = server.http("POST", "/api/v1/session", {}, headers=here)
    assert (status, problem["code"]) == (403, "banned")
    assert server.http("GET", "/api/v1/games", headers=here)[0] == 200
    assert server.http("POST", "/api/v1/session", {}, headers=there)[0] == 201
    admin("unban", banned)
    await let_in_again(server, None, **here)


async def test_who_is_banned_for_good_loses_and_the_other_is_told_at_once(
    server: Server, admin: Zeitnot
) -> None:
    (ann, account), bob = named(server, "Cheater"), server.person()
    days = {"kind": "correspondence", "days": 366}
    playing, barely = (new_game(server, ann, control=days) for _ in range(2))
    awaiting = new_game(server, ann)
    ends = {}
    for game, moves in ((playing, MOVES[:2]), (barely, MOVES[:1])):
        path = f"/ws/games/{game}"
        async with wire(server, path, ann) as one, wire(server, path, bob) as two:
            await sit([one, two])
            for ply, move in enumerate(moves):
                mover = (one, two)[ply]
                await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
    path = f"/ws/games/{playing}"
    async with wire(server, path, bob) as two, wire(server, f"/ws/games/{barely}", bob) as other:
        for game, socket in ((playing, two), (barely, other)):
            await socket.send("hello")
            await socket.until("welcome")
            ends[game] = socket
        admin("ban", account, "--reason", "cheats")
        told = {game: await socket.until("finished") for game, socket in ends.items()}
    assert (told[playing]["reason"], told[playing]["scores"]) == ("resign", [0.0, 1.0])
    assert told[barely]["reason"] == "aborted"
    for game in ends:
        holds(server, game)
    while server.http("GET", f"/api/v1/games/{awaiting}")[1]["game"]["state"] == "open":
        pass


async def test_games_go_on_of_who_is_banned_for_a_time(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob = named(server, "Quitter"), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with wire(server, path, ann) as one, wire(server, path, bob) as two:
        await sit([one, two])
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        await two.until("ack", id=await two.send("move", ply=1, move="b2"))
        admin("ban", account, "--for", "12h", "--reason", "cheats")
        assert (await closing(one))[0] == 1008
        await two.until("presence", seats=[False, True])
        await two.send("hello")
        clock = (await two.until("clock"))["clock"]
        assert clock["running"] == 0
        _, record, _ = server.http("GET", f"/api/v1/games/{game}")
        assert record["game"]["state"] == "running"


# ── mutes ──────────────────────────────────────────────────────────────────────────────────────


async def said_or_refused(socket: Wire) -> dict[str, Any]:
    await socket.send("chat", text="hello all")
    while True:
        message = await socket.next()
        if message["type"] in ("said", "error"):
            return message


async def test_who_is_muted_plays_and_is_silent(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob = named(server, "Loudmouth"), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with wire(server, path, ann) as one, wire(server, path, bob) as two:
        await sit([one, two])
        admin("mute", account, "--for", "1d", "--reason", "insults")
        await noticed(server, admin)
        answer = await said_or_refused(one)
        assert answer["code"] == "muted"
        assert answer["message"].startswith("You are muted until ")
        assert answer["message"].endswith(": insults")
        assert (await said_or_refused(two))["type"] == "said"
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        admin("unmute", account)
        await noticed(server, admin)
        assert (answer := await said_or_refused(one))["type"] == "said", answer


async def test_who_is_muted_says_nothing_with_a_salt(server: Server, admin: Zeitnot) -> None:
    ann, account = named(server, "Salty")
    game = new_game(server, ann)
    admin("mute", account, "--reason", "insults")
    await noticed(server, admin)
    async with wire(server, f"/ws/games/{game}", ann) as one:
        await one.send("hello")
        await one.send("sit")
        sent = await one.send("ready", salt="meet-me-at-example-com")
        error = await one.until("error", id=sent)
        assert (error["code"], error["message"].count("hexadecimal")) == ("muted", 1)
        await one.until("ack", id=await one.send("ready", salt="0123456789abcdef"))


# ── names and chat ─────────────────────────────────────────────────────────────────────────────


async def played(server: Server, ann: str, bob: str, watcher: str) -> str:
    """A finished game with chat of all three."""
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        wire(server, path, ann) as one,
        wire(server, path, bob) as two,
        wire(server, path, watcher) as third,
    ):
        await third.send("hello")
        await sit([one, two])
        for text, socket in (("first", one), ("second", two), ("third", third)):
            await socket.send("chat", text=text)
            await third.until("said", text=text)
        for ply, move in enumerate(MOVES):
            mover = (one, two)[ply % 2]
            await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
        await third.until("finished")
    return game


def holds(server: Server, game: str) -> p.Export:
    """The game's export, which verifies."""
    status, export, _ = server.http("GET", f"/api/v1/games/{game}/export")
    assert status == 200
    record = msgspec.convert(export, p.Export)
    assert verify(record, rules_for).id == game
    return record


async def test_a_bad_name_goes_from_everywhere(server: Server, admin: Zeitnot) -> None:
    (ann, account), (bob, _) = named(server, "Foul Name"), named(server, "Bob")
    as_player = await played(server, ann, bob, bob)
    as_watcher = await played(server, bob, server.person(), ann)
    going = new_game(server, ann)
    path = f"/ws/games/{going}"
    async with wire(server, path, ann) as one, wire(server, path, bob) as two:
        await sit([one, two])
        await one.send("chat", text="hello")
        await two.until("said", text="hello")
        ran = admin("rename", account)
        assert await closing(one) == (1012, "renamed by the operator")
        async with wire(server, path, ann) as again:
            await again.send("hello")
            await again.until("welcome", you=0)
            await again.send("chat", text="who am I?")
            said = await two.until("said", text="who am I?")
            for ply, move in enumerate(MOVES):
                mover = (again, two)[ply % 2]
                sent = await mover.send("move", ply=ply, move=move, id=f"move {ply}")
                await mover.until("ack", id=sent)
    neutral = said["name"]
    assert neutral.startswith("Guest ")
    # The server itself has renamed in the rooms that it has: nobody has counted all events.
    assert ran.out == f"renamed {account}: Foul Name is {neutral}; in 2 games\n"
    for game in (as_player, as_watcher, going):
        assert "Foul Name" not in p.encode(holds(server, game))
        for route in ("", "/export"):
            _, told, _ = server.http("GET", f"/api/v1/games/{game}{route}")
            assert "Foul Name" not in json.dumps(told)
            assert neutral in json.dumps(told)
    assert server.http("GET", "/api/v1/games?player=Foul%20Name")[1]["games"] == []
    found = server.http("GET", f"/api/v1/games?player={neutral.replace(' ', '%20')}")[1]["games"]
    assert {game["id"] for game in found} == {as_player, going}
    assert server.http("GET", f"/api/v1/accounts/{account}")[1]["name"] == neutral


def test_a_bot_is_renamed_and_its_old_name_is_free(
    server: Server, admin: Zeitnot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "SERVER_SECONDS", 0)  # no room has it
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Foul_Bot"})
    admin("rename", bot["account"], "Fair_Bot")
    _, own, _ = server.http("GET", "/api/v1/tokens", token=bot["token"])
    assert own["tokens"][0]["account_name"] == "Fair_Bot"
    assert server.http("POST", "/api/v1/bots", {"name": "fair-bot"})[0] == 409
    assert server.http("POST", "/api/v1/bots", {"name": "Foul_Bot"})[0] == 201


async def test_chat_is_removed_by_number_by_account_and_altogether(
    server: Server, admin: Zeitnot
) -> None:
    (ann, account), bob, carl = named(server, "Ann"), server.person(), server.person()
    game = await played(server, ann, bob, carl)

    def texts() -> list[str]:
        return [e.text for e in holds(server, game).events if isinstance(e, p.Said)]

    events = holds(server, game).events
    third = next(str(e.seq) for e in events if isinstance(e, p.Said) and e.text == "third")
    assert texts() == ["first", "second", "third"]
    admin("remove-chat", game, third)
    assert texts() == ["first", "second", "[removed]"]
    admin("remove-chat", game, "--account", account)
    assert texts() == ["[removed]", "second", "[removed]"]
    assert admin("remove-chat", game).out == f"removed 1 lines of chat from game {game}\n"
    assert texts() == ["[removed]"] * 3
    with contextlib.closing(sqlite3.connect(server.db)) as connection:
        query = "SELECT digest FROM event WHERE game = ? AND kind = 'said'"
        assert set(connection.execute(query, (game,))) == {(None,)}


async def test_chat_of_an_account_is_removed_wherever_it_is(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob, carl = named(server, "Ann"), server.person(), server.person()
    games = [await played(server, ann, bob, carl), await played(server, bob, carl, ann)]
    ran = admin("remove-chat", "--account", account)
    assert ran.out == "removed 2 lines of chat from 2 games\n"
    texts = [[e.text for e in holds(server, g).events if isinstance(e, p.Said)] for g in games]
    assert texts == [["[removed]", "second", "third"], ["first", "second", "[removed]"]]
    assert admin("remove-chat", "--account", "nobody").out.startswith("removed 0 ")


async def test_reports_are_removed_by_number_by_account_and_altogether(
    server: Server, admin: Zeitnot
) -> None:
    """Reports as older versions stored them: with prose, which can be read until it is removed."""
    (ann, account), bob = named(server, "Ann"), server.person()
    game = await played(server, ann, bob, bob)
    with contextlib.closing(sqlite3.connect(server.db)) as connection, connection:
        report = json.dumps({"depth": 3, "pv": "meet me at example.com"})
        query = (
            "UPDATE event SET body = json_set(body, '$.engine', json(?))"
            " WHERE game = ? AND kind = 'moved'"
        )
        connection.execute(query, (report, game))

    def moves() -> list[p.Moved]:
        return [e for e in holds(server, game).events if isinstance(e, p.Moved)]

    assert all(e.engine and e.engine.pv == "meet me at example.com" for e in moves())
    admin("remove-reports", game, str(moves()[1].seq))
    assert [e.engine is None for e in moves()] == [False, True, False, False, False]
    assert admin("remove-reports", "--account", account).out == "removed 3 reports from 1 games\n"
    assert [e.engine is None for e in moves()] == [True, True, True, False, True]
    admin("remove-reports", game)
    assert not any(e.engine for e in moves())


async def test_a_game_leads_to_the_accounts_in_it(server: Server, admin: Zeitnot) -> None:
    """The complaint is that somebody has said something there: from the game to the line to remove
    and the account to ban."""
    tokens = {}
    for number, name in enumerate(("Ann", "Bob", "Looker"), 1):
        here = {"x-forwarded-for": f"198.51.100.{number}"}
        tokens[name] = server.person(headers=here)
    accounts = {name: account_of(server, token) for name, token in tokens.items()}
    game = await played(server, *tokens.values())
    with contextlib.closing(sqlite3.connect(server.db)) as connection, connection:
        query = (
            "UPDATE event SET body = json_set(body, '$.engine', json(?))"
            " WHERE game = ? AND kind = 'moved' AND ply = 1"
        )
        connection.execute(query, (json.dumps({"depth": 3, "pv": "meet\tme"}), game))
    rows = [line.split("\t") for line in admin("game", game).out.splitlines()]
    assert all(len(row) == 6 for row in rows)

    def of(kind: str) -> list[list[str]]:
        return [row[1:] for row in rows if row[0] == kind]

    assert of("game")[0][2] == game
    assert ", finished " in of("game")[0][3]
    assert of("maker")[0][1] == accounts["Ann"]
    seats = [(row[0], row[1], row[3], row[4]) for row in of("seat")]
    assert seats == [
        ("0", accounts["Ann"], "person", "198.51.100.1"),
        ("1", accounts["Bob"], "person", "198.51.100.2"),
    ]
    assert [(row[1], row[4]) for row in of("spectator")] == [(accounts["Looker"], "198.51.100.3")]
    chat = [(row[1], row[3]) for row in of("chat")]
    assert chat == list(zip(accounts.values(), ("first", "second", "third"), strict=True))
    ((number, account, _, what, _),) = of("report")
    assert (account, what) == (accounts["Bob"], "meet me")
    assert admin("remove-reports", game, number).out.startswith("removed 1 ")
    assert admin("remove-chat", game, of("chat")[2][0]).out.startswith("removed 1 ")
    assert "third" not in admin("game", game).out


def test_unban_says_what_else_holds(server: Server, admin: Zeitnot, zeitnot: Zeitnot) -> None:
    here = {"x-forwarded-for": "203.0.113.9"}
    token = server.person(headers=here)
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Owned_Bot"}, token, headers=here)
    owner = account_of(server, token)
    for whom in (owner, bot["account"], "203.0.113.0/24", "203.0.113.9"):
        admin("ban", whom, "--reason", "x")
    ran = admin("unban", bot["account"])
    for other in (f"ban of {owner}, who owns it", "ban of 203.0.113.0/24", "ban of 203.0.113.9/32"):
        assert other in ran.out
    assert admin("unban", "203.0.113.9").out == (
        "unbanned: 203.0.113.9/32; still in force: ban of 203.0.113.0/24\n"
    )
    ran = zeitnot("admin", "unban", bot["account"], "--db", str(server.db))
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert f"is not banned itself; still in force: ban of {owner}, who owns it" in ran.err
    assert "still" in admin("unban", owner).out
    assert admin("unban", "203.0.113.0/24").out == "unbanned: 203.0.113.0/24\n"


def test_a_rename_is_noted_with_both_names(server: Server, admin: Zeitnot) -> None:
    _, account = named(server, "Foul")
    admin("rename", account, "Fair")
    (row,) = admin("log", "--account", account, "--act", "renamed").out.splitlines()
    assert row.split("\t")[5] == "was Foul, is Fair"


def test_the_acts_are_all_there() -> None:
    """What the log may be asked for is what is written into it."""
    written = set[str]()
    for file in (Path(__file__).parents[2] / "server/zeitnot_server").rglob("*.py"):
        written |= set(re.findall(r'audit\.add\([^"\n]*, "(\w+)"', file.read_text()))
    written |= {act for acts in sanctions.ACTS.values() for act in acts} | {"game_ended"}
    assert written == set(audit.ACTS)


# ── games ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_running_game_is_ended_and_its_players_are_told(
    server: Server, admin: Zeitnot
) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with wire(server, path, ann) as one, wire(server, path, bob) as two:
        await sit([one, two])
        for ply, move in enumerate(MOVES[:2]):
            mover = (one, two)[ply]
            await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
        ran = admin("end", game, "--reason", "the dice are known")
        assert ran.out == f"ended game {game}\n"
        for socket in (one, two):
            told = await socket.until("finished")
            assert told["reason"] == "aborted"
            assert told["word"] == "ended by the operator: the dice are known"
            assert "scores" not in told
    assert holds(server, game).events[-1].seq == told["seq"]
    (row,) = [line.split("\t") for line in admin("log", "--act", "game_ended").out.splitlines()][:1]
    assert row[1:4] == ["operator", "game_ended", f"game {game}"]
    assert row[5] == "the dice are known"


def test_a_game_is_ended_while_no_server_runs(zeitnot: Zeitnot, db: Path) -> None:
    ran = zeitnot("admin", "end", "going", "--db", str(db), "--reason", "restored")
    assert (ran.code, ran.out, ran.err) == (0, "ended game going\n", "")
    told = zeitnot("games", "export", "going", "--db", str(db)).out
    made = msgspec.json.decode(told, type=p.Export)
    end = verify(made, rules_for).end
    assert (end.reason, end.word) == ("aborted", "ended by the operator: restored")
    assert zeitnot("check", "--db", str(db)).code == 0
    again = zeitnot("admin", "end", "going", "--db", str(db))
    assert (again.code, again.out) == (2, "")
    assert "is over already" in again.err
    assert "game going" in zeitnot("admin", "log", "--db", str(db)).out


def test_a_game_whose_flag_has_fallen_is_not_said_to_have_been_ended(
    zeitnot: Zeitnot, tmp_path: Path
) -> None:
    """A clock of days runs while no server does."""
    db = tmp_path / "zeitnot.db"
    days = p.Control(kind="correspondence", days=1)
    table = Table(rules_for("othello", {}), days, game="late").start()

    async def fill() -> None:
        store = await Store.open(db, rules_for)
        await keep(store, table)
        await store.close()

    asyncio.run(fill())
    ran = zeitnot("admin", "end", "late", "--db", str(db))
    assert (ran.code, ran.out) == (1, "")
    assert "Game late was over before it could be ended" in ran.err
    assert "game late" not in zeitnot("admin", "log", "--db", str(db)).out
    assert zeitnot("check", "--db", str(db)).code == 0


def test_a_game_that_cannot_be_written_is_not_in_the_log(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(connection: sqlite3.Connection, one: object) -> None:
        raise Conflict("This does not follow on the log.")

    monkeypatch.setattr(commit, "write_one", refuse)
    ran = zeitnot("admin", "end", "going", "--db", str(db))
    assert (ran.code, ran.out) == (1, "")
    assert "game going" not in zeitnot("admin", "log", "--db", str(db)).out


# ── tokens and the log ─────────────────────────────────────────────────────────────────────────


async def test_tokens_are_listed_and_revoked(server: Server, admin: Zeitnot) -> None:
    token, account = named(server, "Loser")
    id = admin("tokens", account).out.split("\t")[0]
    async with lobby(server, token) as hall:
        assert admin("revoke", id).out == f"revoked {id}\n"
        assert await closing(hall) == (1008, "token revoked")
    assert server.http("GET", "/api/v1/tokens", token=token)[0] == 401
    assert admin("tokens", account).out == ""


async def test_all_tokens_of_an_account_are_revoked(server: Server, admin: Zeitnot) -> None:
    token, account = named(server, "Loser")
    async with lobby(server, token) as hall:
        assert admin("revoke", "--account", account).out == f"revoked 1 of {account}\n"
        assert await closing(hall) == (1008, "token revoked")


def test_the_log_says_from_where_and_is_pruned(server: Server, admin: Zeitnot) -> None:
    here = {"x-forwarded-for": "2001:db8:7:8:9::1"}
    _, made, _ = server.http("POST", "/api/v1/session", {}, headers=here)
    (row,) = admin("log", "--account", made["account"]).out.splitlines()
    assert row.split("\t")[1:5] == [
        made["account"],
        "session_made",
        f"account {made['account']}",
        "2001:db8:7:8::",
    ]
    server.person()  # the newest row stays in any case
    with contextlib.closing(sqlite3.connect(server.db)) as connection:
        connection.execute("UPDATE audit SET at = 1 WHERE actor = ?", (made["account"],))
        connection.commit()
    assert admin("prune", "--older", "90d").out == "dropped 1 rows older than 90d\n"
    assert admin("log", "--account", made["account"]).out == ""
    assert admin("log", "--limit", "1").out.split("\t")[2:4] == ["pruned", "audit"]


# ── what is refused ────────────────────────────────────────────────────────────────────────────

BAD = {
    "no such account": ("ban", "nobody", "--reason", "x"),
    "no reason": ("ban", "192.0.2.1"),
    "an empty reason": ("ban", "192.0.2.1", "--reason", " "),
    "a long reason": ("ban", "192.0.2.1", "--reason", "x" * 201),
    "no address": ("ban", "300.0.0.1", "--reason", "x"),
    "half the internet": ("ban", "0.0.0.0/1", "--reason", "x"),
    "all of it": ("ban", "::/0", "--reason", "x"),
    "this machine": ("ban", "127.0.0.1", "--reason", "x"),
    "this machine in IPv6": ("mute", "::1", "--reason", "x"),
    "no time": ("ban", "192.0.2.1", "--for", "soon", "--reason", "x"),
    "a time without end": ("ban", "192.0.2.1", "--for", "0d", "--reason", "x"),
    "not banned": ("unban", "192.0.2.1"),
    "not muted": ("unmute", "192.0.2.1"),
    "nobody to rename": ("rename", "nobody"),
    "a name that cannot be shown": ("rename", "{account}", " x "),
    "a bot's name": ("rename", "{account}", "Kept_Bot"),
    "no name for a bot": ("rename", "{bot}", "Kept Bot"),
    "no such game": ("remove-chat", "nothing"),
    "no game and nobody": ("remove-chat",),
    "no such report": ("remove-reports", "nothing"),
    "a move without a report": ("remove-reports", "nothing", "3"),
    "reports both ways": ("remove-reports", "nothing", "1", "--account", "x"),
    "no such game to look at": ("game", "nothing"),
    "no such game to end": ("end", "nothing"),
    "a game that is over": ("end", "{over}"),
    "an end with an empty reason": ("end", "{over}", "--reason", " "),
    "both ways": ("remove-chat", "nothing", "1", "--account", "x"),
    "no number": ("remove-chat", "nothing", "x"),
    "no such token": ("revoke", "0123"),
    "neither token nor account": ("revoke",),
    "tokens of nobody": ("tokens", "nobody"),
    "a prune of nothing": ("prune",),
    "no such act": ("log", "--act", "foo"),
    "no such command": ("promote", "me"),
}


@pytest.fixture(scope="module")
def kept(server: Server) -> dict[str, str]:
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Kept_Bot"})
    return {
        "account": account_of(server, server.person()),
        "bot": bot["account"],
        "over": over(server),
    }


def over(server: Server) -> str:
    """A game that has ended."""
    game = new_game(server, server.person())
    ran = subprocess.run(
        [sys.executable, "-m", "zeitnot_server.cli", "admin", "end", game, "--db", str(server.db)],
        capture_output=True,
        check=True,
    )
    assert ran.stdout == f"ended game {game}\n".encode()
    return game


@pytest.mark.parametrize("words", BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_changes_nothing(
    zeitnot: Zeitnot, server: Server, kept: dict[str, str], words: tuple[str, ...], tmp_path: Path
) -> None:
    """On a copy: the server ends games, and notes when tokens were used, at any time."""
    db = tmp_path / "zeitnot.db"
    with (
        contextlib.closing(sqlite3.connect(server.db)) as source,
        contextlib.closing(sqlite3.connect(db)) as copy,
    ):
        source.backup(copy)
    before = everything(db)
    ran = zeitnot("admin", *(w.format(**kept) for w in words), "--db", str(db))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran
    assert everything(db) == before


def everything(db: Path) -> list[Any]:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        tables = ("account", "token", "sanction", "audit", "seat", "event")
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def test_a_database_that_is_none(zeitnot: Zeitnot, tmp_path: Path) -> None:
    for name, content in (("none.db", None), ("text.db", b"hello" * 1000), ("empty.db", b"")):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        ran = zeitnot("admin", "bans", "--db", str(path))
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran
        assert (path.read_bytes() if path.exists() else None) == content


def test_a_database_of_an_older_version(zeitnot: Zeitnot, tmp_path: Path) -> None:
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    with migrate.opened(path) as connection:
        migrate.run(connection, migrate.config_for(migrate.directory()), "0001", down=True)
    ran = zeitnot("admin", "bans", "--db", str(path))
    assert ran.code == 2
    assert "zeitnot migrate" in ran.err


def test_without_a_server(zeitnot: Zeitnot, tmp_path: Path) -> None:
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    assert zeitnot("admin", "ban", "192.0.2.1", "--reason", "x", "--db", str(path)).code == 0
    assert "192.0.2.1/32" in zeitnot("admin", "bans", "--db", str(path)).out


def test_no_name_commands_the_operators_terminal(admin: Zeitnot, server: Server) -> None:
    """As tokens could be named before, and were kept."""
    _, account = named(server, "Tia")
    with contextlib.closing(sqlite3.connect(server.db)) as connection, connection:
        name = "x\x1b[2J\x1b]0;pwned\x07\n\tFAKE ROW\u202e"
        connection.execute("UPDATE token SET name = ? WHERE account = ?", (name, account))
    out = admin("tokens", account).out
    assert "FAKE ROW" in out
    assert len(out.splitlines()) == 1
    assert not set(out) & set("\x1b\x07\u202e")


def test_logs_are_printable() -> None:
    shown = logs._all_printable(None, "info", {"event": "odd", "said": "\x1b[2J", "n": 1})
    assert shown == {"event": "odd", "said": "\ufffd[2J", "n": 1}
