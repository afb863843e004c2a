"""Verifies a game's record by replaying the whole game through the rooms' own code.

For every recorded event, the command that must have caused it is reconstructed and given to `step`,
whose result must equal the record, field by field: positions, throws (from the seed), clocks (from
the receipts), the result. A record cannot prove who the players were, nor the date: names and
wall-clock times are not checked.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

import zeitnot_protocol as p

from .event_causes import Invalid, cause_of, kind_of, named, seat_account, sitter
from .rooms.clock import BadControl
from .rooms.dice import commitment
from .rooms.fold import fold
from .rooms.room import GameSetup, Invitation, LogEntry, Now, Room
from .rooms.rules import Rules
from .rooms.setup import OLD, BadSetup
from .rooms.step import step
from .rooms.tally import Tally

_NEWER = {p.Finished: "ended_by", p.Threw: "seat"}  # what older records do not say
RulesFor = Callable[[str, p.Settings], Rules]


__all__ = ["Invalid", "RulesFor", "Unverifiable", "Verified", "verify"]


class Unverifiable(ValueError):
    """The record cannot be checked by this program; the message says why."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A valid record, in numbers."""

    id: str
    game_type: str
    moves: int
    throws: int
    end: p.Finished


def verify(export: p.Export, rules_for: RulesFor) -> Verified:
    """Replays the record. Raises Unverifiable (also for a ValueError of `rules_for`), Invalid.

    `rules_for` raises ValueError for a game or settings that it does not know.
    """
    room = _open(export, rules_for)
    todo = list(export.events)
    while todo:
        room = _replay_command(room, todo)
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
        return Invitation(seat_account(seat, name), name, levelled.bot, levelled.level)
    return Invitation(seat_account(seat, name), name) if name is not None else None


# ── one command again ──────────────────────────────────────────────────────────────────────────


def _replay_command(room: Room, todo: list[p.RoomEvent]) -> Room:
    """Removes the events of one command from `todo`; returns the room after it. Raises Invalid."""
    first = todo[0]
    if first.seq != room.seq + 1:
        raise Invalid(f"event {room.seq + 1} is missing: event {first.seq} comes in its place")
    seat = getattr(first, "seat", None)
    if seat is not None and not 0 <= seat < len(room.seats):
        raise Invalid(f"{named(first)}: there is no seat {seat}")
    if isinstance(first, p.Said):
        todo.pop(0)
        return _replay_chat(first, room)
    cause = cause_of(first, room)
    now = Now(run=0, ms=cause.ms, wall=first.at, lag_ms=cause.lag_ms)
    unbounded = msgspec.structs.replace(
        room, tally=Tally()
    )  # there were games before there were bounds
    result = step(unbounded, cause.command, cause.actor, now, cause.new_ids)
    for entry in result.entries:
        if not todo:
            raise Invalid(f"the record ends before {named(entry.event)}")
        _must_equal(entry.event, todo.pop(0))
    if not result.entries:
        reason = result.refusal.message if result.refusal else "It changes nothing."
        raise Invalid(f"{named(first)} cannot be: {reason}")
    return result.room


def _replay_chat(message: p.Said, room: Room) -> Room:
    """A line of chat changes nothing, and the rules for chat have changed between versions. Raises
    Invalid if it is not of this room, or its seat is somebody else's."""
    speaker = message.name if message.seat is None else sitter(message, room, message.seat).name
    _must_equal(msgspec.structs.replace(message, game=room.id, name=speaker), message)
    return fold(room, [LogEntry(event=message, run=0, at_ms=0, ply=room.ply, seat=message.seat)])


def _must_equal(expected: p.RoomEvent, got: p.RoomEvent) -> None:
    if type(expected) is not type(got):
        raise Invalid(f"{named(got)} stands where {kind_of(expected)} must follow")
    unsaid = _NEWER.get(type(got))
    for field in expected.__struct_fields__:
        want, have = getattr(expected, field), getattr(got, field)
        if want != have and not (field == unsaid and have is None):
            raise Invalid(f"{named(got)}: {field} is {_text(have)}, must be {_text(want)}")


def _text(value: object) -> str:
    text = p.encode(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
