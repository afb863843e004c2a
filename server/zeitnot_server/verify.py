"""Verifies a game's record by replaying the whole game through the rooms' own code.

For every recorded event, the command that must have caused it is reconstructed and given to `step`,
whose result must equal the record, field by field: positions, throws (from the seed), clocks (from
the receipts), the result. A record cannot prove who the players were, nor the date: names and
wall-clock times are not checked.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Literal

import msgspec

import zeitnot_protocol as p

from .rooms.clock import BadControl
from .rooms.commands import (
    Abandon,
    AdjournAfterCrash,
    AllLeft,
    Command,
    Expire,
    Flag,
    GiveWay,
    Lapse,
    NewGameIds,
    Outage,
    Resume,
)
from .rooms.dice import commitment
from .rooms.fold import fold
from .rooms.playing import WANTED, cancelled_by
from .rooms.room import Actor, GameSetup, Invitation, LogEntry, Now, Phase, Room
from .rooms.rules import Rules
from .rooms.setup import OLD, BadSetup
from .rooms.step import step
from .rooms.step_builder import points_on_time
from .rooms.tally import Tally

ANY_LAG_MS = 10**12
_NEWER = {p.Finished: "ended_by", p.Threw: "seat"}  # what older records do not say
RulesFor = Callable[[str, p.Settings], Rules]


class Unverifiable(ValueError):
    """The record cannot be checked by this program; the message says why."""


class Invalid(ValueError):
    """The record does not hold; the message says where, in one line."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A valid record, in numbers."""

    id: str
    game_type: str
    moves: int
    throws: int
    end: p.Finished


@dataclass(frozen=True, slots=True)
class Cause:
    """What must have caused an event: a command, its sender (None: the server), its instant.

    Only a move's receipt says what lag its connection was owed. For everything else it may have
    been whatever the quota allowed, so that a flag need not have fallen yet.
    """

    command: Command
    actor: Actor | None
    ms: int
    fresh: NewGameIds | None = None
    lag_ms: int = ANY_LAG_MS


def verify(export: p.Export, rules_for: RulesFor) -> Verified:
    """Replays the record. Raises Unverifiable (also for a ValueError of `rules_for`), Invalid.

    `rules_for` raises ValueError for a game or settings that it does not know.
    """
    room = _open(export, rules_for)
    todo = list(export.events)
    while todo:
        room = _again(room, todo)
    if room.finished is None:
        raise Invalid(f"the record ends with event {room.seq}, before the game does")
    for index, (seat, player) in enumerate(zip(room.seats, export.players, strict=True)):
        if seat.view() != player:
            raise Invalid(f"players: seat {index} is not as the events leave it")
    end = next(event for event in export.events if isinstance(event, p.Finished))
    return Verified(export.id, export.game_type, room.ply, room.throws, end)


def _open(export: p.Export, rules_for: RulesFor) -> Room:
    """The room before its first event, after the record's head has been checked."""
    if export.format != p.EXPORT_FORMAT:
        raise Unverifiable(f"the format is {export.format!r}, not {p.EXPORT_FORMAT!r}")
    try:
        rules = rules_for(export.game_type, export.settings)
    except ValueError as unknown:
        raise Unverifiable(str(unknown)) from None
    if rules.version != export.rules_version:
        raise Unverifiable(
            f"it was played by version {export.rules_version} of the rules of {export.game_type};"
            f" this program has version {rules.version}"
        )
    if export.seed is None:
        raise Unverifiable("the game has not ended, so its seed is still secret")
    if len(export.players) != rules.seats:
        raise Invalid(f"players: {len(export.players)} seats, but {rules.game} has {rules.seats}")
    game_setup = GameSetup(
        id=export.id,
        rules=rules,
        settings=export.settings,
        control=export.control,
        seed=_seed(export.seed, export.commitment),
        created_at=export.created_at,
        invitations=tuple(_invitation(export, seat) for seat in range(rules.seats)),
        setup=export.setup or OLD,
    )
    try:
        return Room.new(game_setup)
    except BadControl as bad:
        raise Invalid(f"control: {bad}") from None
    except BadSetup as bad:
        raise Invalid(f"setup: {bad}") from None


def _seed(text: str, committed: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise Invalid("seed: not a hex number") from None
    if commitment(seed) != committed:
        raise Invalid("seed: its SHA-256 is not the commitment")
    return seed


def _invitation(export: p.Export, seat: int) -> Invitation | None:
    """For whom the seat was reserved, as far as the record shows: by name, or by a bot's level."""
    seated = [e for e in export.events if isinstance(e, p.Seated) and e.seat == seat]
    views = [*(e.seat_view for e in seated), export.players[seat]]
    levelled = next((v.player for v in views if v.player and v.player.level is not None), None)
    name = next((v.reserved for v in views if v.reserved is not None), None)
    if levelled is not None:
        name = name or levelled.name
        return Invitation(_account(seat, name), name, levelled.bot, levelled.level)
    return Invitation(_account(seat, name), name) if name is not None else None


def _account(seat: int, name: str) -> str:
    """Records have no accounts; the name at a seat is used instead."""
    return f"{seat}:{name}"


# ── one command again ──────────────────────────────────────────────────────────────────────────


def _again(room: Room, todo: list[p.RoomEvent]) -> Room:
    """Removes the events of one command from `todo`; returns the room after it. Raises Invalid."""
    first = todo[0]
    if first.seq != room.seq + 1:
        raise Invalid(f"event {room.seq + 1} is missing: event {first.seq} comes in its place")
    seat = getattr(first, "seat", None)
    if seat is not None and not 0 <= seat < len(room.seats):
        raise Invalid(f"{_named(first)}: there is no seat {seat}")
    if isinstance(first, p.Said):
        todo.pop(0)
        return _spoken(first, room)
    cause = _cause(first, room)
    now = Now(run=0, ms=cause.ms, wall=first.at, lag_ms=cause.lag_ms)
    unbounded = msgspec.structs.replace(
        room, tally=Tally()
    )  # there were games before there were bounds
    result = step(unbounded, cause.command, cause.actor, now, cause.fresh)
    for entry in result.entries:
        if not todo:
            raise Invalid(f"the record ends before event {entry.event.seq} ({_kind(entry.event)})")
        _same(entry.event, todo.pop(0))
    if not result.entries:
        reason = result.refusal.message if result.refusal else "It changes nothing."
        raise Invalid(f"{_named(first)} cannot be: {reason}")
    return result.room


def _spoken(message: p.Said, room: Room) -> Room:
    """A line of chat changes nothing, and the rules for chat have changed between versions. Raises
    Invalid if it is not of this room, or its seat is somebody else's."""
    speaker = message.name if message.seat is None else _sitter(message, room, message.seat).name
    _same(msgspec.structs.replace(message, game=room.id, name=speaker), message)
    return fold(room, [LogEntry(event=message, run=0, at_ms=0, ply=room.ply, seat=message.seat)])


def _same(expected: p.RoomEvent, got: p.RoomEvent) -> None:
    if type(expected) is not type(got):
        raise Invalid(f"{_named(got)} stands where {_kind(expected)} must follow")
    unsaid = _NEWER.get(type(got))
    for field in expected.__struct_fields__:
        want, have = getattr(expected, field), getattr(got, field)
        if want != have and not (field == unsaid and have is None):
            raise Invalid(f"{_named(got)}: {field} is {_text(have)}, must be {_text(want)}")


def _kind(event: p.RoomEvent) -> str:
    return type(event).__name__.lower()


def _named(event: p.RoomEvent) -> str:
    return f"event {event.seq} ({_kind(event)})"


def _text(value: object) -> str:
    text = p.encode(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


# ── from an event to its cause ─────────────────────────────────────────────────────────────────


@singledispatch
def _cause(event: p.RoomEvent, room: Room) -> Cause:
    """The command that must have caused this event, if one did. Raises Invalid."""
    raise Invalid(f"{_named(event)} does not follow from what came before")


def _by_seat(event: p.RoomEvent, room: Room, seat: int, command: Command) -> Cause:
    """Sent by the player at that seat; its instant does not matter."""
    return Cause(command, _sitter(event, room, seat), _now(room))


def _now(room: Room) -> int:
    """An instant of the present turn: its first."""
    return room.clock.since_ms or 0


@_cause.register
def _(event: p.Offered, room: Room) -> Cause:
    return _by_seat(event, room, event.seat, _asking(event, event.what))


@_cause.register
def _(event: p.Answered, room: Room) -> Cause:
    if event.what == "resume" and not event.accept:
        return Cause(Lapse(event.seat), None, _now(room))
    return _by_seat(event, room, event.seat, _answer(event, event.what, event.accept))


def _asking(event: p.RoomEvent, kind: p.What) -> Command:
    head = _head(event)
    match kind:
        case "draw":
            return p.Draw(**head, action="offer")
        case "takeback":
            return p.Takeback(**head, action="ask")
        case "adjourn":
            return p.Adjourn(**head, action="offer")
        case "resume":
            return p.ResumeWish(**head)


def _answer(event: p.RoomEvent, kind: p.What, accept: bool) -> Command:
    head = _head(event)
    action: Literal["accept", "decline"] = "accept" if accept else "decline"
    match kind:
        case "draw":
            return p.Draw(**head, action=action)
        case "takeback":
            return p.Takeback(**head, action=action)
        case "adjourn":
            return p.Adjourn(**head, action=action)
        case "resume":
            return p.ResumeWish(**head)


def _carried(event: p.RoomEvent, room: Room, kind: p.What) -> Cause:
    """The last acceptance of an offer, by the one seat that had not agreed before."""
    if (offer := room.offers.get(kind)) is None:
        raise Invalid(f"{_named(event)}: nobody has offered that")
    agreed = {offer.seat, *offer.agreed}
    last = next((seat for seat in range(len(room.seats)) if seat not in agreed), offer.seat)
    return _by_seat(event, room, last, _answer(event, kind, accept=True))


@_cause.register
def _(event: p.TakenBack, room: Room) -> Cause:
    """An acceptance, when the turn had lasted for `elapsed_ms`."""
    return replace(_carried(event, room, "takeback"), ms=_now(room) + event.elapsed_ms)


@_cause.register
def _(event: p.Rematch, room: Room) -> Cause:
    cause = _by_seat(event, room, event.seat, p.RematchWish(**_head(event)))
    return replace(cause, fresh=NewGameIds(event.next or "", bytes(32)))


@_cause.register
def _(event: p.Paused, room: Room) -> Cause:
    """Caused by the server, or an adjournment agreed when the turn had lasted so long."""
    match event.reason:
        case "outage":
            return Cause(Outage(event.elapsed_ms), None, _now(room))
        case "crashed":
            return Cause(AdjournAfterCrash(event.elapsed_ms), None, _now(room))
        case "agreed":
            return replace(_carried(event, room, "adjourn"), ms=_now(room) + event.elapsed_ms)


@_cause.register
def _(event: p.Resumed, room: Room) -> Cause:
    if room.phase is Phase.ADJOURNED:
        return _carried(event, room, "resume")
    return Cause(Resume(), None, _now(room))


@_cause.register
def _(event: p.Seated, room: Room) -> Cause:
    """Left, became ready, or sat down."""
    player, salt = event.seat_view.player, event.seat_view.salt
    if player is None:
        return _by_seat(event, room, event.seat, p.Leave(**_head(event)))
    if salt is not None:
        return _by_seat(event, room, event.seat, p.Ready(**_head(event), salt=salt))
    actor = Actor(_account(event.seat, player.name), player.name, player.bot)
    return Cause(p.Sit(**_head(event), seat=event.seat), actor, 0)


@_cause.register
def _(event: p.Moved, room: Room) -> Cause:
    """A move, at the instant and with the lag that its receipt says; the quota must allow it."""
    move = p.Move(**_head(event), ply=event.ply, move=event.move, engine=event.engine)
    arrived_ms = _now(room) + event.receipt.elapsed_ms - room.clock.used_ms
    sitter, owed = _sitter(event, room, event.seat), event.receipt.compensated_ms
    if owed == event.receipt.elapsed_ms:
        owed += 1  # all was given back: more may have been owed, and a seat without time may move
    return Cause(move, sitter, arrived_ms, lag_ms=owed)


@_cause.register
def _(event: p.Finished, room: Room) -> Cause:
    """An end caused by a player or the clock; ends by the rules come with the last move."""
    return replace(_ending(event, room), ms=_shown_at(event, room))


def _ending(event: p.Finished, room: Room) -> Cause:
    head, scores, seats = _head(event), event.scores or [], range(len(room.seats))
    match event.reason:
        case "flag":
            return Cause(Flag(), None, 0, lag_ms=0)
        case "aborted" if cancel := cancelled_by(event.word):
            return Cause(cancel, None, 0)
        case "aborted" if event.word == WANTED:
            return Cause(GiveWay(""), None, 0)
        case "aborted":
            sitters = [seat for seat in seats if room.seats[seat].actor]
            if not sitters:
                return Cause(Expire(), None, 0)
            waiting = next((seat for seat in sitters if seat != room.turn), sitters[0])
            by = waiting if event.ended_by is None else event.ended_by
            return _by_seat(event, room, by, p.Abort(**head))
        case "abandoned" if event.scores is None and _only_all_can_leave(room):
            return Cause(AllLeft(), None, 0)
        case "abandoned":
            absent_seat = next((seat for seat in seats if points_on_time(room, seat) == scores), 0)
            return Cause(Abandon(absent_seat), None, 0)
        case "agreed":
            return _carried(event, room, "draw")
        case "resign":
            loser = scores.index(0.0) if 0.0 in scores else 0
            return _by_seat(event, room, loser, p.Resign(**head))
        case _:
            raise Invalid(f"{_named(event)}: the rules do not end the game here")


def _only_all_can_leave(room: Room) -> bool:
    """Whether an abandoned seat would have lost, or does not matter: the countdown runs only during
    the game, and before everybody has moved the end is the same."""
    return room.phase is not Phase.RUNNING or len(room.moved) == len(room.seats)


def _head(event: p.RoomEvent) -> dict[str, str]:
    return {"game": event.game, "id": f"event {event.seq}"}


def _sitter(event: p.RoomEvent, room: Room, seat: int) -> Actor:
    actor = room.seats[seat].actor if 0 <= seat < len(room.seats) else None
    if actor is None:
        raise Invalid(f"{_named(event)}: nobody sits on seat {seat}")
    return actor


def _shown_at(event: p.Finished, room: Room) -> int:
    """The instant at which the running clock showed what the end shows."""
    clock = room.clock
    if clock.since_ms is None or room.phase is not Phase.RUNNING:
        return 0
    try:
        time_ms = clock.shown_at(event.clock)
    except ValueError:
        raise Invalid(f"{_named(event)}: clock is not one entry a seat") from None
    return max(time_ms, clock.deadline_ms() or 0) if event.reason == "flag" else time_ms
