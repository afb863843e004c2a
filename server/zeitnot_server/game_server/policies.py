"""The policies that a room's commands have to pass (`terms.Policy`), in their order."""

from collections.abc import Sequence

from ..bots.admission import Admission
from ..hosting.room.answers import refusal_now
from ..hosting.room.send_queue import Viewer
from ..hosting.room.terms import Policy
from ..limits.disk import DiskReserve
from ..lobby.open_seats import OpenSeats
from ..rooms.commands import Command, PlayerCommand
from ..rooms.room import Room, Step


def policies(disk: DiskReserve, seats: OpenSeats, admission: Admission) -> Sequence[Policy]:
    """First what costs nothing to ask. Last the bots, since a slot is reserved there."""

    def storable(room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """Refuses what is not stored now: the disk is low, or the viewer makes too many games."""
        if viewer is None or not isinstance(command, PlayerCommand):
            return done
        refusal = refusal_now(room.phase, command, viewer, disk_low=disk.low)
        return Step(room, refusal=refusal) if refusal else done

    return storable, seats.admit, admission.admit_rematch
