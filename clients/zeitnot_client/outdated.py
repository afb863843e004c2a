"""Decides which unanswered commands an event makes outdated; pure."""

import zeitnot_protocol as p

from .session_events import Durable


def is_outdated(command: Durable, event: p.RoomEvent) -> bool:
    """Whether an unanswered command would mean something else after this event."""
    match command, event:
        case p.Move(), p.TakenBack():
            return True
        case p.Draw() | p.Takeback() | p.Adjourn(), p.Withdrew() | p.Vacated():
            return True
        case p.Draw(), p.Offered(what="draw"):
            return True
        case p.Takeback(), p.Offered(what="takeback"):
            return True
        case p.Adjourn(), p.Offered(what="adjourn"):
            return True
    return False
