"""A lasting refusal is shown once: a session that sends a command again does so on a new
connection, twice a second, and is refused each time."""

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


class Trouble:
    """Which refusals and losses of the connection have been shown already."""

    def __init__(self) -> None:
        self._read_only_shown = False
        self._renewing = False  # the session itself drops the connection
        self._lost = False

    def is_known(self, session_event: SessionEvent) -> bool:
        """Whether this has been shown, or comes from the session itself; to be called with every
        event."""
        match session_event:
            case OutOfStep() | Rewound():
                self._renewing = True
            case Dropped() if self._renewing:
                return True  # its command belonged to the older state
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

    def is_over(self, session_event: SessionEvent) -> bool:
        """Whether this ends a loss of the connection that has been shown."""
        if not (self._lost and isinstance(session_event, Synced)):
            return False
        self._lost = False
        return True
