"""Limits on connections and messages, by address and by account.

Connections from this machine have no limit by address: they belong to the operator, the house bots,
or a reverse proxy that does not name the client. What an account creates and sends is limited from
any address. The house bots are exempt: they may be any number of processes on other machines, so
their sockets are not counted by account either.
"""

import contextlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import zeitnot_protocol as p

from ...limits.holds import UNBOUNDED, Bounds, ByteQuota, Holds
from ...limits.limit import limits_in
from ...limits.rates import Key, Rate, Rates
from ...limits.table import TABLE, Limits
from ...lobby.open_seats import MOVES_SPENT
from ...net.site_prefix import site_prefix
from ...store import DailyBotLimits, TicketLimits, TooManyBots
from ..http.addresses import Peer, bounds, keys, limit_of, network, of_site, with_sites
from ..http.problems import ProblemError, too_many_bots
from .metered import METERED, Meter, MeteredSubject, Usages

LONGEST_WAIT = 86_400  # seconds, in a Retry-After
STREAMS: Key = ("streams", "")
IMPORTS: Key = ("imports", "")
RATES = tuple(
    name
    for name, limit in limits_in(Limits).items()
    if isinstance(limit.number, tuple) and limit.by != "socket" and name not in METERED
)
"""The rates that are kept by name; `metered` and `lobby.challenges` have the others."""

SeatedAccount = Callable[[], str | None]
"""The account behind a request, if it has a seat in a running game (`identity.player`)."""


def no_seated_account() -> None:
    """Returns None, for requests without a seated account."""


class ConnectionLimits:
    """Counts open sockets, and what clients create, send and read. Of each rate in `limits`,
    element 0 is the short-term one.

    `now_ms`: any clock. `exempt`: the accounts of the house bots. `connected`: the number of all
    connections. `reached`: counts how often each limit was reached, by name.
    """

    def __init__(
        self,
        limits: Limits,
        now_ms: Callable[[], int],
        exempt: frozenset[str] = frozenset(),
        connected: Callable[[], int] = lambda: 0,
        reached: Counter[str] | None = None,
    ) -> None:
        self._limits = limits
        self._now_ms = now_ms
        self._exempt = exempt
        self._connected = connected
        self._reached = Counter[str]() if reached is None else reached
        self._rates = Rates(_rates(limits), self._count_reached)
        self._meter = Meter(now_ms, self._rates, self._count_reached, limits.read_chars)
        self._open = Holds()
        self._waiting_bytes = Holds()
        stored = Rate.daily(limits.address_events_a_day)
        refusals, frames = limits.address_refusals[0], limits.address_frames[0]
        self._address_usages = Usages(stored, refusals, frames)
        self._site_usages = Usages(of_site(stored), of_site(refusals), of_site(frames))
        self._account_usages = Usages(
            Rate.daily(limits.account_events_a_day),
            limits.account_refusals[0],
            limits.account_frames[0],
        )

    def _count_reached(self, kind: str) -> None:
        self._reached[limit_of(kind)] += 1

    # ── what is open at the same time ──────────────────────────────────────────────────────────

    @contextlib.contextmanager
    def hold(
        self, peer: Peer, account: str | None, *, lobby: bool = False, plays: bool = False
    ) -> Iterator[None]:
        """Counts one socket while it is open, in the lobby or in a room. `plays`: the socket of a
        player, who may exceed the limit of the address by some sockets; all such players of an
        address together may have as many again. Raises ProblemError 429 if there are too many."""
        limits, address = self._limits, network(peer)
        free = limits.connections - self._connected()
        of_address = bounds("sockets_per_address", address, limits.sockets_per_address, free)
        of_account = dict[Key, int]()
        if of_address and account not in self._exempt:  # this machine is not counted
            of_account = _named("sockets_per_account", account, limits.sockets_per_account)
            if lobby:
                bound = limits.lobby_sockets_per_account
                of_account |= _named("lobby_sockets_per_account", account, bound)
        if plays and self._open.full(of_address):
            kind = "seated_lobby_sockets" if lobby else "seated_sockets"
            bound = limits.seated_lobby_sockets if lobby else limits.seated_sockets
            of_account |= _named(kind, account, bound)
            of_address = bounds("seated_sockets", address, limits.sockets_per_address, free)
        anonymous: Bounds = {}
        if account is None:
            bound = limits.anonymous_sockets_per_address
            anonymous = bounds("anonymous_sockets_per_address", address, bound, free)
        held = {**of_address, **of_account, **anonymous}
        with self._holding(
            held, "too_many_sockets", "You have too many open sockets. Close some first."
        ):
            yield

    @contextlib.contextmanager
    def answering(self, peer: Peer, player: SeatedAccount = no_seated_account) -> Iterator[None]:
        """Counts one HTTP request until it is answered, for its address or, if that has too many,
        for the player. Connections are limited when they are accepted, but behind a proxy all of
        them are the proxy's. Raises ProblemError 429."""
        free = self._limits.connections - self._connected()
        address, bound = network(peer), self._limits.requests_per_address
        held: Bounds = bounds("requests_per_address", address, bound, free)
        if self._open.full(held) and (account := player()):
            of_player = {("seated_connections", account): self._limits.seated_connections}
            held = of_player | bounds("seated_connections", address, bound, free)
        sentence = "Too many requests from your address are in progress. Wait for their answers."
        with self._holding(held, "too_many_connections", sentence, 1):
            yield

    def waiting(self, peer: Peer, account: str | None) -> ByteQuota:
        """The quota of queued bytes for one socket, shared with its address and its account."""
        address = network(peer)
        if address is None:
            return UNBOUNDED  # as with sockets: this machine is not counted
        held = bounds("address_waiting_bytes", address, self._limits.address_waiting_bytes)
        held |= _named("account_waiting_bytes", account, self._limits.account_waiting_bytes)
        return ByteQuota(self._waiting_bytes, held, self._count_reached)

    @contextlib.contextmanager
    def stream(self, peer: Peer) -> Iterator[None]:
        """Counts one record while it is streamed. Raises ProblemError 429."""
        limits = self._limits
        free = limits.streams - self._open[STREAMS]
        # An address may take a share of the free streams, so that early addresses that take all
        # they can leave some to later ones (dynamic thresholds: Choudhury and Hahne, IEEE/ACM
        # Transactions on Networking 6, 1998).
        bound = math.ceil(free * limits.streams_per_address / limits.streams)
        held: Bounds = bounds("streams_per_address", network(peer), bound)
        if held:
            held = {STREAMS: limits.streams, **held}
        with self._holding(
            held, "too_many_requests", "Too many answers are being sent. Read the others first.", 1
        ):
            yield

    @contextlib.contextmanager
    def importing(self, peer: Peer) -> Iterator[None]:
        """Counts one import while it is received and read. Raises ProblemError 429."""
        held: Bounds = {
            IMPORTS: self._limits.imports,
            **bounds("imports_per_address", network(peer), self._limits.imports_per_address),
        }
        with self._holding(
            held, "too_many_requests", "Too many games are being imported. Try again later.", 1
        ):
            yield

    @contextlib.contextmanager
    def exporting(self, account: str) -> Iterator[None]:
        """Counts the export of an account while it is sent. Raises ProblemError 429."""
        with self._holding(
            _named("account_exports", account, self._limits.account_exports),
            *("too_many_requests", "Your data is being sent already. Read that first.", 1),
        ):
            yield

    def is_house(self, account: str) -> bool:
        """Whether this account is a house bot."""
        return account in self._exempt

    @contextlib.contextmanager
    def show_bot(self, peer: Peer, account: str, owner: str | None) -> Iterator[None]:
        """Counts one bot while the lobby shows it. Raises ProblemError 429."""
        bound, held = self._limits.bots_online, dict[Key, int]()
        if account not in self._exempt:
            of_owner = _named("bots_online", f"owner {owner}", bound)
            held = of_owner if owner else bounds("bots_online", network(peer), bound)
        with self._holding(
            held,
            "too_many_bots",
            "You already have the maximum number of bots online. Stop one first.",
        ):
            yield

    @contextlib.contextmanager
    def _holding(
        self, held: Bounds, code: p.ErrorCode, sentence: str, retry_after: int | None = None
    ) -> Iterator[None]:
        """Holds one more of each. Raises ProblemError 429 if a limit is reached."""
        if kind := self._open.full(held):
            self._count_reached(kind)
            raise ProblemError(429, code, sentence, retry_after)
        with self._open.holding(held):
            yield

    @property
    def held_keys(self) -> int:
        """How many limits have something that counts towards them now. For tests."""
        return len(self._open)

    # ── what is done one after the other ───────────────────────────────────────────────────────

    def spend(
        self, peer: Peer, account: str | None = None, player: SeatedAccount = no_seated_account
    ) -> None:
        """Counts one request of this address and account that creates something, or of a player for
        its existing session.

        Raises ProblemError 429 if there are too many."""
        self._count(self._keys("posts", peer, account), player)

    def _count(self, counted: list[Key], player: SeatedAccount = no_seated_account) -> None:
        """Takes one from each, or else from the player's own reserve. Raises ProblemError 429."""
        if wait := self._wait(counted):
            account = player()
            if account is None or self._wait([("seated_requests", account)]):
                sentence = "Too many requests. Wait a moment."
                raise ProblemError(429, "too_many_requests", sentence, wait)

    @property
    def daily_bot_limits(self) -> DailyBotLimits:
        """How many bots may be registered a day; the store counts them."""
        return DailyBotLimits(self._limits.owner_bots_a_day, self._limits.address_bots_a_day)

    @property
    def ticket_limits(self) -> TicketLimits:
        """How many unused tickets there may be; the store counts them."""
        return TicketLimits(self._limits.tickets_per_account, self._limits.tickets)

    def register(self, peer: Peer) -> None:
        """Counts one registration of a bot for its /48. Raises ProblemError 429."""
        address = network(peer)
        if address is None or ":" not in address:
            return
        if wait := self._wait([("address_bots_a_day", site_prefix(address))]):
            raise too_many_bots(TooManyBots(wait * 1000))

    def rename(self, account: str) -> None:
        """Counts one change of this account's name. Raises ProblemError 429."""
        if wait := self._wait([("account_renames", account)]):
            sentence = "You have changed your name too often. Wait a while."
            raise ProblemError(429, "too_many_requests", sentence, wait)

    def complain(self, peer: Peer, account: str) -> None:
        """Counts one complaint. Raises ProblemError 429."""
        if wait := self._wait(self._keys("complaints", peer, account)):
            raise ProblemError(429, "too_many_requests", "You have sent too many complaints.", wait)

    def not_renamed(self, account: str) -> None:
        """Refunds the last change, because the name was refused."""
        self._rates.refund([("account_renames", account)])

    def sign_in(
        self, peer: Peer, name: str | None, known_at: str | None = None
    ) -> Callable[[], None]:
        """Counts one attempt to sign in to the account with this name (None: by a link); returns a
        function that undoes this, for one that succeeds. `known_at`: an address from which it has
        signed in lately. Raises ProblemError 429."""
        counted = keys("address_failed_sign_ins", network(peer))
        if name is not None:
            kind = "account_failed_sign_ins" if known_at is None else "known_failed_sign_ins"
            counted = [*counted, (kind, name if known_at is None else f"{name} {known_at}")]
        if wait := self._wait(counted):
            sentence = "Too many sign-ins have failed. Wait a while."
            raise ProblemError(429, "too_many_requests", sentence, wait)
        return lambda: self._rates.refund(counted)

    def request(self, peer: Peer, player: SeatedAccount = no_seated_account) -> None:
        """Counts one HTTP request of any kind. Raises ProblemError 429."""
        self._count(keys("address_requests", network(peer)), player)

    def read(self, peer: Peer, player: SeatedAccount = no_seated_account) -> None:
        """Counts one request that reads. Raises ProblemError 429."""
        self._count(keys("address_reads", network(peer)), player)

    def shake_hands(self, peer: Peer, player: str | None) -> None:
        """Counts one handshake as a request that reads. If the address has none left, a `player`
        (an account with a seat in a running game) uses its own reserve. Raises ProblemError 429."""
        try:
            self.read(peer)
        except ProblemError:
            of_address = keys("address_seated_handshakes", network(peer))
            if player is None or self._wait([("seated_handshakes", player), *of_address]):
                raise

    def may_watch(self, peer: Peer, account: str | None) -> bool:
        """Counts one `watch`; False: not now."""
        return not self._wait(self._keys("watches", peer, account))

    def may_seek(self, peer: Peer, account: str | None) -> bool:
        """Counts one `seek`; False: not now."""
        return not self._wait(self._keys("seek_messages", peer, account))

    def sender(self, peer: Peer, account: str | None, *, plays: bool = False) -> MeteredSubject:
        """The quota that all sockets of this account and of this address share. This machine and
        the house bots are not counted. `plays`: a player in its own game, whose reads count for the
        player and not for the address."""
        now, address = self._now_ms(), network(peer)
        name = account or f"anonymous at {address}"
        counts = address is not None and name not in self._exempt
        own = self._account_usages.of(name, now) if counts else None
        of_address = [self._address_usages.of(address, now)] if address and counts else []
        if address and counts and ":" in address:
            of_address.append(self._site_usages.of(site_prefix(address), now))
        reads = keys("address_reads", address)
        if plays and account is not None:
            reads = [("seated_reads", account)] if reads else []
        return MeteredSubject(address, own, of_address, reads, self._meter)

    def count_new_game(self, peer: Peer, account: str) -> None:
        """Counts one game to be created. Raises ProblemError 429 if this address or account has
        stored too many moves."""
        sender = self.sender(peer, account)
        if wait := sender.begin_in_ms():
            retry = math.ceil(min(wait / 1000, LONGEST_WAIT))
            raise ProblemError(429, "too_many_requests", MOVES_SPENT, retry)
        sender.stored(self._limits.game_events)

    def may_postpone(self, account: str, game: str | None) -> bool:
        """Whether a refused connection of this player may postpone countdowns in the room of this
        game, or, for None (the lobby), in all its games. At most once a second."""
        return not self._wait([("seated_postponements", f"{account} {game or ''}")])

    def may_chat(self, peer: Peer, account: str) -> bool:
        """Counts one line of chat; False: not now."""
        return not self._wait(self._keys("chats", peer, account))

    def may_report(self, peer: Peer, account: str, size: int) -> bool:
        """Counts an engine's report of this size. False: it must be dropped."""
        counted = self._keys("report_bytes", peer, account)
        return self._rates.take(counted, self._now_ms(), size) == 0

    def may_sit(self, peer: Peer, account: str) -> Callable[[], None] | None:
        """Counts a free seat taken in another player's listed game as abandoned, and returns a
        function that undoes this. None: not now. This machine is not counted."""
        if network(peer) is None:
            return _nothing
        idle = self._keys("idle_seats", peer, account)
        if self._wait([*self._keys("sits", peer, account), *idle]):
            return None
        return lambda: self._rates.refund(idle)

    def may_create_game(self, peer: Peer, account: str) -> bool:
        """Like `spend` and `count_new_game`, for requests over a socket."""
        if self._wait(self._keys("posts", peer, account)):
            return False
        sender = self.sender(peer, account)
        if not sender.may_start_game():
            return False
        sender.stored(self._limits.game_events)
        return True

    def _keys(self, kind: str, peer: Peer, account: str | None) -> list[Key]:
        """The keys of an action with a limit of this kind for addresses and one for accounts."""
        if account in self._exempt:
            return []
        counted = keys(f"address_{kind}", network(peer))
        return counted if account is None else [*counted, (f"account_{kind}", account)]

    def _wait(self, counted: Sequence[Key]) -> int:
        """Takes one from each. Returns 0, or the seconds until a retry."""
        return math.ceil(min(self._rates.take(counted, self._now_ms()) / 1000, LONGEST_WAIT))


def _rates(limits: Limits) -> dict[str, Sequence[Rate]]:
    """The rates, by kind."""
    rates = {name: getattr(limits, name) for name in RATES}
    of_addresses = {name: each for name, each in rates.items() if TABLE[name].by == "address"}
    # The store counts the bots of an address; here are those of a /48.
    site_bots = of_site(Rate.daily(limits.address_bots_a_day))
    return {**rates, **with_sites(of_addresses), "address_bots_a_day": (site_bots,)}


def _nothing() -> None: ...


def _named(kind: str, name: str | None, bound: int) -> dict[Key, int]:
    return {} if name is None else {(kind, name): bound}
