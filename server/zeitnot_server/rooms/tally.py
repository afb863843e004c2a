"""Bounds on what clients may add to one game's log besides moves: counted by the fold, so that a
restart forgets nothing.

Moves and throws are bounded by the rules. Chat, sitting down, offers and lapsed `resume`s have no
natural bound; every other event follows one of these, or happens once. So these four are counted,
by sender or in all. Engines' reports with moves are counted, too, by size: they may be much larger
than the move.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .value import Value, replace

PLAYER_LINES = 200
"""Lines of chat of one account with a seat."""
SPECTATOR_LINES = 50
"""Lines of chat of one account without a seat."""
SPECTATORS_LINES = 400
"""Lines of chat of all spectators together."""
LINES = 1000
"""Lines of chat of everybody."""
CHAT_AFTER_MS = 3_600_000
"""For how long after the end its players may chat."""
ACCOUNT_SITS = 20
"""How often one account may sit down."""
SITS = 200
"""How often all accounts together may sit down; after that nobody may do so a second time, but an
account that has not had a seat here always may."""
SITTERS = 500
"""How many accounts that have sat here are remembered, the latest ones."""
UNREADY_TIMES = 3
"""An account that has lost a seat this often for not being ready cannot sit down here again."""
UNREADY_MS = 60_000
"""How long an account that has lost a seat for not being ready less often has to wait before it
sits down again."""
SEAT_OFFERS = 100
"""Draws, takebacks and adjournments that one seat may offer."""
LAPSES = 50
"""How many `resume`s of all seats may lapse; after that, a `resume` is refused while a player who
has sent one is absent."""
REPORT_BYTES = 256 * 1024
"""Size of all reports of one seat's engine (`report.weight`)."""

K = TypeVar("K")
V = TypeVar("V")


class ReadyTimeouts(NamedTuple):
    """How often an account has lost a seat for not being ready, and when last (Unix ms)."""

    times: int
    at: int


class Tally(Value, frozen=True):
    """Lines of chat (`said`) and sittings (`sat`) by account; the lines of spectators and the
    sittings of all together; who was not ready in time; offers by seat; lapsed `resume`s; and the
    bytes of reports by seat."""

    said: Mapping[str, int] = MappingProxyType({})
    spectator_lines: int = 0
    sat: Mapping[str, int] = MappingProxyType({})
    sits: int = 0
    unready: Mapping[str, ReadyTimeouts] = MappingProxyType({})
    offers: Mapping[int, int] = MappingProxyType({})
    lapses: int = 0
    reports: Mapping[int, int] = MappingProxyType({})

    def with_line(self, account: str, *, spectator: bool) -> "Tally":
        """The counts after one more line of chat."""
        spectator_lines = self.spectator_lines + spectator
        return replace(self, said=_incremented(self.said, account), spectator_lines=spectator_lines)

    def with_sitting(self, account: str) -> "Tally":
        """The counts after this account has sat down again."""
        counts = _latest(self.sat, account, self.sat.get(account, 0) + 1)
        return replace(self, sat=counts, sits=self.sits + 1)

    def with_unready(self, account: str, at: int) -> "Tally":
        """The counts after this account has lost its seat for not being ready."""
        times = self.unready.get(account, ReadyTimeouts(0, 0)).times + 1
        return replace(self, unready=_latest(self.unready, account, ReadyTimeouts(times, at)))

    def with_offer(self, seat: int) -> "Tally":
        """The counts after one more offer."""
        return replace(self, offers=_incremented(self.offers, seat))

    def with_lapse(self) -> "Tally":
        """The counts after a `resume` has lapsed."""
        return replace(self, lapses=self.lapses + 1)

    def with_report(self, seat: int, weight: int) -> "Tally":
        """The counts after a report of `weight` bytes."""
        return replace(self, reports=_incremented(self.reports, seat, weight))

    def may_say(self, account: str, *, spectator: bool) -> bool:
        """Whether this account may send another line of chat."""
        if sum(self.said.values()) >= LINES:
            return False
        if spectator and self.spectator_lines >= SPECTATORS_LINES:
            return False
        return self.said.get(account, 0) < (SPECTATOR_LINES if spectator else PLAYER_LINES)

    def may_sit(self, account: str, *, entitled: bool = False) -> bool:
        """Whether this account may sit down again. `entitled`: the seat is reserved for it, or it
        has made the game, so that the bound on all accounts does not apply."""
        times = self.sat.get(account, 0)
        return times < ACCOUNT_SITS and (times == 0 or entitled or self.sits < SITS)

    def must_wait(self, account: str, at: int) -> bool:
        """Whether this account has lost a seat here so recently, or so often, for not being ready
        that it cannot sit down now."""
        times, last = self.unready.get(account, ReadyTimeouts(0, at - UNREADY_MS))
        return times >= UNREADY_TIMES or 0 <= at - last < UNREADY_MS

    def may_offer(self, seat: int) -> bool:
        """Whether this seat may make another offer."""
        return self.offers.get(seat, 0) < SEAT_OFFERS

    def may_lapse(self) -> bool:
        """Whether another `resume` may lapse."""
        return self.lapses < LAPSES

    def may_report(self, seat: int, weight: int) -> bool:
        """Whether there is room for a report of this seat's engine."""
        return self.reports.get(seat, 0) + weight <= REPORT_BYTES


def _incremented(counts: Mapping[K, int], key: K, more: int = 1) -> Mapping[K, int]:
    return MappingProxyType({**counts, key: counts.get(key, 0) + more})


def _latest(values: Mapping[str, V], account: str, value: V) -> Mapping[str, V]:
    """The mapping with a new value at the end; of more than SITTERS the first is dropped."""
    others = [(name, each) for name, each in values.items() if name != account]
    return MappingProxyType(dict([*others, (account, value)][-SITTERS:]))
