"""Guests who try to add a blunder to the server's book, and a bot that plays from it."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_client.server_book import ServerBook
from zeitnot_engines.bots.house import EngineBackend
from zeitnot_engines.bots.soundness import first_sound
from zeitnot_engines.engine import Search, StartSearch, StopToken
from zeitnot_engines.games import load
from zeitnot_server import books
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.rig import Rig
from .playing import store_game

TRAP = ("e2e4", "e7e5", "d1h5")
BLUNDER = "e8e7"  # mate by Qxe5
GAME_PLIES = 24


@pytest.fixture
def start_search() -> Iterator[StartSearch]:
    """Searches chess positions with the house engine."""
    with ThreadPoolExecutor(1) as threads:
        yield partial(Search, EngineBackend().engine(load("chess", {}), 4, 1), executor=threads)


def game(number: int, reply: str, loser: int, people: tuple[Actor, Actor]) -> Rig:
    """A game with the trap, this reply, random moves, and a resignation."""
    rng = random.Random(number)
    rig = Rig(rules_for("chess", {}), p.Control(kind="unlimited"), game=f"{reply}{number}")
    rig.people[:2] = people
    rig.start()
    for ply in range(GAME_PLIES):
        legal = [m for m in rig.rules.legal(rig.room.state) if m != "h5e5"]
        rig.move((*TRAP, reply)[ply] if ply < 4 else rng.choice(legal))
    rig.do(loser, p.Resign)
    assert rig.end.reason == "resign"
    return rig


def strangers(number: int) -> tuple[Actor, Actor]:
    return Actor(f"a{number}", "Ann"), Actor(f"b{number}", "Bob")


class BookApi:
    """The book of a store, with the interface that bots use."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def book(
        self, scope: str, game_type: str, position: str | None = None, settings: object = None
    ) -> p.BookPage:
        return await books.lookup(self._store.books, scope, rules_for(game_type, {}), position)


async def answers(
    store: SqliteStore, start_search: StartSearch
) -> tuple[set[str], set[str | None]]:
    """The moves that the book offers a bot in the trap, and those that the bot plays in twenty
    games."""
    history = load("chess", {}).start()
    for move in TRAP:
        history = history.play(move)
    room = p.RoomView("chess", 1, {}, p.Control(kind="unlimited"), 2, True, 0)
    offered: set[str] = set()
    played: set[str | None] = set()
    for seed in range(20):
        book = ServerBook(BookApi(store), random.Random(seed))
        moves = [move.move for move in await book.moves(room, history.text, 3)]
        offered.update(moves)
        sound = (
            await first_sound(start_search, history, moves, 60_000, StopToken()) if moves else None
        )
        played.add(sound)
    return offered, played


async def test_a_pair_of_guests_cannot_make_a_move_trusted(
    tmp_path: Path, start_search: StartSearch
) -> None:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    ann, bob = [
        await store.accounts.create_guest(name, address="192.0.2.7") for name in ("Ann", "Bob")
    ]
    people = Actor(ann.account, ann.name), Actor(bob.account, bob.name)
    indexed_games = books.IndexedGames()
    for number in range(6):
        rig = game(number, BLUNDER, 0, people)
        await store_game(store, rig)
        await books.index_game(store, rig.room, indexed_games)
    assert await answers(store, start_search) == (set(), {None})
    await store.close()


async def test_a_poisoned_book_does_not_make_a_bot_blunder(
    tmp_path: Path, start_search: StartSearch
) -> None:
    """With many addresses the blunder gets into the book, beside the moves of honest games, and the
    bot plays one of those."""
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    bad = [game(number, BLUNDER, 0, strangers(number)) for number in range(12)]
    good = [game(number, "b8c6", number % 3 != 0, strangers(number)) for number in range(6)]
    good = [*good, *(game(number, "b8c6", 0, strangers(number)) for number in range(6, 10))]
    for rig in (*bad, *good):
        await store_game(store, rig)
        await books.index_game(store, rig.room, books.IndexedGames())
    assert await answers(store, start_search) == ({BLUNDER, "b8c6"}, {"b8c6"})
    await store.close()
