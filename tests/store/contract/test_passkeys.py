"""Passkeys sign in while they exist; each challenge can be answered once, soon, by one holder."""

import asyncio

import pytest

from zeitnot_server.store import (
    AuditActor,
    KeptSession,
    NewPasskey,
    Passkey,
    PasskeySignIn,
    PasswordHash,
    Store,
    TooManyPasskeys,
)
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.people import passkeys as sql_passkeys
from zeitnot_server.store.tokens import CHALLENGE_MS, MAX_CHALLENGES, MAX_PASSKEYS, digest

from ..playing import account_of_token
from .implementations import Database

SECRET, NEW = PasswordHash("$argon2id$secret"), PasswordHash("$argon2id$new")
NOW_MS = 1_800_000_000_000


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time of the store, Unix ms, which the test changes."""
    times = [NOW_MS]
    monkeypatch.setattr(sql_passkeys, "wall_ms", lambda: times[0])
    return times


async def keep(store: Store, name: str) -> KeptSession:
    guest = await store.accounts.create_guest()
    return await store.kept.keep(AuditActor(guest.account), name, SECRET)


def new(credential: str, count: int = 0, name: str = "Phone") -> NewPasskey:
    return NewPasskey(credential, "key", count, "https://club.example", ("internal", "usb"), name)


async def add(store: Store, session: KeptSession, passkey: NewPasskey) -> Passkey:
    made = await store.passkeys.add(AuditActor(session.account), digest(session.token), passkey)
    assert made is not None
    return made


def use(passkey: Passkey, count: int = 0) -> PasskeySignIn:
    return PasskeySignIn(passkey.id, passkey.account, count)


async def test_a_challenge_is_used_once_by_its_holder(store: Store, wall: list[int]) -> None:
    first, late = [await store.passkeys.make_challenge("browser x") for _ in range(2)]
    assert len(first) >= 16
    assert not await store.passkeys.use_challenge(first, "browser y")
    assert not await store.passkeys.use_challenge(b"invented", "browser x")
    wall[0] += CHALLENGE_MS - 1
    answers = [store.passkeys.use_challenge(first, "browser x") for _ in range(8)]
    assert sorted(await asyncio.gather(*answers)) == [False] * 7 + [True]
    wall[0] += 1
    assert not await store.passkeys.use_challenge(late, "browser x")


async def test_the_oldest_challenge_ends_when_there_are_too_many(
    store: Store, wall: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_passkeys, "MAX_CHALLENGES", 3)
    made = list[bytes]()
    for _ in range(5):
        made.append(await store.passkeys.make_challenge("x"))
        wall[0] += 1
    used = [await store.passkeys.use_challenge(challenge, "x") for challenge in made]
    assert used == [False, False, True, True, True]
    assert MAX_CHALLENGES >= 1000


async def test_an_account_has_passkeys(store: Store, wall: list[int]) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    by = AuditActor(ann.account, "192.0.2.7")
    phone = await add(store, ann, new("a", 7))
    wall[0] += 1
    key = await add(store, ann, new("b", name="Key")._replace(transports=()))
    assert phone == Passkey(
        *(phone.id, ann.account, "a", "key", 7, "https://club.example"),
        *(("internal", "usb"), "Phone", NOW_MS, None),
    )
    assert await store.passkeys.of_account(ann.account) == [phone, key]
    assert await store.passkeys.of_account(bob.account) == []
    assert await store.passkeys.with_credential("b") == key
    assert await store.passkeys.with_credential("c") is None
    assert await store.passkeys.rename(bob.account, key.id, "Mine") is None
    assert await store.passkeys.rename(ann.account, key.id, "Blue") == key._replace(name="Blue")
    assert not await store.passkeys.remove(AuditActor(bob.account), key.id)
    assert await store.passkeys.remove(by, key.id)
    assert not await store.passkeys.remove(by, key.id)
    assert await store.passkeys.of_account(ann.account) == [phone]
    acts = [(act.act, act.actor) for act in await store.moderation.audit_entries_since(0)]
    added = ("passkey_added", ann.account)
    assert acts[-3:] == [added, added, ("passkey_removed", ann.account)]


async def test_only_a_session_of_the_account_adds_one_passkey_for_a_credential(
    store: Store,
) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    guest = await store.accounts.create_guest()
    by = AuditActor(ann.account)
    assert await store.passkeys.add(by, digest(bob.token), new("a")) is None
    assert await store.passkeys.add(by, "unknown", new("a")) is None
    of_guest = AuditActor(guest.account)
    assert await store.passkeys.add(of_guest, digest(guest.token), new("a")) is None
    await add(store, ann, new("a"))
    assert await store.passkeys.add(AuditActor(bob.account), digest(bob.token), new("a")) is None
    await store.kept.end_other_sessions(by, "")
    assert await store.passkeys.add(by, digest(ann.token), new("b")) is None


async def test_an_account_has_only_so_many(store: Store) -> None:
    ann = await keep(store, "Ann")
    for number in range(MAX_PASSKEYS - 1):
        await add(store, ann, new(f"{number}"))
    done = await asyncio.gather(
        *(add(store, ann, new(name)) for name in "ab"), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in done) == ["Passkey", "TooManyPasskeys"]
    with pytest.raises(TooManyPasskeys):
        await add(store, ann, new("c"))
    assert len(await store.passkeys.of_account(ann.account)) == MAX_PASSKEYS


async def test_a_passkey_signs_in_and_merges_a_guest(store: Store, wall: list[int]) -> None:
    ann = await keep(store, "Ann")
    by, guest = AuditActor(ann.account, "192.0.2.7"), await store.accounts.create_guest("Gus")
    passkey = await add(store, ann, new("a"))
    await store.accounts.create_bot("Deep_Red", guest.account)
    wall[0] += 5
    session = await store.passkeys.sign_in(
        by, use(passkey), "Firefox on Linux", digest(ann.token), guest.account
    )
    assert session is not None
    assert (session.account, session.name) == (ann.account, "Ann")
    assert set(session.ended) == {digest(ann.token), digest(guest.token)}
    assert session.merged is not None
    assert session.merged.bots == 1
    actor = await account_of_token(store, session.token)
    assert actor is not None
    assert actor.account == ann.account
    (used,) = await store.passkeys.of_account(ann.account)
    assert used.last_used_at == NOW_MS + 5
    assert await store.kept.has_signed_in_from(ann.account, "192.0.2.7")
    acts = {act.act: act.reason for act in await store.moderation.audit_entries_since(0)}
    assert acts["signed_in"] == "by a passkey"


async def test_a_count_that_does_not_rise_is_a_copys(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    by = AuditActor(ann.account)
    counting, silent = await add(store, ann, new("a", 5)), await add(store, ann, new("b"))
    done = await asyncio.gather(*(store.passkeys.sign_in(by, use(counting, 6)) for _ in range(4)))
    assert len([each for each in done if each]) == 1
    for count, expected in ((5, False), (0, False), (6, False), (7, True)):
        assert bool(await store.passkeys.sign_in(by, use(counting, count))) is expected
    for count, expected in ((0, True), (0, True), (1, True), (0, False)):
        assert bool(await store.passkeys.sign_in(by, use(silent, count))) is expected
    assert await store.passkeys.sign_in(AuditActor(bob.account), use(silent, 9)) is None
    await store.passkeys.remove(by, silent.id)
    assert await store.passkeys.sign_in(by, use(silent, 9)) is None


@pytest.mark.parametrize("how", ["reset", "link", "deletion"])
async def test_a_new_password_by_a_code_and_a_deletion_remove_passkeys(
    store: Store, database: Database, how: str
) -> None:
    """They are also in the operator's view of the account."""
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    by = AuditActor(ann.account)
    passkey, others = await add(store, ann, new("a")), await add(store, bob, new("b"))
    with database.admin() as admin:
        assert admin.members.details(ann.account).passkeys == [passkey]
        person = admin.members.named("Ann")
        assert person is not None
        code = admin.members.make_code(AuditActor(OPERATOR), person, "reset").code
        link = admin.members.make_code(AuditActor(OPERATOR), person, "link").code
        second = admin.members.make_code(AuditActor(OPERATOR), person, "link").code
    assert await store.codes.sign_in(by, link) is None  # replaced
    if how == "reset":
        assert await store.codes.reset(by, code, NEW)
    elif how == "link":
        assert await store.codes.sign_in(by, second, NEW)
    else:
        assert await store.deletions.delete(by, SECRET)
    assert await store.passkeys.of_account(ann.account) == []
    assert await store.passkeys.sign_in(by, use(passkey)) is None
    assert await store.passkeys.of_account(bob.account) == [others]


async def test_a_changed_password_and_a_link_leave_passkeys(
    store: Store, database: Database
) -> None:
    ann = await keep(store, "Ann")
    by, passkey = AuditActor(ann.account), await add(store, ann, new("a"))
    await store.kept.change_password(by, SECRET, NEW)
    with database.admin() as admin:
        person = admin.members.named("Ann")
        assert person is not None
        link = admin.members.make_code(AuditActor(OPERATOR), person, "link").code
    assert await store.codes.sign_in(by, link)
    assert await store.passkeys.of_account(ann.account) == [passkey]
