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

FAULTS_PER_ROUND = 200
TABLES = 8
MOVES_PER_FAULT = 25  # acknowledged before the next fault, unless that takes longer than WAIT_S
WAIT_S = 3.0
MAX_CONCURRENT_FAULTS = 2
SETTLE_S = 90.0  # within this time after the last fault, every game must continue
MAX_STEP_S = 0.02  # by how much Unix time may drift from monotonic time in a round


async def trial(
    faults: Sequence[Fault],
    folder: Path,
    seed: int,
    report: Callable[[str], None] = lambda text: None,
    apart_s: float | None = None,
) -> Verdict:
    """Executes all faults and checks the results. `apart_s`: if set, the faults are executed one
    after another, each after a pause of this length, so that none disturbs another."""
    verdict = Verdict()
    for first in range(0, len(faults), FAULTS_PER_ROUND):
        round_folder = folder / f"from-{first + 1}"
        await _round(
            faults[first : first + FAULTS_PER_ROUND],
            round_folder,
            seed + first,
            verdict,
            report,
            apart_s,
        )
        report(f"{verdict}")
        if verdict.findings:
            break
    return verdict


async def _round(
    faults: Sequence[Fault],
    folder: Path,
    seed: int,
    verdict: Verdict,
    report: Callable[[str], None],
    apart_s: float | None,
) -> None:
    async with running_system(folder) as system:
        diary = Diary(Journal(folder / "journal.jsonl"))
        rng = random.Random(seed)
        tables = [Table(system.router, diary, random.Random(rng.random())) for _ in range(TABLES)]
        nemesis, offset_s = Nemesis(system), _offset_s()
        tasks = [asyncio.create_task(table.play()) for table in tables]
        try:
            if apart_s is None:
                await _inject_concurrently(faults, nemesis, diary, tasks, report)
            else:
                await _inject_one_by_one(faults, nemesis, tasks, report, apart_s)
            diary.journal.faults += await all_continue(tables, tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            diary.journal.close()
        await asyncio.gather(*(system.nodes[name].terminate() for name in NAMES))
        evidence = await read(system.postgres.url(DATABASE))
        if abs(_offset_s() - offset_s) > MAX_STEP_S:
            verdict.findings.append("the machine's clock was set: its times cannot be compared")
        _judge(verdict, system, diary, nemesis.record, evidence, offset_s)
        verdict.faults.update(fault.kind.value for fault in faults)


async def _inject_concurrently(
    faults: Sequence[Fault],
    nemesis: Nemesis,
    diary: Diary,
    tasks: "Sequence[asyncio.Task[None]]",
    report: Callable[[str], None],
) -> None:
    """Executes all faults in order, up to MAX_CONCURRENT_FAULTS at once, and one per resource."""
    in_flight: dict[str, asyncio.Task[None]] = {}
    async with asyncio.TaskGroup() as group:
        for fault in faults:
            _raise_errors(tasks)
            if not fault.at_once:
                moves = diary.journal.moves + MOVES_PER_FAULT
                await _until(lambda moves=moves: diary.journal.moves >= moves, WAIT_S)
            while fault.resource in in_flight or len(in_flight) >= MAX_CONCURRENT_FAULTS:
                await asyncio.wait(in_flight.values(), return_when=asyncio.FIRST_COMPLETED)
                in_flight = {name: task for name, task in in_flight.items() if not task.done()}
            report(f"{fault}")
            in_flight[fault.resource] = group.create_task(nemesis.do(fault))


async def _inject_one_by_one(
    faults: Sequence[Fault],
    nemesis: Nemesis,
    tasks: "Sequence[asyncio.Task[None]]",
    report: Callable[[str], None],
    apart_s: float,
) -> None:
    for fault in faults:
        await asyncio.sleep(apart_s)
        _raise_errors(tasks)
        report(f"{fault}")
        await nemesis.do(fault)


async def all_continue(
    tables: Sequence[Table], tasks: "Sequence[asyncio.Task[None]]", seconds: float = SETTLE_S
) -> list[str]:
    """Waits until each table has an acknowledgement after the last fault; returns descriptions of
    the tables that have none."""
    waiting = {table: table.acknowledged for table in tables}

    def have_continued() -> bool:
        _raise_errors(tasks)
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
    relevant = [span for span in record.spans if "broker" not in span.place]
    for death in record.deaths:
        ends = [
            lease.ended / 1e6 - offset_s
            for lease in evidence.leases
            if lease.node == death.node and lease.ended is not None
        ]
        for takeover in clocks.takeovers(death, relevant, games):
            verdict.takeovers.append(takeover)
            logged = (
                (event.at / 1e6 - offset_s, event.kind)
                for event in evidence.events
                if event.game == takeover.game
            )
            if takeover.is_undisturbed and (stages := clocks.stages(takeover, ends, logged)):
                verdict.stages.append(stages)


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
