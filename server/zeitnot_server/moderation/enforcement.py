"""Enforces bans, mutes and ended tokens on open sockets.

The sanctions are kept in memory, so that no frame costs a query. Actions of other processes
(`zeitnot admin`, other nodes) are found as new rows of the audit log, which is read every
TICK_SECONDS; this process calls `end` directly. A socket whose token has expired, was revoked or
replaced, or whose account or address is banned, is closed within a second.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Protocol

import structlog

import zeitnot_protocol as p

from ..store import AuditEntry, Credential, Moderation, Sanction, StoreError, Tokens
from ..store.audit import OPERATOR
from ..store.sanctions import Kind
from .operator_actions import OperatorActions, account_in

TICK_SECONDS = 0.25
TICKS_PER_NOTE = 40  # every ten seconds, the used tokens are stored
USED_MS = 3_600_000
SLOT_MS = 250  # resolution of expiry; a tick is added to it
REMEMBERED_MS = 60_000  # for ended tokens; longer than any handshake takes
CACHED = 4096  # addresses
REASON_BYTES = 123  # RFC 6455, section 5.5: a control frame has 125, two of them for the code

REVOKED, EXPIRED, LOGGED_OUT = "token revoked", "token expired", "logged out"
ROTATED = "token rotated"  # and its grace, if any, is over
RENAMED = "renamed by the operator"
SIGNED_IN = "signed in"
DELETED = "account deleted"
MERGED = "merged"
_END_TOKENS = (
    *("token_rotated", "token_revoked", "logged_out", "kept"),
    *("password_changed", "sessions_ended", "merged", "password_reset"),
)
_OF_ALL = (MERGED, "account_deleted")  # carried out on every node, whoever did it

logger = structlog.get_logger()
Address = IPv4Address | IPv6Address


class EnforcementStore(Protocol):
    """The part of the store that `Enforcement` uses."""

    @property
    def moderation(self) -> Moderation: ...

    @property
    def tokens(self) -> Tokens: ...


class TokenEnded(Exception):
    """The token has ended since the handshake checked it."""


@dataclass(frozen=True, slots=True, eq=False)
class Presence:
    """One open socket. `close` ends it with a close code and a reason."""

    credential: Credential | None
    address: Address | None
    close: Callable[[int, str], None]


class Enforcement:
    """`run` is one of the server's tasks. `wall_ms`: Unix milliseconds; `is_cluster`: other nodes
    may end tokens whose sockets are open here; `acts`: carries out actions beyond closing
    sockets."""

    def __init__(
        self,
        store: EnforcementStore,
        wall_ms: Callable[[], int],
        acts: OperatorActions,
        is_cluster: bool = False,
    ) -> None:
        self._store = store
        self._is_cluster = is_cluster
        self._wall_ms = wall_ms
        self._present: dict[str, set[Presence]] = {}  # by the token's hash
        self._anonymous: set[Presence] = set()
        self._expiring: dict[int, set[str]] = {}  # tokens by the slot in which they expire
        self._slots: dict[str, int] = {}  # the slot of each token
        self._rotated: set[str] = set()  # among these, replaced ones in their grace
        self._checked = wall_ms() // SLOT_MS  # the slot up to which expiry has been checked
        self._ended: dict[str, int] = {}  # ended tokens, with the time
        self._used: set[str] = set()
        self._noted: dict[str, int] = {}  # tokens whose use was written, with the time
        self._by_account: dict[tuple[Kind, str], Sanction] = {}
        self._by_network: dict[tuple[Kind, int, int], dict[int, Sanction]] = {}
        self._act = 0  # the id of the last audit row that was read
        self._renames: deque[AuditEntry] = deque()
        self._renaming: asyncio.Task[None] | None = None
        self._acts = acts

    # ── sanctions ──────────────────────────────────────────────────────────────────────────────

    def sanction(self, kind: Kind, account: str | None, address: Address | None) -> Sanction | None:
        """The ban or mute in force for this account or address, if any."""
        now = self._wall_ms()
        return next((s for s in self._sanctions_of(kind, account, address) if s.holds(now)), None)

    def _sanctions_of(
        self, kind: Kind, account: str | None, address: Address | None
    ) -> Iterator[Sanction]:
        if account is not None and (sanction := self._by_account.get((kind, account))):
            yield sanction
        if address is None:
            return
        for (network_kind, version, bits), networks in self._by_network.items():
            if (network_kind, version) == (kind, address.version):
                start = int(address) >> (address.max_prefixlen - bits)
                if sanction := networks.get(start):
                    yield sanction

    # ── open sockets ──────────────────────────────────────────────────────────────────────────

    @contextlib.contextmanager
    def track(
        self,
        credential: Credential | None,
        address: Address | None,
        close: Callable[[int, str], None],
    ) -> Iterator[None]:
        """Tracks one socket while it is open. Raises TokenEnded."""
        presence = Presence(credential, address, close)
        if credential is not None and credential.hash in self._ended:
            raise TokenEnded
        self._add(presence)
        try:
            yield
        finally:
            self._discard(presence)

    def _add(self, presence: Presence) -> None:
        if (credential := presence.credential) is None:
            self._anonymous.add(presence)
            return
        first = credential.hash not in self._present
        self._present.setdefault(credential.hash, set()).add(presence)
        if first and credential.expires_at is not None:
            self.set_expiry(credential.hash, credential.expires_at, rotated=credential.rotated)

    def _discard(self, presence: Presence) -> None:
        if (credential := presence.credential) is None:
            self._anonymous.discard(presence)
            return
        sockets = self._present[credential.hash]
        sockets.discard(presence)
        if not sockets:
            del self._present[credential.hash]
            self._forget(credential.hash)

    @property
    def present(self) -> int:
        """How many tokens have an open socket. For tests."""
        return len(self._present)

    def note_used(self, credential: Credential) -> None:
        """Notes that a token was used. `write_used_tokens` stores that, at most once an hour."""
        now = self._wall_ms()
        noted = max(credential.last_used_at or 0, self._noted.get(credential.hash, 0))
        if now - noted >= USED_MS:
            self._used.add(credential.hash)

    # ── ended tokens ──────────────────────────────────────────────────────────────────────────────

    def end(self, hash: str, reason: str, code: int = p.POLICY_VIOLATION) -> None:
        """Closes the sockets of a token that is no longer valid."""
        self._ended[hash] = self._wall_ms()
        self._used.discard(hash)
        for presence in list(self._present.get(hash, ())):
            presence.close(code, reason)

    def set_expiry(self, hash: str, at_ms: int, *, rotated: bool = False) -> None:
        """Sets when this token expires, or is checked again. Ignored if it has no open socket.
        `rotated`: it was replaced, and this is the end of its grace."""
        if hash in self._present:
            self._forget(hash)
            self._slots[hash] = slot = -(-at_ms // SLOT_MS)
            self._expiring.setdefault(slot, set()).add(hash)
            if rotated:
                self._rotated.add(hash)

    def _forget(self, hash: str) -> None:
        self._rotated.discard(hash)
        slot = self._slots.pop(hash, None)
        if slot is not None and (tokens := self._expiring.get(slot)):
            tokens.discard(hash)
            if not tokens:
                del self._expiring[slot]

    # ── in the background ──────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Reads the sanctions in force. Raises StoreError."""
        self._act = await self._store.moderation.newest_audit_id()
        self._set_sanctions(await self._store.moderation.sanctions())

    async def run(self) -> None:
        """Checks every TICK_SECONDS, for ever."""
        ticks = 0
        try:
            while True:
                await asyncio.sleep(TICK_SECONDS)
                ticks += 1
                await _try("operator's acts not read", self.check)
                if ticks % TICKS_PER_NOTE == 0:
                    await _try("use of tokens not written", self.write_used_tokens)
        finally:
            if self._renaming is not None:
                self._renaming.cancel()

    async def check(self) -> None:
        """Ends expired tokens and carries out the operator's new actions. Raises StoreError."""
        await self._expire()
        await self._acts.retry()
        acts = await self._store.moderation.audit_entries_since(self._act)
        if any(act.actor == OPERATOR or act.act == MERGED for act in acts):
            self._set_sanctions(await self._store.moderation.sanctions())
        ending = [act for act in acts if act.actor == OPERATOR or self._may_end_tokens(act)]
        if ending:
            rotated = [act for act in ending if act.act == "token_rotated"]
            await self._end_invalid(list(self._present), *_closing(ending))
            if rotated:
                await self._note_graces()
            self._close_banned()
        for act in acts:
            self._act = act.id
            if act.actor == OPERATOR and act.act == "renamed":
                self._renames.append(act)
            elif act.actor == OPERATOR or act.act in _OF_ALL:
                await self._acts.carry_out(act)
        if self._renames and (self._renaming is None or self._renaming.done()):
            self._renaming = asyncio.create_task(self._rename())

    async def _note_graces(self) -> None:
        """Sets the expiry of tokens that other nodes have rotated: their sockets stay open until
        the grace is over. Raises StoreError."""
        for hash, until in (await self._store.tokens.graces(list(self._present))).items():
            self.set_expiry(hash, until, rotated=True)

    def _may_end_tokens(self, act: AuditEntry) -> bool:
        """Whether the entry may have ended tokens of sockets here, by a request to another node."""
        return act.act == "account_deleted" or (self._is_cluster and act.act in _END_TOKENS)

    async def _rename(self) -> None:
        """Carries out the renames one after another, in a separate task, because an account may
        have a seat in thousands of rooms, and a ban must not wait for that."""
        while self._renames:
            act = self._renames.popleft()
            self._close_renamed(account_in(act))
            await self._acts.carry_out(act)

    async def write_used_tokens(self) -> None:
        """Stores which tokens were used, and forgets tokens that ended long ago. Raises
        StoreError."""
        now = self._wall_ms()
        self._noted = {hash: at for hash, at in self._noted.items() if now - at < REMEMBERED_MS}
        self._ended = {hash: at for hash, at in self._ended.items() if now - at < REMEMBERED_MS}
        if self._used:
            used, self._used = self._used, set()
            self._noted |= dict.fromkeys(used, now)
            await self._store.tokens.note_used(list(used))

    async def _expire(self) -> None:
        """Ends expired tokens. The database decides which have expired, because use extends a
        session."""
        now = self._wall_ms() // SLOT_MS
        slots: Iterable[int] = range(self._checked + 1, now + 1)
        if now - self._checked > len(self._expiring):
            slots = [slot for slot in self._expiring if slot <= now]
        expired = [hash for slot in slots for hash in self._expiring.get(slot, ())]
        rotated = self._rotated.intersection(expired)
        await self._end_invalid(list(rotated), ROTATED)
        await self._end_invalid([hash for hash in expired if hash not in rotated], EXPIRED)
        for hash in expired:
            self.set_expiry(hash, self._wall_ms() + USED_MS, rotated=hash in rotated)
        self._checked = now

    async def _end_invalid(
        self, hashes: list[str], reason: str, code: int = p.POLICY_VIOLATION
    ) -> None:
        if hashes:
            for hash in await self._store.tokens.dead(hashes):
                self.end(hash, reason, code)

    def _set_sanctions(self, sanctions: list[Sanction]) -> None:
        """Replaces the sanctions in force. Among several on one account or network, the one that
        ends last counts."""
        self._by_account, self._by_network = {}, {}
        for sanction in sorted(sanctions, key=lambda s: (s.until is None, s.until or 0)):
            if sanction.account is not None:
                self._by_account[sanction.kind, sanction.account] = sanction
            elif sanction.network is not None:
                network = ip_network(sanction.network)
                start = int(network.network_address) >> (network.max_prefixlen - network.prefixlen)
                key = (sanction.kind, network.version, network.prefixlen)
                self._by_network.setdefault(key, {})[start] = sanction

    def _close_banned(self) -> None:
        """Closes the sockets of all banned accounts and addresses."""
        for presence in self._all():
            account = presence.credential and presence.credential.actor.account
            if ban := self.sanction("ban", account, presence.address):
                presence.close(
                    p.POLICY_VIOLATION, truncate_reason(describe_sanction("banned", ban))
                )

    def _close_renamed(self, account: str) -> None:
        """Closes the sockets of this account, so that they reconnect under its new name."""
        for presence in self._all():
            if presence.credential and presence.credential.actor.account == account:
                presence.close(p.SERVICE_RESTART, RENAMED)

    def _all(self) -> list[Presence]:
        with_token = (presence for sockets in self._present.values() for presence in sockets)
        return [*self._anonymous, *with_token]


def _closing(acts: list[AuditEntry]) -> tuple[str, int]:
    """The reason and the code with which sockets close whose tokens these actions have ended. A
    guest who has signed in reconnects with the new cookie."""
    kinds = {act.act for act in acts}
    if kinds <= {"kept", MERGED}:
        return SIGNED_IN, p.SERVICE_RESTART
    return ROTATED if kinds == {"token_rotated"} else REVOKED, p.POLICY_VIOLATION


def describe_sanction(prefix: str, sanction: Sanction) -> str:
    """`banned until 2026-01-31 12:00 UTC: the reason`."""
    until = ""
    if sanction.until is not None:
        until = datetime.fromtimestamp(sanction.until / 1000, UTC).strftime(" until %F %H:%M UTC")
    return f"{prefix}{until}: {sanction.reason}"


def truncate_reason(reason: str) -> str:
    """Cuts a reason to the length that fits into a close frame."""
    return reason.encode()[:REASON_BYTES].decode(errors="ignore")


@lru_cache(CACHED)  # called several times for each new connection
def address_of(host: str) -> Address | None:
    """Parses a peer's address, an IPv4-mapped one as IPv4. None for this machine and for invalid
    text."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return None if address.is_loopback else address


async def _try(failure: str, work: Callable[[], Awaitable[None]]) -> None:
    """Logs `failure` if the work fails."""
    try:
        await work()
    except StoreError as failed:
        logger.warning(failure, error=failed)
