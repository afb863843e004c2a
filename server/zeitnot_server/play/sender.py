"""Who is behind a viewer, as far as something is counted by account and address."""


class Sender:
    """Nobody of whom anything is counted. `origin`: what the address counts as; None: this machine,
    or nobody knows."""

    origin: str | None = None

    def is_prompt(self) -> bool:
        """Something of theirs has been read; False: of their address so much was, that it waits."""
        return True

    def sent_frame(self) -> bool:
        """A frame of theirs has come; False: too many have, of all their sockets together."""
        return True

    def frame_was_due(self) -> None:
        """One of them is not counted: a move that was played, or the answer to a ping of ours."""

    def refused(self, code: str) -> None:
        """A message of theirs was answered with this error."""

    def stored(self, events: int) -> None:
        """A command of theirs has been stored, with what followed on it: so many events."""

    def may_begin(self) -> bool:
        """Whether they may begin another game, by what they have stored."""
        return True

    def read_wait_ms(self) -> float:
        """How long until what they have read is paid for; 0: it is."""
        return 0

    def pay_reads(self, reads: int) -> None:
        """So much was read for them."""

    def read(self, size: int) -> None:
        """So many characters of catch-ups were sent to them."""


NOBODY = Sender()
