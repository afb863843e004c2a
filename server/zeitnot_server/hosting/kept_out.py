"""Postpones the countdowns of players that the server itself refuses."""

from collections.abc import Callable, Sequence
from typing import Protocol

from .hosted_room import ClosedRoom, HostedRoom

POSTPONE_MS = 15_000
"""How far a refusal postpones a countdown: longer than a client's retry delay."""
MIN_POSTPONED_MS = 5_000
"""Shorter postponements are skipped, because each one is sent to everybody in the room."""
MAX_POSTPONED_MS = 60_000
"""How far the countdowns of one seat are postponed in a whole game: a client could have itself
refused on purpose, to keep its opponent waiting."""


class Wait(Protocol):
    """A part of a room that waits for absent players."""

    def postpone(self, seat: int, ms: int) -> None:
        """Waits so much longer for the player of this seat, if it waits for that one."""


class KeptOut:
    """The refused players of one room. `now_ms`: the adjusted clock; `waits`: what is postponed."""

    def __init__(
        self, hosted: HostedRoom, now_ms: Callable[[], int], waits: Sequence[Wait]
    ) -> None:
        self._hosted = hosted
        self._now_ms = now_ms
        self._waits = waits
        self._until_ms: dict[int, int] = {}
        self._used_ms: dict[int, int] = {}

    def refuse(self, account: str) -> None:
        """The server has refused to let this account in."""
        for seat, row in enumerate(self._hosted.room.seats):
            if row.actor and row.actor.account == account and not self._hosted.seat_online(seat):
                self._postpone(seat)

    def _postpone(self, seat: int) -> None:
        now_ms, used_ms = self._now_ms(), self._used_ms.get(seat, 0)
        since_ms = max(now_ms, self._until_ms.get(seat, 0))
        missing_ms = now_ms + POSTPONE_MS - since_ms
        added_ms = min(missing_ms, MAX_POSTPONED_MS - used_ms)
        if missing_ms >= MIN_POSTPONED_MS and added_ms > 0:
            self._until_ms[seat], self._used_ms[seat] = since_ms + added_ms, used_ms + added_ms
            for wait in self._waits:
                wait.postpone(seat, added_ms)

    def close(self) -> None:
        """Postpones nothing more."""
        self._hosted, self._waits = ClosedRoom(self._hosted.room), ()
