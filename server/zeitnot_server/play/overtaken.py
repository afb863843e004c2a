"""Commands of the server that somebody has overtaken: who came while they waited in the queue."""

from ..rooms.commands import Abandon, AllLeft, Command, Expire, GiveWay, Resume, StandUp
from ..rooms.waiting import has_waited_ms, is_left_alone
from .audience import Audience
from .now import AdjustedClock
from .scene import Scene, a_player_is_online


def overtaken(command: Command, scene: Scene, audience: Audience, clock: AdjustedClock) -> bool:
    """Whether what this command goes by holds no longer."""
    match command:
        case Abandon(seat):
            return scene.seat_online(seat)
        case AllLeft():
            return audience.person_online or not is_left_alone(scene.room)
        case Expire():
            return audience.person_here
        case GiveWay(bot):
            return has_waited_ms(scene.room, bot, clock.now()) is None
        case Resume():
            return not a_player_is_online(scene)
        case StandUp(account, since=None):
            sits = scene.room.seat_of(account)
            return sits is not None and scene.seat_online(sits)
        case _:
            return False
