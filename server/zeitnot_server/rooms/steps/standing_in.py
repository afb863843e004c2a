"""A bot takes the place of a person who leaves a game for good while other people play.

The person has lost, and the bot plays for the seat from there on, with what the seat may see and
its time. A seat that has run out of time is lost, as without bots; only a first move that was not
made in time, which costs no time, is like leaving.
"""

from typing import Literal

import zeitnot_protocol as p

from ..room import Phase, Room
from ..rules import turn_of
from .step_builder import StepBuilder

DropOutReason = Literal["resign", "flag", "abandoned"]
LEAST_MS = 30_000
"""What a bot has at least on its clock when it takes a seat: it has to load its engine and to read
the game first."""


def stand_in(builder: StepBuilder, seat: int, reason: DropOutReason) -> bool:
    """Gives the seat of a person who leaves to the bot of this step; False: there is none, or no
    bot may take this seat."""
    room, bot = builder.room, builder.stand_in
    if not may_stand_in(room, seat):
        return False
    if bot is None:
        builder.vacates = seat
        return False
    builder.stand_in = None
    clock, ms = room.clock, builder.ms
    elapsed_ms = clock.elapsed_ms(ms) - clock.used_ms
    if clock.running == seat:
        turn, free_ms = turn_of(room.game_setup.rules, room.state)
        clock = clock.end_without_move(ms).with_least_time(seat, LEAST_MS).begin(turn, ms, free_ms)
        clock = clock if room.phase is Phase.RUNNING else clock.pause(0)
    else:
        clock = clock.with_least_time(seat, LEAST_MS)
    builder.add(p.Vacated, seat=seat, reason=reason, clock=clock.view(ms), elapsed_ms=elapsed_ms)
    taken = builder.room.seats[seat].with_stand_in(bot)
    builder.add(p.Seated, account=bot.actor.account, seat=seat, seat_view=taken.view_in_event())
    return True


def may_stand_in(room: Room, seat: int) -> bool:
    """Whether a bot may take this seat if its player leaves now: the game allows it, a person has
    the seat, and another person still plays."""
    if not room.game_setup.setup.bots_fill:
        return False
    playing = ((index, room.seats[index].actor) for index in room.playing_seats)
    people = {index for index, actor in playing if actor is not None and not actor.bot}
    return seat in people and len(people) > 1
