"""Trouble that lasts is told once: a session that sends a command again does so on a connection of
its own making, twice a second, and hears each time what stands in the way."""

from ..session import Declined, Disconnected, GivenUp, Happened, Happening, OutOfStep, WentBack


class Trouble:
    """Which news of trouble are no news any more."""

    def __init__(self) -> None:
        self._stalled = False  # that nothing can be stored has been told
        self._renewing = False  # the session itself drops the connection

    def known(self, happening: Happening) -> bool:
        """Whether this has been told, or is the session's own doing; to be asked of everything."""
        match happening:
            case OutOfStep() | WentBack():
                self._renewing = True
            case GivenUp() if self._renewing:
                return True  # with all else that the server has gone back on
            case Disconnected() if self._renewing:
                self._renewing = False
                return True
            case Declined(error=error) if error.code == "read_only":
                told, self._stalled = self._stalled, True
                return told
            case Happened(live=True):
                self._stalled = False
        return False
