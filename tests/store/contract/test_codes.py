"""One-time codes: each works once, for a time, and only the newest of an account."""

import asyncio
import re

import pytest

from zeitnot_server.store import (
    AuditActor,
    KeptSession,
    NameReserved,
    NewCode,
    PasswordHash,
    Store,
    WrongCode,
    tokens,
)
from zeitnot_server.store.admin import AdminStore
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.members import codes as sql_codes
from zeitnot_server.store.tokens import CODE_MS, digest

from ..playing import account_of_token
from .implementations import Database

SECRET, NEW = PasswordHash("$argon2id$secret"), PasswordHash("$argon2id$new")
BY = AuditActor(OPERATOR)
PLAYERS = ("player",)


async def keep(store: Store, name: str, code: str | None = None) -> KeptSession:
    guest = await store.accounts.create_guest()
    return await store.kept.keep(AuditActor(guest.account), name, SECRET, None, code)


async def code_for(store: Store, name: str) -> NewCode:
    made = await store.codes.make_reset(BY, name, PLAYERS)
    assert made is not None
    return made


def link_for(admin: AdminStore, name: str) -> NewCode:
    person = admin.members.named(name)
    assert person is not None
    return admin.members.make_code(BY, person, "link")


def test_a_code_has_enough_random_bits_and_no_lookalikes() -> None:
    codes = {tokens.new_code() for _ in range(200)}
    assert len(codes) == 200
    assert tokens.CODE_BITS >= 60
    assert all(re.fullmatch("([BCDFGHJKMNPQRTVWXYZ3479]{5}-?){3}", code) for code in codes)
    typed = ("bcdfg hjkmn pqrtv", "BCDFGHJKMNPQRTV", " 8cdf6-hjkmn-pqrtv\n")
    assert {tokens.code_digest(text) for text in typed} == {tokens.code_digest("BCDFG-HJKMN-PQRTV")}


async def test_a_reset_sets_the_password_once_and_ends_all_sessions(store: Store) -> None:
    ann = await keep(store, "Ann")
    made, by = await code_for(store, "ann"), AuditActor(ann.account, "192.0.2.7")
    assert (made.account, made.name) == (ann.account, "Ann")
    assert await store.codes.account_of_reset("Ann", made.code.lower()) == ann.account
    done = await asyncio.gather(*(store.codes.reset(by, made.code, NEW) for _ in range(4)))
    (session,) = [each for each in done if each is not None]
    assert (session.ended, session.role) == ([digest(ann.token)], "player")
    assert await account_of_token(store, ann.token) is None
    assert await store.codes.account_of_reset("Ann", made.code) is None
    found = await store.kept.named("Ann")
    assert found is not None
    assert found.password.text == NEW.text
    acts = [act.act for act in await store.moderation.audit_entries_since(0)]
    assert acts[-2:] == ["reset_code_made", "password_reset"]


async def test_a_reset_code_is_one_accounts_only(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    made = await code_for(store, "Ann")
    assert await store.codes.account_of_reset("Bob", made.code) is None
    assert await store.codes.account_of_reset("Nobody", made.code) is None
    assert await store.codes.account_of_reset("Ann", tokens.new_code()) is None
    assert await store.codes.account_of_link(made.code) is None
    assert await store.codes.reset(AuditActor(bob.account), made.code, NEW) is None
    assert await store.codes.sign_in(AuditActor(ann.account), made.code) is None


async def test_a_newer_code_and_time_end_a_code(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await keep(store, "Ann")
    first, second = await code_for(store, "Ann"), await code_for(store, "Ann")
    assert await store.codes.account_of_reset("Ann", first.code) is None
    assert await store.codes.account_of_reset("Ann", second.code) == ann.account
    at = second.expires_at - 1
    monkeypatch.setattr(sql_codes, "wall_ms", lambda: at)
    assert await store.codes.account_of_reset("Ann", second.code) == ann.account
    monkeypatch.setattr(sql_codes, "wall_ms", lambda: at + 1)
    assert await store.codes.account_of_reset("Ann", second.code) is None
    assert await store.codes.reset(AuditActor(ann.account), second.code, NEW) is None


async def test_codes_are_made_for_people_with_some_roles_only(store: Store) -> None:
    await keep(store, "Ann")
    await store.accounts.create_guest("Bob")
    await store.accounts.create_bot("Deep_Red")
    for name in ("Bob", "Deep_Red", "Nobody"):
        assert await store.codes.make_reset(BY, name, PLAYERS) is None
    await store.members.set_role(BY, "Ann", "teacher")
    assert await store.codes.make_reset(BY, "Ann", PLAYERS) is None
    assert await store.codes.make_reset(BY, "Ann", ("player", "teacher")) is not None


async def test_a_link_signs_in_and_may_set_a_password(store: Store, database: Database) -> None:
    ann = await keep(store, "Ann")
    by = AuditActor(ann.account)
    with database.admin() as admin:
        first = link_for(admin, "Ann")
        assert 0 < CODE_MS["link"] <= 15 * 60 * 1000
        person = await store.codes.account_of_link(first.code)
        assert person is not None
        assert (person.id, person.name, person.role) == (ann.account, "Ann", "player")
        session = await store.codes.sign_in(by, first.code)
        assert session is not None
        assert session.ended == []
        assert await store.codes.sign_in(by, first.code) is None
        second = link_for(admin, ann.account)
        session = await store.codes.sign_in(by, second.code, NEW)
        assert session is not None
        assert len(session.ended) == 2


async def test_a_name_is_kept_by_a_code_for_joining(store: Store, database: Database) -> None:
    with database.admin() as admin:
        one, code = admin.members.make_join_code(BY, "class 7b", 1, None)
        await keep(store, "Ann", code)
        with pytest.raises(WrongCode):
            await keep(store, "Bob", code)
        assert await store.kept.named("Bob") is None
        assert admin.members.join_codes(ended=False) == []
        (listed,) = admin.members.join_codes(ended=True)
        assert listed == one._replace(uses=1)

        two, code = admin.members.make_join_code(BY, None, None, admin.now + 1_000_000)
        await keep(store, "Cyd", code)
        assert [each.id for each in admin.members.join_codes(ended=False)] == [two.id]
        assert admin.members.end_join_code(BY, two.id)
        assert not admin.members.end_join_code(BY, two.id)
        with pytest.raises(WrongCode):
            await keep(store, "Dan", code)
        _, code = admin.members.make_join_code(BY, None, None, admin.now - 1)
        with pytest.raises(WrongCode):
            await keep(store, "Dan", code)


async def test_a_refused_name_does_not_use_a_code_for_joining(
    store: Store, database: Database
) -> None:
    with database.admin() as admin:
        _, code = admin.members.make_join_code(BY, None, 1, None)
        with pytest.raises(NameReserved):
            await keep(store, "admin", code)
        (listed,) = admin.members.join_codes(ended=False)
        assert listed.uses == 0


async def test_a_code_made_for_a_player_lets_nobody_in_as_an_admin(store: Store) -> None:
    """A code by the operator, who gives roles, does."""
    teacher = AuditActor((await keep(store, "Tom")).account)
    await store.members.set_role(BY, "Tom", "teacher")
    for name, by in (("Ann", teacher), ("Bob", BY)):
        await keep(store, name)
        made = await store.codes.make_reset(by, name, PLAYERS)
        assert made is not None
        await store.members.set_role(BY, name, "admin")
        found = await store.codes.account_of_reset(name, made.code)
        assert found == (made.account if by is BY else None)
