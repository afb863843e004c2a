"""Server commands that no longer apply, because somebody connected while they were queued."""

from ..rooms.commands import Abandon, AllLeft, Command, Expire, GiveWay, Resume, StandUp
from ..rooms.waiting import has_waited_ms, may_last_weeks
from .audience import Audience
from .hosted_room import HostedRoom, any_player_online
from .now import AdjustedClock


def is_obsolete(
    command: Command, hosted: HostedRoom, audience: Audience, clock: AdjustedClock
) -> bool:
    """Whether the reason for this command no longer exists."""
    match command:
        case Abandon(seat):
            return hosted.seat_online(seat)
        case AllLeft():
            return audience.person_online or not may_last_weeks(hosted.room)
        case Expire():
            return audience.person_here
        case GiveWay(bot):
            return has_waited_ms(hosted.room, bot, clock.now()) is None
        case Resume():
            return not any_player_online(hosted)
        case StandUp(seat=seat, since=None):
            return hosted.seat_online(seat)
        case _:
            return False
