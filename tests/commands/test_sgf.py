"""SGF files, written by `zeitnot games export` and read by `zeitnot analyse`."""

import asyncio
import json
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_engines.formats.record import FileGame
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..books.playing import store_game
from ..engines.formats.sgf_files import moves, read_all
from ..rooms.rig import Rig
from .conftest import Zeitnot


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two finished games of Go, one of Othello and one of checkers."""
    path = tmp_path_factory.mktemp("sgf") / "zeitnot.db"

    async def fill() -> None:
        store = await SqliteStore.open(path, rules_for)
        for game, kind, move in (
            ("go1", "go", "E5"),
            ("go2", "go", "C3"),
            ("oth", "othello", "d3"),
            ("che", "checkers", "11-15"),
        ):
            rig = Rig(rules_for(kind, {}), game=game).start()
            rig.move(move)
            rig.do(0, p.Resign)
            await store_game(store, rig)
        await store.close()

    asyncio.run(fill())
    return path


def moves_in(text: str) -> list[list[str]]:
    return [moves(game) for game in read_all(text) if isinstance(game, FileGame)]


def test_one_game_is_exported_as_sgf(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("games", "export", "go1", "--format", "sgf", "--db", str(db))
    assert (result.code, result.err) == (0, "")
    assert moves_in(result.out) == [["E5"]]


def test_othello_is_exported_as_sgf(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("games", "export", "oth", "--format", "sgf", "--db", str(db))
    assert (result.code, result.err, moves_in(result.out)) == (0, "", [["d3"]])


def test_all_games_of_a_kind_are_exported_to_one_file(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    file = tmp_path / "all.sgf"
    arguments = ("--all", "--game", "go", "--format", "sgf", "-o", str(file))
    assert zeitnot("games", "export", *arguments, "--db", str(db)).code == 0
    assert sorted(moves_in(file.read_text())) == [["C3"], ["E5"]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["che"], "che is a game of checkers, which has no SGF."),
        (["go1", "che"], "che is a game of checkers, which has no SGF."),
        (["--all"], "--format sgf needs --game go or othello or gomoku."),
        (["--all", "--game", "checkers"], "--format sgf needs --game go or othello or gomoku."),
    ],
)
def test_games_without_sgf_are_refused(
    zeitnot: Zeitnot, db: Path, arguments: list[str], sentence: str
) -> None:
    result = zeitnot("games", "export", *arguments, "--format", "sgf", "--db", str(db))
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err


FILE = "(;SZ[5]KM[3.5];B[cc];W[dd](;B[bb])(;B[aa]))"


@pytest.mark.parametrize(
    ("arguments", "occupied"), [([], {"C3", "D2", "B4"}), (["--move", "1"], {"C3"})]
)
def test_a_position_of_a_file_is_analysed(
    zeitnot: Zeitnot, tmp_path: Path, arguments: list[str], occupied: set[str]
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(FILE)
    options = ("--nodes", "300", "--lines", "30", "--json")
    result = zeitnot("analyse", "go", "--sgf", str(file), *arguments, *options)
    assert (result.code, result.err) == (0, "")
    lines = {line["move"] for line in json.loads(result.out)["lines"]}
    assert lines.isdisjoint(occupied)
    assert lines <= {f"{column}{row}" for column in "ABCDE" for row in range(1, 6)} | {"pass"}


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("(;SZ[5];B[zz])", [], "game.sgf:1: B[zz], move 1: [zz] is not a point"),
        (FILE, ["--move", "4"], "there is no move 4; the game's last is 3."),
        (FILE, ["--set", "size=13"], "Give --sgf or --set, not both"),
        (FILE, ["9/9/9/9/9/9/9/9/9 x - 0 0,0"], "Give a file or POSITION, not both."),
    ],
)
def test_bad_files_and_options(
    zeitnot: Zeitnot, tmp_path: Path, text: str, arguments: list[str], sentence: str
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    result = zeitnot("analyse", "go", "--sgf", str(file), *arguments)
    assert result.code == 2
    assert sentence in " ".join(result.err.split())


def test_differences_from_the_file_are_printed(zeitnot: Zeitnot, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]KM[375]\n;B[cc];W[dd];W[aa]")
    for option in ("--sgf", "--file"):
        result = zeitnot("analyse", "go", option, str(file), "--move", "2", "--nodes", "50")
        assert result.code == 0
        assert f"{file}:1: KM[375] is read as a komi of 7.5" in result.err
        assert f"{file}:2: a side moves twice; the other one passes between" in result.err
        assert "the file ends without the game's last )" in result.err


@pytest.mark.parametrize(
    ("game", "text"),
    [("othello", "(;GM[2];B[fe];W[fd])"), ("gomoku", "(;GM[4];B[hh];W[gh])")],
)
def test_positions_of_other_games_are_analysed(
    zeitnot: Zeitnot, tmp_path: Path, game: str, text: str
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    result = zeitnot("analyse", game, "--file", str(file), "--depth", "1", "--json")
    assert (result.code, result.err) == (0, "")


def test_move_needs_a_file_of_the_same_game(zeitnot: Zeitnot, tmp_path: Path) -> None:
    assert "--move needs --file" in zeitnot("analyse", "go", "--move", "1").err
    file = tmp_path / "game.sgf"
    file.write_text(FILE)
    assert ", not chess" in zeitnot("analyse", "chess", "--sgf", str(file)).err
