"""How long a game has waited for a player, and how long a game with a bot may wait while others
want to play that bot."""

from .longest_turn import is_slow, longest_turn_ms
from .room import Now, Phase, Room

MINUTE_MS = 60_000
UNBEGUN_MS = 1 * MINUTE_MS
FAST_MS = 3 * MINUTE_MS
SLOW_MS = 10 * MINUTE_MS  # where a turn may last for hours
UNTIMED_MS = 60 * MINUTE_MS
WEEKS_MS = 14 * 24 * 60 * MINUTE_MS


def waited_ms(room: Room, bot: str, now: Now) -> int | None:
    """How long a game has waited for a player to begin, move or resume, without time that is
    charged to nobody; None: it does not wait, or waits for `bot` (a name)."""
    match room.phase:
        case Phase.OPEN:
            return now.wall - room.game_setup.created_at
        case Phase.ADJOURNED:
            return now.wall - room.turn_at
    if room.turn is None:
        return None
    mover = room.seats[room.turn].actor
    if mover is not None and mover.name == bot:
        return None
    return room.clock.elapsed_ms(room.instant(now))


def max_wait_ms(room: Room) -> int | None:
    """How long a game may wait before it may lose its slot; None: for ever, since a move has
    days."""
    control = room.game_setup.control
    if room.phase is Phase.OPEN:
        return UNBEGUN_MS
    if control.kind == "correspondence":
        return None
    if room.clock.is_unbounded:
        return FAST_MS  # a first turn, which could last for ever
    if control.kind == "unlimited" or room.phase is Phase.ADJOURNED:
        return UNTIMED_MS
    return SLOW_MS if is_slow(control) else FAST_MS


def may_last_weeks(room: Room) -> bool:
    """Whether no clock will end the game within weeks if nobody comes back."""
    longest = longest_turn_ms(room.game_setup.control)
    return room.clock.deadline_ms() is None or (longest is not None and longest > WEEKS_MS)


def has_waited_ms(room: Room, bot: str, now: Now) -> int | None:
    """As `waited_ms`, if the slot may be given to others by now; otherwise None."""
    waited, max_wait = waited_ms(room, bot, now), max_wait_ms(room)
    if waited is None or max_wait is None or waited < max_wait:
        return None
    return waited
