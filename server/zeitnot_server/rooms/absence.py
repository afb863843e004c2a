"""How long a game waits for a player who has lost the last connection.

It depends on the speed of the control: a tenth of the time that a seat is expected to use in a
game, at least 15 s (a phone that changes its network) and at most two minutes. In correspondence
and without a clock there is no countdown. Before its first move, the only person among bots may be
away for FIRST_TURN_MS, as to read the rules: then the bots are free for others.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass

import zeitnot_protocol as p
from zeitnot_protocol import Control

from . import lag
from .commands import Command, LapseResume, Unseat
from .controls import LONG_TURN_MS, longest_turn_ms
from .room import LogEntry, Now, Phase, Room

MIN_MS = 15_000
MAX_MS = 120_000
PARTS = 10
FIRST_TURN_MS = 5 * 60_000


def patience_ms(control: Control) -> int | None:
    """How long a game waits for an absent player; None: there is no countdown."""
    expected = lag.expected_ms(control)
    if control.kind in ("unlimited", "correspondence") or expected is None:
        return None
    return min(MAX_MS, max(MIN_MS, expected // PARTS))


def is_pressing(room: Room, now: Now) -> bool:
    """Whether an absent player would lose soon after an adjourned game has been resumed: by the
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


SEAT_KEPT_MS = 20_000
"""How long a seat of a game that has not begun stays taken while its player is away: longer than a
page that is loaded again, or a phone that changes its network."""


def may_lose_seat(room: Room, seat: int) -> bool:
    """Whether this seat of a listed game is open to anybody, and taken by somebody other than the
    maker. A reserved seat is kept for its player, and so is a seat of a link game."""
    return room.phase is Phase.OPEN and room.game_setup.listed and room.has_joined(seat)


READY_MS = 30_000
"""How long a player may have a seat that `may_lose_seat` without being ready. Clients send `ready`
as soon as they have the seat."""


def ready_deadline_ms(room: Room, seat: int) -> int | None:
    """When (Unix ms) the player loses the seat unless ready; None: is ready, or keeps the seat."""
    occupant = room.seats[seat]
    if occupant.salt is not None or not may_lose_seat(room, seat):
        return None
    return occupant.since + READY_MS


# ── who is absent ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is in a room. `online`: the seats whose players are connected; `people`: whether any
    viewer is a person; `awaited`: the seats that have not been online since an outage and are not
    said to be absent yet; `halted`: nothing can be stored, so that nobody's absence counts."""

    online: frozenset[int] = frozenset()
    people: bool = False
    awaited: frozenset[int] = frozenset()
    halted: bool = False


def lapsed_resumes(
    room: Room, online: Container[int], seat: int | None, now: Now
) -> Sequence[Command]:
    """The `resume` that lapses when `seat` accepts it while a player who has sent or accepted it is
    absent, since the clock would run for an absent player; at most one. None lapses in a game whose
    time control does not need the players to be online together."""
    offer = room.offers.get("resume")
    if seat is None or offer is None or not is_pressing(room, now):
        return []
    others = sorted({offer.seat, *offer.agreed} - {seat})
    return [LapseResume(other) for other in others if other not in online][:1]


def absent_from_start(room: Room, online: Container[int], seat: int | None) -> Sequence[Command]:
    """The absent players who lose their seats when `seat` is the last to be ready and the clock
    would start at once. A reserved seat stays reserved for its player."""
    if seat is None or room.phase is not Phase.OPEN or not must_be_present_to_start(room):
        return []
    others = [(i, other) for i, other in enumerate(room.seats) if i != seat]
    if not all(other.salt for _, other in others):
        return []
    away = [(i, other.actor) for i, other in others if i not in online]
    return [Unseat(actor.account, i) for i, actor in away if actor is not None]


def may_change_absence(before: Room, after: Room, entries: Sequence[LogEntry]) -> bool:
    """Whether timeouts other than the clock's may begin or end with these entries. A move changes
    nobody's presence, but in free turns there are no countdowns, and nobody waits for a seat that
    has finished."""
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
    """Whether `seat` has waited long enough for another seat to move. Never before everybody has
    moved: until then the game can be aborted."""
    opponent_to_move = room.phase is Phase.RUNNING and room.turn not in (None, seat)
    if not opponent_to_move or room.clock.budget_ms is not None or not room.all_have_moved:
        return False
    return wall_ms - room.turn_at >= CLAIM_MS
