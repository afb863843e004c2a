"""Finds what caused an event of a record: a command, its sender and its instant."""

from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Literal

import zeitnot_protocol as p

from .rooms.commands import (
    Abandon,
    AdjournAfterCrash,
    AllLeft,
    Command,
    DeclineInvitation,
    Expire,
    Flag,
    LapseResume,
    NewGameIds,
    NewVersion,
    Outage,
    Preempt,
    Resume,
)
from .rooms.players import StandIn
from .rooms.room import IN_PROGRESS, Actor, Phase, Room
from .rooms.steps.playing import PREEMPTED, operator_command
from .rooms.steps.step_builder import scores_on_time
from .rooms.value import replace as replace_value

ANY_LAG_MS = 10**12


class Invalid(ValueError):
    """The record is not valid; the message says where, in one line."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What must have caused an event: a command, its sender (None: the server), its instant.

    `lag_ms`: the lag owed to the seat to move. Only a move's receipt records it; otherwise the
    maximum is assumed, so that no flag falls that may not have fallen in the game.
    """

    command: Command
    actor: Actor | None
    ms: int
    new_ids: NewGameIds | None = None
    lag_ms: int = ANY_LAG_MS


def seat_account(seat: int, name: str) -> str:
    """A substitute for the account of a seat, because records have no accounts."""
    return f"{seat}:{name}"


def kind_of(event: p.RoomEvent) -> str:
    """`moved`, `finished`, …"""
    return type(event).__name__.lower()


def event_label(event: p.RoomEvent) -> str:
    """The event's number and kind, for messages."""
    return f"event {event.seq} ({kind_of(event)})"


@singledispatch
def cause_of(event: p.RoomEvent, room: Room) -> Cause:
    """The command that must have caused this event, if one did. Raises Invalid."""
    raise Invalid(f"{event_label(event)} does not follow from what came before")


def _by_seat(event: p.RoomEvent, room: Room, seat: int, command: Command) -> Cause:
    """The cause of an event whose command came from the player at that seat; its instant does not
    matter."""
    return Cause(command, player_at(event, room, seat), _now(room))


def _now(room: Room) -> int:
    """The first instant of the present turn."""
    return room.clock.since_ms or 0


@cause_of.register
def _(event: p.Offered, room: Room) -> Cause:
    return _by_seat(event, room, event.seat, _offer_command(event, event.what))


@cause_of.register
def _(event: p.Answered, room: Room) -> Cause:
    if event.what == "resume" and not event.accept:
        return Cause(LapseResume(event.seat), None, _now(room))
    return _by_seat(event, room, event.seat, _answer_command(event, event.what, event.accept))


def _offer_command(event: p.RoomEvent, kind: p.What) -> Command:
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


def _answer_command(event: p.RoomEvent, kind: p.What, accept: bool) -> Command:
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


def _last_acceptance(event: p.RoomEvent, room: Room, kind: p.What) -> Cause:
    """The last acceptance of an offer, by the only seat that had not agreed before; if that seat
    has finished meanwhile, by one that agrees again."""
    if (offer := room.offers.get(kind)) is None:
        raise Invalid(f"{event_label(event)}: there was no such offer")
    agreed = {offer.seat, *offer.agreed}
    last = next((seat for seat in room.playing_seats if seat not in agreed), None)
    if last is None:
        last = min(offer.agreed, default=offer.seat)
    return _by_seat(event, room, last, _answer_command(event, kind, accept=True))


@cause_of.register
def _(event: p.TakenBack, room: Room) -> Cause:
    """An acceptance, when the turn had lasted for `elapsed_ms`."""
    return replace(_last_acceptance(event, room, "takeback"), ms=_now(room) + event.elapsed_ms)


@cause_of.register
def _(event: p.Rematch, room: Room) -> Cause:
    cause = _by_seat(event, room, event.seat, p.RematchWish(**_head(event)))
    return replace(cause, new_ids=NewGameIds(event.next or "", bytes(32)))


@cause_of.register
def _(event: p.RematchDropped, room: Room) -> Cause:
    return _by_seat(event, room, event.seat, p.NoRematch(**_head(event)))


@cause_of.register
def _(event: p.Paused, room: Room) -> Cause:
    """A pause by the server, or an adjournment agreed when the turn had lasted for `elapsed_ms`."""
    match event.reason:
        case "outage":
            return Cause(Outage(event.elapsed_ms), None, _now(room))
        case "crashed":
            return Cause(AdjournAfterCrash(event.elapsed_ms), None, _now(room))
        case "agreed":
            return replace(
                _last_acceptance(event, room, "adjourn"), ms=_now(room) + event.elapsed_ms
            )


@cause_of.register
def _(event: p.Resumed, room: Room) -> Cause:
    if room.phase is Phase.ADJOURNED:
        return _last_acceptance(event, room, "resume")
    return Cause(Resume(), None, _now(room))


@cause_of.register
def _(event: p.Seated, room: Room) -> Cause:
    """The player left, became ready or sat down, or will not come; while the game is in progress,
    another version of the bot plays."""
    player, salt = event.seat_view.player, event.seat_view.salt
    if event.declined is not None:
        return Cause(_decline(event.declined, event, room), None, _now(room))
    if player is None:
        return _by_seat(event, room, event.seat, p.Leave(**_head(event)))
    if room.phase in IN_PROGRESS:
        return Cause(NewVersion(event.seat, player.version), None, _now(room))
    if salt is not None:
        actor = player_at(event, room, event.seat)
        ready = p.Ready(**_head(event), salt=salt)
        return Cause(ready, replace_value(actor, version=player.version), _now(room))
    account = seat_account(event.seat, player.name)
    actor = Actor(account, player.name, player.bot, version=player.version, kept=player.kept)
    return Cause(p.Sit(**_head(event), seat=event.seat), actor, 0)


def _decline(declined: p.Declined, event: p.Seated, room: Room) -> DeclineInvitation:
    invited = room.seats[event.seat].invited
    if invited is None:
        raise Invalid(f"{event_label(event)}: seat {event.seat} was reserved for nobody")
    return DeclineInvitation(invited.account, declined.reason, declined.text)


@cause_of.register
def _(event: p.Moved, room: Room) -> Cause:
    """A move, at the instant and with the lag in its receipt; `step` checks them with the quota.
    The server moves when the time of an uncharged turn has passed."""
    arrived_ms = _now(room) + event.receipt.elapsed_ms - room.clock.used_ms
    if event.by_server:
        return Cause(Flag(), None, arrived_ms, lag_ms=0)
    move = p.Move(**_head(event), ply=event.ply, move=event.move, engine=event.engine)
    receipt = event.receipt
    lag_ms = room.clock.repaid_ms + receipt.compensated_ms
    if receipt.compensated_ms == receipt.elapsed_ms:
        lag_ms += 1  # all of it was given back: the lag may have been longer than the turn
    return Cause(move, player_at(event, room, event.seat), arrived_ms, lag_ms=lag_ms)


@cause_of.register
def _(event: p.Withdrew, room: Room) -> Cause:
    """A resignation, the clock or a countdown, when the turn had lasted for `elapsed_ms`."""
    return _cause_of_leaving(event, event.reason, event.seat, event.elapsed_ms, room)


def _cause_of_leaving(
    event: p.RoomEvent,
    reason: Literal["resign", "flag", "abandoned"],
    seat: int,
    elapsed_ms: int,
    room: Room,
) -> Cause:
    at_ms = _now(room) + elapsed_ms
    match reason:
        case "flag":
            return Cause(Flag(), None, at_ms, lag_ms=0)
        case "abandoned":
            return Cause(Abandon(seat), None, at_ms)
        case "resign":
            return replace(_by_seat(event, room, seat, p.Resign(**_head(event))), ms=at_ms)


@cause_of.register
def _(event: p.Vacated, room: Room) -> Cause:
    """The same, in a game in which a bot has taken the seat."""
    return _cause_of_leaving(event, event.reason, event.seat, event.elapsed_ms, room)


def stand_in_of(event: p.RoomEvent, after: p.RoomEvent | None) -> StandIn | None:
    """The bot that has taken the seat of a person who left with this event, as the event after it
    says. Raises Invalid."""
    if not isinstance(event, p.Vacated):
        return None
    player = after.seat_view.player if isinstance(after, p.Seated) else None
    if player is None or not player.bot:
        raise Invalid(f"{event_label(event)}: no bot takes the seat")
    account = seat_account(event.seat, player.name)
    return StandIn(Actor(account, player.name, True, version=player.version), player.level)


@cause_of.register
def _(event: p.Finished, room: Room) -> Cause:
    """An end caused by a player or the clock; ends by the rules come with the last move."""
    return replace(_cause_of_end(event, room), ms=_instant_of_end(event, room))


def _cause_of_end(event: p.Finished, room: Room) -> Cause:
    head, scores, seats = _head(event), event.scores or [], range(len(room.seats))
    match event.reason:
        case "flag":
            return Cause(Flag(), None, 0, lag_ms=0)
        case "aborted" | "adjudicated" if command := operator_command(event):
            return Cause(command, None, 0)
        case "aborted" if event.word == PREEMPTED:
            return Cause(Preempt(""), None, 0)
        case "aborted":
            sitters = [seat for seat in seats if room.seats[seat].actor]
            if not sitters:
                return Cause(Expire(), None, 0)
            waiting = next((seat for seat in sitters if seat != room.turn), sitters[0])
            ending_seat = waiting if event.ended_by is None else event.ended_by
            return _by_seat(event, room, ending_seat, p.Abort(**head))
        case "abandoned":
            return Cause(_abandonment(event, room), None, 0)
        case "agreed":
            return _last_acceptance(event, room, "draw")
        case "resign":
            loser = scores.index(0.0) if 0.0 in scores else 0
            return _by_seat(event, room, loser, p.Resign(**head))
        case _:
            raise Invalid(f"{event_label(event)}: the rules do not end the game here")


def _abandonment(event: p.Finished, room: Room) -> Abandon | AllLeft:
    """The command that removed the absent seat. Older records do not name that seat if not every
    seat had moved."""
    if event.ended_by is not None:
        return Abandon(event.ended_by)
    if event.scores is None:
        return AllLeft()
    absent = (seat for seat in range(len(room.seats)) if scores_on_time(room, seat) == event.scores)
    return Abandon(next(absent, room.playing_seats[0]))


def _head(event: p.RoomEvent) -> dict[str, str]:
    return {"game": event.game, "id": f"event {event.seq}"}


def player_at(event: p.RoomEvent, room: Room, seat: int) -> Actor:
    """The player at that seat. Raises Invalid."""
    actor = room.seats[seat].actor if 0 <= seat < len(room.seats) else None
    if actor is None:
        raise Invalid(f"{event_label(event)}: seat {seat} is empty")
    return actor


def _instant_of_end(event: p.Finished, room: Room) -> int:
    """The instant at which the running clock showed the times of the final event."""
    clock = room.clock
    if clock.since_ms is None or room.phase is not Phase.RUNNING:
        return 0
    try:
        time_ms = clock.first_instant_of(event.clock)
    except ValueError:
        raise Invalid(f"{event_label(event)}: clock must have one entry per seat") from None
    return max(time_ms, clock.deadline_ms() or 0) if event.reason == "flag" else time_ms
