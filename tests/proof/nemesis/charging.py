"""Compares the time charged for each interrupted turn with the players' records and the log."""

from collections.abc import Iterable, Sequence

from . import clocks
from .evidence import Evidence


def charges(
    pauses: Iterable[clocks.Pause],
    evidence: Evidence,
    deaths: Sequence[clocks.Death],
    faults: Sequence[clocks.Span],
    offset_s: float,
) -> tuple[list[clocks.Charge], list[str]]:
    """The charge of each pause, and descriptions of pauses that are wrong in other ways. A turn
    begins when the event before it is committed. `offset_s`: from monotonic to Unix time."""
    events = {(event.game, event.seq): event for event in evidence.events}
    leases = {lease.run: lease for lease in evidence.leases}
    charged, findings = [], []
    for pause in pauses:
        begin, end = events.get((pause.game, pause.seq - 1)), events.get((pause.game, pause.seq))
        if begin is None or end is None or end.kind != "paused":
            findings.append(
                f"{pause.game}: event {pause.seq}, a pause, was received but is not in the log"
            )
            continue
        if (lease := leases.get(begin.run)) is None:
            continue  # `checker.stale_writes` reports it
        ended_s = None if lease.ended is None else lease.ended / 1e6 - offset_s
        holder = clocks.Holder(lease.node, ended_s, begin.run == end.run)
        narrowed = pause.begun_at(begin.at / 1e6 - offset_s)
        charge = clocks.Charge(narrowed, holder, clocks.bounds(narrowed, holder, deaths, faults))
        charged.append(charge)
        if not clocks.is_explained(narrowed, holder, faults):
            findings.append(f"a pause without a fault: {charge}")
    return charged, findings
