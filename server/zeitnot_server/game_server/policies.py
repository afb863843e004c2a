"""The policies that a room's commands have to pass (`hosting.terms.Policy`), in their order."""

from collections.abc import Sequence

from ..bots.games import BotGames
from ..hosting.answers import refusal_now
from ..hosting.outbox import Viewer
from ..hosting.terms import Policy
from ..limits.disk import DiskReserve
from ..lobby.bots import LobbyBots
from ..lobby.open_seats import OpenSeats
from ..rooms.commands import Command, PlayerCommand
from ..rooms.room import Room, Step


def policies(
    disk: DiskReserve, seats: OpenSeats, bot_games: BotGames, bots: LobbyBots
) -> Sequence[Policy]:
    """First what costs nothing to ask. Last the bots, since a slot is reserved there."""

    def storable(room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """Refuses what is not stored now: the disk is low, or the viewer makes too many games."""
        if viewer is None or not isinstance(command, PlayerCommand):
            return done
        refusal = refusal_now(room.phase, command, viewer, disk_low=disk.low)
        return Step(room, refusal=refusal) if refusal else done

    def invited_bots_have_room(
        room: Room, done: Step, command: Command, viewer: Viewer | None
    ) -> Step:
        """Refuses a rematch that none of a bot's processes can take; gives its slot back."""
        made = done.create and done.create.room(room).game_setup
        if made and (refusal := bots.refusal(made)):
            bot_games.ended(made.id)
            return Step(room, refusal=refusal)
        return done

    return storable, seats.admit, bot_games.admit, invited_bots_have_room
