"""Reports the frames of one simulated socket to the judge."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .facts import Speaker
    from .judge import Judge


class FrameReporter:
    """Reports what one socket receives and sends, for the judge to check."""

    def __init__(self, judge: "Judge", speaker: "Speaker") -> None:
        self._judge = judge
        self._speaker = speaker

    def received(self, frame: str, at_ms: int, unread_s: float) -> None:
        """The server has read a frame that arrived `unread_s` seconds earlier."""
        self._judge.server_received(self._speaker, frame, at_ms, unread_s)

    def sent(self, frame: str) -> None:
        """The server has sent a frame."""
        self._judge.server_sent(self._speaker, frame)

    def refused(self, status: int) -> None:
        """The server has refused a handshake, which never happens in the simulation."""
        self._judge.check(False, f"a handshake was answered {status}")
