"""SGF files, written by `zeitnot games export` and read by `zeitnot analyse`."""

import asyncio
import json
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_engines.sgf.record import main_steps, read_all
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..books.playing import store_game
from ..rooms.rig import Rig
from .conftest import Zeitnot


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two finished games of Go and one of Othello."""
    path = tmp_path_factory.mktemp("sgf") / "zeitnot.db"

    async def fill() -> None:
        store = await SqliteStore.open(path, rules_for)
        for game, kind, move in (
            ("go1", "go", "E5"),
            ("go2", "go", "C3"),
            ("oth", "othello", "d3"),
        ):
            rig = Rig(rules_for(kind, {}), game=game).start()
            rig.move(move)
            rig.do(0, p.Resign)
            await store_game(store, rig)
        await store.close()

    asyncio.run(fill())
    return path


def moves_in(text: str) -> list[list[str | None]]:
    return [[step.move for step in main_steps(game)][1:] for game in read_all(text.encode())]


def test_one_game_is_exported_as_sgf(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("games", "export", "go1", "--format", "sgf", "--db", str(db))
    assert (result.code, result.err) == (0, "")
    assert moves_in(result.out) == [["E5"]]


def test_all_games_of_a_kind_are_exported_to_one_file(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    file = tmp_path / "all.sgf"
    words = ("--all", "--game", "go", "--format", "sgf", "-o", str(file))
    assert zeitnot("games", "export", *words, "--db", str(db)).code == 0
    assert sorted(moves_in(file.read_text())) == [["C3"], ["E5"]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["oth"], "oth is a game of othello, which has no SGF."),
        (["go1", "oth"], "oth is a game of othello, which has no SGF."),
        (["--all"], "--format sgf needs --game go."),
        (["--all", "--game", "othello"], "--format sgf needs --game go."),
    ],
)
def test_games_without_sgf_are_refused(
    zeitnot: Zeitnot, db: Path, words: list[str], sentence: str
) -> None:
    result = zeitnot("games", "export", *words, "--format", "sgf", "--db", str(db))
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err


FILE = "(;SZ[5]KM[3.5];B[cc];W[dd](;B[bb])(;B[aa]))"


@pytest.mark.parametrize(
    ("words", "occupied"), [([], {"C3", "D2", "B4"}), (["--move", "1"], {"C3"})]
)
def test_a_position_of_a_file_is_analysed(
    zeitnot: Zeitnot, tmp_path: Path, words: list[str], occupied: set[str]
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(FILE)
    options = ("--nodes", "300", "--lines", "30", "--json")
    result = zeitnot("analyse", "go", "--sgf", str(file), *words, *options)
    assert (result.code, result.err) == (0, "")
    lines = {line["move"] for line in json.loads(result.out)["lines"]}
    assert lines.isdisjoint(occupied)
    assert lines <= {f"{column}{row}" for column in "ABCDE" for row in range(1, 6)} | {"pass"}


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("(;SZ[5];B[zz])", [], "Move 1 (line 1): [zz] is not a point"),
        (FILE, ["--move", "4"], "there is no move 4; the game's last is 3."),
        (FILE, ["--set", "size=13"], "Give --sgf or --set, not both"),
        (FILE, ["9/9/9/9/9/9/9/9/9 x - 0 0,0"], "Give a file or POSITION, not both."),
    ],
)
def test_bad_files_and_options(
    zeitnot: Zeitnot, tmp_path: Path, text: str, words: list[str], sentence: str
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    result = zeitnot("analyse", "go", "--sgf", str(file), *words)
    assert result.code == 2
    assert sentence in " ".join(result.err.split())


def test_move_needs_a_file_of_the_same_game(zeitnot: Zeitnot, tmp_path: Path) -> None:
    assert "--move needs --file" in zeitnot("analyse", "go", "--move", "1").err
    file = tmp_path / "game.sgf"
    file.write_text(FILE)
    assert ", not chess" in zeitnot("analyse", "chess", "--sgf", str(file)).err
