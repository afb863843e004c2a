"""What is kept of an engine's report that comes with a move: what reads as one, and fits.

Judged after the step and before the commit, so that a move counts whatever comes with it, and the
log, the players and a restart know of the same report. A move without one is not looked at.
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
"""Why something of a report was left out: a text was none of its kind; the game, or the sender,
has no room for it."""


def judged(before: Room, done: Step, viewer: Viewer, left_out: Counter[Why]) -> Step:
    """The step of a move in `before` with what is kept of its report; what is not is counted."""
    entry = done.entries[0]
    event = entry.event
    if not isinstance(event, p.Moved) or event.engine is None:
        return done
    tidied = tidy(event.engine, before.game_setup.rules)
    if tidied is not event.engine:
        left_out["form"] += 1
    why = _no_room(before, event.seat, weight(tidied), viewer)
    if why is not None:
        left_out[why] += 1
    kept = tidied if why is None else None
    if kept is event.engine:
        return done
    moved = replace(entry, event=msgspec.structs.replace(event, engine=kept))
    entries = (moved, *done.entries[1:])
    return replace(done, room=fold(before, entries), entries=entries)


def _no_room(before: Room, seat: int, size: int, viewer: Viewer) -> Why | None:
    if not before.tally.may_report(seat, size):
        return "game"
    return None if viewer.may_report(size) else "allowance"
