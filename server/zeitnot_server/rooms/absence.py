"""How long a game waits for a player who has lost the last connection.

That depends on the time control: a tenth of the time that a seat is expected to use in a game, at
least 15 s (a phone that changes its network) and at most two minutes. In correspondence and without
a clock there is no countdown. Before its first move, the only person among bots may be absent for
FIRST_TURN_PATIENCE_MS, to read the rules for example; after that the bots are free for others.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass

import zeitnot_protocol as p
from zeitnot_protocol import Control

from . import lag
from .commands import Command, LapseResume, Unseat
from .controls import LONG_TURN_MS, longest_turn_ms
from .room import LogEntry, Now, Phase, Room

MIN_PATIENCE_MS = 15_000
MAX_PATIENCE_MS = 120_000
PATIENCE_DIVISOR = 10
FIRST_TURN_PATIENCE_MS = 5 * 60_000


def patience_ms(control: Control) -> int | None:
    """How long a game waits for an absent player; None: there is no countdown."""
    expected = lag.expected_game_ms(control)
    if control.kind in ("unlimited", "correspondence") or expected is None:
        return None
    return min(MAX_PATIENCE_MS, max(MIN_PATIENCE_MS, expected // PATIENCE_DIVISOR))


def is_pressing(room: Room, now: Now) -> bool:
    """Whether an absent player would lose soon after an adjourned game was resumed: by the
    countdown, or within hours by the clock."""
    if patience_ms(room.game_setup.control) is not None:
        return True
    instant = room.instant(now)
    deadline = room.clock.resume(instant).deadline_ms()
    return deadline is not None and deadline - instant <= LONG_TURN_MS


def must_be_present_to_start(room: Room) -> bool:
    """Whether the first clock of this game runs from the start, and an absent player would soon
    lose by it or by the countdown."""
    control, setup = room.game_setup.control, room.game_setup.setup
    if setup.clock_starts != "start":
        return False
    if patience_ms(control) is not None:
        return True
    longest = longest_turn_ms(control)
    return longest is not None and longest <= LONG_TURN_MS


UNSEAT_AFTER_MS = 20_000
"""How long an absent player keeps a seat in a game that has not begun: longer than reloading the
page takes, or a phone needs to change its network."""


def may_lose_seat(room: Room, seat: int) -> bool:
    """Whether this seat of a listed game is open to all, and taken by a player other than the
    creator. A reserved seat is kept for its player, and so is a seat of a link game."""
    return room.phase is Phase.OPEN and room.game_setup.listed and room.has_joined(seat)


READY_MS = 30_000
"""How long a player may have a seat for which `may_lose_seat` is true without being ready. Clients
send `ready` as soon as they have the seat."""


def ready_deadline_ms(room: Room, seat: int) -> int | None:
    """When the player loses the seat unless ready (Unix ms); None: never, or the player is
    ready."""
    occupant = room.seats[seat]
    if occupant.salt is not None or not may_lose_seat(room, seat):
        return None
    return occupant.since + READY_MS


# ── presence ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Presence:
    """The connections in a room. `online`: the seats whose players are connected; `has_people`:
    whether any viewer is a person; `reconnecting`: the seats that have not been online since an
    outage and do not count as absent yet; `halted`: nothing can be stored, so no absence counts."""

    online: frozenset[int] = frozenset()
    has_people: bool = False
    reconnecting: frozenset[int] = frozenset()
    halted: bool = False


def lapsed_resumes(
    room: Room, online: Container[int], seat: int | None, now: Now
) -> Sequence[Command]:
    """The `resume` that lapses when `seat` accepts it while a player who has sent or accepted it is
    absent, because the clock would run for an absent player; at most one. None lapses if the time
    control does not require the players to be online together."""
    offer = room.offers.get("resume")
    if seat is None or offer is None or not is_pressing(room, now):
        return []
    others = sorted({offer.seat, *offer.agreed} - {seat})
    return [LapseResume(other) for other in others if other not in online][:1]


def absent_from_start(room: Room, online: Container[int], seat: int | None) -> Sequence[Command]:
    """Commands that unseat the absent players when `seat` is the last to be ready and the clock
    would start at once. A reserved seat stays reserved for its player."""
    if seat is None or room.phase is not Phase.OPEN or not must_be_present_to_start(room):
        return []
    others = [(i, other) for i, other in enumerate(room.seats) if i != seat]
    if not all(other.salt for _, other in others):
        return []
    absent = [(i, other.actor) for i, other in others if i not in online]
    return [Unseat(actor.account, i) for i, actor in absent if actor is not None]


def may_change_absence(before: Room, after: Room, entries: Sequence[LogEntry]) -> bool:
    """Whether timeouts other than the clock's may begin or end with these entries. A move does
    not change presence, but there are no countdowns in free turns, and none for a seat that has
    finished."""
    if before.clock.is_free or after.clock.is_free:
        return True
    if not any(not isinstance(entry.event, p.Moved) or entry.event.done for entry in entries):
        return False
    moves_only = all(isinstance(entry.event, p.Moved) for entry in entries)
    return not moves_only or before.playing_seats != after.playing_seats


# ── a seat that does not move ────────────────────────────────────────────────────────────────────


CLAIM_DAYS = 3
CLAIM_MS = CLAIM_DAYS * 24 * 3_600_000


def is_claimable(room: Room, seat: int, wall_ms: int) -> bool:
    """Whether `seat` has waited long enough for another seat to move to claim the game. False until
    every seat has moved, because until then the game can be aborted."""
    opponent_to_move = room.phase is Phase.RUNNING and room.turn not in (None, seat)
    if not opponent_to_move or room.clock.budget_ms is not None or not room.all_have_moved:
        return False
    return wall_ms - room.turn_at >= CLAIM_MS
