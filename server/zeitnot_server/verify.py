"""Verifies a game's record by replaying the whole game through the rooms' own code.

For every recorded event, the command that must have caused it is reconstructed and given to `step`,
whose result must equal the record, field by field: positions, throws (from the seed), clocks (from
the receipts), the result. A record cannot prove who the players were, nor the date: names and
wall-clock times are not checked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

import msgspec

import zeitnot_protocol as p

from .event_causes import (
    Invalid,
    cause_of,
    event_label,
    kind_of,
    player_at,
    seat_account,
    stand_in_of,
)
from .rooms.clock import BadControl
from .rooms.dice import commitment
from .rooms.fold import fold
from .rooms.room import GameSetup, Invitation, LogEntry, Now, Room
from .rooms.rules import Rules
from .rooms.setup import LEGACY_SETUP, BadSetup
from .rooms.steps.step import step
from .rooms.tally import Tally

_NEWER_FIELDS = {p.Finished: "ended_by", p.Threw: "seat"}  # fields that older records do not have
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
    remaining = list(export.events)
    while remaining:
        room = _replay_command(room, remaining)
    if room.finished is None:
        raise Invalid(f"the record ends with event {room.seq}, before the game does")
    for index, (seat, player) in enumerate(zip(room.seats, export.players, strict=True)):
        if seat.view() != player:
            raise Invalid(f"players: seat {index} differs from the events")
    end = next(event for event in export.events if isinstance(event, p.Finished))
    return Verified(export.id, export.game_type, room.ply, room.throws, end)


def _open(export: p.Export, rules_for: RulesFor) -> Room:
    """The room before its first event; checks the record's head. Raises Unverifiable, Invalid."""
    if export.format != p.EXPORT_FORMAT:
        raise Unverifiable(f"the format is {export.format!r}, not {p.EXPORT_FORMAT!r}")
    if export.imported:
        raise Unverifiable("it was imported, not played here")
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
        setup=export.setup or LEGACY_SETUP,
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
    """The invitation to this seat, if the record shows one by a name or a bot's level."""
    of_seat = (e for e in export.events if getattr(e, "seat", None) == seat)
    before = takewhile(lambda e: not isinstance(e, p.Vacated), of_seat)
    seated = [e for e in before if isinstance(e, p.Seated)]
    last = [] if export.players[seat].left else [export.players[seat]]
    views = [*(e.seat_view for e in seated), *last]
    levelled = next((v.player for v in views if v.player and v.player.level is not None), None)
    names = [*(e.declined.name for e in seated if e.declined), *(v.reserved for v in views)]
    name = next((each for each in names if each is not None), None)
    if levelled is not None:
        name = name or levelled.name
        return Invitation(seat_account(seat, name), name, levelled.bot, levelled.level)
    return Invitation(seat_account(seat, name), name) if name is not None else None


# ── replaying a command ──────────────────────────────────────────────────────────────────────────


def _replay_command(room: Room, remaining: list[p.RoomEvent]) -> Room:
    """Removes the events of one command from `remaining`; returns the room after it. Raises
    Invalid."""
    first = remaining[0]
    if first.seq != room.seq + 1:
        raise Invalid(f"event {room.seq + 1} is missing: event {first.seq} follows")
    _check_seat(first, room)
    if isinstance(first, p.Said):
        remaining.pop(0)
        return _replay_chat(first, room)
    cause = cause_of(first, room)
    now = Now(run=0, ms=cause.ms, wall=first.at, lag_ms=cause.lag_ms)
    # Chat, offers and sitting down were not bounded when the oldest games were played.
    uncounted = msgspec.structs.replace(room, tally=Tally())
    stand_in = stand_in_of(first, remaining[1] if len(remaining) > 1 else None)
    result = step(uncounted, cause.command, cause.actor, now, cause.new_ids, stand_in)
    for entry in result.entries:
        if not remaining:
            raise Invalid(f"the record ends before {event_label(entry.event)}")
        _check_seat(remaining[0], room)
        _must_equal(entry.event, remaining.pop(0))
    if not result.entries:
        reason = result.refusal.message if result.refusal else "The command has no effect."
        raise Invalid(f"{event_label(first)} is not possible: {reason}")
    return result.room


def _check_seat(event: p.RoomEvent, room: Room) -> None:
    """Checks that the seat of this event exists, if it has one. Raises Invalid."""
    seat = getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < len(room.seats):
        raise Invalid(f"{event_label(event)}: there is no seat {seat}")


def _replay_chat(message: p.Said, room: Room) -> Room:
    """Checks only the room and the sender's seat of a line of chat, because it has no effect on the
    game, and the rules for chat differ between versions. Raises Invalid."""
    speaker = message.name if message.seat is None else player_at(message, room, message.seat).name
    _must_equal(msgspec.structs.replace(message, game=room.id, name=speaker), message)
    return fold(room, [LogEntry(event=message, run=0, at_ms=0, ply=room.ply, seat=message.seat)])


def _must_equal(expected: p.RoomEvent, recorded: p.RoomEvent) -> None:
    if type(expected) is not type(recorded):
        raise Invalid(f"{event_label(recorded)}: expected {kind_of(expected)} here")
    newer_field = _NEWER_FIELDS.get(type(recorded))
    for field in expected.__struct_fields__:
        computed, found = getattr(expected, field), getattr(recorded, field)
        if computed != found and not (field == newer_field and found is None):
            raise Invalid(
                f"{event_label(recorded)}: {field} is {_text(found)}, must be {_text(computed)}"
            )


def _text(value: object) -> str:
    text = p.encode(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
