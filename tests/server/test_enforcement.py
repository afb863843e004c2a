"""Bans, mutes and ended tokens, without sockets and database, on a clock that the test sets."""

import asyncio
from contextlib import ExitStack
from ipaddress import ip_address
from typing import Any

import pytest
import structlog

from zeitnot_server.events.bus import Events
from zeitnot_server.moderation import enforcement
from zeitnot_server.moderation.enforcement import (
    EXPIRED,
    REASON_BYTES,
    REMEMBERED_MS,
    REVOKED,
    USED_MS,
    Enforcement,
    TokenEnded,
    address_of,
    describe_sanction,
    truncate_reason,
)
from zeitnot_server.moderation.operator_actions import Handler, OperatorActions
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import AuditEntry, Credential, ReadFailed, ReadOnly, Sanction
from zeitnot_server.store.sanctions import Kind

HOUR_MS = 3_600_000


class FakeStore:
    """A store whose acts, sanctions and ended tokens the test sets."""

    def __init__(self) -> None:
        self.acts: list[AuditEntry] = []
        self.active_sanctions: list[Sanction] = []
        self.ended_hashes: set[str] = set()
        self.graces_until: dict[str, int] = {}
        self.used_hashes: list[list[str]] = []
        self.n_token_checks = 0
        self.moderation: Any = self
        self.tokens: Any = self

    async def newest_audit_id(self) -> int:
        return len(self.acts)

    async def audit_entries_since(self, number: int) -> list[AuditEntry]:
        return self.acts[number:]

    async def sanctions(self) -> list[Sanction]:
        return self.active_sanctions

    async def dead(self, hashes: list[str]) -> list[str]:
        self.n_token_checks += 1
        return [hash for hash in hashes if hash in self.ended_hashes]

    async def graces(self, hashes: list[str]) -> dict[str, int]:
        return {hash: until for hash, until in self.graces_until.items() if hash in hashes}

    async def note_used(self, hashes: list[str]) -> None:
        self.used_hashes.append(sorted(hashes))

    def record_act(self, act: str, subject: str = "account ann", actor: str = "operator") -> None:
        number = len(self.acts) + 1
        self.acts.append(AuditEntry(number, 0, actor, act, subject, None, None))


class Harness:
    """`Enforcement` with a fake store and a clock; `closed`: the sockets that it has closed."""

    def __init__(self, is_cluster: bool = False) -> None:
        self.now_ms = 10_000_000
        self.store = FakeStore()
        self.handlers: dict[str, Handler] = {}
        self.operator_actions = OperatorActions(Events(), self.handlers)
        self.enforcement = Enforcement(
            self.store, lambda: self.now_ms, self.operator_actions, is_cluster
        )
        self.closed: list[tuple[str, int, str]] = []
        self.stack = ExitStack()

    def connect(
        self, hash: str = "t", account: str = "ann", host: str | None = None, **known: int
    ) -> None:
        credential = Credential(hash, Actor(account, account.title()), **known)
        address = address_of(host) if host else None
        self.stack.enter_context(
            self.enforcement.track(
                credential, address, lambda code, reason: self.closed.append((hash, code, reason))
            )
        )

    async def advance(self, ms: int) -> None:
        self.now_ms += ms
        await self.enforcement.check()
        await self.wait_for_renames()

    async def wait_for_renames(self) -> None:
        """Waits until the task that renames accounts is done."""
        if self.enforcement._renaming is not None:
            await self.enforcement._renaming


@pytest.fixture
def harness() -> Harness:
    return Harness()


def ban(kind: Kind = "ban", **subject_fields: str) -> Sanction:
    until = subject_fields.pop("until", None)
    subject: dict[str, str | None] = {"account": None, "network": None, **subject_fields}
    ends = None if until is None else int(until)
    return Sanction(kind, subject["account"], subject["network"], "spam", 0, ends)


# ── bans ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("192.0.2.7/32", "192.0.2.7", "192.0.2.6"),
        ("192.0.2.0/24", "192.0.2.255", "192.0.3.0"),
        ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"),
        ("2001:db8:1:2::/64", "2001:db8:1:2:ffff::", "2001:db8:1:3::"),
        ("2001:db8::/32", "2001:db8:ffff::", "2001:db9::"),
        ("2001:db8::1/128", "2001:db8::1", "2001:db8::2"),
    ],
)
async def test_bans_match_networks_of_any_prefix_length(
    harness: Harness, network: str, inside: str, outside: str
) -> None:
    harness.store.active_sanctions = [ban(network=network), ban(network="198.51.100.0/25")]
    await harness.enforcement.start()
    assert harness.enforcement.sanction("ban", None, ip_address(inside))
    assert harness.enforcement.sanction("ban", "ann", ip_address(inside))
    assert harness.enforcement.sanction("ban", None, ip_address(outside)) is None
    assert harness.enforcement.sanction("mute", None, ip_address(inside)) is None


async def test_the_longest_of_several_bans_applies(harness: Harness) -> None:
    harness.store.active_sanctions = [
        ban(account="ann"),
        ban(account="ann", until="20000000"),
        ban(account="bob", until="30000000"),
        ban(account="bob", until="20000000"),
    ]
    await harness.enforcement.start()
    ann, bob = (harness.enforcement.sanction("ban", player, None) for player in ("ann", "bob"))
    assert ann is not None
    assert ann.until is None
    assert bob is not None
    assert bob.until == 30_000_000
    harness.now_ms = 30_000_000
    assert harness.enforcement.sanction("ban", "bob", None) is None


async def test_only_acts_of_the_operator_are_read(harness: Harness) -> None:
    harness.connect()
    harness.store.acts.append(AuditEntry(1, 0, "ann", "session_made", "account ann", None, None))
    harness.store.active_sanctions = [ban(account="ann")]
    await harness.advance(250)
    assert harness.closed == []
    harness.store.record_act("banned")
    await harness.advance(250)
    assert harness.closed == [("t", 1008, "banned: spam")]
    await harness.advance(250)
    assert len(harness.closed) == 1


async def test_a_token_revoked_by_the_operator_closes_sockets(harness: Harness) -> None:
    for hash in ("one", "two", "two"):
        harness.connect(hash)
    harness.store.ended_hashes = {"two"}
    harness.store.record_act("token_revoked")
    await harness.advance(250)
    assert harness.closed == [("two", 1008, REVOKED)] * 2


async def test_a_renamed_account_is_reconnected(harness: Harness) -> None:
    renamed = []

    async def note(act: AuditEntry) -> None:
        renamed.append(act.subject)

    harness.handlers["renamed"] = note
    harness.connect("one", "ann")
    harness.connect("two", "bob")
    harness.store.record_act("renamed", "account ann")
    await harness.advance(250)
    assert [(hash, code) for hash, code, _ in harness.closed] == [("one", 1012)]
    assert renamed == ["account ann"]


async def test_a_slow_rename_does_not_delay_a_ban(harness: Harness) -> None:
    """The account may have seats in thousands of rooms."""
    proceed = asyncio.Event()

    async def slow(act: AuditEntry) -> None:
        await proceed.wait()

    harness.handlers["renamed"] = slow
    harness.connect("two", "bob")
    harness.store.record_act("renamed", "account ann")
    await harness.enforcement.check()
    harness.store.ended_hashes = {"two"}
    harness.store.record_act("token_revoked")
    await harness.enforcement.check()
    assert harness.closed == [("two", 1008, REVOKED)]
    proceed.set()
    await harness.wait_for_renames()


async def test_a_failed_act_is_retried_and_others_continue(
    harness: Harness,
) -> None:
    """While writing fails: sockets are closed once, and the pauses between tries grow."""
    renamed, ended, works = [], [], False

    async def rename(act: AuditEntry) -> None:
        renamed.append(act.subject)
        if not works:
            raise ReadOnly("database or disk is full")

    async def end(act: AuditEntry) -> None:
        ended.append(act.subject)

    harness.handlers |= {"renamed": rename, "game_ended": end}
    harness.connect("one", "ann")
    harness.store.record_act("renamed", "account ann")
    harness.store.record_act("game_ended", "game g1")
    for _ in range(1 + 4 + 8 + 16):  # four tries, each pause twice as long
        await harness.advance(250)
    assert (len(renamed), ended) == (4, ["game g1"])
    assert [code for _, code, _ in harness.closed] == [1012]
    works = True
    for _ in range(100):
        await harness.advance(250)
    assert len(renamed) == 5
    assert harness.operator_actions.postponed == 0


async def test_a_failed_check_is_logged_once_and_use_is_still_recorded(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_checks = 0

    async def unreadable(number: int) -> list[AuditEntry]:
        nonlocal n_checks
        n_checks += 1
        if n_checks > 2 * enforcement.TICKS_PER_NOTE:
            raise asyncio.CancelledError
        raise ReadFailed("disk I/O error")

    monkeypatch.setattr(enforcement, "TICK_SECONDS", 0)
    monkeypatch.setattr(harness.store, "audit_entries_since", unreadable)
    harness.enforcement.note_used(Credential("t", Actor("ann", "Ann")))
    with structlog.testing.capture_logs() as lines, pytest.raises(asyncio.CancelledError):
        await harness.enforcement.run()
    assert harness.store.used_hashes == [["t"]]
    assert {line["event"] for line in lines} == {"operator's acts not read"}


# ── tokens ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_token_is_checked_only_when_it_expires(harness: Harness) -> None:
    harness.connect(expires_at=harness.now_ms + 10_000)
    harness.store.ended_hashes = {"t"}
    await harness.advance(9_700)
    assert (harness.closed, harness.store.n_token_checks) == ([], 0)
    await harness.advance(300)
    assert harness.closed == [("t", 1008, EXPIRED)]


async def test_an_extended_session_stays(harness: Harness) -> None:
    harness.connect(expires_at=harness.now_ms + 1_000)
    await harness.advance(1_250)
    assert (harness.closed, harness.store.n_token_checks) == ([], 1)
    harness.store.ended_hashes = {"t"}
    await harness.advance(HOUR_MS)
    assert harness.closed == [("t", 1008, EXPIRED)]


@pytest.mark.parametrize("days", [0, 1, 400])
async def test_after_a_jump_of_the_clock_expired_tokens_are_found(
    harness: Harness, days: int
) -> None:
    harness.connect(expires_at=harness.now_ms + 500)
    harness.store.ended_hashes = {"t"}
    await harness.advance(days * 24 * HOUR_MS + 600)
    assert harness.closed == [("t", 1008, EXPIRED)]


async def test_an_expiry_can_be_moved_forward(harness: Harness) -> None:
    harness.connect(expires_at=harness.now_ms + HOUR_MS)
    harness.enforcement.set_expiry("t", harness.now_ms + 1_000)
    harness.store.ended_hashes = {"t"}
    await harness.advance(1_000)
    assert harness.closed == [("t", 1008, EXPIRED)]


async def test_disconnected_accounts_are_forgotten(harness: Harness) -> None:
    for round_ in range(1_000):
        harness.connect(f"t{round_}", expires_at=harness.now_ms + HOUR_MS + round_)
        harness.stack.close()
    assert harness.enforcement.present == 0
    assert (harness.enforcement._expiring, harness.enforcement._slots) == ({}, {})


def test_a_token_that_ended_during_the_handshake_closes_the_socket(harness: Harness) -> None:
    harness.enforcement.end("t", REVOKED)
    with pytest.raises(TokenEnded):
        harness.connect("t")
    assert harness.enforcement.present == 0


async def test_ended_tokens_are_forgotten_after_a_while(harness: Harness) -> None:
    harness.enforcement.end("t", REVOKED)
    harness.now_ms += REMEMBERED_MS
    await harness.enforcement.write_used_tokens()
    harness.connect("t")


async def test_use_is_recorded_once_an_hour(harness: Harness) -> None:
    known = Credential("t", Actor("ann", "Ann"), last_used_at=None)
    for _ in range(100):
        harness.enforcement.note_used(known)
    await harness.enforcement.write_used_tokens()
    await harness.enforcement.write_used_tokens()
    harness.enforcement.note_used(known)  # this credential was looked up before the write
    await harness.enforcement.write_used_tokens()
    assert harness.store.used_hashes == [["t"]]
    used = known._replace(last_used_at=harness.now_ms)
    harness.now_ms += USED_MS - 1
    harness.enforcement.note_used(used)
    await harness.enforcement.write_used_tokens()
    assert harness.store.used_hashes == [["t"]]
    harness.now_ms += 1
    harness.enforcement.note_used(used)
    await harness.enforcement.write_used_tokens()
    assert harness.store.used_hashes == [["t"], ["t"]]


# ── texts ────────────────────────────────────────────────────────────────────────────────────────


def test_reasons_fit_into_a_close_frame() -> None:
    ban = Sanction("ban", "ann", None, "坏" * 100, 0, 1_769_860_800_000)
    reason = truncate_reason(describe_sanction("banned", ban))
    assert reason.startswith("banned until 2026-01-31 12:00 UTC: 坏")
    assert REASON_BYTES - 3 < len(reason.encode()) <= REASON_BYTES


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("a socket's path", None),
    ],
)
def test_addresses_are_normalized(host: str, address: str | None) -> None:
    assert address_of(host) == (ip_address(address) if address else None)


@pytest.mark.parametrize("act", ["token_rotated", "token_revoked", "logged_out"])
async def test_sockets_close_when_another_node_ends_their_token(act: str) -> None:
    harness = Harness(is_cluster=True)
    for hash in ("old", "other"):
        harness.connect(hash)
    harness.store.ended_hashes = {"old"}
    harness.store.record_act(act, "token t1", actor="ann")
    await harness.advance(250)
    assert [hash for hash, _, _ in harness.closed] == ["old"]


async def test_a_single_server_does_not_check_tokens_that_it_ended() -> None:
    harness = Harness()
    harness.connect("old")
    harness.store.record_act("token_revoked", "token t1", actor="ann")
    await harness.advance(250)
    assert (harness.store.n_token_checks, harness.closed) == (0, [])


async def test_acts_that_end_no_token_cause_no_check() -> None:
    harness = Harness(is_cluster=True)
    harness.connect("old")
    harness.store.record_act("token_made", "token t1", actor="ann")
    await harness.advance(250)
    assert harness.store.n_token_checks == 0
