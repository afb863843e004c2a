"""The account and the address of a client, for which its frames, reads and moves are counted."""


class QuotaSubject:
    """A subject that is not limited; `web.limits.metered` has one that is. `network`: the address
    in the form that bans use (of IPv6 the /64); `origin`: the one that it counts for (the /48);
    None: this machine, or unknown."""

    network: str | None = None
    origin: str | None = None

    def may_process_now(self) -> bool:
        """Counts a read from the sender's socket; False: so much was read from its address that the
        frame has to wait."""
        return True

    def take_frame(self) -> bool:
        """Counts a frame; False: all sockets of the sender together have sent too many."""
        return True

    def refund_frame(self) -> None:
        """Uncounts a frame that the game or the server required: a played move, or a pong."""

    def refused(self, code: str) -> None:
        """Counts a message of the sender that was answered with this error."""

    def stored(self, events: int) -> None:
        """Counts a command of the sender that was stored as so many events."""

    def may_start_game(self) -> bool:
        """Whether the sender may start another game, which depends on how much it has stored."""
        return True

    def read_wait_ms(self) -> float:
        """How long until the sender may read again, in ms; 0: it may now."""
        return 0

    def charge_reads(self, reads: int) -> None:
        """Charges the sender for so many reads."""

    def read(self, size: int) -> None:
        """Counts the characters of a catch-up that were sent to the sender."""


UNMETERED = QuotaSubject()
