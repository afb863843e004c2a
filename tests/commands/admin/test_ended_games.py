"""`zeitnot admin end`: a game is ended, with a server and without one."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.play.native import rules_for
from zeitnot_server.store import Conflict
from zeitnot_server.store.sql import batch
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.verify import verify

from ...books.playing import store_game
from ...rooms.rig import Rig
from ...server.running_server import Server, new_game, websocket
from ...server.test_room_socket import MOVES, sit
from ..conftest import Zeitnot
from .games import verified_export


async def test_a_running_game_is_ended_and_its_players_are_told(
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
        ran = admin("end", game, "--reason", "the dice are known")
        assert ran.out == f"ended game {game}\n"
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
    ran = zeitnot("admin", "end", "going", "--db", str(db), "--reason", "restored")
    assert (ran.code, ran.out, ran.err) == (0, "ended game going\n", "")
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
    """A clock of days runs while no server does."""
    db = tmp_path / "zeitnot.db"
    days = p.Control(kind="correspondence", days=1)
    rig = Rig(rules_for("othello", {}), days, game="late").start()

    async def fill() -> None:
        store = await SqliteStore.open(db, rules_for)
        await store_game(store, rig)
        await store.close()

    asyncio.run(fill())
    ran = zeitnot("admin", "end", "late", "--db", str(db))
    assert (ran.code, ran.out) == (1, "")
    assert "Game late was over before it could be ended" in ran.err
    assert "game late" not in zeitnot("admin", "log", "--db", str(db)).out
    assert zeitnot("check", "--db", str(db)).code == 0


def test_a_failed_end_is_not_in_the_audit_log(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(connection: sqlite3.Connection, one: object) -> None:
        raise Conflict("This does not follow on the log.")

    monkeypatch.setattr(batch, "write_one", refuse)
    ran = zeitnot("admin", "end", "going", "--db", str(db))
    assert (ran.code, ran.out) == (1, "")
    assert "game going" not in zeitnot("admin", "log", "--db", str(db)).out
