"""People with roles, and accounts that are made for them."""

import pytest

from zeitnot_server.profiles.people_store import BLOCK, FOLLOW, NewComplaint
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import (
    AuditActor,
    BadNames,
    LastAdmin,
    ListedPerson,
    NameReserved,
    NameTaken,
    NameUnfit,
    PasswordHash,
    PeopleOf,
    Store,
)
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.members import codes, new_members
from zeitnot_server.store.tokens import CLASS_CODE_DAYS, DAY_MS

from ..playing import Game
from .implementations import Database

BY, SECRET = AuditActor(OPERATOR), PasswordHash("$argon2id$secret")


async def test_accounts_are_made_with_codes_all_or_none(store: Store) -> None:
    await store.accounts.create_bot("Deep_Red")
    for names, error in (
        (["Ann", "Deep-Red"], NameTaken),
        (["Ann", "Bob", "\u1d00nn"], NameTaken),
        (["Ann", "admin"], NameReserved),
        (["Ann", "Guest 12"], NameReserved),
        (["Ann", "Deleted 12"], NameReserved),
        (["Ann", "*"], NameUnfit),
    ):
        with pytest.raises(BadNames) as refused:
            await store.members.create(BY, names)
        assert [type(bad) for _, bad in refused.value.refused.values()] == [error]
        assert await store.members.named("Ann") is None
    made = await store.members.create(BY, ["Ann", " Bob  Lee"])
    assert [each.name for each in made] == ["Ann", "Bob Lee"]
    person = await store.members.named("bob lee")
    assert person is not None
    assert (person.id, person.role) == (made[1].account, "player")
    assert await store.kept.named("Ann") is None  # it has no password
    assert await store.codes.account_of_reset("Ann", made[0].code) == made[0].account
    session = await store.codes.reset(AuditActor(made[0].account), made[0].code, SECRET)
    assert session is not None
    credential = await store.tokens.credential(session.token)
    assert credential is not None
    assert credential.actor.kept
    with pytest.raises(NameTaken):
        await store.accounts.create_guest("Ann")


async def test_every_name_that_is_refused_is_reported(store: Store) -> None:
    await store.members.create(BY, ["Ann"])
    with pytest.raises(BadNames) as refused:
        await store.members.create(BY, ["Bob", "*", "Cyd", "ann", "admin", "Bob"])
    reasons = {index: (name, type(bad)) for index, (name, bad) in refused.value.refused.items()}
    assert reasons == {
        1: ("*", NameUnfit),
        3: ("ann", NameTaken),
        4: ("admin", NameReserved),
        5: ("Bob", NameTaken),
    }
    assert str(refused.value).splitlines()[1:] == [
        "ann is taken, or given twice.",
        "admin is reserved for the server's operators.",
        "Bob is taken, or given twice.",
    ]
    assert await store.members.named("Bob") is None


def on_day(monkeypatch: pytest.MonkeyPatch, day: int) -> None:
    for module in (new_members, codes):
        monkeypatch.setattr(module, "wall_ms", lambda: day * DAY_MS)


async def names_of(store: Store, whom: PeopleOf, by: str) -> list[str]:
    """All names of a list, read in pages of two."""
    names, after = list[str](), None
    while page := await store.members.listed(whom, by, after, 2):
        names += [person.name for person in page]
        after = page[-1].since, page[-1].name
    return names


async def test_a_teacher_sees_those_whom_they_have_made(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tom, una = AuditActor("0" * 16), AuditActor("1" * 16)
    on_day(monkeypatch, 100)
    await store.members.create(tom, ["Ann", "Cyd", "Bob"], 3)
    await store.members.create(una, ["Eve"])
    on_day(monkeypatch, 101)
    await store.members.create(tom, ["Dan"], 14)
    await store.members.create(BY, ["Ben"])
    await store.accounts.create_guest("Gus")
    await store.accounts.create_bot("Deep_Red")
    await store.members.set_role(BY, "Eve", "teacher")
    assert await names_of(store, "made", tom.actor) == ["Dan", "Cyd", "Bob", "Ann"]
    assert await names_of(store, "made", una.actor) == ["Eve"]
    assert await names_of(store, "made", OPERATOR) == []
    assert await names_of(store, "roles", tom.actor) == ["Eve"]
    everyone = ["Dan", "Ben", "Eve", "Cyd", "Bob", "Ann"]
    assert await names_of(store, "everyone", tom.actor) == everyone
    (dan,) = await store.members.listed("made", tom.actor, None, 1)
    new = ListedPerson("Dan", "player", 101 * DAY_MS, False, None, 115 * DAY_MS)
    assert dan == new


async def test_a_list_says_who_has_chosen_a_password(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tom = AuditActor("0" * 16)
    on_day(monkeypatch, 100)
    (made,) = await store.members.create(tom, ["Ann"], 3)

    async def ann() -> ListedPerson:
        (person,) = await store.members.listed("made", tom.actor, None, 9)
        return person

    on_day(monkeypatch, 103)
    assert (await ann()).code_until is None  # it has run out
    again = await store.codes.make_reset(tom, "Ann", ("player",))
    assert again is not None
    assert again.expires_at == (103 + CLASS_CODE_DAYS) * DAY_MS
    session = await store.codes.reset(AuditActor(made.account), again.code, SECRET)
    assert session is not None
    taken = await ann()
    assert (taken.taken, taken.used_at, taken.code_until) == (True, 103 * DAY_MS, None)
    short = await store.codes.make_reset(tom, "Ann", ("player",))  # its password can be taken
    assert short is not None
    assert short.expires_at == 104 * DAY_MS
    assert (await ann()).code_until == short.expires_at


async def test_roles_are_given_and_one_admin_stays(store: Store, database: Database) -> None:
    await store.members.create(BY, ["Ann", "Bob"])
    assert await store.members.set_role(BY, "Nobody", "admin") is None
    ann = await store.members.set_role(BY, "ANN", "admin")
    assert ann is not None
    assert (ann.name, ann.role) == ("Ann", "admin")
    with pytest.raises(LastAdmin):
        await store.members.set_role(BY, "Ann", "player")
    with database.admin() as admin:
        assert admin.members.admins() == [ann]
        assert admin.members.set_role(BY, "Bob", "admin") is not None
        assert len(admin.members.admins()) == 2
    await store.members.set_role(BY, "Ann", "organiser")
    *_, act = await store.moderation.audit_entries_since(0)
    assert (act.act, act.reason) == ("role_changed", "was admin, is organiser")
    assert await store.members.set_role(BY, "Ann", "organiser") is not None
    assert (await store.moderation.audit_entries_since(act.id)) == []


async def test_what_is_stored_of_an_account(store: Store, database: Database) -> None:
    (made,) = await store.members.create(BY, ["Ann"])
    bot = await store.accounts.create_bot("Deep_Red", made.account)
    ann = Actor(made.account, "Ann", kept=True)
    await Game(store, invitations=(Invitation(ann.account, "Ann", bot=False), None)).create()
    assert [each.id for each in await store.members.bots_of(made.account)] == [bot.account]
    guest = await store.accounts.create_guest("Gil")
    await store.people.relate(made.account, FOLLOW, bot.account, 1)
    await store.people.relate(made.account, BLOCK, guest.account, 1)
    await store.people.complain(NewComplaint(made.account, guest.account, "Gil", "insult"), 1)
    with database.admin() as admin:
        details = admin.members.details(made.account)
        assert (details.account.name, details.stats.games) == ("Ann", 0)
        assert [each.account for each in details.tokens] == [bot.account]
        assert [each.name for each in details.bots] == ["Deep_Red"]
        assert (details.follows, details.blocks) == (["Deep_Red"], ["Gil"])
        assert [each.complaint.name for each in details.complaints] == ["Gil"]
        assert admin.members.rating_changes(made.account) == []
        assert admin.members.games_of(made.account) == ["game1"]


async def test_the_operator_may_give_names_that_suggest_it(
    store: Store, database: Database
) -> None:
    with database.admin() as admin:
        (made,) = admin.members.create(BY, ["Admin"], "admin", days=1)
        assert admin.members.named(made.account) == (made.account, "Admin", "admin")
        with pytest.raises(BadNames):
            admin.members.create(BY, ["admin"], "player", days=1)
