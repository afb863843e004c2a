"""Queries for open, unfinished and abandoned games, which the lobby and the server's timers use."""

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor, Invitation, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import BotGame, Holder, Store

from ..playing import ANN, BOB, CONTROL, Game

NOW = 1_700_000_000_000
CYD = Actor("cyd3", "Cyd")


async def create_game(store: Store, id: str, **fields: object) -> Game:
    """An open game with these fields in its game setup."""
    game = Game(store, id)
    game.room = Room.new(replace(game.room.game_setup, **fields))
    return await game.create()


async def test_made_by_counts_open_and_running_games(store: Store) -> None:
    await create_game(store, "open", creator=ANN.account)
    await create_game(store, "link", creator=ANN.account, listed=False)
    await (await create_game(store, "going", creator=ANN.account)).start()
    over = await (await create_game(store, "over", creator=ANN.account)).start()
    await over.do(0, over.command(p.Resign))
    await create_game(store, "other", creator=BOB.account)
    assert await store.games.made_by(ANN.account) == (3, 1)
    assert await store.games.made_by(ANN.account, {"open", "nosuch"}) == (2, 0)
    assert await store.games.made_by("nobody") == (0, 0)


async def test_of_bots_lists_unfinished_games_with_bots(store: Store) -> None:
    ann = await store.accounts.create_guest("Ann", "192.0.2.7")
    await (await create_game(store, "made", creator=ann.account)).start()
    await (await Game(store, "played").create()).start()
    awaited = Invitation(BOB.account, BOB.name, BOB.bot)
    await Game(store, "awaited", invitations=(None, awaited)).create()
    await (await Game(store, "people", players=(ANN, CYD)).create()).start()
    over = await (await Game(store, "over").create()).start()
    await over.do(0, over.command(p.Resign))
    results = {game.id: game for game in await store.games.of_bots()}
    assert results == {
        "made": BotGame("made", ("Bob",), ann.account, CONTROL, "192.0.2.7"),
        "played": BotGame("played", ("Bob",), ANN.account, CONTROL),
        "awaited": BotGame("awaited", ("Bob",), BOB.account, CONTROL),
    }


async def test_open_since_lists_open_games_older_than_a_time(store: Store) -> None:
    for number in (2, 1):
        await Game(store, f"open{number}", created_at=number * 1_000).create()
    await (await Game(store, "going", created_at=500).create()).start()
    assert await store.games.open_since(2_001) == ["open1", "open2"]
    assert await store.games.open_since(2_000) == ["open1"]


async def test_quiet_since_lists_games_without_recent_events(store: Store) -> None:
    moved = await (await Game(store, "moved").create()).start()
    await moved.play_moves("1", "1")
    await (await Game(store, "waits").create()).start()
    await Game(store, "open").create()
    untimed = await create_game(store, "untimed", control=p.Control(kind="unlimited"))
    await (await untimed.start()).play_moves("1", "1")
    days = await create_game(store, "days", control=p.Control(kind="correspondence", days=2))
    await days.start()
    later_ms = NOW + 1_000
    quiet = await store.games.quiet_since(later_ms, later_ms)
    assert sorted(quiet) == ["moved", "untimed", "waits"]
    assert sorted(await store.games.quiet_since(later_ms, 0)) == ["moved", "waits"]
    assert await store.games.quiet_since(NOW + 1, later_ms) == ["waits"]


async def test_correspondence_ids_lists_games_with_utc_clocks(store: Store) -> None:
    control = p.Control(kind="correspondence", days=2)
    await (await create_game(store, "days", control=control)).start()
    await create_game(store, "open", control=control)
    await (await Game(store, "minutes").create()).start()
    assert await store.games.correspondence_ids() == ["days"]


async def test_public_after_lists_games_for_the_lobby(store: Store) -> None:
    for number in range(3):
        await Game(store, f"open{number}", created_at=1_000 + number).create()
        over = await Game(store, f"over{number}", created_at=1_000 + number).create()
        await (await over.start()).do(0, over.command(p.Resign))
    await Game(store, "link", created_at=1_001, listed=False).create()
    first = await store.games.public_after("open", (0, ""), 2)
    assert [game.id for game in first] == ["open0", "open1"]
    remaining = await store.games.public_after("open", (1_001, "open1"), 2)
    assert [game.id for game in remaining] == ["open2"]
    assert await store.games.public_after("open", (1_002, "open2"), 2) == []
    assert [game.id for game in await store.games.public_ends(2)] == ["over1", "over2"]


async def test_by_id_returns_the_account_of_each_seat(store_with_games: Store) -> None:
    found = {
        game.summary.id: game
        for game in await store_with_games.games.by_id(["open1", "won1", "nosuch", "running1"])
    }
    assert found.keys() == {"open1", "won1", "running1"}
    assert found["open1"].holders == (None, Holder("bob2", 2, bot=True, name="Bob"))
    assert found["running1"].holders == (
        Holder("cyd3", name="Cyd", seated=True),
        Holder("bob2", bot=True, name="Bob", seated=True),
    )
    assert [found[game].summary.state for game in sorted(found)] == ["open", "running", "finished"]
    assert not any(game.private for game in found.values())
    counted = {game.id: game for game in await store_with_games.games.of_bots()}
    assert found["open1"].bot_game == counted["open1"]
    assert found["running1"].bot_game == counted["running1"]


async def test_a_link_game_is_private_until_it_begins(store: Store) -> None:
    people = (ANN, CYD)
    game = await Game(store, "link1", players=people, listed=False).create()
    (found,) = await store.games.by_id(["link1"])
    assert (found.private, found.holders, found.bot_game) == (True, (None, None), None)
    await game.start()
    (found,) = await store.games.by_id(["link1"])
    assert (found.private, found.summary.state) == (False, "running")
    assert found.bot_game is None


async def test_by_id_reads_more_games_than_one_batch(store: Store) -> None:
    ids = [f"many{number:03}" for number in range(120)]
    for id in ids:
        await Game(store, id).create()
    assert sorted(game.summary.id for game in await store.games.by_id(ids)) == ids
    assert await store.games.by_id([]) == []
