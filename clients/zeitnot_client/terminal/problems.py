"""Shows a lasting refusal only once: a session that sends a refused command again does so twice a
second, on new connections."""

from ..session_events import (
    Disconnected,
    Dropped,
    EventReceived,
    OutOfStep,
    Rejected,
    Rewound,
    SessionEvent,
    Synced,
)


class ShownProblems:
    """Remembers which refusals and lost connections have been shown."""

    def __init__(self) -> None:
        self._read_only_shown = False
        self._renewing = False  # the session itself drops the connection
        self._lost = False

    def was_shown(self, session_event: SessionEvent) -> bool:
        """Whether this was shown already, or was caused by the session itself. Call it with every
        event."""
        match session_event:
            case OutOfStep() | Rewound():
                self._renewing = True
            case Dropped() if self._renewing:
                return True  # the command was for the former state
            case Disconnected() if self._renewing:
                self._renewing = False
                return True
            case Disconnected():
                self._lost = True
            case Rejected(error=error) if error.code == "read_only":
                was_shown, self._read_only_shown = self._read_only_shown, True
                return was_shown
            case EventReceived(live=True):
                self._read_only_shown = False
        return False

    def is_resolved(self, session_event: SessionEvent) -> bool:
        """Whether this event ends a loss of connection that was shown."""
        if not (self._lost and isinstance(session_event, Synced)):
            return False
        self._lost = False
        return True
