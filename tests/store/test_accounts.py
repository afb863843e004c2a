"""Guests, bots, tokens."""

import hashlib
import re
import sqlite3

import pytest

from zeitnot_server.rooms.room import Actor
from zeitnot_server.rooms.text import NAME_LENGTH, tidy_name
from zeitnot_server.store import NameTaken
from zeitnot_server.store.sqlite import SqliteStore

from .playing import whose


async def test_a_guest_is_known_by_its_token(store: SqliteStore) -> None:
    account, name, token = await store.accounts.create_guest("Ann")
    assert name == "Ann"
    assert await whose(store, token) == Actor(account, "Ann")
    assert re.fullmatch("zn_[0-9A-Za-z_-]{43}", token)


async def test_guests_may_share_a_name_but_nothing_else(store: SqliteStore) -> None:
    one, two = await store.accounts.create_guest("Ann"), await store.accounts.create_guest("Ann")
    assert one.account != two.account
    assert one.token != two.token


@pytest.mark.parametrize("name", [None, "", "  \t ", "\u200b\u202e"])
async def test_who_gives_no_name_gets_one(store: SqliteStore, name: str | None) -> None:
    guest = await store.accounts.create_guest(name)
    assert re.fullmatch("Guest [0-9]{4}", guest.name)


async def test_only_the_hash_of_a_token_is_stored(store: SqliteStore) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    rows = await store.write(lambda c: c.execute("SELECT * FROM token").fetchall())
    assert [row[:2] for row in rows] == [
        (hashlib.sha256(bot.token.encode()).hexdigest(), bot.account)
    ]
    assert bot.token[3:] not in str(rows)


@pytest.mark.parametrize("token", ["", "zn_", "zn_" + "A" * 43, "' OR 1=1 --", "\udcff"])
async def test_a_wrong_token_is_nobodys(store: SqliteStore, token: str) -> None:
    await store.accounts.create_bot("Deep_Red")
    assert await whose(store, token) is None


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ("expires_at = 9999999999999", True),
        ("expires_at = 1", False),
        ("revoked_at = 1", False),
        ("revoked_at = 1, expires_at = 9999999999999", False),
    ],
)
async def test_a_token_that_has_expired_or_was_revoked_is_nobodys(
    store: SqliteStore, change: str, good: bool
) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    await store.write(lambda c: c.execute(f"UPDATE token SET {change}").rowcount)
    assert (await whose(store, bot.token) is not None) is good


async def test_a_bot_outlives_its_owner(store: SqliteStore) -> None:
    """It belongs to nobody then, as a bot that nobody's session has made."""
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    assert bot.owner == ann.account
    assert (await store.accounts.create_bot("Deep_Blue")).owner is None

    def owners(connection: sqlite3.Connection) -> list[tuple[str, str | None]]:
        found = connection.execute("SELECT name, owner FROM account WHERE bot ORDER BY name")
        return found.fetchall()

    assert await store.write(owners) == [("Deep_Blue", None), ("Deep_Red", ann.account)]
    await store.write(
        lambda c: c.execute("DELETE FROM account WHERE id = ?", (ann.account,)).rowcount
    )
    assert await store.write(owners) == [("Deep_Blue", None), ("Deep_Red", None)]
    assert await whose(store, bot.token) is not None


async def test_a_bots_name_is_its_own_in_any_case(store: SqliteStore) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    assert await whose(store, bot.token) == Actor(bot.account, "Deep_Red", bot=True)
    with pytest.raises(NameTaken, match="There is a bot called deep_red already"):
        await store.accounts.create_bot("deep_red")
    with pytest.raises(NameTaken):
        await store.accounts.create_guest(" DEEP_RED ")
    assert await whose(store, bot.token) is not None


async def test_the_house_bot_keeps_its_account_and_changes_its_token(store: SqliteStore) -> None:
    first = await store.accounts.ensure_bot("Ponderer", "zn_one")
    assert first.bot
    assert await whose(store, "zn_one") == first
    again = await store.accounts.ensure_bot("Ponderer", "zn_two")
    assert again == first
    assert await whose(store, "zn_one") is None
    assert await whose(store, "zn_two") == first


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("\u202eevil", "evil"),
        ("e\u0301", "é"),
        ("爱恩斯坦", "爱恩斯坦"),
        ("x" * 50, "x" * NAME_LENGTH),
    ],
)
def test_names_are_tidied(given: str, shown: str) -> None:
    assert tidy_name(given) == shown
