"""A deleted account: its name, password and sessions go at once, its name in games later."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import (
    AuditActor,
    Commit,
    DeletedAccount,
    LastAdmin,
    PasswordHash,
    Store,
)
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.tokens import digest

from ..playing import BOB, Game
from .conftest import CYD
from .implementations import Database

SECRET, BY = PasswordHash("$argon2id$secret"), AuditActor(OPERATOR)


async def keep(store: Store, name: str) -> tuple[AuditActor, str]:
    guest = await store.accounts.create_guest()
    session = await store.kept.keep(AuditActor(guest.account), name, SECRET)
    return AuditActor(session.account, "192.0.2.7"), session.token


async def said(store: Store, game: str) -> list[str]:
    entries = await store.log.entries(game)
    return [entry.event.name for entry in entries if isinstance(entry.event, p.Said)]


async def carry_out(store: Store, deleted: DeletedAccount) -> int:
    """Does what follows from a deletion; returns how many events elsewhere were renamed."""
    games = await store.deletions.games_of(deleted.account)
    await store.deletions.rename_games(deleted, games)
    changed, place = 0, None
    while True:
        events, place = await store.deletions.chat_of(deleted, place)
        changed += len(events)
        await store.deletions.rename_events(events, deleted.name)
        if place is None:
            break
    await store.deletions.settle(deleted.account)
    return changed


async def test_the_names_of_merged_guests_go_too(store: Store) -> None:
    by, _ = await keep(store, "Ann")
    guest = await store.accounts.create_guest("Annie")
    await store.kept.sign_in(by, SECRET, guest=guest.account)
    await store.deletions.delete(by, SECRET)
    former, account = await store.accounts.find(guest.account), await store.accounts.find(by.actor)
    assert former is not None
    assert account is not None
    assert former.name == account.name != "Ann"


async def test_a_deletion_ends_sessions_and_frees_the_name(store: Store) -> None:
    by, token = await keep(store, "Ann")
    bot = await store.accounts.create_bot("Deep_Red", by.actor)
    await store.codes.make_reset(BY, "Ann", ("player",))
    assert await store.deletions.delete(by, PasswordHash("another")) is None
    assert await store.tokens.credential(token) is not None
    other, _ = await keep(store, "Ana")
    await store.people.relate(by.actor, "block", other.actor, 1)
    await store.people.relate("third1", "follow", by.actor, 1)
    await store.people.hide_presence(by.actor, hidden=True)
    ended = await store.deletions.delete(by, SECRET)
    assert ended is not None
    assert await store.people.related(by.actor, "block") == []
    assert await store.people.related("third1", "follow") == []
    assert not await store.people.hides_presence(by.actor)
    assert sorted(ended) == sorted([digest(token), digest(bot.token)])
    assert await store.deletions.delete(by, SECRET) is None
    for secret in (token, bot.token):
        assert await store.tokens.credential(secret) is None
    row = await store.accounts.find(by.actor)
    assert row is not None
    assert row.name.startswith("Deleted ")
    assert (row.kept_at, row.role) == (None, "player")
    assert await store.codes.make_reset(BY, "Ann", ("player",)) is None
    assert (await store.accounts.create_guest("Ann")).name == "Ann"
    *_, act, _ = await store.moderation.audit_entries_since(0)
    assert (act.act, act.subject) == ("account_deleted", f"account {by.actor}")


async def test_the_name_goes_from_games_and_chat(store: Store, database: Database) -> None:
    by, _ = await keep(store, "Ann")
    ann = Actor(by.actor, "Ann", kept=True)
    played = Game(store, "played1", players=(ann, BOB))
    await (await played.create()).start()
    await played.do(0, p.Chat(game="played1", text="hello"))
    watched = Game(store, "watched1", players=(CYD, BOB), created_at=2_000)
    await (await watched.create()).start()
    chat = watched.step(p.Chat(game="watched1", text="well played"), ann)
    await store.log.commit(Commit(chat.room, chat.entries))
    assert await store.deletions.unfinished(by.actor) == [("played1", by.actor)]
    assert await said(store, "watched1") == ["Ann"]
    with database.admin() as admin:
        admin.members.delete(BY, by.actor)
        assert not admin.members.is_settled(by.actor)
        (deleted,) = await store.deletions.unsettled()
        assert (deleted.account, deleted.name[:8]) == (by.actor, "Deleted ")
        assert await carry_out(store, deleted) == 1
        assert admin.members.is_settled(by.actor)
    assert await store.deletions.unsettled() == []
    assert await carry_out(store, deleted) == 0  # a step may be repeated
    (summary,) = await store.games.unfinished_of(by.actor)
    texts = [p.encode(entry.event) for entry in await store.log.entries("played1")]
    for text in (p.encode(summary), "".join(texts)):
        assert deleted.name in text
        assert '"Ann"' not in text
    assert await said(store, "played1") == [deleted.name]
    assert await said(store, "watched1") == [deleted.name]


async def test_games_of_its_bots_end_too(store: Store) -> None:
    by, _ = await keep(store, "Ann")
    bot = await store.accounts.create_bot("Deep_Red", by.actor)
    game = Game(store, "bots1", players=(Actor(bot.account, "Deep_Red", bot=True), BOB))
    await (await game.create()).start()
    assert await store.deletions.unfinished(by.actor) == [("bots1", bot.account)]
    assert await store.deletions.games_of(by.actor) == []


async def test_the_only_admin_stays(store: Store, database: Database) -> None:
    by, _ = await keep(store, "Ann")
    await store.members.set_role(BY, "Ann", "admin")
    with pytest.raises(LastAdmin):
        await store.deletions.delete(by, SECRET)
    with database.admin() as admin:
        admin.members.delete(BY, by.actor)
        assert admin.members.admins() == []
