"""A bot reports what went wrong to the server, in the background."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.exceptions import HttpRefused, Unreachable, ZeitnotError
from zeitnot_client.fault_reports import MAX_DETAIL, MAX_WAITING, FaultReports, shortened
from zeitnot_client.faults import Faults, NoUsableMove, TooLate, check_move
from zeitnot_client.room import Room
from zeitnot_client.state import RoomState

STATE = cast(RoomState, SimpleNamespace(game="game1", ply=6, position="121212", record=[]))


class Server:
    """Keeps the reports; raises `error` instead if it is set, and waits while `open` is not."""

    def __init__(self, error: ZeitnotError | None = None) -> None:
        self.error = error
        self.received = list[p.NewFault]()
        self.open = asyncio.Event()
        self.open.set()

    async def post(self, fault: p.NewFault) -> None:
        await self.open.wait()
        self.received.append(fault)
        if self.error is not None:
            raise self.error


async def test_a_report_has_the_position_and_the_version() -> None:
    server = Server()
    reports = FaultReports(server.post, lambda: "1.2")
    reports.send(STATE, "crash", "it ended", "./engine")
    await reports.close()
    (fault,) = server.received
    assert (fault.game, fault.ply, fault.position) == ("game1", 6, "121212")
    assert (fault.kind, fault.version, fault.command) == ("crash", "1.2", "./engine")
    assert fault.detail == "it ended"


def test_a_long_report_keeps_what_has_happened_and_whole_lines_of_the_end() -> None:
    assert shortened("x" * MAX_DETAIL) == "x" * MAX_DETAIL
    text = shortened("\n".join(["it was killed by SIGKILL", *(f"line {n}" for n in range(999))]))
    first, gap, *lines = text.split("\n")
    assert (first, gap, lines[-1]) == ("it was killed by SIGKILL", "…", "line 998")
    assert all(line.startswith("line ") for line in lines)
    assert MAX_DETAIL - 10 < len(text) <= MAX_DETAIL
    assert len(shortened("x" * 9999 + "\n" + "y" * 9999)) < MAX_DETAIL


async def test_nothing_is_reported_without_a_position() -> None:
    server = Server()
    reports = FaultReports(server.post)
    reports.send(RoomState("game1"), "crash", "")
    await reports.close()
    assert server.received == []


@pytest.mark.parametrize(
    ("error", "sent"),
    [
        (HttpRefused(404, "not_found", "There is nothing at this path."), 1),
        (HttpRefused(405, "method_not_allowed", "No."), 1),
        (HttpRefused(404, "no_such_game", "No seat."), 2),
        (HttpRefused(429, "too_many_requests", "Wait."), 2),
        (Unreachable("no answer"), 2),
    ],
)
async def test_only_an_older_server_is_not_asked_again(error: ZeitnotError, sent: int) -> None:
    server = Server(error)
    reports = FaultReports(server.post)
    for _ in range(2):
        reports.send(STATE, "no_answer", "")
        await reports.close()
    assert len(server.received) == sent


async def test_the_number_of_waiting_reports_is_bounded() -> None:
    server = Server()
    server.open.clear()
    reports = FaultReports(server.post)
    for _ in range(MAX_WAITING + 3):
        reports.send(STATE, "crash", "")
    server.open.set()
    await reports.close()
    assert len(server.received) == MAX_WAITING


class Reporting:
    """The part of a room that `Faults` uses; keeps its reports."""

    def __init__(self) -> None:
        self.state = STATE
        self.reported = list[tuple[str, str]]()

    def report_fault(self, kind: str, detail: str, command: str = "") -> None:
        self.reported.append((kind, detail))

    async def chat(self, text: str) -> None: ...

    async def resign(self) -> None: ...

    def waiting_for(self, kind: Any) -> bool:
        return False


async def test_each_fault_of_a_bot_is_reported_in_one_line() -> None:
    room = Reporting()
    faults = Faults(cast(Room, room))
    try:
        raise ZeroDivisionError("division by zero")
    except ZeroDivisionError as error:
        await faults.handle(error)
    await faults.handle(NoUsableMove("z9 is illegal"))
    await faults.report_too_late(TooLate(4_000))
    (crash, detail), illegal, late = room.reported
    assert crash == "crash"
    assert detail.startswith("ZeroDivisionError: division by zero (test_fault_reports.py, line ")
    assert str(Path.cwd()) not in detail
    assert illegal == ("illegal_move", "z9 is illegal")
    assert late[0] == "no_answer"


@pytest.mark.parametrize("answer", [None, "", "♞f3"])
async def test_an_answer_that_is_no_move_is_not_reported_as_an_illegal_move(
    answer: str | None,
) -> None:
    room = Reporting()
    with pytest.raises(NoUsableMove) as failed:
        check_move(answer)
    await Faults(cast(Room, room)).handle(failed.value)
    assert room.reported == [("bad_answer", str(failed.value))]


async def test_a_client_sends_the_last_reports_before_it_closes() -> None:
    paths = list[str]()

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(f"{request.method} {request.url.path}")
        return httpx.Response(204)

    transport = httpx.MockTransport(answer)
    async with Client("http://127.0.0.1:1", "zn_t", transport=transport) as client:
        client._fault_reports.send(STATE, "crash", "gone")
    assert paths == ["POST /api/v1/faults"]
