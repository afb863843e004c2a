"""Checks a trial by comparing the players' journal with the evidence from the database. Each check
is a pure function that returns descriptions of its findings."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from ..killtest.journal import Acknowledged
from .evidence import Event, Evidence, Lease, Owner

T = TypeVar("T", Event, Owner)


def findings(
    journal: Sequence[Acknowledged], evidence: Evidence, received: Mapping[str, Sequence[str]]
) -> list[str]:
    """Runs all checks. `received`: the moves that the players received, by game."""
    return [
        *lost(journal, evidence.events),
        *disordered(journal),
        *twice_acknowledged(journal),
        *gaps(evidence.events),
        *contradictions(evidence.events, received),
        *stale_writes(evidence.events, evidence.leases),
        *writes_by_non_owner(evidence.events, evidence.owners),
        *seizures(evidence.owners, evidence.leases),
    ]


def lost(journal: Iterable[Acknowledged], events: Iterable[Event]) -> list[str]:
    """Acknowledged commands that are not in the log exactly once, as they were acknowledged."""
    log = {(event.game, event.seq): event for event in events}
    moves = Counter(
        (event.game, event.account, event.command)
        for event in log.values()
        if event.kind == "moved"
    )
    found = []
    for ack in journal:
        name = f"{ack.game}: {ack.command} of {ack.account}, event {ack.seq} by node {ack.node}"
        event = log.get((ack.game, ack.seq))
        if event is None:
            found.append(f"{name} is lost")
        elif (event.account, event.command) != (ack.account, ack.command):
            found.append(f"{name}: the log has {event.command} of {event.account} there")
        elif ack.move is not None and _move_of(event) != (ack.ply, ack.move):
            found.append(f"{name}: the log has {event.kind} {event.body}")
        elif ack.move is not None and moves[ack.game, ack.account, ack.command] != 1:
            found.append(f"{name} is in the log more than once")
    return found


def disordered(journal: Iterable[Acknowledged]) -> list[str]:
    """Acknowledgements that a player received in a different order from their events."""
    last: dict[tuple[str, str], int] = {}
    found = []
    for ack in journal:
        player = ack.game, ack.account
        if ack.seq <= last.get(player, 0):
            found.append(f"{ack.game}: event {ack.seq} was acknowledged after {last[player]}")
        last[player] = ack.seq
    return found


def twice_acknowledged(journal: Iterable[Acknowledged]) -> list[str]:
    """Events and plies that two owners acknowledged with different contents."""
    seen: dict[tuple[str, str, int], Acknowledged] = {}
    found = []
    for ack in journal:
        keys = [("event", ack.seq)] + ([] if ack.ply is None else [("ply", ack.ply)])
        for kind, number in keys:
            first = seen.setdefault((ack.game, kind, number), ack)
            if _content(first) != _content(ack):
                nodes = f"by node {first.node} and by node {ack.node}"
                found.append(f"{ack.game}: {kind} {number} was acknowledged twice, {nodes}")
    return found


def gaps(events: Iterable[Event]) -> list[str]:
    """Games whose events or plies are not numbered consecutively."""
    found = []
    for game, log in _by_game(events).items():
        if [event.seq for event in log] != list(range(1, len(log) + 1)):
            found.append(f"{game}: numbers of events are missing")
        plies = [event.body["ply"] for event in log if event.kind == "moved"]
        if plies != list(range(len(plies))):
            found.append(f"{game}: plies are missing or repeated")
    return found


def contradictions(events: Iterable[Event], received: Mapping[str, Sequence[str]]) -> list[str]:
    """Games in which a player received moves that differ from the log."""
    logs = _by_game(events)
    return [
        f"{game}: the moves in the log are not those that were sent"
        for game, moves in received.items()
        if [e.body["move"] for e in logs.get(game, []) if e.kind == "moved"][: len(moves)]
        != list(moves)
    ]


def stale_writes(events: Iterable[Event], leases: Iterable[Lease]) -> list[str]:
    """Events that were committed after the lease of their run had ended."""
    ends = {lease.run: lease.ended for lease in leases}
    found = []
    for event in events:
        if event.run not in ends:
            found.append(f"{event.game}: event {event.seq} is of run {event.run}, without a lease")
        elif (ended := ends[event.run]) is not None and event.at > ended:
            late_s = (event.at - ended) / 1e6
            found.append(
                f"{event.game}: event {event.seq} was committed {late_s:.3f} s after the lease of"
                f" run {event.run} ended"
            )
    return found


def writes_by_non_owner(events: Iterable[Event], owners: Iterable[Owner]) -> list[str]:
    """Events of runs that did not own the room when they were committed."""
    changes_by_game = _by_game(owners)
    found = []
    for game, log in _by_game(events).items():
        changes = [Owner(game, None, 0), *changes_by_game.get(game, [])]
        latest = 0  # index of the last change before the event
        for event in log:
            while latest + 1 < len(changes) and changes[latest + 1].at <= event.at:
                latest += 1
            if event.run not in _owners_at(changes, latest, event.at):
                found.append(
                    f"{game}: event {event.seq} is of run {event.run}, but the room belonged to run"
                    f" {changes[latest].run}"
                )
    return found


def seizures(owners: Iterable[Owner], leases: Iterable[Lease]) -> list[str]:
    """Rooms that a run took from another that still had its lease."""
    ends = {lease.run: lease.ended for lease in leases}
    found = []
    for game, changes in _by_game(owners).items():
        for before, after in itertools.pairwise(changes):
            if before.run is None or after.run in (None, before.run):
                continue
            ended = ends.get(before.run)
            if ended is None or ended > after.at:
                found.append(f"{game}: run {after.run} took the room from run {before.run}")
    return found


def _owners_at(changes: Sequence[Owner], latest: int, instant: int) -> set[int | None]:
    """The run that owned the room at an instant, or several runs if the owner changed in that
    microsecond. `latest`: the index of the last change."""
    runs = {changes[latest].run}
    while latest and changes[latest].at == instant:
        latest -= 1
        runs.add(changes[latest].run)
    return runs


def _move_of(event: Event) -> tuple[object, object] | None:
    return (event.body["ply"], event.body["move"]) if event.kind == "moved" else None


def _content(ack: Acknowledged) -> tuple[object, ...]:
    return ack.account, ack.command, ack.seq, ack.ply, ack.move


def _by_game(rows: Iterable[T]) -> dict[str, list[T]]:
    games: defaultdict[str, list[T]] = defaultdict(list)
    for row in rows:
        games[row.game].append(row)
    return games
