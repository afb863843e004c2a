"""Server commands that no longer apply, because somebody came back while they were queued."""

from ..rooms.commands import Abandon, AllLeft, Command, Expire, GiveWay, Resume, StandUp
from ..rooms.waiting import has_waited_ms, is_left_alone
from .audience import Audience
from .hosted_room import HostedRoom, a_player_is_online
from .now import AdjustedClock


def is_obsolete(
    command: Command, hosted: HostedRoom, audience: Audience, clock: AdjustedClock
) -> bool:
    """Whether the reason for this command has gone."""
    match command:
        case Abandon(seat):
            return hosted.seat_online(seat)
        case AllLeft():
            return audience.person_online or not is_left_alone(hosted.room)
        case Expire():
            return audience.person_here
        case GiveWay(bot):
            return has_waited_ms(hosted.room, bot, clock.now()) is None
        case Resume():
            return not a_player_is_online(hosted)
        case StandUp(account, since=None):
            sits = hosted.room.seat_of(account)
            return sits is not None and hosted.seat_online(sits)
        case _:
            return False
