"""Kept accounts in the store: names, passwords, sessions."""

import pytest

from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import (
    AuditActor,
    FailedSignIns,
    KeptAlready,
    KeptSession,
    NameFixed,
    NameReserved,
    NameTaken,
    PasswordHash,
    Store,
)
from zeitnot_server.store.sql.people import kept as sql_kept
from zeitnot_server.store.tokens import DAY_MS, digest

from ..playing import account_of_token

SECRET = PasswordHash("$argon2id$secret")
ADDRESS = "192.0.2.7"


async def keep(store: Store, name: str) -> KeptSession:
    guest = await store.accounts.create_guest()
    return await store.kept.keep(AuditActor(guest.account, ADDRESS), name, SECRET, "Firefox")


async def test_a_guest_keeps_its_account_and_gets_a_new_session(store: Store) -> None:
    guest = await store.accounts.create_guest("Guest 1234")
    by = AuditActor(guest.account, ADDRESS)
    session = await store.kept.keep(by, " Ann  Lee ", SECRET, "Firefox on Linux")
    assert (session.account, session.name, session.role) == (guest.account, "Ann Lee", "player")
    assert session.ended == [digest(guest.token)]
    assert await account_of_token(store, guest.token) is None
    expected = Actor(guest.account, "Ann Lee", kept=True)
    assert await account_of_token(store, session.token) == expected
    (row,) = await store.tokens.of_account(guest.account)
    assert (row.kind, row.device) == ("session", "Firefox on Linux")
    with pytest.raises(KeptAlready):
        await store.kept.keep(by, "Ann Lee", SECRET)
    with pytest.raises(NameFixed):
        await store.accounts.rename_guest(by, "Bob")


async def test_a_kept_name_is_nobody_elses(store: Store) -> None:
    namesake = await store.accounts.create_guest("Ann")
    ann = await keep(store, "Ann")
    bob = await store.accounts.create_guest("Bob")
    for name in ("Ann", "ANN", "\u1d00nn", "A.n.n"):
        with pytest.raises(NameTaken):
            await store.accounts.create_guest(name)
        with pytest.raises(NameTaken):
            await store.accounts.rename_guest(AuditActor(bob.account), name)
        with pytest.raises(NameTaken):
            await keep(store, name)
    with pytest.raises(NameTaken):
        await store.accounts.create_bot("Ann")
    # A guest who has had the name before goes on with it, as a guest.
    actor = await account_of_token(store, namesake.token)
    assert actor is not None
    assert (actor.name, actor.kept) == ("Ann", False)
    assert ann.name == "Ann"


async def test_names_of_guests_and_of_bots_are_not_kept(store: Store) -> None:
    await store.accounts.create_bot("Deep_Red")
    with pytest.raises(NameTaken):
        await keep(store, "deep-red")
    for name in ("Guest 1234", "guest.11", "GUEST 0"):
        with pytest.raises(NameReserved):
            await keep(store, name)
    assert (await keep(store, "Guest of honour")).name == "Guest of honour"
    bot = await store.accounts.create_bot("Deep_Blue")
    with pytest.raises(KeptAlready):
        await store.kept.keep(AuditActor(bot.account), "Cyd", SECRET)


async def test_an_account_is_found_by_a_name_that_looks_like_its_own(store: Store) -> None:
    ann = await keep(store, "Ann")
    found = await store.kept.named("ann")
    assert found is not None
    assert (found.id, found.name, found.password.text) == (ann.account, "Ann", SECRET.text)
    assert SECRET.text not in repr(found)
    assert await store.kept.named("Bob") is None
    await store.accounts.create_bot("Deep_Red")
    assert await store.kept.named("Deep_Red") is None


async def test_a_sign_in_replaces_the_session_of_its_browser_only(store: Store) -> None:
    ann = await keep(store, "Ann")
    by = AuditActor(ann.account, ADDRESS)
    phone = await store.kept.sign_in(by, SECRET, "Chrome on Android")
    again = await store.kept.sign_in(by, SECRET, "Firefox", digest(ann.token))
    assert phone is not None
    assert again is not None
    assert (phone.ended, again.ended) == ([], [digest(ann.token)])
    tokens = {row.hash for row in await store.tokens.of_account(ann.account)}
    assert tokens == {digest(phone.token), digest(again.token)}
    stranger = await store.accounts.create_guest()
    third = await store.kept.sign_in(by, SECRET, None, digest(stranger.token))
    assert third is not None
    assert third.ended == []
    assert await store.kept.sign_in(by, PasswordHash("another")) is None


async def test_a_new_password_ends_all_sessions(store: Store) -> None:
    ann = await keep(store, "Ann")
    by = AuditActor(ann.account, ADDRESS)
    phone = await store.kept.sign_in(by, SECRET)
    assert phone is not None
    new = PasswordHash("$argon2id$new")
    changed = await store.kept.change_password(by, SECRET, new)
    assert changed is not None
    assert set(changed.ended) == {digest(ann.token), digest(phone.token)}
    assert await store.kept.change_password(by, SECRET, new) is None
    assert await store.kept.sign_in(by, SECRET) is None
    later = await store.kept.sign_in(by, new)
    assert later is not None
    ended = await store.kept.end_other_sessions(by, digest(later.token))
    assert ended == [digest(changed.token)]
    assert await store.kept.end_other_sessions(by, digest(later.token)) == []
    acts = [act.act for act in await store.moderation.audit_entries_since(0)]
    assert acts[-5:] == ["kept", "signed_in", "password_changed", "signed_in", "sessions_ended"]


async def test_a_session_ends_when_idle_and_in_any_case(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await keep(store, "Ann")
    (row,) = await store.tokens.of_account(ann.account)
    assert row.expires_at == row.created_at + 90 * DAY_MS
    for days, expires_days in ((60, 150), (140, 230), (220, 310), (300, 365), (364, 365)):
        at = row.created_at + days * DAY_MS
        monkeypatch.setattr("zeitnot_server.store.sql.people.tokens.wall_ms", lambda at=at: at)
        await store.tokens.note_used([digest(ann.token)])
        (used,) = await store.tokens.of_account(ann.account)
        assert used.expires_at == row.created_at + expires_days * DAY_MS
    at = row.created_at + 365 * DAY_MS
    monkeypatch.setattr("zeitnot_server.store.sql.people.tokens.wall_ms", lambda: at)
    assert await store.tokens.credential(ann.token) is None


async def test_the_oldest_of_too_many_sessions_ends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_kept, "MAX_SESSIONS", 3)
    ann = await keep(store, "Ann")
    by = AuditActor(ann.account, ADDRESS)
    for _ in range(2):
        session = await store.kept.sign_in(by, SECRET)
        assert session is not None
        assert session.ended == []
    last = await store.kept.sign_in(by, SECRET)
    assert last is not None
    assert len(last.ended) == 1
    assert len(await store.tokens.of_account(ann.account)) == 3


async def test_where_an_account_has_signed_in(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await keep(store, "Ann")
    kept = store.kept
    assert await kept.has_signed_in_from(ann.account, ADDRESS)
    assert await kept.has_signed_in_from(ann.account, "192.0.2.8") is False
    await kept.note_failures([FailedSignIns(ann.account, "192.0.2.8", 3)])
    assert await kept.has_signed_in_from(ann.account, "192.0.2.8") is False
    assert await kept.has_signed_in_from("", ADDRESS) is False
    *_, failed = await store.moderation.audit_entries_since(0)
    assert (failed.act, failed.subject, failed.reason) == (
        *("sign_in_failed", f"sign-in {ann.account}", "3 times"),
    )
    monkeypatch.setattr(sql_kept, "RECENT_ROWS", 1)
    assert await kept.has_signed_in_from(ann.account, ADDRESS)  # failures do not count
    await kept.sign_in(AuditActor(ann.account, "192.0.2.9"), SECRET)
    assert await kept.has_signed_in_from(ann.account, ADDRESS) is False
