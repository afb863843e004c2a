"""The policies that a room's commands have to pass (`host.Policy`), in order."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..bots.admission import Admission
from ..hosting.room.answers import capacity_refusal
from ..hosting.room.host import Policy
from ..hosting.room.send_queue import Viewer
from ..limits.disk import DiskReserve
from ..lobby.open_seats import OpenSeats
from ..rooms.commands import Command, PlayerCommand
from ..rooms.room import Room, Step


def policies(disk: DiskReserve, seats: OpenSeats, admission: Admission) -> Sequence[Policy]:
    """The cheap ones first; `admit_rematch` last, because it reserves a slot of a bot."""

    def refuse_early(room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """Refuses what is not stored now: the disk is low, or the viewer creates too many games;
        and a seat beside bots that do not take the viewer."""
        if viewer is None or not isinstance(command, PlayerCommand):
            return done
        refusal = capacity_refusal(room.phase, command, viewer, disk_low=disk.low)
        if refusal:
            return Step(room, refusal=refusal)
        if isinstance(command, p.Sit):  # no policy of its own, which would cost a call at each move
            return admission.admit_sitting(room, done, command, viewer)
        return done

    return refuse_early, seats.admit, admission.admit_rematch
