"""Checks the engine's report of a move: its valid part is stored, if the bounds allow it.

Done after the step and before the commit, so that an invalid report never costs the move, and the
log, the players and a restart all have the same report.
"""

from collections import Counter
from typing import Literal

import msgspec

import zeitnot_protocol as p

from ..rooms.fold import folded
from ..rooms.report import tidy, weight
from ..rooms.room import Room, Step
from ..rooms.value import replace
from .outbox import Viewer

Why = Literal["form", "game", "allowance"]
"""Why part of a report was left out: an invalid text; the bound of the game; that of the
sender."""


def with_checked_report(before: Room, result: Step, viewer: Viewer, left_out: Counter[Why]) -> Step:
    """The step of a move in the room `before`, with the valid part of its report. `left_out` counts
    what is not stored."""
    moves = (i for i, entry in enumerate(result.entries) if isinstance(entry.event, p.Moved))
    at = next(moves, 0)  # another version of the bot may have been noted before it
    entry = result.entries[at]
    event = entry.event
    if not isinstance(event, p.Moved) or event.engine is None:
        return result
    tidied = tidy(event.engine, before.game_setup.rules)
    if tidied is not event.engine:
        left_out["form"] += 1
    why = _exceeded_bound(before, event.seat, weight(tidied), viewer)
    if why is not None:
        left_out[why] += 1
    report = tidied if why is None else None
    if report is event.engine:
        return result
    moved = replace(entry, event=msgspec.structs.replace(event, engine=report))
    entries = (*result.entries[:at], moved, *result.entries[at + 1 :])
    rooms = tuple(folded(before, entries))
    return replace(result, room=rooms[-1], entries=entries, rooms=rooms)


def _exceeded_bound(before: Room, seat: int, size: int, viewer: Viewer) -> Why | None:
    if not before.tally.may_report(seat, size):
        return "game"
    return None if viewer.permits.may_report(size) else "allowance"
