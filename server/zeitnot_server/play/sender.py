"""Who is behind a viewer, as far as something is counted by account and address."""

from ..rooms.room import Actor
from .bucket import Bucket
from .link import Link
from .outbox import Outbox, Viewer


class Sender:
    """Nobody of whom anything is counted. `origin`: what the address counts as; None: this machine,
    or nobody knows."""

    origin: str | None = None

    def refused(self, code: str) -> None:
        """A message of theirs was answered with this error."""

    def stored(self, events: int) -> None:
        """A move of theirs has been stored, with what followed on it: so many events."""

    def may_begin(self) -> bool:
        """Whether they may begin another game, by what they have stored."""
        return True

    def read(self, size: int) -> None:
        """So many characters of the past were sent to them."""


NOBODY = Sender()


class CountedViewer(Viewer):
    """A viewer behind whom somebody is of whom things are counted."""

    def __init__(
        self, actor: Actor | None, outbox: Outbox, link: Link | None, allowance: Bucket, who: Sender
    ) -> None:
        super().__init__(actor, outbox, link, allowance)
        self.sender = who


def sender_of(viewer: Viewer) -> Sender:
    """Who is behind this viewer."""
    return viewer.sender if isinstance(viewer, CountedViewer) else NOBODY
