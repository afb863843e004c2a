"""The policies that a room's commands have to pass (`host.Policy`), in order."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..bots.admission import Admission
from ..hosting.room.answers import capacity_refusal
from ..hosting.room.host import Policy
from ..hosting.room.send_queue import Viewer
from ..limits.disk import DiskReserve
from ..lobby.open_seats import OpenSeats
from ..people.blocks import Blocks
from ..ratings.options import RatingOptions
from ..ratings.rated_games import reason_against_player
from ..rooms.commands import Command, PlayerCommand
from ..rooms.room import Refusal, Room, Step

LADDER = "This game is played for a club's ladder. Only the two whose challenge it is may sit down."


def policies(
    disk: DiskReserve,
    blocks: Blocks,
    seats: OpenSeats,
    admission: Admission,
    ratings: RatingOptions,
) -> Sequence[Policy]:
    """The cheap ones first; `admit_rematch` last, because it reserves a slot of a bot."""

    def refuse_early(room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """Refuses what is not stored now: the disk is low, or the viewer creates too many games;
        and a seat beside bots that do not take the viewer, or in a rated game that is not
        for the viewer."""
        if viewer is None or not isinstance(command, PlayerCommand):
            return done
        refusal = capacity_refusal(room.phase, command, viewer, disk_low=disk.low)
        if refusal:
            return Step(room, refusal=refusal)
        if isinstance(command, p.Sit):  # no policy of its own, which would cost a call at each move
            if room.game_setup.ladder is not None and not _is_kept_for(room, viewer):
                return Step(room, refusal=Refusal("seat_reserved", LADDER))
            if room.game_setup.setup.rated and (refused := refuse_unrated(room, viewer)):
                return refused
            return admission.admit_sitting(room, done, command, viewer)
        return done

    def refuse_unrated(room: Room, viewer: Viewer) -> Step | None:
        """Refuses the seat of a rated game to a player who cannot play it."""
        if viewer.actor is None:
            return None
        others = [seat.actor or seat.invited for seat in room.seats]
        known = [each for each in others if each and each.account != viewer.actor.account]
        reason = reason_against_player(viewer.actor, known, ratings)
        return Step(room, refusal=Refusal("not_rated", reason)) if reason else None

    return refuse_early, blocks.admit, seats.admit, admission.admit_rematch


def _is_kept_for(room: Room, viewer: Viewer) -> bool:
    """Whether a seat is kept for this viewer."""
    account = viewer.actor and viewer.actor.account
    return any(seat.invited is not None and seat.invited.account == account for seat in room.seats)
