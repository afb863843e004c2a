"""The account and the address of a viewer, for which commands, frames and reads are counted."""


class QuotaSubject:
    """Counts nothing; see `web.limits.metered` for one that counts. `network`: the address, as bans
    name it (of IPv6 the /64); `origin`: as it is counted (the /48); None: this machine, or
    unknown."""

    network: str | None = None
    origin: str | None = None

    def is_prompt(self) -> bool:
        """A frame of the sender has been read; False: so much was read from its address that the
        frame has to wait."""
        return True

    def sent_frame(self) -> bool:
        """Counts a frame; False: all sockets of the sender together have sent too many."""
        return True

    def frame_was_due(self) -> None:
        """Uncounts a frame: a move that was played, or the answer to a ping."""

    def refused(self, code: str) -> None:
        """A message of the sender was answered with this error."""

    def stored(self, events: int) -> None:
        """A command of the sender has been stored, as so many events."""

    def may_begin(self) -> bool:
        """Whether the sender may begin another game; depends on how much it has stored."""
        return True

    def read_wait_ms(self) -> float:
        """How long until the sender may read again, in ms; 0: now."""
        return 0

    def pay_reads(self, reads: int) -> None:
        """Charges the sender for so many reads."""

    def read(self, size: int) -> None:
        """So many characters of catch-ups were sent to the sender."""


UNMETERED = QuotaSubject()
