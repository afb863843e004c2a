"""The account and address behind a viewer, and what is counted for them."""


class Sender:
    """Counts nothing; `web.senders` has the one that does. `origin`: what the address counts as;
    None: this machine, or unknown."""

    origin: str | None = None

    def is_prompt(self) -> bool:
        """A frame of theirs has been read; False: so much was read from their address that the
        frame has to wait."""
        return True

    def sent_frame(self) -> bool:
        """A frame of theirs has come; False: all their sockets together have sent too many."""
        return True

    def frame_was_due(self) -> None:
        """One frame is not counted: a move that was played, or the answer to our ping."""

    def refused(self, code: str) -> None:
        """A message of theirs was answered with this error."""

    def stored(self, events: int) -> None:
        """A command of theirs has been stored, as so many events."""

    def may_begin(self) -> bool:
        """Whether they may begin another game; depends on how much they have stored."""
        return True

    def read_wait_ms(self) -> float:
        """How long until they may read again; 0: now."""
        return 0

    def pay_reads(self, reads: int) -> None:
        """Charges them for so many reads."""

    def read(self, size: int) -> None:
        """So many characters of catch-ups were sent to them."""


NOBODY = Sender()
