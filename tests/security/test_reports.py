"""Engine reports can neither bypass a mute nor fill the disk."""

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import zeitnot_protocol as p

from .local import Local, running
from .raw import RawConnection, opened
from .test_allowances import first_message_of, send

PROSE = "meet me at example.com"
LONG_PV = " ".join(["b2"] * 200)  # looks like a variation of the maximum length
LINE = " ".join(["b2"] * 100)
LINES = [{"move": "b2", "pv": LINE}] * 8
MOVES = ("a1", "b1", "a2", "b2", "a3")


@asynccontextmanager
async def game_in_progress(local: Local) -> AsyncIterator[tuple[str, list[RawConnection]]]:
    """A game that has begun, and its two players' sockets."""
    people = [await local.person(), await local.person()]
    game = await local.game(people[0])
    async with AsyncExitStack() as stack:
        connections: list[RawConnection] = []
        for number, player in enumerate(people):
            connection = await stack.enter_async_context(
                opened(local.host, f"/ws/games/{game}", player)
            )
            await send(connection, game, "hello")
            await send(connection, game, "sit", id=f"sit{number}")
            await send(connection, game, "ready", id=f"ready{number}", salt="5a")
            connections.append(connection)
        await connections[0].message("started")
        yield game, connections


async def play(
    game: str, connections: list[RawConnection], report: Any, moves: Iterable[str] = MOVES
) -> None:
    """Plays the moves, each with this report, and checks that each is acknowledged."""
    for ply, move in enumerate(moves):
        connection = connections[ply % 2]
        await send(connection, game, "move", id=f"move{ply}", ply=ply, move=move, engine=report)
        answer = await first_message_of(connection, "ack", "error")
        while answer.get("id") != f"move{ply}":
            answer = await first_message_of(connection, "ack", "error")
        assert answer["type"] == "ack"


async def stored_events(local: Local, game: str) -> list[p.RoomEvent]:
    return [row.event for row in await local.game_server.store.log.entries(game, 0)]


def reports(events: list[p.RoomEvent]) -> list[p.EngineReport | None]:
    return [event.engine for event in events if isinstance(event, p.Moved)]


async def test_prose_is_removed_from_reports(tmp_path: Path) -> None:
    async with running(tmp_path) as local, game_in_progress(local) as (game, connections):
        prose = {"unit": "call_me", "pv": PROSE}
        await send(
            connections[0], game, "info", ply=0, mode="thinking", value=0.5, depth=3, **prose
        )
        info = await connections[1].message("info")
        assert info["depth"] == 3
        report = {"depth": 3, **prose, "lines": [{"move": PROSE}, {"move": "a1", "pv": PROSE}]}
        await play(game, connections, report)
        events = await stored_events(local, game)
        assert isinstance(events[-1], p.Finished)
        expected_report = p.EngineReport(depth=3, lines=[p.EngineLine(move="a1")])
        assert reports(events) == [expected_report] * 5
        assert not {PROSE, "call_me"} & set(p.encode(events).split('"'))
        assert local.game_server.tally.reports_left_out == {"form": 5}


async def test_stored_reports_of_an_account_are_bounded(tmp_path: Path) -> None:
    """Each move has a large report. Only reports within the account's allowance are stored, but all
    moves are."""
    report = {"pv": LONG_PV, "lines": LINES}
    assert 3000 < len(json.dumps(report)) < 4000
    async with running(tmp_path, account_report_bytes=((0, 8_000),)) as local:
        async with game_in_progress(local) as (game, connections):
            await play(game, connections, report)
        stored_reports = reports(await stored_events(local, game))
        assert [stored is not None for stored in stored_reports] == [True, True, True, True, False]
        assert local.game_server.tally.reports_left_out == {"allowance": 1}


async def test_accounts_of_one_address_share_an_allowance(tmp_path: Path) -> None:
    async with running(tmp_path, address_report_bytes=((0, 8_000),)) as local:
        peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
        allowed = [
            local.connection_limits.may_report(peer, f"a{number}", 3_900) for number in range(3)
        ]
        assert allowed == [True, True, False]
        assert local.connection_limits.may_report(other_peer, "a9", 3_900)
