"""The answer to the sender of a command, an acknowledgement or a typed error; and what a stored
command counts for."""

import zeitnot_protocol as p

from ...limits.disk import is_allowed_when_full
from ...rooms.commands import Command, PlayerCommand
from ...rooms.room import Phase, Refusal, Room, Step
from .events import FirstMove
from .host import Host, ServerTally
from .now import AdjustedClock
from .send_queue import Viewer, refuse

MESSAGES = {
    "retry": "The server cannot tell whether this was stored. Send it again.",
    "read_only": "The server cannot store anything at the moment. The clocks are stopped. Send it "
    "again shortly.",
    "internal_error": "The server failed here; nothing was changed.",
    "disk_low": "The server's disk is nearly full: only games in progress are stored.",
}


def answer(room: Room, command: Command, result: Step) -> p.Ack | p.Error | None:
    """The answer to a command that was carried out or refused; None if it gets none."""
    command_id = getattr(command, "id", None)
    if result.refusal:
        return command_error(room, command, result.refusal.code, result.refusal.message)
    if result.answer and command_id:
        game, stored = room.game_setup.id, result.answer
        return p.Ack(game=game, id=command_id, seq=stored.seq, clock=stored.clock)
    return None


def not_stored_error(room: Room, command: Command, code: p.ErrorCode) -> p.Error:
    """The answer to a command that could not be made durable: `retry` or `read_only`."""
    return command_error(room, command, code, MESSAGES[code])


def capacity_refusal(
    phase: Phase, command: PlayerCommand, viewer: Viewer, *, disk_low: bool
) -> Refusal | None:
    """The refusal of a command that the rules allow but the server does not store now: the disk is
    low, or this viewer creates too many games."""
    if disk_low and not is_allowed_when_full(phase, command):
        return Refusal("disk_low", MESSAGES["disk_low"])
    if isinstance(command, p.RematchWish) and not viewer.permits.may_create_game():
        return Refusal("too_fast", "You create games too quickly. Wait a moment.")
    return None


def command_error(room: Room, command: Command, code: p.ErrorCode, message: str) -> p.Error:
    """A refusal, with the game and the id of the command."""
    state = room.phase.value if code == "wrong_state" else None
    return refuse(code, message, game=room.id, id=getattr(command, "id", None), state=state)


def count_stored(host: Host, viewer: Viewer, command: Command, before: Room, done: Step) -> None:
    """Charges the stored events to the viewer's quota subject (`sender`). The frames of moves are
    refunded, because the rules and the opponents set their pace."""
    viewer.sender.stored(len(done.entries))
    if isinstance(command, p.Move):
        viewer.sender.refund_frame()
        viewer.allowance.refund()
        if viewer.actor and done.answer:  # else its flag had fallen
            host.tally.moves += 1
            if not before.all_have_moved:
                host.events.publish(FirstMove(before.id, viewer.actor.account))


def send_answer(
    tally: ServerTally,
    clock: AdjustedClock,
    viewer: Viewer | None,
    response: p.Ack | p.Error | None,
    at_ms: int,
) -> None:
    """Sends the answer to a command that was stamped at `at_ms`, and counts it. Does nothing for a
    command of the server (no viewer), or one that gets no answer."""
    if viewer is None or response is None:
        return
    viewer.send(response)
    if isinstance(response, p.Error):
        tally.refused[response.code] += 1
        viewer.sender.refused(response.code)
    else:
        tally.ack_s.add((clock.ms() - at_ms) / 1000)
