"""Deprecated: the former names of `session_events`, kept for one version."""

from .session_events import (
    Acked,
    CommitmentChanged,
    Disconnected,
    Dropped,
    Durable,
    EventReceived,
    Notice,
    OutOfStep,
    Rejected,
    Relocated,
    Rewound,
    SessionEvent,
    Synced,
    YourTurn,
)

__all__ = [
    "CommitmentChanged",
    "Declined",
    "Disconnected",
    "Done",
    "Durable",
    "GivenUp",
    "Happened",
    "Happening",
    "OutOfStep",
    "Relocated",
    "Synced",
    "Told",
    "WentBack",
    "YourTurn",
]

Happening = SessionEvent
Happened, Told = EventReceived, Notice
Done, Declined, GivenUp = Acked, Rejected, Dropped
WentBack = Rewound
