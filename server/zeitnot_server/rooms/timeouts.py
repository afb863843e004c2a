"""What a room waits for, in one table: when a condition has held for its delay, the server gives
the room a command.

The same condition decides whether a command that had to wait in the room's queue is obsolete. Times
are those of the adjusted clock. Pure: `hosting.room.deadlines` has the timer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .absence import (
    FIRST_TURN_PATIENCE_MS,
    READY_MS,
    UNSEAT_AFTER_MS,
    Presence,
    may_lose_seat,
    patience_ms,
    ready_deadline_ms,
)
from .commands import (
    Abandon,
    AllLeft,
    DeclineInvitation,
    Expire,
    Flag,
    Preempt,
    Resume,
    SystemCommand,
    Unseat,
)
from .controls import is_slow, longest_turn_ms
from .room import Now, Phase, Room

MINUTE_MS = 60_000
UNSTARTED_WAIT_MS = 1 * MINUTE_MS
FAST_WAIT_MS = 3 * MINUTE_MS
SLOW_WAIT_MS = 10 * MINUTE_MS  # where a turn may last for hours
UNTIMED_WAIT_MS = 60 * MINUTE_MS
TWO_WEEKS_MS = 14 * 24 * 60 * MINUTE_MS


def waited_ms(room: Room, bot: str, now: Now) -> int | None:
    """How long a game has waited for a player to begin, move or resume, without time that is not
    charged; None: it does not wait, or waits for `bot` (a name)."""
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
    """How long a game may wait before it may lose its slot of a bot; None: for ever, because a move
    may take days."""
    control = room.game_setup.control
    if room.phase is Phase.OPEN:
        return UNSTARTED_WAIT_MS
    if control.kind == "correspondence":
        return None
    if room.clock.is_unbounded:
        return FAST_WAIT_MS  # a first turn, which could last for ever
    if control.kind == "unlimited" or room.phase is Phase.ADJOURNED:
        return UNTIMED_WAIT_MS
    return SLOW_WAIT_MS if is_slow(control) else FAST_WAIT_MS


def may_last_weeks(room: Room) -> bool:
    """Whether no clock will end the game within weeks if no player comes back."""
    longest = longest_turn_ms(room.game_setup.control)
    return room.clock.deadline_ms() is None or (longest is not None and longest > TWO_WEEKS_MS)


def overdue_wait_ms(room: Room, bot: str, now: Now) -> int | None:
    """Like `waited_ms`, if the slot may be given to another player by now; otherwise None."""
    waited, max_wait = waited_ms(room, bot, now), max_wait_ms(room)
    if waited is None or max_wait is None or waited < max_wait:
        return None
    return waited


EXPIRES_AFTER_MS = 3_600_000
"""How long a game may wait to begin with no person in its room."""
ABANDONED_AFTER_MS = 3_600_000
"""How long the players of a quiet game must be absent before it counts as left."""
RECONNECT_GRACE_MS = 15_000
"""How long a paused game waits for the seat to move, and a game after an outage for all players,
after the first player is back."""
RETRY_MS = 1_000
MIN_READY_MS = 10_000
"""A player who was not ready in time has this long once the room is loaded or no longer halted."""
ANSWER_MS = 30_000
"""How long an invited bot has to sit down, accept or decline, from the creation of the game."""
PERSON_ANSWER_MS = 60_000
"""The same for a person whom a bot has asked."""
MIN_ANSWER_MS = 10_000
"""Who has not answered in time has this long once the room is loaded or no longer halted."""
RECHECK_MS = 3_600_000  # between checks in correspondence, because the wall clock may be set


@dataclass(frozen=True, slots=True)
class Retry:
    """Play is halted: storing is tried again."""


@dataclass(frozen=True, slots=True)
class EndReconnectGrace:
    """The player of `seat` has had time to reconnect after an outage, and counts as absent now."""

    seat: int


Timeout = SystemCommand | Retry | EndReconnectGrace
FLAG, RETRY = Flag(), Retry()


Condition = Callable[[Any, Room, Presence, Now], bool]
"""Whether there is a reason for this command."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table. `command_for`: returns its command for a seat; None: there is none."""

    command: type
    condition: Condition
    delay_ms: int | Callable[[Any, Room, Now], int]
    command_for: Callable[[Room, int], Timeout | None]


# ── the conditions ─────────────────────────────────────────────────────────────────────────────


def _is_absent(command: Abandon, room: Room, presence: Presence, now: Now) -> bool:
    """Whether a player is absent and another one waits. If all are absent, the clock decides, so
    that a network failure that affects all players costs none of them the game. In a turn that
    costs no time, its limit replaces the countdown, if it has one."""
    seat, clock = command.seat, room.clock
    if seat in presence.online or seat in presence.reconnecting:
        return False
    if clock.is_free and not (clock.is_unbounded and seat == clock.running):
        return False
    playing = room.playing_seats
    another_waits = not presence.online.isdisjoint(playing)
    return seat in playing and another_waits and _patience_ms(command, room, now) > 0


def _patience_ms(command: Abandon, room: Room, now: Now) -> int:
    if room.clock.is_unbounded:
        return FIRST_TURN_PATIENCE_MS
    return patience_ms(room.game_setup.control) or 0


def _should_lose_seat(command: Unseat, room: Room, presence: Presence, now: Now) -> bool:
    """Whether this player loses the seat, so that a player who takes a seat and leaves, or is never
    ready, does not keep others from a game in which a player waits."""
    if command.since is None:
        return may_lose_seat(room, command.seat) and command.seat not in presence.online
    return ready_deadline_ms(room, command.seat) == command.since + READY_MS


def _unseat_delay_ms(command: Unseat, room: Room, now: Now) -> int:
    """How long until the seat is freed: for a player who is not ready, counted from the time in the
    log, so that a restart does not start the wait again; bounded, because the wall clock
    may have been set meanwhile."""
    if command.since is None:
        return UNSEAT_AFTER_MS
    return min(READY_MS, max(MIN_READY_MS, command.since + READY_MS - now.wall))


def _absent_sitter(room: Room, seat: int) -> Unseat | None:
    actor = room.seats[seat].actor
    return None if actor is None else Unseat(actor.account, seat)


def _unready_sitter(room: Room, seat: int) -> Unseat | None:
    sitter = room.seats[seat]
    return None if sitter.actor is None else Unseat(sitter.actor.account, seat, sitter.since)


def _is_unanswered(command: DeclineInvitation, room: Room, presence: Presence, now: Now) -> bool:
    if command.reason is not None:
        return may_decline(room, command.account)
    return any(each.account == command.account for each in unanswered_invitations(room))


def may_decline(room: Room, account: str) -> bool:
    """Whether a seat waits for this account, which has not created the game."""
    free = [seat.invited for seat in room.seats if seat.actor is None and seat.invited]
    is_invited = any(each.account == account for each in free)
    return room.phase is Phase.OPEN and is_invited and account != room.game_setup.creator


def _answer_delay_ms(command: DeclineInvitation, room: Room, now: Now) -> int:
    """How long until the invitation lapses; bounded, because the wall clock may have been set."""
    invited = (seat.invited for seat in room.seats if seat.invited)
    bot = any(each.bot for each in invited if each.account == command.account)
    answer_ms = answer_ms_of(room.game_setup.setup.answer_ms, bot=bot)
    left_ms = room.game_setup.created_at + answer_ms - now.wall
    return min(answer_ms, max(MIN_ANSWER_MS, left_ms))


def answer_ms_of(chosen_ms: int | None, *, bot: bool) -> int:
    """How long a bot, or a person, who is invited to a game and has to answer may take.
    `chosen_ms`: as in the setup."""
    return ANSWER_MS if bot else chosen_ms or PERSON_ANSWER_MS


def _lapsed_invitation(room: Room, seat: int) -> DeclineInvitation | None:
    invited = room.seats[seat].invited
    return None if invited is None else DeclineInvitation(invited.account)


def unanswered_invitations(room: Room) -> list[DeclineInvitation]:
    """The commands by which the invitations lapse of bots, and of people whom a bot has asked or
    who have a time to answer, who have neither sat down nor declined. The creator's own seat does
    not lapse."""
    if room.phase is not Phase.OPEN:
        return []
    creator = room.game_setup.creator
    invited = [seat.actor or seat.invited for seat in room.seats]
    is_by_bot = any(each.bot for each in invited if each and each.account == creator)
    must_answer = is_by_bot or room.game_setup.setup.answer_ms is not None
    free = [seat.invited for seat in room.seats if seat.actor is None and seat.invited]
    asked = {each.account: None for each in free if each.bot or must_answer}
    return [DeclineInvitation(each) for each in asked if each != creator]


def _clock_runs(command: Flag, room: Room, presence: Presence, now: Now) -> bool:
    return room.clock.deadline_ms() is not None


def _flag_of(room: Room, seat: int) -> Flag | None:
    return FLAG if seat == room.clock.running else None


def _clock_left_ms(command: Flag, room: Room, now: Now) -> int:
    due_ms = flag_due(room, now)
    return 0 if due_ms is None else due_ms - now.ms


def _another_is_back(command: EndReconnectGrace, room: Room, presence: Presence, now: Now) -> bool:
    return command.seat in presence.reconnecting and not presence.reconnecting.issuperset(
        room.playing_seats
    )


def _player_is_online(command: Resume, room: Room, presence: Presence, now: Now) -> bool:
    return bool(presence.online)


def _resume_of(room: Room, seat: int) -> Resume | None:
    return Resume() if seat == room.turn else None


def _is_unvisited(command: Expire, room: Room, presence: Presence, now: Now) -> bool:
    """A club's ladder says when its games must have begun, whoever is looking."""
    is_due = room.game_setup.ladder is not None or not presence.has_people
    return room.phase is Phase.OPEN and is_due


def _is_deserted(command: AllLeft, room: Room, presence: Presence, now: Now) -> bool:
    if room.phase not in (Phase.RUNNING, Phase.PAUSED) or not may_last_weeks(room):
        return False
    actors = (room.seats[seat].actor for seat in presence.online)
    return not any(actor and not actor.bot for actor in actors)


def _blocks_bot(command: Preempt, room: Room, presence: Presence, now: Now) -> bool:
    return overdue_wait_ms(room, command.bot, now) is not None


# ── the table ──────────────────────────────────────────────────────────────────────────────────

_END_RECONNECT_GRACE = Row(
    EndReconnectGrace,
    _another_is_back,
    RECONNECT_GRACE_MS,
    lambda _, seat: EndReconnectGrace(seat),
)

TABLE: dict[Phase, tuple[Row, ...]] = {
    Phase.OPEN: (
        Row(Unseat, _should_lose_seat, _unseat_delay_ms, _absent_sitter),
        Row(Unseat, _should_lose_seat, _unseat_delay_ms, _unready_sitter),
        Row(DeclineInvitation, _is_unanswered, _answer_delay_ms, _lapsed_invitation),
    ),
    Phase.RUNNING: (
        Row(Abandon, _is_absent, _patience_ms, lambda _, seat: Abandon(seat)),
        Row(Flag, _clock_runs, _clock_left_ms, _flag_of),
        _END_RECONNECT_GRACE,
    ),
    Phase.PAUSED: (
        Row(Resume, _player_is_online, RECONNECT_GRACE_MS, _resume_of),
        _END_RECONNECT_GRACE,
    ),
    Phase.ADJOURNED: (),
    Phase.FINISHED: (),
}
SWEEP_CONDITIONS: dict[type, Condition] = {
    Expire: _is_unvisited,
    AllLeft: _is_deserted,
    Preempt: _blocks_bot,
}
"""Commands that no room's timer gives, since such rooms are rarely in memory: the server finds them
in the database after EXPIRES_AFTER_MS or ABANDONED_AFTER_MS, or when it needs their bot
(`max_wait_ms`)."""
_TIMED_COMMANDS = frozenset(row.command for rows in TABLE.values() for row in rows)


def due(
    room: Room, presence: Presence, now: Now, before: Mapping[Timeout, int]
) -> dict[Timeout, int]:
    """The commands that are to be given, and when. A command whose condition was true in `before`
    keeps its time; only the flag's is always computed from the clock. If play is halted, the only
    command is the next attempt to store."""
    if presence.halted:
        return {RETRY: before.get(RETRY, now.ms + RETRY_MS)}
    result = dict[Timeout, int]()
    for row in TABLE[room.phase]:
        for seat in range(len(room.seats)):
            command = row.command_for(room, seat)
            if command is None or not row.condition(command, room, presence, now):
                continue
            if command is not FLAG and command in before:
                result[command] = before[command]
            elif isinstance(row.delay_ms, int):
                result[command] = now.ms + row.delay_ms
            else:
                result[command] = now.ms + row.delay_ms(command, room, now)
    return result


def flag_due(room: Room, now: Now) -> int | None:
    """When the flag is to be checked, as in `due`; None: no clock runs. `now.lag_ms`: what the
    mover is owed; without it the flag may fall later."""
    deadline = room.clock.deadline_ms(now.lag_ms) if room.phase is Phase.RUNNING else None
    if deadline is None:
        return None
    left_ms = deadline - room.instant(now)
    return now.ms + (min(left_ms, RECHECK_MS) if room.clock.uses_utc else left_ms)


def is_obsolete(command: object, room: Room, presence: Presence, now: Now) -> bool:
    """Whether the reason for a command from the queue no longer exists: play is halted, or the
    command is in the table and its condition is false."""
    if presence.halted:
        return True
    if (swept := SWEEP_CONDITIONS.get(type(command))) is not None:
        return not swept(command, room, presence, now)
    rows = [row for row in TABLE[room.phase] if row.command is type(command)]
    return type(command) in _TIMED_COMMANDS and not any(
        r.condition(command, room, presence, now) for r in rows
    )


def waits_for(timeout: Timeout, room: Room, seat: int) -> bool:
    """Whether this timeout waits for the player of `seat` to come back to the game."""
    if isinstance(timeout, Resume):
        return room.turn == seat
    return timeout in (Abandon(seat), EndReconnectGrace(seat))
