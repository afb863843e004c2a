"""The trial: rounds of faults, each with a new system, which is checked completely."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ..killtest.journal import Journal
from . import checker, clocks
from .charging import charges
from .cluster import DATABASE, NAMES, System, running_system
from .evidence import Evidence, read
from .faults import Fault, Nemesis, Record
from .load import Diary, Table
from .verdict import Verdict

FAULTS_A_ROUND = 200
TABLES = 8
MOVES_A_FAULT = 25  # acknowledged before the next fault, unless that takes too long
WAIT_S = 3.0
AT_A_TIME = 2
SETTLE_S = 90.0
MAX_STEP_S = 0.02  # by how much Unix time may drift from monotonic time in a round


async def trial(
    faults: Sequence[Fault],
    folder: Path,
    seed: int,
    say: Callable[[str], None] = lambda text: None,
    apart_s: float | None = None,
) -> Verdict:
    """Executes all faults and checks the results. `apart_s`: if set, the faults come one after
    another, with so long a pause before each that none disturbs another."""
    verdict = Verdict()
    for first in range(0, len(faults), FAULTS_A_ROUND):
        here = folder / f"from-{first + 1}"
        await _round(
            faults[first : first + FAULTS_A_ROUND], here, seed + first, verdict, say, apart_s
        )
        say(f"{verdict}")
        if verdict.findings:
            break
    return verdict


async def _round(
    faults: Sequence[Fault],
    folder: Path,
    seed: int,
    verdict: Verdict,
    say: Callable[[str], None],
    apart_s: float | None,
) -> None:
    async with running_system(folder) as system:
        diary = Diary(Journal(folder / "journal.jsonl"))
        rng = random.Random(seed)
        tables = [Table(system.router, diary, random.Random(rng.random())) for _ in range(TABLES)]
        nemesis, offset_s = Nemesis(system), _offset_s()
        played = [asyncio.create_task(table.play()) for table in tables]
        try:
            if apart_s is None:
                await _carry_out(faults, nemesis, diary, played, say)
            else:
                await _one_by_one(faults, nemesis, played, say, apart_s)
            diary.journal.faults += await all_continue(tables, played)
        finally:
            for task in played:
                task.cancel()
            await asyncio.gather(*played, return_exceptions=True)
            diary.journal.close()
        await asyncio.gather(*(system.nodes[name].terminate() for name in NAMES))
        evidence = await read(system.postgres.url(DATABASE))
        if abs(_offset_s() - offset_s) > MAX_STEP_S:
            verdict.findings.append("the machine's clock was set: its times cannot be compared")
        _judge(verdict, system, diary, nemesis.record, evidence, offset_s)
        verdict.faults.update(fault.kind.value for fault in faults)


async def _carry_out(
    faults: Sequence[Fault],
    nemesis: Nemesis,
    diary: Diary,
    played: "Sequence[asyncio.Task[None]]",
    say: Callable[[str], None],
) -> None:
    """Executes all faults in order, up to AT_A_TIME at once, and one per resource."""
    in_flight: dict[str, asyncio.Task[None]] = {}
    async with asyncio.TaskGroup() as group:
        for fault in faults:
            _raise_errors(played)
            if not fault.at_once:
                moves = diary.journal.moves + MOVES_A_FAULT
                await _until(lambda moves=moves: diary.journal.moves >= moves, WAIT_S)
            while fault.resource in in_flight or len(in_flight) >= AT_A_TIME:
                await asyncio.wait(in_flight.values(), return_when=asyncio.FIRST_COMPLETED)
                in_flight = {name: task for name, task in in_flight.items() if not task.done()}
            say(f"{fault}")
            in_flight[fault.resource] = group.create_task(nemesis.do(fault))


async def _one_by_one(
    faults: Sequence[Fault],
    nemesis: Nemesis,
    played: "Sequence[asyncio.Task[None]]",
    say: Callable[[str], None],
    apart_s: float,
) -> None:
    for fault in faults:
        await asyncio.sleep(apart_s)
        _raise_errors(played)
        say(f"{fault}")
        await nemesis.do(fault)


async def all_continue(
    tables: Sequence[Table], played: "Sequence[asyncio.Task[None]]", seconds: float = SETTLE_S
) -> list[str]:
    """Waits until each table has an acknowledgement after the last fault; describes the tables that
    have none."""
    waiting = {table: table.acknowledged for table in tables}

    def have_continued() -> bool:
        _raise_errors(played)
        for table in [table for table, before in waiting.items() if table.acknowledged > before]:
            del waiting[table]
        return not waiting

    await _until(have_continued, seconds)
    return [
        f"game {table.game} never continued" if table.game else "a game could never be created"
        for table in waiting
    ]


def _judge(
    verdict: Verdict,
    system: System,
    diary: Diary,
    record: Record,
    evidence: Evidence,
    offset_s: float,
) -> None:
    journal = diary.journal
    verdict.moves += journal.moves
    verdict.acknowledgements += len(journal.entries)
    verdict.findings += journal.faults
    verdict.findings += checker.findings(journal.entries, evidence, diary.received)
    for node in system.nodes.values():
        verdict.exits.update(node.exits)
    charged, found = charges(diary.pauses, evidence, record.deaths, record.spans, offset_s)
    verdict.charges += charged
    verdict.findings += found
    _add_takeovers(verdict, journal, record, evidence, offset_s)


def _add_takeovers(
    verdict: Verdict, journal: Journal, record: Record, evidence: Evidence, offset_s: float
) -> None:
    games = clocks.by_game(journal.entries)
    serious = [span for span in record.spans if "broker" not in span.place]
    for death in record.deaths:
        ends = [
            lease.ended / 1e6 - offset_s
            for lease in evidence.leases
            if lease.node == death.node and lease.ended is not None
        ]
        for takeover in clocks.takeovers(death, serious, games):
            verdict.takeovers.append(takeover)
            logged = (
                (event.at / 1e6 - offset_s, event.kind)
                for event in evidence.events
                if event.game == takeover.game
            )
            if takeover.is_undisturbed and (parts := clocks.stages(takeover, ends, logged)):
                verdict.stages.append(parts)


def _offset_s() -> float:
    """The difference between Unix and monotonic time. A delay between the two reads makes it too
    small, so the largest of several is right."""
    return max(time.time() - time.monotonic() for _ in range(5))


async def _until(condition: Callable[[], bool], seconds: float) -> bool:
    """Waits until the condition is true; False if that takes longer than `seconds`."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110  there is no common event
                await asyncio.sleep(0.01)
            return True
    return False


def _raise_errors(tasks: "Sequence[asyncio.Task[None]]") -> None:
    for task in tasks:
        if task.done():
            task.result()
