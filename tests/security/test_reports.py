"""What may go along with moves is no way around a mute, and no way to fill a disk."""

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import zeitnot_protocol as p

from .local import Local, running
from .raw import Raw, opened
from .test_allowances import first_of, tell

PROSE = "meet me at example.com"
FAT = " ".join(["b2"] * 200)  # a line by its look, as long as a line may be
LINE = " ".join(["b2"] * 100)
LINES = [{"move": "b2", "pv": LINE}] * 8
MOVES = ("a1", "b1", "a2", "b2", "a3")


@asynccontextmanager
async def seated(local: Local) -> AsyncIterator[tuple[str, list[Raw]]]:
    """A game that has begun, and its two players' sockets."""
    people = [await local.person(), await local.person()]
    game = await local.game(people[0])
    async with AsyncExitStack() as stack:
        lines = []
        for number, who in enumerate(people):
            line = await stack.enter_async_context(opened(local.host, f"/ws/games/{game}", who))
            await tell(line, game, "hello")
            await tell(line, game, "sit", id=f"sit{number}")
            await tell(line, game, "ready", id=f"ready{number}", salt="5a")
            lines.append(line)
        await lines[0].message("started")
        yield game, lines


async def play(game: str, lines: list[Raw], report: Any, moves: Iterable[str] = MOVES) -> None:
    """Every move with this report; each of them counts."""
    for ply, move in enumerate(moves):
        line = lines[ply % 2]
        await tell(line, game, "move", id=f"move{ply}", ply=ply, move=move, engine=report)
        answer = await first_of(line, "ack", "error")
        while answer.get("id") != f"move{ply}":
            answer = await first_of(line, "ack", "error")
        assert answer["type"] == "ack"


async def stored(local: Local, game: str) -> list[p.RoomEvent]:
    return [row.event for row in await local.game_server.store.log.entries(game, 0)]


def reports(events: list[p.RoomEvent]) -> list[p.EngineReport | None]:
    return [event.engine for event in events if isinstance(event, p.Moved)]


async def test_prose_is_removed_from_reports(tmp_path: Path) -> None:
    async with running(tmp_path) as local, seated(local) as (game, lines):
        told = {"unit": "call_me", "pv": PROSE}
        await tell(lines[0], game, "info", ply=0, mode="thinking", value=0.5, depth=3, **told)
        info = await lines[1].message("info")
        assert info["depth"] == 3
        report = {"depth": 3, **told, "lines": [{"move": PROSE}, {"move": "a1", "pv": PROSE}]}
        await play(game, lines, report)
        events = await stored(local, game)
        assert isinstance(events[-1], p.Finished)
        kept = p.EngineReport(depth=3, lines=[p.EngineLine(move="a1")])
        assert reports(events) == [kept] * 5
        assert not {PROSE, "call_me"} & set(p.encode(events).split('"'))
        assert local.game_server.tally.reports_left_out == {"form": 5}


async def test_reports_of_a_pair_of_accounts_are_bounded(tmp_path: Path) -> None:
    """Fat reports with every move, in one game after the other: what is kept of them is what each
    account may, and all moves count."""
    report = {"pv": FAT, "lines": LINES}
    assert 3000 < len(json.dumps(report)) < 4000
    async with running(tmp_path, account_report_bytes=((0, 8_000),)) as local:
        async with seated(local) as (game, lines):
            await play(game, lines, report)
        kept = reports(await stored(local, game))
        assert [bool(one) for one in kept] == [True, True, True, True, False]
        assert local.game_server.tally.reports_left_out == {"allowance": 1}


async def test_accounts_of_one_address_share_an_allowance(tmp_path: Path) -> None:
    async with running(tmp_path, address_report_bytes=((0, 8_000),)) as local:
        here, there = ("192.0.2.7", 1), ("192.0.2.8", 1)
        asked = [
            local.connection_limits.may_report(here, f"a{number}", 3_900) for number in range(3)
        ]
        assert asked == [True, True, False]
        assert local.connection_limits.may_report(there, "a9", 3_900)
