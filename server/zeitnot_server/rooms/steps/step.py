"""One command to a room: `step(room, command, actor, now) -> Step`, pure.

`TABLE` says for every phase and every command who may give it, which handler answers it, and which
phases can follow; the diagram in docs/reference/rooms.md is made from it. All other commands are
refused with `wrong_state`. A refused command leaves the room unchanged. The checks come in this
order: sent again, flag, signed in, phase, then those of the handler.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

import zeitnot_protocol as p

from ..commands import (
    Abandon,
    AcceptInvitation,
    AdjournAfterCrash,
    Adjudicate,
    AllLeft,
    Cancel,
    Command,
    DeclineInvitation,
    Expire,
    Flag,
    LapseResume,
    NewGameIds,
    NewVersion,
    Outage,
    Preempt,
    RemoveBanned,
    Resume,
    Unseat,
)
from ..idempotency import Answer, stored_id
from ..players import StandIn
from ..room import Actor, Invitation, NextGame, Now, Phase, Refusal, Room, Step
from ..tally import CHAT_AFTER_MS
from . import offers, playing, seating
from .step_builder import Refused, StepBuilder

Handler = Callable[[StepBuilder, Any], None]


def step(
    room: Room,
    command: Command,
    actor: Actor | None,
    now: Now,
    new_ids: NewGameIds | None = None,
    stand_in: StandIn | None = None,
) -> Step:
    """The outcome of `command`, sent by `actor` (None: the server) and arrived at `now`.

    `new_ids` must be given with a RematchWish. `stand_in`: takes the seat of a person who leaves a
    game in which a bot may do so; None: no bot can, and the seat is out of the game.
    """
    if actor is not None and not isinstance(command, p.Message):
        raise AssertionError("a server's command from an actor")
    digest, command_id = _digest(command), getattr(command, "id", None)
    if actor and command_id:
        command_id = stored_id(actor.seat, command_id)
        if (previous := room.answers.get(actor.account, command_id)) is not None:
            return _answer_again(room, previous, digest)
    builder = StepBuilder(room, actor, now, new_ids, stand_in)
    try:
        if _flag_has_fallen(builder, command):
            playing.handle_fallen_flag(builder)
            if isinstance(command, Flag):
                return builder.step()
        _handle(builder, command, (command_id, digest))
    except Refused as refused:
        return builder.step(refused.refusal)
    return builder.step()


def _answer_again(room: Room, previous: Answer, digest: str) -> Step:
    """The answer to a command that was carried out before, under the same id."""
    if previous.digest != digest:
        return Step(
            room, refusal=Refusal("id_reused", "This id was already used for another command.")
        )
    return Step(room, answer=previous)


def _handle(builder: StepBuilder, command: Command, cause: tuple[str | None, str]) -> None:
    """Carries the command out; the first event answers it, if a player has sent it. Raises Refused,
    and then nothing is appended."""
    if builder.actor is None and isinstance(command, p.Message):
        raise Refused("not_signed_in", "Spectators can only watch.")
    cell = TABLE.get((builder.room.phase, type(command)))
    if cell is None:
        raise _wrong_state(builder.room)
    before, count = builder.room, len(builder.entries)
    if builder.actor and isinstance(command, p.Message):
        builder.cause = cause
    try:
        cell.handler(builder, command)
    except Refused:
        assert builder.room is before, "a refusal changes nothing"
        assert len(builder.entries) == count, "a refusal appends nothing"
        raise


def _flag_has_fallen(builder: StepBuilder, command: Command) -> bool:
    """Whether the mover has run out of time. Not checked after an outage, because the clock's start
    is then an instant of another run."""
    room = builder.room
    is_ticking = room.phase is Phase.RUNNING and not isinstance(command, Outage | AdjournAfterCrash)
    return is_ticking and room.clock.flagged(builder.ms, builder.now.lag_ms)


def _digest(command: Command) -> str:
    return hashlib.sha256(msgspec.json.encode(command)).hexdigest()[:16]


def _wrong_state(room: Room) -> Refused:
    reasons = {
        Phase.OPEN: "The game has not started.",
        Phase.RUNNING: "The game is in progress.",
        Phase.PAUSED: "The game is paused.",
        Phase.ADJOURNED: "The game is adjourned.",
        Phase.FINISHED: "The game is over.",
    }
    return Refused("wrong_state", reasons[room.phase])


# ── outages ────────────────────────────────────────────────────────────────────────────────────


def _outage(builder: StepBuilder, command: Outage) -> None:
    offers.pause(builder, "outage", max(0, command.elapsed_ms))


def _adjourn_after_crash(builder: StepBuilder, command: AdjournAfterCrash) -> None:
    offers.pause(builder, "crashed", max(0, command.elapsed_ms))


def _resume(builder: StepBuilder, command: Resume) -> None:
    offers.resume_clock(builder)


# ── after the end, and at any time ─────────────────────────────────────────────────────────────


def _rematch(builder: StepBuilder, command: p.RematchWish) -> None:
    seat, room = builder.seat(), builder.room
    if room.next_game is not None:
        raise Refused("rematch_made", f"The rematch has already been created: {room.next_game}.")
    if seat in room.rematch:
        raise Refused("wished_already", "You have already asked for a rematch.")
    if others := room.rematch_declined - {seat}:
        actor = room.seats[min(others)].actor
        raise Refused("rematch_declined", f"{actor.name if actor else '?'} wants no rematch.")
    if not room.tally.may_request_rematch(seat):
        raise Refused("offered_too_often", "You have asked for a rematch too often.")
    if not _is_rematch_agreed(room, room.rematch | {seat}):
        builder.add(p.Rematch, seat=seat)
        return
    if builder.new_ids is None:
        raise AssertionError("a rematch needs new ids")
    builder.add(p.Rematch, seat=seat, next=builder.new_ids.game)
    seats = tuple(_rotated_invitations(builder.room))
    builder.next_game = NextGame(
        builder.new_ids.game, builder.new_ids.seed, builder.now.wall, seats
    )


def _drop_rematch(builder: StepBuilder, command: p.NoRematch) -> None:
    """Withdraws the seat's own request, or declines that of others."""
    seat, room = builder.seat(), builder.room
    if room.next_game is not None:
        raise Refused("rematch_made", f"The rematch has already been created: {room.next_game}.")
    if seat not in room.rematch and (not room.rematch or seat in room.left):
        raise Refused("no_offer", "Nobody has asked for a rematch.")
    builder.add(p.RematchDropped, seat=seat, declined=seat not in room.rematch)


def _is_rematch_agreed(room: Room, wishes: frozenset[int]) -> bool:
    """Whether all players who stayed to the end have asked, and at least two have."""
    return len(wishes) > 1 and wishes.issuperset(set(range(len(room.seats))) - room.left)


def _rotated_invitations(room: Room) -> Iterator[Invitation | None]:
    """Invitations for the players who have asked for a rematch, each one seat further. None: the
    seat is open, because its player left and has not asked."""
    for index in range(len(room.seats)):
        seat_before = index - 1 if index else len(room.seats) - 1
        if seat_before not in room.rematch:
            yield None
            continue
        seat = room.seats[seat_before]
        if seat.actor is None:
            raise AssertionError("a player has asked for it")
        yield Invitation(seat.actor.account, seat.actor.name, seat.actor.bot, seat.bot_level)


def _chat(builder: StepBuilder, command: p.Chat) -> None:
    actor, room = builder.player(), builder.room
    seat = room.seat_of(actor.account, actor.seat)
    if not room.tally.may_chat(actor.account, spectator=seat is None):
        raise Refused("chat_full", "You have sent the maximum number of messages in this game.")
    player = None if seat is None else room.seats[seat].actor
    # A player keeps one name throughout a game, even after a change of the account's name.
    speaker = player or actor
    builder.add(p.Said, seat=seat, name=speaker.name, text=command.text, kept=speaker.kept)


def _chat_after(builder: StepBuilder, command: p.Chat) -> None:
    """Handles chat after the end, which is open to the players only, for CHAT_AFTER_MS."""
    builder.seat()
    end = builder.room.finished
    if end is None or builder.now.wall - end.at > CHAT_AFTER_MS:
        raise Refused("chat_closed", "The game ended too long ago to chat here.")
    _chat(builder, command)


# ── the table ──────────────────────────────────────────────────────────────────────────────────


class Role(StrEnum):
    """The senders who may give a command; all others are refused."""

    ANYBODY = "anybody signed in"
    SEAT = "a seat"
    MOVER = "the seat to move"
    SERVER = "the server"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the table. `next_phases`: those in which the command can leave the room."""

    handler: Handler
    role: Role
    next_phases: tuple[Phase, ...]


_OPEN, _RUNNING, _PAUSED, _ADJOURNED, _FINISHED = (
    Phase.OPEN,
    Phase.RUNNING,
    Phase.PAUSED,
    Phase.ADJOURNED,
    Phase.FINISHED,
)

TABLE: dict[tuple[Phase, type], Cell] = {
    (_OPEN, p.Sit): Cell(seating.sit, Role.ANYBODY, (_OPEN,)),
    (_OPEN, p.Leave): Cell(seating.leave, Role.SEAT, (_OPEN,)),
    (_OPEN, p.Ready): Cell(seating.ready, Role.SEAT, (_OPEN, _RUNNING, _FINISHED)),
    (_OPEN, p.Abort): Cell(playing.abort, Role.SEAT, (_OPEN, _FINISHED)),
    (_OPEN, Expire): Cell(playing.expire, Role.SERVER, (_FINISHED,)),
    (_OPEN, Unseat): Cell(seating.unseat, Role.SERVER, (_OPEN,)),
    (_OPEN, AcceptInvitation): Cell(seating.accept, Role.SERVER, (_OPEN,)),
    (_OPEN, DeclineInvitation): Cell(seating.decline, Role.SERVER, (_OPEN,)),
    (_RUNNING, p.Move): Cell(playing.move, Role.MOVER, (_RUNNING, _FINISHED)),
    (_RUNNING, p.Takeback): Cell(offers.takeback, Role.SEAT, (_RUNNING,)),
    (_RUNNING, p.Adjourn): Cell(offers.adjourn, Role.SEAT, (_RUNNING, _ADJOURNED)),
    (_RUNNING, p.Claim): Cell(playing.claim, Role.SEAT, (_RUNNING, _FINISHED)),
    (_RUNNING, Flag): Cell(playing.flag, Role.SERVER, (_RUNNING, _FINISHED)),
    (_RUNNING, Abandon): Cell(playing.abandon, Role.SERVER, (_RUNNING, _FINISHED)),
    **{
        (on, AllLeft): Cell(playing.end_after_all_left, Role.SERVER, (_FINISHED,))
        for on in (_RUNNING, _PAUSED)
    },
    **{
        (phase, Cancel): Cell(playing.cancel, Role.SERVER, (_FINISHED,))
        for phase in Phase
        if phase is not _FINISHED
    },
    **{
        (on, NewVersion): Cell(seating.new_version, Role.SERVER, (on,))
        for on in (_RUNNING, _PAUSED, _ADJOURNED)
    },
    **{
        (on, Adjudicate): Cell(playing.adjudicate, Role.SERVER, (_FINISHED,))
        for on in (_RUNNING, _PAUSED, _ADJOURNED)
    },
    **{
        (phase, Preempt): Cell(playing.preempt, Role.SERVER, (_FINISHED,))
        for phase in Phase
        if phase is not _FINISHED
    },
    **{
        (on, RemoveBanned): Cell(playing.remove_banned, Role.SERVER, (on, _FINISHED))
        for on in (_RUNNING, _PAUSED, _ADJOURNED)
    },
    (_OPEN, RemoveBanned): Cell(playing.remove_banned, Role.SERVER, (_FINISHED,)),
    (_RUNNING, Outage): Cell(_outage, Role.SERVER, (_PAUSED,)),
    (_RUNNING, AdjournAfterCrash): Cell(_adjourn_after_crash, Role.SERVER, (_ADJOURNED,)),
    (_PAUSED, Resume): Cell(_resume, Role.SERVER, (_RUNNING,)),
    (_PAUSED, AdjournAfterCrash): Cell(_adjourn_after_crash, Role.SERVER, (_ADJOURNED,)),
    (_ADJOURNED, p.ResumeWish): Cell(offers.resume, Role.SEAT, (_ADJOURNED, _RUNNING)),
    (_ADJOURNED, LapseResume): Cell(offers.lapse, Role.SERVER, (_ADJOURNED,)),
    **{
        (on, p.Resign): Cell(playing.resign, Role.SEAT, (on, _FINISHED))
        for on in (_RUNNING, _PAUSED, _ADJOURNED)
    },
    **{
        (on, p.Draw): Cell(offers.draw, Role.SEAT, (on, _FINISHED))
        for on in (_RUNNING, _PAUSED, _ADJOURNED)
    },
    **{
        (on, p.Abort): Cell(playing.abort, Role.SEAT, (_FINISHED,))
        for on in (_RUNNING, _PAUSED, _ADJOURNED)
    },
    (_FINISHED, p.RematchWish): Cell(_rematch, Role.SEAT, (_FINISHED,)),
    (_FINISHED, p.NoRematch): Cell(_drop_rematch, Role.SEAT, (_FINISHED,)),
    **{
        (phase, p.Chat): Cell(_chat, Role.ANYBODY, (phase,))
        for phase in Phase
        if phase is not _FINISHED
    },
    (_FINISHED, p.Chat): Cell(_chat_after, Role.SEAT, (_FINISHED,)),
}
