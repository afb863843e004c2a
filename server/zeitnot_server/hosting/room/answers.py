"""The answer to the sender of a command: an acknowledgement or a typed error."""

import zeitnot_protocol as p

from ...limits.disk import is_allowed_when_full
from ...rooms.commands import Command, PlayerCommand
from ...rooms.room import Phase, Refusal, Room, Step
from .outbox import Viewer, refuse

SENTENCES = {
    "retry": "It is not known whether this was stored; please send it again.",
    "read_only": "The server cannot store anything just now; the clocks stand still.",
    "internal_error": "The server has a fault here; nothing was changed.",
    "disk_low": "The server's disk is nearly full: it stores nothing but games that are on.",
}


def answer(room: Room, command: Command, result: Step) -> p.Ack | p.Error | None:
    """The answer to a command that was carried out or refused; None if it needs none."""
    command_id = getattr(command, "id", None)
    if result.refusal:
        return error(room, command, result.refusal.code, result.refusal.message)
    if result.answer and command_id:
        game, first = room.game_setup.id, result.answer
        return p.Ack(game=game, id=command_id, seq=first.seq, clock=first.clock)
    return None


def not_stored(room: Room, command: Command, code: p.ErrorCode) -> p.Error:
    """The answer to a command that could not be made durable: `retry` or `read_only`."""
    return error(room, command, code, SENTENCES[code])


def refusal_now(
    phase: Phase, command: PlayerCommand, viewer: Viewer, *, disk_low: bool
) -> Refusal | None:
    """The refusal of a command that the rules allow, but that is not stored now: the disk is low,
    or this viewer makes too many games."""
    if disk_low and not is_allowed_when_full(phase, command):
        return Refusal("disk_low", SENTENCES["disk_low"])
    if isinstance(command, p.RematchWish) and not viewer.permits.may_make():
        return Refusal("too_fast", "You make too many games; wait a moment.")
    return None


def error(room: Room, command: Command, code: p.ErrorCode, message: str) -> p.Error:
    """A refusal, with the game and the id of the command."""
    state = room.phase.value if code == "wrong_state" else None
    return refuse(code, message, game=room.id, id=getattr(command, "id", None), state=state)
