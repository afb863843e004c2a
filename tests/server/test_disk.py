"""A disk that is nearly full: running games continue, and new games and accounts are refused."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

import zeitnot_protocol as p
from zeitnot_server.free_space import free_bytes
from zeitnot_server.limits.disk import (
    MIB,
    RECOVERY_FACTOR,
    DiskReserve,
    DiskState,
    is_allowed_when_full,
)
from zeitnot_server.rooms.room import Phase

from ..security.local import Local, running
from ..security.raw import RawConnection, frame, opened


class Disk:
    """A disk with `free_mib` of free space."""

    def __init__(self, free_mib: float) -> None:
        self.free_mib = free_mib

    def __call__(self) -> int:
        return int(self.free_mib * MIB)


async def test_low_disk_space_has_hysteresis_and_is_logged_once() -> None:
    disk = Disk(100)
    reserve = DiskReserve(100 * MIB, disk)
    reports: list[bool] = []
    reserve.events.subscribe(DiskState, lambda state: reports.append(state.low))
    with capture_logs() as lines:
        for free_mib in (
            100,
            99.9,
            50,
            100,
            100 * RECOVERY_FACTOR - 0.1,
            100 * RECOVERY_FACTOR,
            100,
            99,
        ):
            disk.free_mib = free_mib
            await reserve.check()
            await reserve.check()
    assert reports == [True, False, True]
    assert [line["event"] for line in lines] == ["disk low", "disk has room again", "disk low"]


async def test_without_a_reserve_disk_space_is_never_low() -> None:
    def failing() -> int:
        raise OSError("gone")

    await DiskReserve(0, failing).check()
    unreserved = DiskReserve(0, lambda: 1)
    await unreserved.check()
    assert (unreserved.low, unreserved.free) == (False, 1)
    reserve = DiskReserve(MIB, failing)
    reserve.low = True
    await reserve.check()
    assert reserve.low


def test_free_space_is_that_of_the_folder(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 0
    with pytest.raises(OSError, match="No such file"):
        free_bytes(tmp_path / "nowhere")


@pytest.mark.parametrize("phase", Phase)
def test_commands_allowed_on_a_full_disk(phase: Phase) -> None:
    is_begun = phase not in (Phase.OPEN, Phase.FINISHED)
    assert is_allowed_when_full(phase, p.Abort(game="game0", id="a"))
    assert is_allowed_when_full(phase, p.Resign(game="game0", id="a")) == is_begun
    assert not is_allowed_when_full(phase, p.Chat(game="game0", text="a"))


# ── the server ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path) as instance:
        instance.game_server.disk.reserve = 0  # ignores this machine's disk; the test sets `low`
        yield instance


async def send(connection: RawConnection, game: str, type_: str, **fields: object) -> None:
    await connection.send(frame(json.dumps({"type": type_, "game": game, **fields})))


async def wait_for_ack(connection: RawConnection, command: str) -> None:
    """Reads up to the acknowledgement of this command."""
    while (answer := await connection.message("ack"))["id"] != command:
        pass
    assert answer["seq"] > 0


async def sit(connection: RawConnection, game: str, name: str) -> None:
    await send(connection, game, "hello")
    await send(connection, game, "sit", id=f"sit {name}")
    await send(connection, game, "ready", id=f"ready {name}", salt="s")


async def test_only_running_games_continue_on_a_full_disk(local: Local) -> None:
    ann, bob = await local.person(), await local.person()
    game, other = await local.game(ann), await local.game(ann)
    path = f"/ws/games/{game}"
    async with (
        opened(local.host, path, ann) as ann_socket,
        opened(local.host, path, bob) as bob_socket,
        opened(local.host, f"/ws/games/{other}", bob) as other_socket,
    ):
        await sit(ann_socket, game, "ann")
        await sit(bob_socket, game, "bob")
        await bob_socket.message("started")
        local.game_server.disk.low = True
        await refused_over_http(local, ann)
        await send(ann_socket, game, "chat", text="Is there room?")
        assert (await ann_socket.message("error"))["code"] == "disk_low"
        await sit(other_socket, other, "bob")
        error = await other_socket.message("error")
        assert (error["code"], error["id"]) == ("disk_low", "sit bob")
        await send(ann_socket, game, "move", id="m0", ply=0, move="a1")
        await wait_for_ack(ann_socket, "m0")
        await send(bob_socket, game, "draw", id="d0", action="offer")
        await wait_for_ack(bob_socket, "d0")
        await send(ann_socket, game, "draw", id="d1", action="accept")
        await bob_socket.message("finished")
        await send(bob_socket, game, "rematch", id="again")
        assert (await bob_socket.message("error"))["code"] == "disk_low"
        await send(
            ann_socket, game, "move", id="m0", ply=0, move="a1"
        )  # a resend is answered as before
        await wait_for_ack(ann_socket, "m0")
    ready = await local.get("/readyz")
    assert ready.status == 200
    assert ready.body.startswith(b"disk_low: ")


async def refused_over_http(local: Local, token: str) -> None:
    request = {
        "game_type": "tictactoe",
        "control": {"kind": "unlimited"},
        "seats": [{"kind": "me"}, {"kind": "open"}],
    }
    for path, body, player in (
        ("session", {}, None),
        ("bots", {"name": "Late-Bot"}, token),
        ("games", request, token),
    ):
        answer = await local.post(path, body, player)
        assert (answer.status, answer.json["code"]) == (507, "disk_low")
    assert (await local.post("session", {}, token)).status == 200
    assert (await local.get("/api/v1/games")).status == 200


async def test_finished_games_are_added_to_the_book_when_space_is_free(local: Local) -> None:
    game_server = local.game_server
    ann, bob = await local.person(), await local.person()
    game = await local.game(ann)
    path = f"/ws/games/{game}"
    async with (
        opened(local.host, path, ann) as ann_socket,
        opened(local.host, path, bob) as bob_socket,
    ):
        await sit(ann_socket, game, "ann")
        await sit(bob_socket, game, "bob")
        await bob_socket.message("started")
        game_server.disk.low = True
        for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
            player = (ann_socket, bob_socket)[ply % 2]
            await send(player, game, "move", id=f"m{ply}", ply=ply, move=move)
            await wait_for_ack(player, f"m{ply}")
        await bob_socket.message("finished")
    await wait_until_indexed(local)
    assert (await local.get("/api/v1/books")).json["books"] == []
    game_server.disk.low = False
    game_server.disk.events.publish(DiskState(False))
    await wait_until_indexed(local)
    (book,) = (await local.get("/api/v1/books")).json["books"]
    assert book["game_type"] == "tictactoe"


async def wait_until_indexed(local: Local) -> None:
    """Waits until the tasks that add games to the books are done."""
    while local.game_server.book_indexing._tasks:
        await asyncio.gather(*local.game_server.book_indexing._tasks)
