"""Bounds on what clients may add to one game's log besides moves. The fold counts them, so that a
restart forgets nothing.

Moves and throws are bounded by the rules. Chat, sitting down, offers, lapsed `resume`s and requests
for a rematch have no natural bound; every other event follows one of these, or happens once. So
these five are counted, by sender or in all. Engines' reports are also counted, by size, because
they may be much larger than the move that they come with.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .value import Value, replace

MAX_LINES_PER_PLAYER = 200
"""Lines of chat of one account with a seat."""
MAX_LINES_PER_SPECTATOR = 50
"""Lines of chat of one account without a seat."""
MAX_SPECTATOR_LINES = 400
"""Lines of chat of all spectators together."""
MAX_LINES = 1000
"""Lines of chat of all accounts together."""
CHAT_AFTER_MS = 3_600_000
"""How long the players may chat after the end."""
MAX_SITS_PER_ACCOUNT = 20
"""How often one account may sit down."""
MAX_SITS = 200
"""How often all accounts together may sit down; after that only an account that has not had a seat
here may sit down."""
MAX_SITTERS = 500
"""How many of the accounts that have sat here are remembered: the latest ones."""
MAX_UNREADY_TIMES = 3
"""An account that has lost a seat this often for not being ready cannot sit down here again."""
UNREADY_WAIT_MS = 60_000
"""How long an account that has lost a seat for not being ready, but less often, has to wait before
it may sit down again."""
MAX_OFFERS_PER_SEAT = 100
"""Draws, takebacks and adjournments that one seat may offer."""
MAX_REMATCH_REQUESTS = 10
"""How often one seat may ask for a rematch."""
MAX_LAPSES = 50
"""How many `resume`s of all seats may lapse; after that, `resume` is refused while a player who has
sent one is absent."""
MAX_REPORT_BYTES = 256 * 1024
"""Size of all reports of one seat's engine (`report.stored_bytes`)."""

K = TypeVar("K")
V = TypeVar("V")


class ReadyTimeouts(NamedTuple):
    """How often an account has lost a seat for not being ready, and when it last did (Unix ms)."""

    times: int
    at: int


class Tally(Value, frozen=True):
    """The counts of one game: lines of chat and sittings by account, lines of all spectators,
    sittings of all accounts, players who were not ready in time, offers and requests for a rematch
    by seat, lapsed `resume`s, and bytes of reports by seat."""

    chat_lines: Mapping[str, int] = MappingProxyType({})
    spectator_lines: int = 0
    sittings: Mapping[str, int] = MappingProxyType({})
    sits: int = 0
    unready: Mapping[str, ReadyTimeouts] = MappingProxyType({})
    offers: Mapping[int, int] = MappingProxyType({})
    rematch_requests: Mapping[int, int] = MappingProxyType({})
    lapses: int = 0
    reports: Mapping[int, int] = MappingProxyType({})

    def with_chat_line(self, account: str, *, spectator: bool) -> "Tally":
        """The counts after one more line of chat."""
        spectator_lines = self.spectator_lines + spectator
        return replace(
            self, chat_lines=_with_count(self.chat_lines, account), spectator_lines=spectator_lines
        )

    def with_sitting(self, account: str) -> "Tally":
        """The counts after this account has sat down again."""
        counts = _with_latest(self.sittings, account, self.sittings.get(account, 0) + 1)
        return replace(self, sittings=counts, sits=self.sits + 1)

    def with_unready(self, account: str, at: int) -> "Tally":
        """The counts after this account has lost its seat for not being ready."""
        times = self.unready.get(account, ReadyTimeouts(0, 0)).times + 1
        return replace(self, unready=_with_latest(self.unready, account, ReadyTimeouts(times, at)))

    def with_offer(self, seat: int) -> "Tally":
        """The counts after one more offer."""
        return replace(self, offers=_with_count(self.offers, seat))

    def with_rematch_request(self, seat: int) -> "Tally":
        """The counts after one more request for a rematch."""
        return replace(self, rematch_requests=_with_count(self.rematch_requests, seat))

    def with_lapse(self) -> "Tally":
        """The counts after a `resume` has lapsed."""
        return replace(self, lapses=self.lapses + 1)

    def with_report(self, seat: int, stored_bytes: int) -> "Tally":
        """The counts after a report of `stored_bytes` bytes."""
        return replace(self, reports=_with_count(self.reports, seat, stored_bytes))

    def may_chat(self, account: str, *, spectator: bool) -> bool:
        """Whether this account may send another line of chat."""
        if sum(self.chat_lines.values()) >= MAX_LINES:
            return False
        if spectator and self.spectator_lines >= MAX_SPECTATOR_LINES:
            return False
        return self.chat_lines.get(account, 0) < (
            MAX_LINES_PER_SPECTATOR if spectator else MAX_LINES_PER_PLAYER
        )

    def may_sit(self, account: str, *, entitled: bool = False) -> bool:
        """Whether this account may sit down again. `entitled`: the seat is reserved for it, or it
        has created the game, so that the bound on all accounts does not apply."""
        times = self.sittings.get(account, 0)
        return times < MAX_SITS_PER_ACCOUNT and (times == 0 or entitled or self.sits < MAX_SITS)

    def must_wait(self, account: str, at: int) -> bool:
        """Whether this account cannot sit down now, because it has lost a seat here for not being
        ready so recently or so often."""
        times, last = self.unready.get(account, ReadyTimeouts(0, at - UNREADY_WAIT_MS))
        return times >= MAX_UNREADY_TIMES or 0 <= at - last < UNREADY_WAIT_MS

    def may_offer(self, seat: int) -> bool:
        """Whether this seat may make another offer."""
        return self.offers.get(seat, 0) < MAX_OFFERS_PER_SEAT

    def may_request_rematch(self, seat: int) -> bool:
        """Whether this seat may ask for a rematch again."""
        return self.rematch_requests.get(seat, 0) < MAX_REMATCH_REQUESTS

    def may_lapse(self) -> bool:
        """Whether another `resume` may lapse."""
        return self.lapses < MAX_LAPSES

    def may_report(self, seat: int, stored_bytes: int) -> bool:
        """Whether there is room for a report of this seat's engine."""
        return self.reports.get(seat, 0) + stored_bytes <= MAX_REPORT_BYTES


def _with_count(counts: Mapping[K, int], key: K, more: int = 1) -> Mapping[K, int]:
    return MappingProxyType({**counts, key: counts.get(key, 0) + more})


def _with_latest(values: Mapping[str, V], account: str, value: V) -> Mapping[str, V]:
    """The mapping with a new value at the end. If it has more than MAX_SITTERS, the first is
    dropped."""
    others = [(name, each) for name, each in values.items() if name != account]
    return MappingProxyType(dict([*others, (account, value)][-MAX_SITTERS:]))
