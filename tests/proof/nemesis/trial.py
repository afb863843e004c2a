"""The trial: rounds of faults, each on a whole of its own, and all is checked after each."""

import asyncio
import contextlib
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..killtest.journal import Journal
from . import checker, clocks
from .cluster import DATABASE, NAMES, Whole, whole
from .evidence import Evidence, read
from .faults import Fault, Nemesis, Record, plan
from .load import Diary, Table

FAULTS_A_ROUND = 200
TABLES = 8
MOVES_A_FAULT = 25  # acknowledged before the next fault, if that does not take too long
WAIT_S = 3.0
AT_A_TIME = 2
SETTLE_S = 90.0
TAKEOVER_S = 5.0
RETRY_S = 5.0  # the longest pause of the SDK's between two attempts
ENOUGH_PAUSES = 50  # of so many, some show a clock that charges too little, and one too much


@dataclass
class Verdict:
    """The result. `lease_ends_s`: from a node's death to the end of its lease, from when on others
    can have its rooms."""

    faults: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    acknowledgements: int = 0
    findings: list[str] = field(default_factory=list)
    charges: list[clocks.Charge] = field(default_factory=list)
    takeovers: list[clocks.Takeover] = field(default_factory=list)
    lease_ends_s: list[float] = field(default_factory=list)
    exits: Counter[int] = field(default_factory=Counter)

    @property
    def late_takeovers(self) -> int:
        """Games that went on later than they must; those that other faults held up do not count."""
        late_s = TAKEOVER_S + RETRY_S
        return sum(each.alone and each.seconds > late_s for each in self.takeovers)

    @property
    def wrong_clocks(self) -> list[clocks.Charge]:
        """The pauses whose length is wrong by too much."""
        return [charge for charge in self.charges if charge.is_wrong]

    @property
    def bounded(self) -> int:
        """How many pauses have so tight bounds that a clock that charged more would be seen."""
        return sum(charge.bounds.are_tight for charge in self.charges)

    @property
    def forbid_nothing(self) -> int:
        """How many are of turns so long that a clock that charged nothing would be seen."""
        return sum(charge.bounds.forbid_nothing for charge in self.charges)

    @property
    def is_blind(self) -> bool:
        """Whether no wrong clock could have been seen, though there were pauses enough."""
        return len(self.charges) >= ENOUGH_PAUSES and not (self.bounded and self.forbid_nothing)

    @property
    def passed(self) -> bool:
        """Nothing lost, no ply with two owners, every clock right, every takeover in time."""
        failed = self.findings or self.late_takeovers or self.wrong_clocks or self.is_blind
        return not failed

    def __str__(self) -> str:
        errors = sorted(charge.error_ms for charge in self.charges) or [0.0]
        alone = sorted(each.seconds for each in self.takeovers if each.alone) or [0.0]
        longest = max((each.seconds for each in self.takeovers), default=0.0)
        ends = sorted(self.lease_ends_s) or [0.0]
        return (
            f"{self.faults.total()} faults, {self.moves} moves acknowledged"
            f" ({self.acknowledgements} commands), {len(self.findings)} findings; clock error"
            f" median {statistics.median(errors):.0f} ms, max {errors[-1]:.0f} ms of"
            f" {len(self.charges)} pauses, {len(self.wrong_clocks)} above"
            f" {clocks.MAX_ERROR_MS:.0f}, {self.bounded} bounded within {clocks.TIGHT_MS:.0f} ms,"
            f" {self.forbid_nothing} after more than {clocks.MAX_ERROR_MS:.0f} ms; takeover median"
            f" {statistics.median(alone):.1f} s, max"
            f" {alone[-1]:.1f} s of {len(alone)} games, {longest:.1f} s after other faults of"
            f" {len(self.takeovers)} in all, the lease's end median"
            f" {statistics.median(ends):.1f} s, max {ends[-1]:.1f} s; ended by themselves:"
            f" {dict(self.exits)}"
        )


async def trial(
    faults: Sequence[Fault], folder: Path, seed: int, say: Callable[[str], None] = lambda text: None
) -> Verdict:
    """Carries all these faults out."""
    verdict = Verdict()
    for first in range(0, len(faults), FAULTS_A_ROUND):
        here = folder / f"from-{first + 1}"
        await _round(faults[first : first + FAULTS_A_ROUND], here, seed + first, verdict, say)
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
) -> None:
    async with whole(folder) as servers:
        diary = Diary(Journal(folder / "journal.jsonl"))
        rng = random.Random(seed)
        tables = [Table(servers.router, diary, random.Random(rng.random())) for _ in range(TABLES)]
        nemesis = Nemesis(servers)
        played = [asyncio.create_task(table.play()) for table in tables]
        try:
            await _carry_out(faults, nemesis, diary, played, say)
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
    games = clocks.by_game(journal.entries)
    serious = [span for span in record.troubles if "broker" not in span.what]
    leases = _leases(evidence)
    for death in record.deaths:
        verdict.takeovers += clocks.takeovers(death, serious, games)
        if (end_s := clocks.lease_end_s(death, serious, leases)) is not None:
            verdict.lease_ends_s.append(end_s)


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


def _leases(evidence: Evidence) -> list[clocks.Span]:
    """The leases that have ended, on this process's monotonic clock."""
    offset_s = time.time() - time.monotonic()
    return [
        clocks.Span(lease.began / 1e6 - offset_s, lease.ended / 1e6 - offset_s, lease.node)
        for lease in evidence.leases
        if lease.ended is not None
    ]


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


__all__ = ["TAKEOVER_S", "Verdict", "plan", "trial"]
