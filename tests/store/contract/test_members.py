"""People with roles, and accounts that are made for them."""

import pytest

from zeitnot_server.profiles.people_store import BLOCK, FOLLOW, NewComplaint
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import (
    AuditActor,
    LastAdmin,
    NameReserved,
    NameTaken,
    NameUnfit,
    PasswordHash,
    Store,
)
from zeitnot_server.store.audit import OPERATOR

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
        with pytest.raises(error):
            await store.members.create(BY, names)
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
        (made,) = admin.members.create(BY, ["Admin"], "admin")
        assert admin.members.named(made.account) == (made.account, "Admin", "admin")
        with pytest.raises(NameTaken):
            admin.members.create(BY, ["admin"], "player")
