"""From a command to the step that is committed: the step of `rooms.steps.step`, as changed by the
server.

Before the commit a step may lose an engine's report, be preceded by other events (a resume that
lapses, another version of a bot), or be refused (no free slot, no disk space).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import structlog

import zeitnot_protocol as p

from ...rooms.absence import absent_from_start, lapsed_resumes
from ...rooms.commands import Cancel, Command, Expire, Preempt
from ...rooms.fold import fold_steps
from ...rooms.players import StandIn
from ...rooms.report import stored_bytes, tidy
from ...rooms.room import Actor, LogEntry, Now, Phase, Refusal, Room, Step
from ...rooms.steps.seating import version_to_note
from ...rooms.steps.step import step
from ...rooms.timeouts import unanswered_invitations
from ...rooms.value import replace
from .answers import MESSAGES
from .audience import Audience
from .host import Host, OmissionReason, Policy
from .send_queue import Viewer

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
    able to disconnect the others, or to stop the clocks until they have reconnected. Errors in
    commands of the server are raised.
    """
    room = audience.room
    with host.heartbeat.at_work(room):
        try:
            result = _step_by_rules(audience, host, command, actor, now)
            if result.vacates is not None and host.stand_ins:
                result = _with_stand_in(audience, host, result, command, actor, now)
            if isinstance(command, p.Ready) and room.game_setup.setup.rated:
                result = _with_strangers(audience, host, result)
            if isinstance(command, p.Move):
                return _with_bounded_report(room, result, command, viewer, host)
            if not result.entries:
                return result
            return apply_policies(host.policies, room, result, command, viewer)
        except Exception:
            if viewer is None:
                raise
            logger.exception("command failed", game=room.id, command=type(command).__name__)
            return Step(room, refusal=Refusal("internal_error", MESSAGES["internal_error"]))


def apply_policies(
    policies: Iterable[Policy], room: Room, done: Step, command: Command, viewer: Viewer | None
) -> Step:
    """The step after all policies, or the first refusal. Not called for a command that is sent
    again, which gets its first answer in any case."""
    for policy in policies:
        done = policy(room, done, command, viewer)
        if done.refusal:
            break
    return done


def _step_by_rules(
    audience: Audience, host: Host, command: Command, actor: Actor | None, now: Now
) -> Step:
    if isinstance(command, p.RematchWish):
        return step(audience.room, command, actor, now, host.new_game_ids())
    if isinstance(command, p.ResumeWish | p.Ready) and actor is not None:
        return _step_with_absent_removed(audience, command, actor, now)
    if audience.room.phase is Phase.OPEN and isinstance(command, _ENDS):
        return _end_of_open_game(audience.room, command, actor, now)
    if actor is not None and actor.bot:
        return _step_with_version(audience.room, command, actor, now)
    return step(audience.room, command, actor, now)


_ENDS = p.Abort | Cancel | Expire | Preempt
"""The commands that end a game that has not begun."""


def _end_of_open_game(room: Room, command: Command, actor: Actor | None, now: Now) -> Step:
    """The step, preceded in the same commit by the lapse of all unanswered invitations, so that a
    game to which nobody came leaves no trace."""
    result, lapsed = step(room, command, actor, now), unanswered_invitations(room)
    if result.room.phase is not Phase.FINISHED or not lapsed:
        return result
    return _step_after(lapsed, room, command, actor, now)


def _with_stand_in(
    audience: Audience, host: Host, result: Step, command: Command, actor: Actor | None, now: Now
) -> Step:
    """The step in which a bot takes the seat of the person who leaves, if one is found."""
    room, seat = audience.room, result.vacates
    if seat is None:
        return result
    addresses = {
        viewer.actor.account: viewer.sender.network
        for index in range(len(room.seats))
        for viewer in audience.viewers_at(index)
        if viewer.actor is not None
    }
    found = (find(room, seat, addresses) for find in host.stand_ins)
    bot = next((each for each in found if each is not None), None)
    if bot is None:
        return result
    if actor is not None and actor.bot:
        return _step_with_version(room, command, actor, now, bot)
    return step(room, command, actor, now, stand_in=bot)


def _step_with_version(
    room: Room, command: Command, actor: Actor, now: Now, stand_in: StandIn | None = None
) -> Step:
    """The step, preceded in the same commit by the event that another version of the bot plays now,
    if that is so and the command is not refused."""
    new_version = version_to_note(room, command, actor)
    first = None if new_version is None else step(room, new_version, None, now)
    if first is not None and not first.refusal:
        result = step(first.room, command, actor, now, stand_in=stand_in)
        if result.entries and not result.refusal:
            return result.after(first.entries, first.rooms)
    return step(room, command, actor, now, stand_in=stand_in)


def _step_with_absent_removed(
    audience: Audience, command: p.ResumeWish | p.Ready, actor: Actor, now: Now
) -> Step:
    """The step, preceded in the same commit by what keeps a clock from starting for an absent
    player: that player's `resume` lapses, or the seat is freed."""
    room = audience.room
    seat = room.seat_of(actor.account, actor.seat)
    online = frozenset(filter(audience.connected, range(len(room.seats))))
    if isinstance(command, p.Ready):
        removals: Sequence[Command] = absent_from_start(room, online, seat)
    else:
        removals = lapsed_resumes(room, online, seat, now)
    return _step_after(removals, room, command, actor, now)


def _with_strangers(audience: Audience, host: Host, result: Step) -> Step:
    """The step; if it starts a rated game whose players share an address or an owner, the event
    says that the game does not count. Only now are the addresses and owners of all known."""
    if not any(isinstance(entry.event, p.Started) for entry in result.entries):
        return result
    shares_address = not host.rates_one_address and _share_address(audience, result.room)
    if not (shares_address or _share_owner(audience, host, result.room)):
        return result
    entries = tuple(
        replace(entry, event=msgspec.structs.replace(entry.event, counts=False))
        if isinstance(entry.event, p.Started)
        else entry
        for entry in result.entries
    )
    rooms = tuple(fold_steps(audience.room, entries))
    return replace(result, room=rooms[-1], entries=entries, rooms=rooms)


def _share_address(audience: Audience, room: Room) -> bool:
    """Whether players on two seats are connected from one address; this machine is none."""
    accounts = [seat.actor.account for seat in room.seats if seat.actor is not None]
    origins = [audience.origins_of(account) for account in accounts]
    return sum(map(len, origins)) > len(set().union(*origins))


def _share_owner(audience: Audience, host: Host, room: Room) -> bool:
    """Whether bots of one owner, or a bot and its owner, have two of the seats."""
    accounts = [seat.actor.account for seat in room.seats if seat.actor is not None]
    owners = {host.merges.account_of(audience.owner_of(account)) for account in accounts}
    return len(owners) < len(accounts)


def _step_after(
    first: Sequence[Command], before: Room, command: Command, actor: Actor | None, now: Now
) -> Step:
    """The step, preceded by the server's commands `first`. A refused command changes nothing."""
    room, entries, rooms = before, list[LogEntry](), list[Room]()
    for server_command in first:
        result = step(room, server_command, None, now)
        if result.refusal:
            return Step(before, refusal=result.refusal)
        room = result.room
        entries += result.entries
        rooms += result.rooms
    result = step(room, command, actor, now)
    if not result.entries:
        return replace(result, room=before)
    return result.after(entries, rooms)


def _with_bounded_report(
    room: Room, result: Step, command: p.Move, viewer: Viewer | None, host: Host
) -> Step:
    """The step without the engine's report, if that is too large; the move counts in any case."""
    if command.engine is None or not result.entries or viewer is None:
        return result
    return with_checked_report(room, result, viewer, host.tally.reports_left_out)


# ── reports of engines ───────────────────────────────────────────────────────────────────────────
# They are checked after the step and before the commit, so that an invalid report never costs the
# move, and the log, the players and a restart all have the same report.


def with_checked_report(
    before: Room, result: Step, viewer: Viewer, left_out: Counter[OmissionReason]
) -> Step:
    """The step of a move in the room `before`, with the valid part of its report. `left_out` counts
    what is not stored."""
    moves = (i for i, entry in enumerate(result.entries) if isinstance(entry.event, p.Moved))
    index = next(moves, 0)  # a new version of the bot may have been noted before it
    entry = result.entries[index]
    event = entry.event
    if not isinstance(event, p.Moved) or event.engine is None:
        return result
    tidied = tidy(event.engine, before.game_setup.rules)
    if tidied is not event.engine:
        left_out["form"] += 1
    reason = _exceeded_bound(before, event.seat, stored_bytes(tidied), viewer)
    if reason is not None:
        left_out[reason] += 1
    report = tidied if reason is None else None
    if report is event.engine:
        return result
    moved = replace(entry, event=msgspec.structs.replace(event, engine=report))
    entries = (*result.entries[:index], moved, *result.entries[index + 1 :])
    rooms = tuple(fold_steps(before, entries))
    return replace(result, room=rooms[-1], entries=entries, rooms=rooms)


def _exceeded_bound(before: Room, seat: int, size: int, viewer: Viewer) -> OmissionReason | None:
    if not before.tally.may_report(seat, size):
        return "game"
    return None if viewer.permits.may_report(size) else "allowance"
