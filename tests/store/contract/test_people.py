"""Profiles, followed and blocked people, and complaints."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from benchmarks.my_games import NAMES, tables
from zeitnot_server.profiles.people_store import (
    BLOCK,
    FOLLOW,
    MAX_FOLLOWED,
    Block,
    Message,
    NewComplaint,
    Person,
    ResultCount,
)
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import BlockedPair, PasswordHash, Store
from zeitnot_server.store.audit import OPERATOR, AuditActor
from zeitnot_server.store.sql.profiles import relations

from ..playing import BOB, Game
from .fill import fill
from .implementations import Database

GAMES = 120
SECRET = PasswordHash("$argon2id$secret")


@pytest.fixture
async def filled(store: Store) -> Mapping[str, list[dict[str, Any]]]:
    rows = {table: list(of_table) for table, of_table in tables(GAMES + 100)}
    await fill(store, rows)
    return rows


async def test_a_person_has_a_profile_and_a_guest_has_none(store: Store) -> None:
    guest = await store.accounts.create_guest("Gil")
    bot = await store.accounts.create_bot("Deep", guest.account)
    assert await store.people.person("Gil") is None
    found = await store.people.person("DEEР")  # the last letter is Cyrillic
    assert found is not None
    assert found._replace(since=0) == Person(bot.account, "Deep", True, "player", 0, None)
    assert await store.people.bots_of(guest.account) == [("Deep", found.since)]
    assert await store.people.people([guest.account, bot.account]) == {bot.account: found}
    names = await store.people.names([guest.account, bot.account, "nobody"])
    assert names == {guest.account: ("Gil", False), bot.account: ("Deep", True)}


async def test_results_are_counted(
    store: Store, filled: Mapping[str, list[dict[str, Any]]]
) -> None:
    expected = Counter[tuple[str, str, str]]()
    for seat in filled["seat"]:
        if seat["account"] == "ponderer" and seat["result"]:
            expected[seat["game_type"], seat["opponent"], seat["result"]] += 1
    counts = await store.people.results("ponderer")
    assert {each[:3]: each.number for each in counts} == expected
    against = await store.people.results_against("ponderer", "bea")
    assert sorted(against) == sorted(each for each in counts if each.opponent == "bea")
    assert against
    assert all(isinstance(each, ResultCount) for each in counts)


async def test_the_results_of_both_are_opposite(
    store: Store, filled: Mapping[str, list[dict[str, Any]]]
) -> None:
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    ann = await store.people.results_against("ann", "bea")
    bea = await store.people.results_against("bea", "ann")
    turned = [each._replace(opponent="ann", result=opposite[each.result]) for each in ann]
    assert sorted(turned) == sorted(bea)


async def test_following_ends(store: Store) -> None:
    assert await store.people.relate("a", FOLLOW, "b", 1)
    assert await store.people.relate("a", FOLLOW, "c", 2)
    assert await store.people.relate("a", FOLLOW, "b", 3)  # a repetition changes nothing
    assert await store.people.related("a", FOLLOW) == ["c", "b"]
    await store.people.end_relation("a", FOLLOW, "b", 4)
    await store.people.end_relation("a", FOLLOW, "nobody", 4)
    assert await store.people.related("a", FOLLOW) == ["c"]
    assert await store.people.related("a", BLOCK) == []


async def test_nobody_follows_more_than_the_limit(store: Store) -> None:
    for number in range(MAX_FOLLOWED):
        assert await store.people.relate("a", FOLLOW, f"b{number}", number)
    assert not await store.people.relate("a", FOLLOW, "one more", 999)
    assert await store.people.relate("a", FOLLOW, "b7", 999)
    assert await store.people.relate("other", FOLLOW, "one more", 999)
    assert len(await store.people.related("a", FOLLOW)) == MAX_FOLLOWED


async def test_other_nodes_learn_of_blocks_and_their_ends(store: Store) -> None:
    await store.people.relate("a", BLOCK, "b", 10)
    await store.people.relate("a", BLOCK, "c", 20)
    await store.people.end_relation("a", BLOCK, "b", 30)
    await store.people.relate("a", FOLLOW, "d", 30)
    ended, begun = Block("a", "b", 30, active=False), Block("a", "c", 20, active=True)
    assert await store.people.blocks_since(0) == [begun, ended]
    assert await store.people.blocks_since(21) == [ended]
    await store.people.relate("a", BLOCK, "b", 40)
    assert await store.people.blocks_since(31) == [Block("a", "b", 40, active=True)]
    assert await store.people.related("a", BLOCK) == ["b", "c"]


async def test_blocks_are_read_in_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "BLOCKS_AT_ONCE", 3)
    for number in range(8):
        await store.people.relate(f"a{number % 3}", BLOCK, f"b{number}", 10 + number // 4)
    found = list[Block]()
    while page := await store.people.blocks_since(10, found[-1] if found else None):
        assert len(page) <= 3
        found += page
    assert sorted(block.other for block in found) == [f"b{number}" for number in range(8)]
    assert [block.at for block in found] == [10] * 4 + [11] * 4


async def test_a_block_ends_the_follows_of_both(store: Store) -> None:
    for account, other in (("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")):
        await store.people.relate(account, FOLLOW, other, 1)
    await store.people.relate("a", BLOCK, "b", 2)
    assert await store.people.related("a", FOLLOW) == ["c"]
    assert await store.people.related("b", FOLLOW) == []
    assert await store.people.related("c", FOLLOW) == ["a"]
    for account, other in (("a", "b"), ("b", "a")):
        with pytest.raises(BlockedPair):
            await store.people.relate(account, FOLLOW, other, 3)
    await store.people.end_relation("a", BLOCK, "b", 4)
    assert await store.people.relate("b", FOLLOW, "a", 5)
    assert await store.people.related("a", FOLLOW) == ["c"]


async def test_a_block_that_changes_nothing_ends_no_follow(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(relations._LIMITS, BLOCK, 1)
    await store.people.relate("a", BLOCK, "c", 1)
    await store.people.relate("b", FOLLOW, "a", 1)
    assert not await store.people.relate("a", BLOCK, "b", 2)
    assert await store.people.related("b", FOLLOW) == ["a"]


async def test_presence_is_hidden_and_shown(store: Store) -> None:
    assert not await store.people.hides_presence("a")
    for _ in range(2):
        await store.people.hide_presence("a", hidden=True)
    assert await store.people.hidden(["a", "b"]) == {"a"}
    await store.people.hide_presence("a", hidden=False)
    assert not await store.people.hides_presence("a")


async def test_complaints_wait_for_the_operator(database: Database) -> None:
    first = NewComplaint("ann", "bob", "Bob", "insult", "He swore.", "g1", (Message(7, 5, "…!"),))
    second = NewComplaint("cyd", "bob", "Bob", "name")
    async with database.open() as store:
        guest = await store.accounts.create_guest("Cyd")
        numbers = [
            await store.people.complain(first, 100),
            await store.people.complain(second._replace(account=guest.account), 200),
        ]
        assert numbers == [1, 2]
        (own,) = await store.people.complaints_of("ann")
        assert (own.id, own.complaint) == (1, first._replace(messages=[Message(7, 5, "…!")]))
        assert await store.people.complaints_of("bob") == []
    by = AuditActor(OPERATOR)
    with database.admin() as admin:
        one, two = admin.complaints.listed(10)
        assert (one.id, one.at, one.by, one.resolved_at) == (1, 100, None, None)
        assert one.complaint == first._replace(messages=[Message(7, 5, "…!")])
        assert (two.by, two.complaint.game, two.complaint.messages) == ("Cyd", None, [])
        assert admin.complaints.resolve(by, 1, "muted")
        assert not admin.complaints.resolve(by, 1, "again")
        assert not admin.complaints.resolve(by, 9, "unknown")
        assert [each.id for each in admin.complaints.listed(10)] == [2]
        resolved = admin.complaints.listed(10, resolved=True)
        assert [(each.id, each.resolution) for each in resolved] == [(2, None), (1, "muted")]
        (act,) = admin.audit.show("bob", "complaint_resolved", 10)
        assert (act.subject, act.reason) == ("account bob", "complaint 1: muted")


def test_kept_names_have_accounts() -> None:
    assert {row["name"] for row in dict(tables(1))["account"]} == set(NAMES.values())


async def test_the_lists_and_games_of_a_guest_become_those_of_an_account(store: Store) -> None:
    ann = await store.accounts.create_guest()
    await store.kept.keep(AuditActor(ann.account), "Ann", SECRET)
    guest = await store.accounts.create_guest("Gil")
    played = Game(store, "game1", players=(Actor(guest.account, "Gil"), BOB))
    await (await (await played.create()).start()).play_moves("2", "1", "1")
    await store.people.relate(guest.account, FOLLOW, BOB.account, 1)
    await store.people.relate(guest.account, BLOCK, "cyd3", 1)
    await store.people.relate(ann.account, BLOCK, "cyd3", 2)
    await store.people.relate(guest.account, BLOCK, "dee4", 2)
    await store.people.complain(NewComplaint(guest.account, "dee4", "Dee", "insult"), 2)
    await store.people.relate("dee4", FOLLOW, ann.account, 2)
    await store.people.relate(ann.account, FOLLOW, "dee4", 2)
    await store.kept.sign_in(AuditActor(ann.account), SECRET, guest=guest.account)
    (merge,) = await store.merged_guests.unsettled()
    await store.merged_guests.move(merge, ["game1"])
    assert await store.people.related(guest.account, FOLLOW) == []
    assert await store.people.related(ann.account, FOLLOW) == [BOB.account]
    assert sorted(await store.people.related(ann.account, BLOCK)) == ["cyd3", "dee4"]
    assert await store.people.related("dee4", FOLLOW) == []
    assert len(await store.people.complaints_of(ann.account)) == 1
    (against,) = await store.people.results_against(BOB.account, ann.account)
    assert (against.opponent, against.result) == (ann.account, "loss")
    assert await store.people.results_against(BOB.account, guest.account) == []
