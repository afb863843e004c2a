"""Accounts in the store: guests and bots, their names and tokens."""

import re

import pytest

from zeitnot_server.rooms.room import Actor
from zeitnot_server.rooms.text import NAME_LENGTH, tidy_name
from zeitnot_server.store import (
    AuditActor,
    BadName,
    NameFixed,
    NameMixed,
    NameReserved,
    NameTaken,
    NameUnfit,
    Store,
)

from ..playing import account_of_token


async def test_a_guest_is_known_by_its_token(store: Store) -> None:
    account, name, token = await store.accounts.create_guest("Ann")
    assert name == "Ann"
    assert await account_of_token(store, token) == Actor(account, "Ann")
    assert re.fullmatch("zn_[0-9A-Za-z_-]{43}", token)


async def test_guests_may_share_a_name(store: Store) -> None:
    one, two = await store.accounts.create_guest("Ann"), await store.accounts.create_guest("Ann")
    assert one.account != two.account
    assert one.token != two.token


@pytest.mark.parametrize("name", [None, "", "  \t ", "\u200b\u202e"])
async def test_a_missing_name_is_generated(store: Store, name: str | None) -> None:
    guest = await store.accounts.create_guest(name)
    assert re.fullmatch("Guest [0-9]{4}", guest.name)


@pytest.mark.parametrize("token", ["", "zn_", "zn_" + "A" * 43, "' OR 1=1 --", "\udcff"])
async def test_a_wrong_token_is_unknown(store: Store, token: str) -> None:
    await store.accounts.create_bot("Deep_Red")
    assert await account_of_token(store, token) is None


async def test_a_bot_has_an_owner_or_is_a_house_bot(store: Store) -> None:
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    assert bot.owner == ann.account
    assert await store.accounts.owner_of(bot.account) == ann.account
    other = await store.accounts.create_bot("Deep_Blue")
    assert (other.owner, await store.accounts.owner_of(other.account)) == (None, None)
    assert await store.accounts.owner_of("nobody") is None


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Admin", NameReserved),
        ("P\u0430ul", NameMixed),
        ("deep\u200bred", NameTaken),
        ("a\u2713b", NameUnfit),
        ("...", NameUnfit),
    ],
)
async def test_a_guest_cannot_be_created_with_a_refused_name(
    store: Store, name: str, error: type[BadName]
) -> None:
    await store.accounts.create_bot("Deep_Red")
    with pytest.raises(error):
        await store.accounts.create_guest(name)
    assert await store.moderation.newest_audit_id() == 1


async def test_a_guest_changes_its_name(store: Store) -> None:
    guest, address = await store.accounts.create_guest("Ann"), "192.0.2.7"
    assert (
        await store.accounts.rename_guest(AuditActor(guest.account, address), "  Zoë\u200b ")
        == "Zoë"
    )
    assert await account_of_token(store, guest.token) == Actor(guest.account, "Zoë")
    (entry,) = await store.moderation.audit_entries_since(1)
    assert (entry.actor, entry.act) == (guest.account, "name_changed")
    assert (entry.subject, entry.address) == (f"account {guest.account}", address)
    assert entry.reason == "was Ann, is Zoë"
    assert await store.moderation.recently_renamed() == {}  # its games keep the name


async def test_an_unchanged_name_is_not_written_again(store: Store) -> None:
    guest = await store.accounts.create_guest("Ann")
    assert await store.accounts.rename_guest(AuditActor(guest.account), "Ann") == "Ann"
    assert await store.moderation.newest_audit_id() == 1


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Admin", NameReserved),
        ("P\u0430ul", NameMixed),
        ("deep\u200bred", NameTaken),
        ("a\u2713b", NameUnfit),
        ("", NameUnfit),
        ("\u200b", NameUnfit),
    ],
)
async def test_a_guest_cannot_take_a_refused_name(
    store: Store, name: str, error: type[BadName]
) -> None:
    await store.accounts.create_bot("Deep_Red")
    guest = await store.accounts.create_guest("Ann")
    with pytest.raises(error):
        await store.accounts.rename_guest(AuditActor(guest.account), name)
    assert await account_of_token(store, guest.token) == Actor(guest.account, "Ann")
    assert await store.moderation.newest_audit_id() == 2


async def test_a_bot_keeps_its_name(store: Store) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    for account in (bot.account, "nobody"):
        with pytest.raises(NameFixed):
            await store.accounts.rename_guest(AuditActor(account), "Ann")
    assert await account_of_token(store, bot.token) == Actor(bot.account, "Deep_Red", bot=True)


async def test_a_bots_name_is_unique_ignoring_case(store: Store) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    assert await account_of_token(store, bot.token) == Actor(bot.account, "Deep_Red", bot=True)
    with pytest.raises(NameTaken, match="There is already a bot named deep_red"):
        await store.accounts.create_bot("deep_red")
    with pytest.raises(NameTaken):
        await store.accounts.create_guest(" DEEP_RED ")
    assert await account_of_token(store, bot.token) is not None


async def test_the_house_bot_keeps_its_account_and_gets_a_new_token(store: Store) -> None:
    first = await store.accounts.ensure_bot("Ponderer", "zn_one")
    assert first.bot
    assert await account_of_token(store, "zn_one") == first
    repeated = await store.accounts.ensure_bot("Ponderer", "zn_two")
    assert repeated == first
    assert await account_of_token(store, "zn_one") is None
    assert await account_of_token(store, "zn_two") == first


async def test_the_house_bot_has_bots_but_takes_nobodys(store: Store) -> None:
    """A name that somebody has registered before the server used it stays theirs."""
    house = await store.accounts.ensure_bot("Ponderer", "zn_one")
    first = await store.accounts.ensure_bot_of(house.account, "minimax-2", "zn_two")
    assert first is not None
    assert await store.accounts.owner_of(first.account) == house.account
    again = await store.accounts.ensure_bot_of(house.account, "minimax-2", "zn_three")
    assert again == first == await account_of_token(store, "zn_three")
    assert await account_of_token(store, "zn_two") is None
    theirs = await store.accounts.create_bot("Deep_Red")
    assert await store.accounts.ensure_bot_of(house.account, "deep_red", "zn_four") is None
    assert await account_of_token(store, theirs.token) is not None
    assert await account_of_token(store, "zn_four") is None


@pytest.mark.parametrize(
    "name",
    [
        *("Ponderer", "PONDERER", "house", "House", "HOUSE"),
        *("minimax-2", "Minimax 2", "ewn_table_5"),
    ],
)
async def test_only_the_server_creates_the_house_bot(store: Store, name: str) -> None:
    """Otherwise a user who registers it before the server's bots first start would own that
    account."""
    with pytest.raises(NameReserved):
        await store.accounts.create_bot(name)
    with pytest.raises(NameReserved):
        await store.accounts.create_guest(name)
    await store.accounts.ensure_bot("Ponderer", "zn_one")


async def test_has_another_token_compares_the_stored_token(store: Store) -> None:
    assert not await store.accounts.has_another_token("Ponderer", "zn_one")
    await store.accounts.ensure_bot("Ponderer", "zn_one")
    other = await store.accounts.create_bot("Deep_Red")
    assert not await store.accounts.has_another_token("Ponderer", "zn_one")
    assert await store.accounts.has_another_token("Ponderer", "zn_two")
    assert await store.accounts.has_another_token("Ponderer", other.token)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("\u202eevil", "evil"),
        ("e\u0301", "é"),
        ("爱恩斯坦", "爱恩斯坦"),
        ("x" * 50, "x" * NAME_LENGTH),
    ],
)
def test_names_are_cleaned(raw: str, expected: str) -> None:
    assert tidy_name(raw) == expected
