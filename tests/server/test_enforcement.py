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

    def operator(self, act: str, subject: str = "account ann", actor: str = "operator") -> None:
        number = len(self.acts) + 1
        self.acts.append(AuditEntry(number, 0, actor, act, subject, None, None))


class Scene:
    """`Enforcement` with a fake store and a clock; `closed`: the sockets that it has closed."""

    def __init__(self, is_cluster: bool = False) -> None:
        self.now_ms = 10_000_000
        self.store = FakeStore()
        self.handlers: dict[str, Handler] = {}
        self.acts = OperatorActions(Events(), self.handlers)
        self.enforcement = Enforcement(self.store, lambda: self.now_ms, self.acts, is_cluster)
        self.closed: list[tuple[str, int, str]] = []
        self.stack = ExitStack()

    def connect(
        self, hash: str = "t", account: str = "ann", at: str | None = None, **known: int
    ) -> None:
        credential = Credential(hash, Actor(account, account.title()), **known)
        address = address_of(at) if at else None
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
def scene() -> Scene:
    return Scene()


def ban(kind: Kind = "ban", **whom: str) -> Sanction:
    until = whom.pop("until", None)
    subject: dict[str, str | None] = {"account": None, "network": None, **whom}
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
async def test_networks_of_any_width(scene: Scene, network: str, inside: str, outside: str) -> None:
    scene.store.active_sanctions = [ban(network=network), ban(network="198.51.100.0/25")]
    await scene.enforcement.start()
    assert scene.enforcement.sanction("ban", None, ip_address(inside))
    assert scene.enforcement.sanction("ban", "ann", ip_address(inside))
    assert scene.enforcement.sanction("ban", None, ip_address(outside)) is None
    assert scene.enforcement.sanction("mute", None, ip_address(inside)) is None


async def test_the_longest_of_several_bans_counts(scene: Scene) -> None:
    scene.store.active_sanctions = [
        ban(account="ann"),
        ban(account="ann", until="20000000"),
        ban(account="bob", until="30000000"),
        ban(account="bob", until="20000000"),
    ]
    await scene.enforcement.start()
    ann, bob = (scene.enforcement.sanction("ban", player, None) for player in ("ann", "bob"))
    assert ann is not None
    assert ann.until is None
    assert bob is not None
    assert bob.until == 30_000_000
    scene.now_ms = 30_000_000
    assert scene.enforcement.sanction("ban", "bob", None) is None


async def test_only_acts_of_the_operator_are_read(scene: Scene) -> None:
    scene.connect()
    scene.store.acts.append(AuditEntry(1, 0, "ann", "session_made", "account ann", None, None))
    scene.store.active_sanctions = [ban(account="ann")]
    await scene.advance(250)
    assert scene.closed == []
    scene.store.operator("banned")
    await scene.advance(250)
    assert scene.closed == [("t", 1008, "banned: spam")]
    await scene.advance(250)
    assert len(scene.closed) == 1


async def test_a_token_revoked_by_the_operator_closes_sockets(scene: Scene) -> None:
    for hash in ("one", "two", "two"):
        scene.connect(hash)
    scene.store.ended_hashes = {"two"}
    scene.store.operator("token_revoked")
    await scene.advance(250)
    assert scene.closed == [("two", 1008, REVOKED)] * 2


async def test_a_renamed_account_is_reconnected(scene: Scene) -> None:
    renamed = []

    async def note(act: AuditEntry) -> None:
        renamed.append(act.subject)

    scene.handlers["renamed"] = note
    scene.connect("one", "ann")
    scene.connect("two", "bob")
    scene.store.operator("renamed", "account ann")
    await scene.advance(250)
    assert [(hash, code) for hash, code, _ in scene.closed] == [("one", 1012)]
    assert renamed == ["account ann"]


async def test_a_slow_rename_does_not_delay_a_ban(scene: Scene) -> None:
    """The account may sit in thousands of rooms."""
    go_on = asyncio.Event()

    async def slow(act: AuditEntry) -> None:
        await go_on.wait()

    scene.handlers["renamed"] = slow
    scene.connect("two", "bob")
    scene.store.operator("renamed", "account ann")
    await scene.enforcement.check()
    scene.store.ended_hashes = {"two"}
    scene.store.operator("token_revoked")
    await scene.enforcement.check()
    assert scene.closed == [("two", 1008, REVOKED)]
    go_on.set()
    await scene.wait_for_renames()


async def test_a_failed_act_is_retried_and_others_continue(
    scene: Scene,
) -> None:
    """While writing fails: sockets are closed once, and the pauses between tries grow."""
    renamed, ended, works = [], [], False

    async def rename(act: AuditEntry) -> None:
        renamed.append(act.subject)
        if not works:
            raise ReadOnly("database or disk is full")

    async def end(act: AuditEntry) -> None:
        ended.append(act.subject)

    scene.handlers |= {"renamed": rename, "game_ended": end}
    scene.connect("one", "ann")
    scene.store.operator("renamed", "account ann")
    scene.store.operator("game_ended", "game g1")
    for _ in range(1 + 4 + 8 + 16):
        await scene.advance(250)
    assert (len(renamed), ended) == (4, ["game g1"])
    assert [code for _, code, _ in scene.closed] == [1012]
    works = True
    for _ in range(100):
        await scene.advance(250)
    assert len(renamed) == 5
    assert scene.acts.postponed == 0


async def test_a_failed_check_is_logged_once_and_use_is_still_recorded(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_checks = 0

    async def unreadable(number: int) -> list[AuditEntry]:
        nonlocal n_checks
        n_checks += 1
        if n_checks > 2 * enforcement.TICKS_PER_NOTE:
            raise asyncio.CancelledError
        raise ReadFailed("disk I/O error")

    monkeypatch.setattr(enforcement, "TICK_SECONDS", 0)
    monkeypatch.setattr(scene.store, "audit_entries_since", unreadable)
    scene.enforcement.note_used(Credential("t", Actor("ann", "Ann")))
    with structlog.testing.capture_logs() as lines, pytest.raises(asyncio.CancelledError):
        await scene.enforcement.run()
    assert scene.store.used_hashes == [["t"]]
    assert {line["event"] for line in lines} == {"operator's acts not read"}


# ── tokens ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_token_is_checked_only_when_it_expires(scene: Scene) -> None:
    scene.connect(expires_at=scene.now_ms + 10_000)
    scene.store.ended_hashes = {"t"}
    await scene.advance(9_700)
    assert (scene.closed, scene.store.n_token_checks) == ([], 0)
    await scene.advance(300)
    assert scene.closed == [("t", 1008, EXPIRED)]


async def test_an_extended_session_stays(scene: Scene) -> None:
    scene.connect(expires_at=scene.now_ms + 1_000)
    await scene.advance(1_250)
    assert (scene.closed, scene.store.n_token_checks) == ([], 1)
    scene.store.ended_hashes = {"t"}
    await scene.advance(HOUR_MS)
    assert scene.closed == [("t", 1008, EXPIRED)]


@pytest.mark.parametrize("days", [0, 1, 400])
async def test_after_a_jump_of_the_clock_expired_tokens_are_found(scene: Scene, days: int) -> None:
    scene.connect(expires_at=scene.now_ms + 500)
    scene.store.ended_hashes = {"t"}
    await scene.advance(days * 24 * HOUR_MS + 600)
    assert scene.closed == [("t", 1008, EXPIRED)]


async def test_an_expiry_can_be_moved_forward(scene: Scene) -> None:
    scene.connect(expires_at=scene.now_ms + HOUR_MS)
    scene.enforcement.set_expiry("t", scene.now_ms + 1_000)
    scene.store.ended_hashes = {"t"}
    await scene.advance(1_000)
    assert scene.closed == [("t", 1008, EXPIRED)]


async def test_disconnected_accounts_are_forgotten(scene: Scene) -> None:
    for round_ in range(1_000):
        scene.connect(f"t{round_}", expires_at=scene.now_ms + HOUR_MS + round_)
        scene.stack.close()
    assert scene.enforcement.present == 0
    assert (scene.enforcement._expiring, scene.enforcement._slots) == ({}, {})


def test_a_token_that_ended_during_the_handshake_closes_the_socket(scene: Scene) -> None:
    scene.enforcement.end("t", REVOKED)
    with pytest.raises(TokenEnded):
        scene.connect("t")
    assert scene.enforcement.present == 0


async def test_ended_tokens_are_forgotten_after_a_while(scene: Scene) -> None:
    scene.enforcement.end("t", REVOKED)
    scene.now_ms += REMEMBERED_MS
    await scene.enforcement.write_used_tokens()
    scene.connect("t")


async def test_use_is_recorded_once_an_hour(scene: Scene) -> None:
    known = Credential("t", Actor("ann", "Ann"), last_used_at=None)
    for _ in range(100):
        scene.enforcement.note_used(known)
    await scene.enforcement.write_used_tokens()
    await scene.enforcement.write_used_tokens()
    scene.enforcement.note_used(known)  # looked up before it was written
    await scene.enforcement.write_used_tokens()
    assert scene.store.used_hashes == [["t"]]
    noted = known._replace(last_used_at=scene.now_ms)
    scene.now_ms += USED_MS - 1
    scene.enforcement.note_used(noted)
    await scene.enforcement.write_used_tokens()
    assert scene.store.used_hashes == [["t"]]
    scene.now_ms += 1
    scene.enforcement.note_used(noted)
    await scene.enforcement.write_used_tokens()
    assert scene.store.used_hashes == [["t"], ["t"]]


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
def test_addresses(host: str, address: str | None) -> None:
    assert address_of(host) == (ip_address(address) if address else None)


@pytest.mark.parametrize("act", ["token_rotated", "token_revoked", "logged_out"])
async def test_a_token_that_another_node_has_ended_loses_its_sockets_here(act: str) -> None:
    scene = Scene(is_cluster=True)
    for hash in ("old", "other"):
        scene.connect(hash)
    scene.store.ended_hashes = {"old"}
    scene.store.operator(act, "token t1", actor="ann")
    await scene.advance(250)
    assert [hash for hash, _, _ in scene.closed] == ["old"]


async def test_the_only_node_asks_nothing_when_it_has_ended_a_token_itself() -> None:
    scene = Scene()
    scene.connect("old")
    scene.store.operator("token_revoked", "token t1", actor="ann")
    await scene.advance(250)
    assert (scene.store.n_token_checks, scene.closed) == (0, [])


async def test_what_ends_no_token_costs_several_nodes_no_check() -> None:
    scene = Scene(is_cluster=True)
    scene.connect("old")
    scene.store.operator("token_made", "token t1", actor="ann")
    await scene.advance(250)
    assert scene.store.n_token_checks == 0
