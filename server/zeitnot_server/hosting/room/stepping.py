"""From a command to the step that is committed: the step of `rooms.steps.step`, as the server
accepts it.

Before the commit a step may lose an engine's report, be preceded by other events (a resume that
lapses, another version of a bot), or be refused (no free slot, no disk space).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import structlog

import zeitnot_protocol as p

from ...rooms.absence import absent_from_start, lapsed_resumes
from ...rooms.commands import Command
from ...rooms.fold import fold_steps
from ...rooms.report import tidy, weight
from ...rooms.room import Actor, LogEntry, Now, Refusal, Room, Step
from ...rooms.steps.seating import version_to_note
from ...rooms.steps.step import step
from ...rooms.value import replace
from .answers import SENTENCES
from .audience import Audience
from .send_queue import Viewer
from .terms import Host, Policy, Why

logger = structlog.get_logger()


def checked_step(
    audience: Audience,
    host: Host,
    command: Command,
    actor: Actor | None,
    now: Now,
    viewer: Viewer | None,
) -> Step:
    """The step of a command, or a refusal. `viewer`: the sender; None: the server.

    If a client's command triggers a bug of the server, it is refused: such a client must not be
    able to cut off the others, or to stop the clocks until they have reconnected. Errors in the
    server's own commands are raised.
    """
    room = audience.room
    with host.heartbeat.at_work(room):
        try:
            result = _by_rules(audience, host, command, actor, now)
            if isinstance(command, p.Move):
                return _with_bounded_report(room, result, command, viewer, host)
            if not result.entries:
                return result
            return judged(host.policies, room, result, command, viewer)
        except Exception:
            if viewer is None:
                raise
            logger.exception("command failed", game=room.id, command=type(command).__name__)
            return Step(room, refusal=Refusal("internal_error", SENTENCES["internal_error"]))


def judged(
    policies: Iterable[Policy], room: Room, done: Step, command: Command, viewer: Viewer | None
) -> Step:
    """The step after all policies, or the first refusal. A command that is sent again has no new
    entries, and gets its first answer in any case."""
    for policy in policies:
        done = policy(room, done, command, viewer)
        if done.refusal:
            break
    return done


def _by_rules(
    audience: Audience, host: Host, command: Command, actor: Actor | None, now: Now
) -> Step:
    if isinstance(command, p.RematchWish):
        return step(audience.room, command, actor, now, host.new_game_ids())
    if isinstance(command, p.ResumeWish | p.Ready) and actor is not None:
        return _with_players_present(audience, command, actor, now)
    if actor is not None and actor.bot:
        return _with_version(audience.room, command, actor, now)
    return step(audience.room, command, actor, now)


def _with_version(room: Room, command: Command, actor: Actor, now: Now) -> Step:
    """Where another version of the bot plays than before, that is recorded in the same commit,
    unless the command is refused."""
    noted = version_to_note(room, command, actor)
    before = None if noted is None else step(room, noted, None, now)
    if before is not None and not before.refusal:
        result = step(before.room, command, actor, now)
        if result.entries and not result.refusal:
            return result.after(before.entries, before.rooms)
    return step(room, command, actor, now)


def _with_players_present(
    audience: Audience, command: p.ResumeWish | p.Ready, actor: Actor, now: Now
) -> Step:
    """No clock is started for an absent player: their offer to resume lapses, or their seat is
    freed, in the same commit. A refused command changes nothing."""
    room, entries, rooms = audience.room, list[LogEntry](), list[Room]()
    seat = room.seat_of(actor.account, actor.seat)
    online = frozenset(filter(audience.connected, range(len(room.seats))))
    if isinstance(command, p.Ready):
        first: Sequence[Command] = absent_from_start(room, online, seat)
    else:
        first = lapsed_resumes(room, online, seat, now)
    for server_command in first:
        result = step(room, server_command, None, now)
        if result.refusal:
            return Step(audience.room, refusal=result.refusal)
        room = result.room
        entries += result.entries
        rooms += result.rooms
    result = step(room, command, actor, now)
    if not result.entries:
        return replace(result, room=audience.room)
    return result.after(entries, rooms)


def _with_bounded_report(
    room: Room, result: Step, command: p.Move, viewer: Viewer | None, host: Host
) -> Step:
    """The move counts in any case: only the engine's report may be left out."""
    if command.engine is None or not result.entries or viewer is None:
        return result
    return with_checked_report(room, result, viewer, host.tally.reports_left_out)


# ── reports of engines ───────────────────────────────────────────────────────────────────────────
# They are checked after the step and before the commit, so that an invalid report never costs the
# move, and the log, the players and a restart all have the same report.


def with_checked_report(before: Room, result: Step, viewer: Viewer, left_out: Counter[Why]) -> Step:
    """The step of a move in the room `before`, with the valid part of its report. `left_out` counts
    what is not stored."""
    moves = (i for i, entry in enumerate(result.entries) if isinstance(entry.event, p.Moved))
    at = next(moves, 0)  # another version of the bot may have been noted before it
    entry = result.entries[at]
    event = entry.event
    if not isinstance(event, p.Moved) or event.engine is None:
        return result
    tidied = tidy(event.engine, before.game_setup.rules)
    if tidied is not event.engine:
        left_out["form"] += 1
    why = _exceeded_bound(before, event.seat, weight(tidied), viewer)
    if why is not None:
        left_out[why] += 1
    report = tidied if why is None else None
    if report is event.engine:
        return result
    moved = replace(entry, event=msgspec.structs.replace(event, engine=report))
    entries = (*result.entries[:at], moved, *result.entries[at + 1 :])
    rooms = tuple(fold_steps(before, entries))
    return replace(result, room=rooms[-1], entries=entries, rooms=rooms)


def _exceeded_bound(before: Room, seat: int, size: int, viewer: Viewer) -> Why | None:
    if not before.tally.may_report(seat, size):
        return "game"
    return None if viewer.permits.may_report(size) else "allowance"
