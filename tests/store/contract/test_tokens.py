"""Tokens are created, rotated and revoked, each only by its owner."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import (
    AuditActor,
    NewToken,
    NoSuchToken,
    SeatedToken,
    Store,
    TooManyTokens,
)
from zeitnot_server.store.tokens import MAX_TOKENS, digest

from ..playing import Game, account_of_token
from .implementations import Database

HOUR_MS = 3_600_000
FAR_FUTURE = 9_999_999_999_999  # Unix ms


async def account_with_bot(store: Store) -> tuple[AuditActor, str]:
    """An account and its bot."""
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    return AuditActor(ann.account), bot.account


async def make_token(
    store: Store, by: AuditActor, bot: str, expires_at: int | None = None
) -> NewToken:
    token = await store.tokens.make(by, bot, "laptop", expires_at)
    assert token is not None
    return token


async def test_an_owner_can_create_a_token_for_its_bot(store: Store) -> None:
    by, bot = await account_with_bot(store)
    token = await make_token(store, by, bot, FAR_FUTURE)
    credential = await store.tokens.credential(token.token)
    assert credential is not None
    assert (credential.hash, credential.expires_at) == (digest(token.token), FAR_FUTURE)
    assert (credential.actor.account, credential.actor.bot) == (bot, True)
    tokens = await store.tokens.of_account(by.actor)
    assert [(one.kind, one.account_name) for one in tokens] == [
        ("session", "Ann"),
        ("bot", "Deep_Red"),
        ("bot", "Deep_Red"),
    ]
    assert [one.name for one in tokens if one.id == token.id] == ["laptop"]


async def test_only_the_owner_can_create_a_token_for_a_bot(store: Store) -> None:
    _, bot = await account_with_bot(store)
    eve = await store.accounts.create_guest("Eve")
    assert await store.tokens.make(AuditActor(eve.account), bot, None, None) is None


async def test_the_number_of_tokens_of_a_bot_is_bounded(store: Store) -> None:
    by, bot = await account_with_bot(store)
    for _ in range(MAX_TOKENS - 1):
        await make_token(store, by, bot)
    with pytest.raises(TooManyTokens):
        await store.tokens.make(by, bot, None, None)


async def test_an_expired_token_is_invalid(store: Store) -> None:
    by, bot = await account_with_bot(store)
    token = await make_token(store, by, bot, expires_at=1)
    assert await account_of_token(store, token.token) is None
    assert await store.tokens.dead([digest(token.token)]) == [digest(token.token)]


async def test_a_replaced_secret_is_valid_for_its_grace(store: Store) -> None:
    by, bot = await account_with_bot(store)
    first = await make_token(store, by, bot)
    second = await store.tokens.rotate(by, first.id, HOUR_MS)
    assert (second.id, second.former, second.ended) == (first.id, digest(first.token), None)
    graces = await store.tokens.graces([digest(first.token), digest(second.token)])
    assert list(graces) == [digest(first.token)]
    credential = await store.tokens.credential(first.token)
    assert credential is not None
    assert credential.rotated
    assert credential.expires_at == graces[digest(first.token)]
    assert (
        await account_of_token(store, first.token)
        == await account_of_token(store, second.token)
        is not None
    )
    third = await store.tokens.rotate(by, first.id, HOUR_MS)
    assert third.ended == digest(first.token)
    assert await account_of_token(store, first.token) is None
    assert await account_of_token(store, second.token) is not None
    (former,) = [one for one in await store.tokens.of_account(by.actor) if one.kind == "former"]
    with pytest.raises(NoSuchToken):
        await store.tokens.rotate(by, former.id, HOUR_MS)


async def test_a_replaced_secret_without_grace_is_invalid(store: Store) -> None:
    by, bot = await account_with_bot(store)
    first = await make_token(store, by, bot)
    await store.tokens.rotate(by, first.id, 0)
    assert await store.tokens.graces([digest(first.token)]) == {}
    assert await account_of_token(store, first.token) is None


async def test_revoking_ends_the_former_secret_too(store: Store) -> None:
    by, bot = await account_with_bot(store)
    first = await make_token(store, by, bot)
    second = await store.tokens.rotate(by, first.id, HOUR_MS)
    ended = await store.tokens.revoke(by, first.id)
    assert sorted(ended) == sorted([digest(first.token), digest(second.token)])
    assert sorted(await store.tokens.dead(ended)) == sorted(ended)
    with pytest.raises(NoSuchToken):
        await store.tokens.revoke(by, first.id)


async def test_tokens_of_others_cannot_be_changed(store: Store) -> None:
    by, bot = await account_with_bot(store)
    token = await make_token(store, by, bot)
    eve = AuditActor((await store.accounts.create_guest("Eve")).account)
    for change in (store.tokens.rotate(eve, token.id, 0), store.tokens.revoke(eve, token.id)):
        with pytest.raises(NoSuchToken):
            await change
    assert await account_of_token(store, token.token) is not None


async def test_logging_out_ends_the_session(store: Store) -> None:
    ann = await store.accounts.create_guest("Ann")
    by, hash = AuditActor(ann.account), digest(ann.token)
    assert await store.tokens.log_out(by, hash) == [hash]
    assert await account_of_token(store, ann.token) is None
    assert await store.tokens.log_out(by, hash) == []


async def test_use_extends_a_session(store: Store) -> None:
    ann = await store.accounts.create_guest("Ann")
    before = await store.tokens.credential(ann.token)
    await store.tokens.note_used([digest(ann.token)])
    after = await store.tokens.credential(ann.token)
    assert before is not None
    assert after is not None
    assert before.last_used_at is None
    assert after.last_used_at is not None
    assert before.expires_at is not None
    assert after.expires_at is not None
    assert after.expires_at >= before.expires_at


async def test_token_changes_survive_reopening(database: Database) -> None:
    async with database.open() as store:
        by, bot = await account_with_bot(store)
        valid, revoked = await make_token(store, by, bot), await make_token(store, by, bot)
        await store.tokens.revoke(by, revoked.id)
    async with database.open() as store:
        assert await account_of_token(store, valid.token) is not None
        assert await account_of_token(store, revoked.token) is None


async def test_seated_lists_the_tokens_of_players_in_running_games(store: Store) -> None:
    """Revoked and expired tokens are not listed."""
    assert await store.tokens.seated() == []
    people = [await store.accounts.create_guest(name) for name in ("Ann", "Bob", "Cyd")]
    ann, bob, _ = [Actor(one.account, one.name) for one in people]
    hashes = [digest(one.token) for one in people]
    games = [await Game(store, name, players=(ann, bob)).create() for name in ("a", "b", "open")]
    for game in games[:2]:
        await game.start()
    in_game_a = [
        SeatedToken(hash, actor.account, "a")
        for hash, actor in zip(hashes, (ann, bob), strict=False)
    ]
    found = await store.tokens.seated()
    assert sorted(found) == sorted([*in_game_a, *(one._replace(game="b") for one in in_game_a)])
    assert sorted(await store.tokens.seated(["a", "open", "none"])) == sorted(in_game_a)
    assert await store.tokens.seated([]) == []
    await games[1].do(0, games[1].command(p.Resign))
    await store.tokens.log_out(AuditActor(ann.account), hashes[0])
    assert await store.tokens.seated() == [in_game_a[1]]
