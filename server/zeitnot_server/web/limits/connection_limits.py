"""Bounds on connections and on what is sent, by address and by account.

Connections from this machine have no bound by address: they are the operator's, the server's own
bots', or a reverse proxy's that does not name the client. What an account makes and sends is
bounded wherever it comes from, except for the server's own bots: these may be any number of
processes on other machines, so that their sockets are not counted by account either.
"""

import contextlib
import math
from collections import Counter
from collections.abc import Callable, Iterator

from ...limits.allowance import Allowance, may
from ...limits.bucket import Rate
from ...limits.waiting_bytes import Share, UnboundedShare, WaitingBytes
from ...lobby.open_seats import MOVES_SPENT
from ...net.site_prefix import site_prefix
from ...store import BotsADay, TooManyBots
from ..http.addresses import AddressAllowance, Peer, bounds, network, of_site
from ..http.problems import ProblemError, too_many_bots
from .bounds import Limits
from .senders import CountedSender, Shares

LONGEST_WAIT = 86_400
POSTPONEMENTS = Rate(1, 1)

SeatedAccount = Callable[[], str | None]
"""The account behind a request, if it has a seat in a running game (`identity.player`)."""


def no_seated_account() -> None:
    """The request is of no account with a seat."""


class ConnectionLimits:
    """Counts open sockets, and what is made, sent and read.

    `now_ms`: any clock. `exempt`: the accounts of the server's own bots. `connected`: how many
    connections of all kinds there are.
    """

    def __init__(
        self,
        limits: Limits,
        now_ms: Callable[[], int],
        exempt: frozenset[str] = frozenset(),
        connected: Callable[[], int] = lambda: 0,
    ) -> None:
        self._limits = limits
        self._now_ms = now_ms
        self._exempt = exempt
        self._connected = connected
        self._inside: Counter[str] = Counter()
        self._streams = 0
        posts = Rate(limits.posts_per_second, limits.posts_at_once)
        self._address_posts = AddressAllowance([posts, Rate.hourly(limits.address_posts_an_hour)])
        self._account_posts = Allowance([posts, Rate.hourly(limits.account_posts_an_hour)])
        self._account_renames = Allowance(limits.account_renames)
        self._address_chats = AddressAllowance(limits.address_chats)
        self._account_chats = Allowance(limits.account_chats)
        self._address_reports = AddressAllowance(limits.address_report_bytes)
        self._account_reports = Allowance(limits.account_report_bytes)
        self._site_bots = Allowance([of_site(Rate.daily(limits.address_bots_a_day))])
        self._requests = AddressAllowance(limits.address_requests)
        self._reads = AddressAllowance(limits.address_reads)
        self._seated_handshakes = Allowance(limits.seated_handshakes)
        self._address_seated_handshakes = AddressAllowance(limits.address_seated_handshakes)
        self._postponements = Allowance([POSTPONEMENTS])
        self._seated_requests = Allowance(limits.seated_requests)
        self._seated_reads = Allowance(limits.seated_reads)
        self._address_watches = AddressAllowance(limits.address_watches)
        self._account_watches = Allowance(limits.account_watches)
        self._address_sits = AddressAllowance(limits.address_sits)
        self._account_sits = Allowance(limits.account_sits)
        self._address_idle_seats = AddressAllowance(limits.address_idle_seats)
        self._account_idle_seats = Allowance(limits.account_idle_seats)
        self._waiting_bytes = WaitingBytes()
        stored = Rate.daily(limits.address_events_a_day)
        refusals, frames = limits.address_refusals[0], limits.address_frames[0]
        self._address_shares = Shares(stored, refusals, frames)
        self._site_shares = Shares(of_site(stored), of_site(refusals), of_site(frames))
        self._account_shares = Shares(
            Rate.daily(limits.account_events_a_day),
            limits.account_refusals[0],
            limits.account_frames[0],
        )

    # ── what is open at the same time ──────────────────────────────────────────────────────────

    @contextlib.contextmanager
    def hold(
        self, peer: Peer, account: str | None, *, lobby: bool = False, plays: bool = False
    ) -> Iterator[None]:
        """Counts one socket while it is open, in the lobby or not. `plays`: a player's, who may
        have some beyond what its address may have; all such players of an address together have as
        many more as it may. Raises ProblemError 429 if there are too many already."""
        limits, address = self._limits, network(peer)
        free = limits.connections - self._connected()
        names = bounds("socket", address, limits.sockets_per_address, free)
        own = dict[str, int]()
        if names and account not in self._exempt:  # nor is this machine counted by account
            own = _named("socket of", account, limits.sockets_per_account)
            if lobby:
                own |= _named("lobby socket of", account, limits.lobby_sockets_per_account)
        if plays and self._full(names):
            most = 1 if lobby else limits.seated_sockets
            own |= _named(f"extra {'lobby ' if lobby else ''}socket of", account, most)
            names = bounds("extra socket", address, limits.sockets_per_address, free)
        names |= own
        if account is None:
            most = limits.anonymous_sockets_per_address
            names |= bounds("socket of nobody at", address, most, free)
        if self._full(names):
            raise ProblemError(429, "too_many_sockets", "Close some of your sockets first.")
        with self._holding(names):
            yield

    @contextlib.contextmanager
    def answering(self, peer: Peer, player: SeatedAccount = no_seated_account) -> Iterator[None]:
        """Counts one HTTP request until it has been answered, for the player if its address has too
        many. Connections are bounded where they come in; but behind a proxy all are the proxy's.
        Raises ProblemError 429."""
        free = self._limits.connections - self._connected()
        address, most = network(peer), self._limits.requests_per_address
        names = bounds("request", address, most, free)
        if self._full(names):
            own = _named("request of", player(), self._limits.seated_connections)
            names = own | bounds("extra request", address, most, free)
            if not own or self._full(names):
                sentence = "Too many requests from your address; wait for their answers."
                raise ProblemError(429, "too_many_connections", sentence, 1)
        with self._holding(names):
            yield

    def waiting(self, peer: Peer, account: str | None) -> Share:
        """One socket's share of the bytes that wait for its address and its account."""
        address = network(peer)
        if address is None:
            return UnboundedShare()  # as with sockets: this machine is not counted
        most = self._limits.address_waiting_bytes
        names = bounds("address", address, most)
        names |= _named("account", account, self._limits.account_waiting_bytes)
        return self._waiting_bytes.share(names)

    @contextlib.contextmanager
    def stream(self, peer: Peer) -> Iterator[None]:
        """Counts one record while it is sent. Raises ProblemError 429."""
        names = bounds("stream", network(peer), self._streams_each())
        if self._full(names):
            raise ProblemError(429, "too_many_requests", "Read the other answers first.", 1)
        with self._holding(names):
            self._streams += bool(names)
            try:
                yield
            finally:
                self._streams -= bool(names)

    def _streams_each(self) -> int:
        """How many streams an address may have: a part of those that are free, so that addresses
        that come first and take as many as they can leave some to later ones (dynamic thresholds:
        Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998)."""
        limits = self._limits
        free = limits.streams - self._streams
        return math.ceil(free * limits.streams_per_address / limits.streams)

    def is_house(self, account: str) -> bool:
        """Whether this account is a bot of the server's own."""
        return account in self._exempt

    @contextlib.contextmanager
    def show_bot(self, peer: Peer, account: str, owner: str | None) -> Iterator[None]:
        """Counts one bot while the lobby shows it. Raises ProblemError 429."""
        most, names = self._limits.bots_online, dict[str, int]()
        if account not in self._exempt:
            owner_name = _named("bot", f"owner {owner}", most)
            names = owner_name if owner else bounds("bot", network(peer), most)
        if self._full(names):
            raise ProblemError(429, "too_many_bots", "Too many bots of yours are online already.")
        with self._holding(names):
            yield

    def _full(self, bounds: dict[str, int]) -> bool:
        return any(self._inside[name] >= bound for name, bound in bounds.items())

    @contextlib.contextmanager
    def _holding(self, bounds: dict[str, int]) -> Iterator[None]:
        self._inside.update(bounds.keys())
        try:
            yield
        finally:
            self._inside.subtract(bounds.keys())
            for name in bounds:
                if not self._inside[name]:
                    del self._inside[name]

    @property
    def inside(self) -> int:
        """How many names have something open; for tests."""
        return len(self._inside)

    # ── what is done one after the other ───────────────────────────────────────────────────────

    def spend(
        self, peer: Peer, account: str | None = None, player: SeatedAccount = no_seated_account
    ) -> None:
        """Counts one request of this address and account that makes something, or of a player that
        only looks for what it has.

        Raises ProblemError 429 if there are too many."""
        self._count(self._of(self._address_posts, peer, self._account_posts, account), player)

    def _count(
        self, allowances: list[tuple[Allowance, str]], player: SeatedAccount = no_seated_account
    ) -> None:
        """Takes one from each, or else from what the player has for itself. Raises ProblemError
        429."""
        if wait := self._wait(allowances):
            account = player()
            if account is None or self._wait([(self._seated_requests, account)]):
                sentence = "Too many requests; wait a moment."
                raise ProblemError(429, "too_many_requests", sentence, wait)

    @property
    def bots_a_day(self) -> BotsADay:
        """How many bots may be registered; counted by the store."""
        return BotsADay(self._limits.owner_bots_a_day, self._limits.address_bots_a_day)

    def register(self, peer: Peer) -> None:
        """Counts one bot that is to be registered, for its /48. Raises ProblemError 429."""
        address = network(peer)
        if address is None or ":" not in address:
            return
        if wait := self._wait([(self._site_bots, site_prefix(address))]):
            raise too_many_bots(TooManyBots(wait * 1000))

    def rename(self, account: str) -> None:
        """Counts one change of this account's name. Raises ProblemError 429."""
        if wait := self._wait([(self._account_renames, account)]):
            sentence = "You have changed your name too often; wait a while."
            raise ProblemError(429, "too_many_requests", sentence, wait)

    def not_renamed(self, account: str) -> None:
        """Does not count the last change after all: the name was refused."""
        self._account_renames.give_back(account)

    def request(self, peer: Peer, player: SeatedAccount = no_seated_account) -> None:
        """Counts one HTTP request of any kind. Raises ProblemError 429."""
        self._count(self._of_address(self._requests, peer), player)

    def read(self, peer: Peer, player: SeatedAccount = no_seated_account) -> None:
        """Counts one request that reads. Raises ProblemError 429."""
        self._count(self._of_address(self._reads, peer), player)

    def shake_hands(self, peer: Peer, player: str | None) -> None:
        """Counts one handshake as a request that reads. If the address has none left, that of a
        `player`, an account with a seat in a running game, counts for itself. Raises ProblemError
        429."""
        try:
            self.read(peer)
        except ProblemError:
            of_address = self._of_address(self._address_seated_handshakes, peer)
            if player is None or self._wait([(self._seated_handshakes, player), *of_address]):
                raise

    def may_watch(self, peer: Peer, account: str | None) -> bool:
        """Counts one `watch`; False: not now."""
        allowances = self._of(self._address_watches, peer, self._account_watches, account)
        return not self._wait(allowances)

    def sender(self, peer: Peer, account: str | None, *, plays: bool = False) -> CountedSender:
        """What all sockets of this account and of this address have in common; counts nothing for
        this machine and for the server's own bots. `plays`: of a player in its own game, which
        reads for itself and not for its address."""
        now, address = self._now_ms(), network(peer)
        name = account or f"nobody at {address}"
        counts = address is not None and name not in self._exempt
        own = self._account_shares.of(name, now) if counts else None
        address_shares = [self._address_shares.of(address, now)] if address and counts else []
        if address and counts and ":" in address:
            address_shares.append(self._site_shares.of(site_prefix(address), now))
        origin = address and site_prefix(address)
        reads = self._of_address(self._reads, peer)
        if plays and account is not None:
            reads = [(self._seated_reads, account)] if reads else []
        return CountedSender(
            origin, own, address_shares, self._now_ms, reads, self._limits.read_chars
        )

    def begin(self, peer: Peer, account: str) -> None:
        """Counts one game to be made. Raises ProblemError 429 if too many moves of this address, or
        this account, have been stored."""
        sender = self.sender(peer, account)
        if wait := sender.begin_in_ms():
            retry = math.ceil(min(wait / 1000, LONGEST_WAIT))
            raise ProblemError(429, "too_many_requests", MOVES_SPENT, retry)
        sender.stored(self._limits.game_events)

    def may_postpone(self, account: str, game: str | None) -> bool:
        """Whether a refusal of this player is passed on to the room of the game that it wanted to
        enter; None: the lobby, and the rooms of all its games. Once a second."""
        return not self._wait([(self._postponements, f"{account} {game or ''}")])

    def may_chat(self, peer: Peer, account: str) -> bool:
        """Counts one line of chat; False: not now."""
        return not self._wait(self._of(self._address_chats, peer, self._account_chats, account))

    def may_report(self, peer: Peer, account: str, size: int) -> bool:
        """Counts an engine's report of so many bytes; False: it may not be kept now."""
        allowances = self._of(self._address_reports, peer, self._account_reports, account)
        return may(allowances, self._now_ms(), size) == 0

    def may_sit(self, peer: Peer, account: str) -> Callable[[], None] | None:
        """Counts a free seat taken in somebody else's listed game as one that is not played on;
        returns a function that undoes this. None: not now. This machine is not counted."""
        if network(peer) is None:
            return _nothing
        idle = self._of(self._address_idle_seats, peer, self._account_idle_seats, account)
        allowances = self._of(self._address_sits, peer, self._account_sits, account)
        if self._wait([*allowances, *idle]):
            return None

        def give_back() -> None:
            for allowance, name in idle:
                allowance.give_back(name)

        return give_back

    def may_make(self, peer: Peer, account: str) -> bool:
        """As `spend` and `begin`, for requests over a socket."""
        if self._wait(self._of(self._address_posts, peer, self._account_posts, account)):
            return False
        sender = self.sender(peer, account)
        if not sender.may_begin():
            return False
        sender.stored(self._limits.game_events)
        return True

    def _of_address(self, addresses: AddressAllowance, peer: Peer) -> list[tuple[Allowance, str]]:
        address = network(peer)
        return [] if address is None else addresses.of(address)

    def _of(
        self, addresses: AddressAllowance, peer: Peer, accounts: Allowance, account: str | None
    ) -> list[tuple[Allowance, str]]:
        if account in self._exempt:
            return []
        allowances = self._of_address(addresses, peer)
        if account is not None:
            allowances.append((accounts, f"account {account}"))
        return allowances

    def _wait(self, allowances: list[tuple[Allowance, str]]) -> int:
        """Takes one from each. Returns 0, or in how many seconds to try again."""
        return math.ceil(min(may(allowances, self._now_ms()) / 1000, LONGEST_WAIT))


def _nothing() -> None: ...


def _named(kind: str, name: str | None, bound: int) -> dict[str, int]:
    return {} if name is None else {f"{kind} {name}": bound}
