"""The trial: rounds of faults, each on a whole of its own, and all is checked after each."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ..killtest.journal import Journal
from . import checker, clocks
from .cluster import DATABASE, NAMES, Whole, whole
from .evidence import Evidence, read
from .faults import Fault, Nemesis, Record
from .load import Diary, Table
from .verdict import Verdict

FAULTS_A_ROUND = 200
TABLES = 8
MOVES_A_FAULT = 25  # acknowledged before the next fault, if that does not take too long
WAIT_S = 3.0
AT_A_TIME = 2
SETTLE_S = 90.0


async def trial(
    faults: Sequence[Fault],
    folder: Path,
    seed: int,
    say: Callable[[str], None] = lambda text: None,
    apart_s: float | None = None,
) -> Verdict:
    """Carries all these faults out. `apart_s`: one after the other, with so long a pause after
    each, so that none disturbs another."""
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
    async with whole(folder) as servers:
        diary = Diary(Journal(folder / "journal.jsonl"))
        rng = random.Random(seed)
        tables = [Table(servers.router, diary, random.Random(rng.random())) for _ in range(TABLES)]
        nemesis = Nemesis(servers)
        played = [asyncio.create_task(table.play()) for table in tables]
        try:
            if apart_s is None:
                await _carry_out(faults, nemesis, diary, played, say)
            else:
                await _one_by_one(faults, nemesis, played, say, apart_s)
            await _all_go_on(diary, played)
        finally:
            for task in played:
                task.cancel()
            await asyncio.gather(*played, return_exceptions=True)
            diary.journal.close()
        await asyncio.gather(*(servers.nodes[name].terminate() for name in NAMES))
        evidence = await read(servers.postgres.url(DATABASE))
        _judge(verdict, servers, diary, nemesis, evidence)
        verdict.faults.update(fault.kind.value for fault in faults)


async def _carry_out(
    faults: Sequence[Fault],
    nemesis: Nemesis,
    diary: Diary,
    played: "Sequence[asyncio.Task[None]]",
    say: Callable[[str], None],
) -> None:
    """All faults in order, AT_A_TIME of them at a time at most, one of a resource."""
    under_way: dict[str, asyncio.Task[None]] = {}
    for fault in faults:
        _raise_errors(played)
        if not fault.at_once:
            moves = diary.journal.moves + MOVES_A_FAULT
            await _until(lambda moves=moves: diary.journal.moves >= moves, WAIT_S)
        while fault.resource in under_way or len(under_way) >= AT_A_TIME:
            done, _ = await asyncio.wait(under_way.values(), return_when=asyncio.FIRST_COMPLETED)
            under_way = {name: task for name, task in under_way.items() if task not in done}
            for task in done:
                task.result()
        say(f"{fault}")
        under_way[fault.resource] = asyncio.create_task(nemesis.do(fault))
    await asyncio.gather(*under_way.values())


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


async def _all_go_on(diary: Diary, played: "Sequence[asyncio.Task[None]]") -> None:
    """Waits until each table has had an acknowledgement since all is mended."""
    before = len(diary.journal.entries)
    stuck = set(diary.where)

    def gone_on() -> bool:
        _raise_errors(played)
        stuck.difference_update(entry.game for entry in diary.journal.entries[before:])
        stuck.intersection_update(diary.where)
        return not stuck

    if not await _until(gone_on, SETTLE_S):
        diary.journal.add_fault(f"games that never went on: {sorted(stuck)}")


def _judge(
    verdict: Verdict, servers: Whole, diary: Diary, nemesis: Nemesis, evidence: Evidence
) -> None:
    journal, record = diary.journal, nemesis.record
    verdict.moves += journal.moves
    verdict.acknowledgements += len(journal.entries)
    verdict.findings += journal.faults
    verdict.findings += checker.findings(journal.entries, evidence, diary.received)
    for node in servers.nodes.values():
        verdict.exits.update(node.exits)
    verdict.charges += _charges(diary.pauses, record, evidence)
    _add_takeovers(verdict, journal, record, evidence)


def _add_takeovers(verdict: Verdict, journal: Journal, record: Record, evidence: Evidence) -> None:
    offset_s = time.time() - time.monotonic()
    games = clocks.by_game(journal.entries)
    serious = [span for span in record.troubles if "broker" not in span.what]
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
            if takeover.alone and (parts := clocks.stages(takeover, ends, logged)):
                verdict.stages.append(parts)


def _charges(
    pauses: Sequence[clocks.Pause], record: Record, evidence: Evidence
) -> list[clocks.Charge]:
    """Of each pause. A turn begins when the event before it is committed."""
    offset_s = time.time() - time.monotonic()
    events = {(event.game, event.seq): event for event in evidence.events}
    leases = {lease.run: lease for lease in evidence.leases}
    charges = []
    for pause in pauses:
        begin, end = events[pause.game, pause.seq - 1], events[pause.game, pause.seq]
        lease = leases[begin.run]
        ended_s = None if lease.ended is None else lease.ended / 1e6 - offset_s
        holder = clocks.Holder(lease.node, ended_s, begin.run == end.run)
        seen = pause.begun_at(begin.at / 1e6 - offset_s)
        bounds = clocks.bounds(seen, holder, record.deaths, record.troubles)
        charges.append(clocks.Charge(seen, holder, bounds))
    return charges


async def _until(condition: Callable[[], bool], seconds: float) -> bool:
    """Waits for it; False if it takes longer."""
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
