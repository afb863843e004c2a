"""Bans, mutes and the ends of tokens, without sockets, database or time."""

import asyncio
from contextlib import ExitStack
from ipaddress import ip_address
from typing import Any

import pytest
import structlog

from zeitnot_server.play import enforcement
from zeitnot_server.play.enforcement import (
    EXPIRED,
    REASON_BYTES,
    REMEMBERED_MS,
    REVOKED,
    USED_MS,
    Enforcement,
    TokenEnded,
    address_of,
    said,
    short,
)
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import Act, Credential, ReadFailed, ReadOnly, Sanction
from zeitnot_server.store.sanctions import Kind

HOUR = 3_600_000


class Register:
    """A store of which everything is said beforehand."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.in_force: list[Sanction] = []
        self.gone: set[str] = set()
        self.noted: list[list[str]] = []
        self.asked = 0
        self.moderation: Any = self
        self.tokens: Any = self

    async def newest_act(self) -> int:
        return len(self.acts)

    async def acts_since(self, number: int) -> list[Act]:
        return self.acts[number:]

    async def sanctions(self) -> list[Sanction]:
        return self.in_force

    async def dead(self, hashes: list[str]) -> list[str]:
        self.asked += 1
        return [hash for hash in hashes if hash in self.gone]

    async def note_used(self, hashes: list[str]) -> None:
        self.noted.append(sorted(hashes))

    def operator(self, act: str, subject: str = "account ann") -> None:
        number = len(self.acts) + 1
        self.acts.append(Act(number, 0, "operator", act, subject, None, None))


class Scene:
    """People with a clock of their own."""

    def __init__(self) -> None:
        self.now = 10_000_000
        self.register = Register()
        self.enforcement = Enforcement(self.register, lambda: self.now)
        self.closed: list[tuple[str, int, str]] = []
        self.stack = ExitStack()

    def come(
        self, hash: str = "t", account: str = "ann", at: str | None = None, **known: int
    ) -> None:
        credential = Credential(hash, Actor(account, account.title()), **known)
        address = address_of(at) if at else None
        self.stack.enter_context(
            self.enforcement.here(
                credential, address, lambda code, why: self.closed.append((hash, code, why))
            )
        )

    async def later(self, ms: int) -> None:
        self.now += ms
        await self.enforcement.check()
        await self.renamed()

    async def renamed(self) -> None:
        """Until all that was to be renamed has been."""
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


# ── bans ───────────────────────────────────────────────────────────────────────────────────────


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
    scene.register.in_force = [ban(network=network), ban(network="198.51.100.0/25")]
    await scene.enforcement.start()
    assert scene.enforcement.sanction("ban", None, ip_address(inside))
    assert scene.enforcement.sanction("ban", "ann", ip_address(inside))
    assert scene.enforcement.sanction("ban", None, ip_address(outside)) is None
    assert scene.enforcement.sanction("mute", None, ip_address(inside)) is None


async def test_the_longest_of_several_bans_counts(scene: Scene) -> None:
    scene.register.in_force = [
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
    scene.now = 30_000_000
    assert scene.enforcement.sanction("ban", "bob", None) is None


async def test_only_acts_of_the_operator_are_read(scene: Scene) -> None:
    scene.come()
    scene.register.acts.append(Act(1, 0, "ann", "session_made", "account ann", None, None))
    scene.register.in_force = [ban(account="ann")]
    await scene.later(250)
    assert scene.closed == []
    scene.register.operator("banned")
    await scene.later(250)
    assert scene.closed == [("t", 1008, "banned: spam")]
    await scene.later(250)
    assert len(scene.closed) == 1


async def test_a_token_revoked_by_the_operator_closes_sockets(scene: Scene) -> None:
    for hash in ("one", "two", "two"):
        scene.come(hash)
    scene.register.gone = {"two"}
    scene.register.operator("token_revoked")
    await scene.later(250)
    assert scene.closed == [("two", 1008, REVOKED)] * 2


async def test_a_renamed_account_is_reconnected(scene: Scene) -> None:
    renamed = []

    async def note(account: str) -> None:
        renamed.append(account)

    scene.enforcement.on_renamed = note
    scene.come("one", "ann")
    scene.come("two", "bob")
    scene.register.operator("renamed", "account ann")
    await scene.later(250)
    assert [(hash, code) for hash, code, _ in scene.closed] == [("one", 1012)]
    assert renamed == ["ann"]


async def test_a_slow_rename_does_not_delay_a_ban(scene: Scene) -> None:
    """The account may sit in thousands of rooms."""
    goes_on = asyncio.Event()

    async def slow(account: str) -> None:
        await goes_on.wait()

    scene.enforcement.on_renamed = slow
    scene.come("two", "bob")
    scene.register.operator("renamed", "account ann")
    await scene.enforcement.check()
    scene.register.gone = {"two"}
    scene.register.operator("token_revoked")
    await scene.enforcement.check()
    assert scene.closed == [("two", 1008, REVOKED)]
    goes_on.set()
    await scene.renamed()


async def test_a_failed_act_is_retried_and_others_continue(
    scene: Scene,
) -> None:
    """As while nothing can be written: sockets are closed once, and the pauses grow."""
    renamed, ended, works = [], [], False

    async def rename(account: str) -> None:
        renamed.append(account)
        if not works:
            raise ReadOnly("database or disk is full")

    async def end(game: str, reason: str | None) -> None:
        ended.append(game)

    scene.enforcement.on_renamed, scene.enforcement.on_game_ended = rename, end
    scene.come("one", "ann")
    scene.register.operator("renamed", "account ann")
    scene.register.operator("game_ended", "game g1")
    for _ in range(1 + 4 + 8 + 16):
        await scene.later(250)
    assert (len(renamed), ended) == (4, ["g1"])
    assert [code for _, code, _ in scene.closed] == [1012]
    works = True
    for _ in range(100):
        await scene.later(250)
    assert len(renamed) == 5
    assert scene.enforcement._postponed == []


async def test_a_failed_check_is_logged_once_and_use_is_still_recorded(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    async def unreadable(number: int) -> list[Act]:
        nonlocal looks
        looks += 1
        if looks > 2 * enforcement.TICKS_PER_NOTE:
            raise asyncio.CancelledError
        raise ReadFailed("disk I/O error")

    monkeypatch.setattr(enforcement, "TICK_SECONDS", 0)
    monkeypatch.setattr(scene.register, "acts_since", unreadable)
    scene.enforcement.used(Credential("t", Actor("ann", "Ann")))
    with structlog.testing.capture_logs() as logged, pytest.raises(asyncio.CancelledError):
        await scene.enforcement.run()
    assert scene.register.noted == [["t"]]
    assert [line["event"] for line in logged] == ["people not looked after"]


# ── tokens ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_token_is_checked_only_when_due(scene: Scene) -> None:
    scene.come(expires_at=scene.now + 10_000)
    scene.register.gone = {"t"}
    await scene.later(9_700)
    assert (scene.closed, scene.register.asked) == ([], 0)
    await scene.later(300)
    assert scene.closed == [("t", 1008, EXPIRED)]


async def test_an_extended_session_stays(scene: Scene) -> None:
    scene.come(expires_at=scene.now + 1_000)
    await scene.later(1_250)
    assert (scene.closed, scene.register.asked) == ([], 1)
    scene.register.gone = {"t"}
    await scene.later(HOUR)
    assert scene.closed == [("t", 1008, EXPIRED)]


@pytest.mark.parametrize("days", [0, 1, 400])
async def test_a_clock_that_stood_still_misses_no_act(scene: Scene, days: int) -> None:
    scene.come(expires_at=scene.now + 500)
    scene.register.gone = {"t"}
    await scene.later(days * 24 * HOUR + 600)
    assert scene.closed == [("t", 1008, EXPIRED)]


async def test_an_expiry_can_be_moved_forward(scene: Scene) -> None:
    scene.come(expires_at=scene.now + HOUR)
    scene.enforcement.expires("t", scene.now + 1_000)
    scene.register.gone = {"t"}
    await scene.later(1_000)
    assert scene.closed == [("t", 1008, EXPIRED)]


async def test_disconnected_accounts_are_forgotten(scene: Scene) -> None:
    for round_ in range(1_000):
        scene.come(f"t{round_}", expires_at=scene.now + HOUR + round_)
        scene.stack.close()
    assert scene.enforcement.present == 0
    assert (scene.enforcement._expiring, scene.enforcement._slots) == ({}, {})


def test_a_token_that_ended_during_the_handshake_closes_the_socket(scene: Scene) -> None:
    scene.enforcement.end("t", REVOKED)
    with pytest.raises(TokenEnded):
        scene.come("t")
    assert scene.enforcement.present == 0


async def test_ended_tokens_are_forgotten_after_a_while(scene: Scene) -> None:
    scene.enforcement.end("t", REVOKED)
    scene.now += REMEMBERED_MS
    await scene.enforcement.note()
    scene.come("t")


async def test_use_is_recorded_once_an_hour(scene: Scene) -> None:
    known = Credential("t", Actor("ann", "Ann"), last_used_at=None)
    for _ in range(100):
        scene.enforcement.used(known)
    await scene.enforcement.note()
    await scene.enforcement.note()
    scene.enforcement.used(known)  # looked up before it was written
    await scene.enforcement.note()
    assert scene.register.noted == [["t"]]
    noted = known._replace(last_used_at=scene.now)
    scene.now += USED_MS - 1
    scene.enforcement.used(noted)
    await scene.enforcement.note()
    assert scene.register.noted == [["t"]]
    scene.now += 1
    scene.enforcement.used(noted)
    await scene.enforcement.note()
    assert scene.register.noted == [["t"], ["t"]]


# ── words ──────────────────────────────────────────────────────────────────────────────────────


def test_reasons_fit_into_a_close_frame() -> None:
    ban = Sanction("ban", "ann", None, "坏" * 100, 0, 1_769_860_800_000)
    messages = short(said("banned", ban))
    assert messages.startswith("banned until 2026-01-31 12:00 UTC: 坏")
    assert REASON_BYTES - 3 < len(messages.encode()) <= REASON_BYTES


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
