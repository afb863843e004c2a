"""Which part of the engine report that comes with a move is kept: what is valid, and fits.

Decided after the step and before the commit, so that a bad report never costs the move, and the
log, the players and a restart all have the same report.
"""

from collections import Counter
from typing import Literal

import msgspec

import zeitnot_protocol as p

from ..rooms.fold import fold
from ..rooms.report import tidy, weight
from ..rooms.room import Room, Step
from ..rooms.value import replace
from .outbox import Viewer

Why = Literal["form", "game", "allowance"]
"""Why part of a report was left out: a text was malformed; the game's bound, or the sender's, is
reached."""


def with_checked_report(before: Room, result: Step, viewer: Viewer, left_out: Counter[Why]) -> Step:
    """The step of a move in the room `before`, with the part of its report that is kept; omissions
    are counted in `left_out`."""
    entry = result.entries[0]
    event = entry.event
    if not isinstance(event, p.Moved) or event.engine is None:
        return result
    tidied = tidy(event.engine, before.game_setup.rules)
    if tidied is not event.engine:
        left_out["form"] += 1
    why = _no_room(before, event.seat, weight(tidied), viewer)
    if why is not None:
        left_out[why] += 1
    report = tidied if why is None else None
    if report is event.engine:
        return result
    moved = replace(entry, event=msgspec.structs.replace(event, engine=report))
    entries = (moved, *result.entries[1:])
    return replace(result, room=fold(before, entries), entries=entries)


def _no_room(before: Room, seat: int, size: int, viewer: Viewer) -> Why | None:
    if not before.tally.may_report(seat, size):
        return "game"
    return None if viewer.may_report(size) else "allowance"
