"""`zeitnot admin end` ends a game, with and without a running server."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store import Conflict
from zeitnot_server.store.sql.logs import batch
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.verify import verify

from ...books.playing import store_game
from ...rooms.rig import Rig
from ...server.running_server import Server, new_game, websocket
from ...server.test_room_socket import MOVES, sit
from ..conftest import Zeitnot
from .games import verified_export


async def test_a_running_game_is_ended_and_its_players_are_notified(
    server: Server, admin: Zeitnot
) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        for ply, move in enumerate(MOVES[:2]):
            mover = (one, two)[ply]
            await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
        result = admin("end", game, "--reason", "the dice are known")
        assert result.out == f"ended game {game}\n"
        for socket in (one, two):
            event = await socket.until("finished")
            assert event["reason"] == "aborted"
            assert event["word"] == "ended by the operator: the dice are known"
            assert "scores" not in event
    assert verified_export(server, game).events[-1].seq == event["seq"]
    (row,) = [line.split("\t") for line in admin("log", "--act", "game_ended").out.splitlines()][:1]
    assert row[1:4] == ["operator", "game_ended", f"game {game}"]
    assert row[5] == "the dice are known"


def test_a_game_is_ended_while_no_server_runs(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("admin", "end", "going", "--db", str(db), "--reason", "restored")
    assert (result.code, result.out, result.err) == (0, "ended game going\n", "")
    output = zeitnot("games", "export", "going", "--db", str(db)).out
    created = msgspec.json.decode(output, type=p.Export)
    end = verify(created, rules_for).end
    assert (end.reason, end.word) == ("aborted", "ended by the operator: restored")
    assert zeitnot("check", "--db", str(db)).code == 0
    second_run = zeitnot("admin", "end", "going", "--db", str(db))
    assert (second_run.code, second_run.out) == (2, "")
    assert "is over already" in second_run.err
    assert "game going" in zeitnot("admin", "log", "--db", str(db)).out


def test_a_game_lost_on_time_is_not_reported_as_ended_by_the_operator(
    zeitnot: Zeitnot, tmp_path: Path
) -> None:
    """A correspondence clock runs while no server does."""
    db = tmp_path / "zeitnot.db"
    days = p.Control(kind="correspondence", days=1)
    rig = Rig(rules_for("othello", {}), days, game="late").start()

    async def fill() -> None:
        store = await SqliteStore.open(db, rules_for)
        await store_game(store, rig)
        await store.close()

    asyncio.run(fill())
    result = zeitnot("admin", "end", "late", "--db", str(db))
    assert (result.code, result.out) == (1, "")
    assert "Game late was over before it could be ended" in result.err
    assert "game late" not in zeitnot("admin", "log", "--db", str(db)).out
    assert zeitnot("check", "--db", str(db)).code == 0


def test_a_failed_end_is_not_in_the_audit_log(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(connection: sqlite3.Connection, one: object) -> None:
        raise Conflict("This does not follow on the log.")

    monkeypatch.setattr(batch, "write_one", refuse)
    result = zeitnot("admin", "end", "going", "--db", str(db))
    assert (result.code, result.out) == (1, "")
    assert "game going" not in zeitnot("admin", "log", "--db", str(db)).out


VERDICTS = [
    (("--win", "1"), [0.0, 1.0]),
    (("--loss", "1"), [1.0, 0.0]),
    (("--draw",), [0.5, 0.5]),
    (("--points", "0.25,0.75"), [0.25, 0.75]),
]


@pytest.mark.parametrize(("options", "scores"), VERDICTS[:1])
async def test_a_running_game_is_adjudicated_and_its_players_are_notified(
    server: Server, admin: Zeitnot, options: tuple[str, ...], scores: list[float]
) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        result = admin("end", game, *options, "--reason", "an engine hung")
        assert result.out == f"adjudicated game {game}: 0 1\n"
        for socket in (one, two):
            event = await socket.until("finished")
            assert (event["reason"], event["scores"]) == ("adjudicated", scores)
            assert event["word"] == "adjudicated by the operator: an engine hung"
    verified_export(server, game)
    status, page, _ = server.http("GET", "/api/v1/games?reason=adjudicated")
    assert (status, [row["id"] for row in page["games"]]) == (200, [game])
    row = admin("log", "--act", "game_adjudicated").out.splitlines()[0].split("\t")
    assert row[1:4] == ["operator", "game_adjudicated", f"game {game}"]
    assert row[5] == "0 1: an engine hung"
    shown = admin("game", game).out.splitlines()[0]
    assert "finished adjudicated [0.0,1.0] (adjudicated by the operator: an engine hung)" in shown


@pytest.mark.parametrize(("options", "scores"), VERDICTS)
def test_a_game_is_adjudicated_while_no_server_runs(
    zeitnot: Zeitnot, db: Path, options: tuple[str, ...], scores: list[float]
) -> None:
    result = zeitnot("admin", "end", "going", "--db", str(db), *options)
    assert (result.code, result.err) == (0, "")
    output = zeitnot("games", "export", "going", "--db", str(db)).out
    end = verify(msgspec.json.decode(output, type=p.Export), rules_for).end
    assert (end.reason, end.scores, end.word) == (
        "adjudicated",
        scores,
        "adjudicated by the operator",
    )
    assert zeitnot("check", "--db", str(db)).code == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--win", "0", "--draw"), "Give only one of"),
        (("--win", "2"), "--win: "),
        (("--loss", "-1"), "--loss: "),
        (("--points", "1"), "--points: "),
        (("--points", "1,x"), "not a list of numbers"),
        (("--points", "1,1"), "add up to 1"),
    ],
)
def test_an_impossible_verdict_changes_nothing(
    zeitnot: Zeitnot, db: Path, options: tuple[str, ...], sentence: str
) -> None:
    result = zeitnot("admin", "end", "going", "--db", str(db), *options)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
    assert "game going" not in zeitnot("admin", "log", "--db", str(db)).out
