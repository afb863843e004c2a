"""A guest's games become those of the account that it signs in to, once, and whenever it stops."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.merging import merged
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import (
    AuditActor,
    GameFilter,
    KeptSession,
    MergedGuest,
    NewAccount,
    PasswordHash,
    Sanction,
    Store,
)
from zeitnot_server.store.accounts import MOVED_AT_ONCE
from zeitnot_server.store.tokens import digest

from ..full_records import record_of
from ..playing import BOB, Game
from .implementations import Database

SECRET = PasswordHash("$argon2id$secret")


async def kept_account(store: Store) -> KeptSession:
    ann = await store.accounts.create_guest()
    return await store.kept.keep(AuditActor(ann.account), "Ann", SECRET)


async def sign_in(store: Store, account: str, guest: str) -> p.Merged | None:
    session = await store.kept.sign_in(AuditActor(account), SECRET, guest=guest)
    assert session is not None
    return session.merged


async def move_all(store: Store) -> MergedGuest:
    (merge,) = await store.merged_guests.unsettled()
    games = await store.merged_guests.games_of(merge)
    await store.merged_guests.move(merge, [*games.unfinished, *games.finished])
    return merge


def actor_of(guest: NewAccount) -> Actor:
    return Actor(guest.account, guest.name)


async def with_games(store: Store) -> tuple[NewAccount, KeptSession]:
    """A guest with a finished game, one in progress, and one to which it is invited."""
    guest, ann = await store.accounts.create_guest("Guest 1234"), await kept_account(store)
    done = await (await Game(store, "done1", players=(actor_of(guest), BOB)).create()).start()
    await done.do(0, done.command(p.Resign))
    going = await (await Game(store, "going1", players=(actor_of(guest), BOB)).create()).start()
    await going.move("1")
    invitations = (Invitation(guest.account, guest.name), None)
    await Game(store, "asked1", invitations=invitations).create()
    return guest, ann


async def test_the_games_of_a_guest_become_the_accounts(store: Store) -> None:
    guest, ann = await with_games(store)
    bot = await store.accounts.create_bot("Deep_Red", guest.account)
    found = await sign_in(store, ann.account, guest.account)
    assert found == p.Merged(name="Guest 1234", games=3, unfinished=2, bots=1)
    assert await store.tokens.credential(guest.token) is None
    assert await store.accounts.owner_of(bot.account) == ann.account
    await move_all(store)
    mine = await store.games.page(GameFilter(mine=True), ann.account)
    assert {game.id: game.you for game in mine.games} == {"done1": 0, "going1": 0}
    assert (await store.games.page(GameFilter(mine=True), guest.account)).games == []
    unfinished = {game.id for game in await store.games.unfinished_of(ann.account)}
    assert unfinished == {"going1", "asked1"}
    loaded = await store.log.load("going1")
    assert loaded is not None
    seat = loaded.room.seats[0].actor
    assert seat is not None
    assert (seat.account, seat.name) == (ann.account, "Guest 1234")
    assert {entry.account for entry in await store.log.entries("going1")} == {
        *(ann.account, BOB.account)
    }
    # A command that is sent again is known under the account, too.
    assert any(account == ann.account for account, _ in loaded.room.answers.recent)


async def test_the_statistics_are_added_once(store: Store) -> None:
    guest, ann = await with_games(store)
    for number in range(2):
        players = (Actor(ann.account, "Ann"), BOB)
        own = await (await Game(store, f"own{number}", players=players).create()).start()
        await own.do(0, own.command(p.Resign))
    await sign_in(store, ann.account, guest.account)
    merge = await move_all(store)
    assert (await store.accounts.stats_of(ann.account)).games == 2
    for _ in range(2):
        await store.merged_guests.settle(merge)
        assert (await store.accounts.stats_of(ann.account)).games == 3
    assert await store.accounts.stats_of(guest.account) == PlayerStats()
    assert await store.merged_guests.unsettled() == []


async def test_a_guest_is_merged_once(store: Store) -> None:
    guest, ann = await with_games(store)
    other = await store.accounts.create_guest()
    bob = await store.kept.keep(AuditActor(other.account), "Bob", SECRET)
    assert await sign_in(store, ann.account, guest.account) is not None
    assert await sign_in(store, ann.account, guest.account) is None
    assert await sign_in(store, bob.account, guest.account) is None
    assert await sign_in(store, ann.account, bob.account) is None
    assert await sign_in(store, ann.account, "nobody") is None
    deep_red = await store.accounts.create_bot("Deep_Red")
    assert await sign_in(store, ann.account, deep_red.account) is None
    acts = [act for act in await store.moderation.audit_entries_since(0) if act.act == "merged"]
    assert [(act.actor, act.subject) for act in acts] == [(ann.account, f"account {guest.account}")]


async def test_a_game_in_which_both_play_stays_as_it_is(store: Store) -> None:
    guest, ann = await store.accounts.create_guest(), await kept_account(store)
    players = (actor_of(guest), Actor(ann.account, "Ann"))
    both = await (await Game(store, "both1", players=players).create()).start()
    await both.move("1")
    found = await sign_in(store, ann.account, guest.account)
    assert found is not None
    assert (found.games, found.apart) == (0, ["both1"])
    await move_all(store)
    loaded = await store.log.load("both1")
    assert loaded is not None
    assert [seat.actor and seat.actor.account for seat in loaded.room.seats] == [
        guest.account,
        ann.account,
    ]


async def test_a_room_loaded_before_its_rows_are_moved_has_the_guest(store: Store) -> None:
    guest, ann = await with_games(store)
    await sign_in(store, ann.account, guest.account)
    loaded = await store.log.load("going1")
    assert loaded is not None
    assert loaded.room.is_player(guest.account)
    await move_all(store)
    again = await store.log.load("going1")
    assert again is not None
    assert again.room.is_player(ann.account)
    assert not again.room.is_player(guest.account)


async def test_a_game_that_ends_before_its_rows_are_moved_has_the_account_as_its_creator(
    store: Store,
) -> None:
    guest, ann = await store.accounts.create_guest(), await kept_account(store)
    players = (actor_of(guest), BOB)
    going = Game(store, "going1", players=players, creator=guest.account)
    await (await going.create()).start()
    await sign_in(store, ann.account, guest.account)
    going.room = merged(going.room, guest.account, ann.account)
    going.players = (Actor(ann.account, "Ann"), BOB)
    await going.do(0, going.command(p.Resign))
    await move_all(store)
    (game,) = await store.games.by_id(["going1"])
    assert game.creator == ann.account


async def test_a_mute_of_the_guest_holds_for_the_account(store: Store, database: Database) -> None:
    guest, ann = await store.accounts.create_guest(), await kept_account(store)
    mute = Sanction("mute", guest.account, None, "shouts", 4_000_000_000_000, None)
    with database.admin() as admin:
        admin.sanctions.add(AuditActor("operator"), mute)
    await sign_in(store, ann.account, guest.account)
    (moved,) = await store.moderation.sanctions()
    assert (moved.kind, moved.account, moved.reason) == ("mute", ann.account, "shouts")


async def test_few_games_are_moved_in_a_transaction(store: Store) -> None:
    merge = MergedGuest("guest1", "ann1", 0)
    with pytest.raises(AssertionError, match="101 games"):
        await store.merged_guests.move(merge, [f"g{n}" for n in range(MOVED_AT_ONCE + 1)])


async def test_moves_after_the_merge_are_the_accounts(store: Store) -> None:
    guest, ann = await store.accounts.create_guest("Guest 1234"), await kept_account(store)
    going = await (await Game(store, "going1", players=(actor_of(guest), BOB)).create()).start()
    await going.move("1")
    await sign_in(store, ann.account, guest.account)
    await move_all(store)
    loaded = await store.log.load("going1")
    assert loaded is not None
    going.room = loaded.room
    going.players = (Actor(ann.account, "Ann"), BOB)
    await going.move("1")
    await going.move("1")
    again = await store.log.load("going1")
    assert again is not None
    assert again.room.ply == 3
    assert again.room.seats == loaded.room.seats
    rows = await store.tokens.of_account(ann.account)
    assert digest(guest.token) not in {row.hash for row in rows}


async def test_the_operator_finds_what_the_guest_has_written(
    store: Store, database: Database
) -> None:
    guest, ann = await with_games(store)
    await sign_in(store, ann.account, guest.account)
    await move_all(store)
    by = AuditActor("operator")
    with database.admin() as admin:
        admin.accounts.rename(by, ann.account, "Fair")
        admin.accounts.rename_seats(ann.account, "Fair")
        changed, damaged = admin.accounts.rename_events(ann.account, "Fair")
    assert (changed > 0, damaged) == (True, [])
    for game in ("done1", "going1"):
        record = await record_of(store, game)
        assert record is not None
        assert "Guest 1234" not in p.encode(record)
    await store.moderation.rename_in_game("going1", ann.account, "Fairer")
    assert "Fairer" in p.encode(await record_of(store, "going1"))


async def test_blocks_hold_for_the_account_on_both_sides(store: Store) -> None:
    guest, ann = await store.accounts.create_guest(), await kept_account(store)
    eve, bob = await store.accounts.create_guest("Eve"), await store.accounts.create_guest("Bob")
    people = store.people
    await people.relate(eve.account, "block", guest.account, 1)
    await people.relate(guest.account, "block", bob.account, 1)
    await people.relate(ann.account, "block", bob.account, 1)
    await people.end_relation(ann.account, "block", bob.account, 2)
    await sign_in(store, ann.account, guest.account)
    assert ann.account in await people.related(eve.account, "block")
    assert await people.related(ann.account, "block") == [bob.account]
