"""What each interrupted turn cost, by what the players were told and by what the log says. Pure."""

from collections.abc import Iterable, Sequence

from . import clocks
from .evidence import Evidence


def charges(
    pauses: Iterable[clocks.Pause],
    evidence: Evidence,
    deaths: Sequence[clocks.Death],
    troubles: Sequence[clocks.Span],
    offset_s: float,
) -> tuple[list[clocks.Charge], list[str]]:
    """Of each pause; and what is wrong with the pauses themselves, in plain words. A turn begins
    when the event before it is committed. `offset_s`: from monotonic to Unix time."""
    events = {(event.game, event.seq): event for event in evidence.events}
    leases = {lease.run: lease for lease in evidence.leases}
    charged, found = [], []
    for pause in pauses:
        begin, end = events.get((pause.game, pause.seq - 1)), events.get((pause.game, pause.seq))
        if begin is None or end is None or end.kind != "paused":
            found.append(
                f"{pause.game}: event {pause.seq}, a pause, was told and is not in the log"
            )
            continue
        if (lease := leases.get(begin.run)) is None:
            continue  # `checker.stale_writes` has found it
        ended_s = None if lease.ended is None else lease.ended / 1e6 - offset_s
        holder = clocks.Holder(lease.node, ended_s, begin.run == end.run)
        seen = pause.begun_at(begin.at / 1e6 - offset_s)
        charge = clocks.Charge(seen, holder, clocks.bounds(seen, holder, deaths, troubles))
        charged.append(charge)
        if not clocks.is_explained(seen, holder, troubles):
            found.append(f"nothing was amiss, and yet: {charge}")
    return charged, found
