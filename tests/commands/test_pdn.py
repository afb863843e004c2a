"""PDN files, written by `zeitnot games export`, read by `analyse` and `book build`."""

import asyncio
import json
import random
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_engines.formats import pdn
from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..books.playing import store_game
from ..rooms.rig import Rig
from .conftest import Zeitnot


def read_all(text: str) -> list[FileGame]:
    games = list(pdn.read(Source.of_bytes(text.encode(), "games.pdn")))
    assert all(isinstance(game, FileGame) for game in games), games
    return [game for game in games if isinstance(game, FileGame)]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two finished games of checkers."""
    path = tmp_path_factory.mktemp("pdn") / "zeitnot.db"

    async def fill() -> None:
        store = await SqliteStore.open(path, rules_for)
        for game, move in (("one", "11-15"), ("two", "9-14")):
            rig = Rig(rules_for("checkers", {}), game=game).start()
            rig.move(move)
            rig.do(0, p.Resign)
            await store_game(store, rig)
        await store.close()

    asyncio.run(fill())
    return path


def test_all_games_are_exported_to_one_file(zeitnot: Zeitnot, db: Path) -> None:
    arguments = ("--all", "--game", "checkers", "--format", "pdn", "--db", str(db))
    result = zeitnot("games", "export", *arguments)
    assert (result.code, result.err) == (0, "")
    assert sorted(game.moves() for game in read_all(result.out)) == [["11-15"], ["9-14"]]


def random_game() -> str:
    """Twenty-four plies of a random game, recorded as a draw."""
    rng, state, movetext = random.Random(3), load("checkers").start(), []
    for ply in range(24):
        move = rng.choice(state.legal())
        movetext += [*([f"{ply // 2 + 1}."] if ply % 2 == 0 else []), move]
        state = state.play(move)
    return f'[Result "1/2-1/2"]\n{" ".join(movetext)} 1/2-1/2\n'


GAME = random_game()


def test_a_position_of_a_file_is_analysed(zeitnot: Zeitnot, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME)
    arguments = ("analyse", "checkers", "--pdn", str(file), "--depth", "2", "--json")
    (game,) = read_all(GAME)
    for number, more in ((3, ("--move", "3")), (24, ())):
        state = game.start()
        for move in game.moves()[:number]:
            state = state.play(move)
        assert json.loads(zeitnot(*arguments, *more).out)["best"] in state.legal()
    for more, sentence in (
        (("--move", "99"), "there is no move 99; the game's last is 24"),
        (("--sgf", str(file)), "not both"),
    ):
        result = zeitnot(*arguments, *more)
        assert (result.code, sentence in result.err) == (2, True), result.err


def test_a_book_is_built_from_files(zeitnot: Zeitnot, tmp_path: Path) -> None:
    file, bad = tmp_path / "games.pdn", tmp_path / "bad.pdn"
    file.write_text(GAME + GAME)
    bad.write_text("1. 11-12 *")
    book = zeitnot("book", "build", str(file))
    assert book.code == 0, book.err
    (game, _) = read_all(GAME + GAME)
    assert f'"{game.moves()[0]}"' in book.out
    result = zeitnot("book", "build", str(bad))
    assert result.code == 2
    assert "bad.pdn:1: '11-12', move 1, is not a legal move" in result.err
