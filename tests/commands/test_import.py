"""`zeitnot games import`."""

import asyncio
from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..imports.imported import PGN
from .conftest import Zeitnot


@pytest.fixture
def new_db(tmp_path: Path) -> Path:
    """A database without games."""
    path = tmp_path / "zeitnot.db"
    asyncio.run(_create(path))
    return path


async def _create(path: Path) -> None:
    await (await SqliteStore.open(path, rules_for)).close()


GOOD = PGN.partition('[White "Cyd"]')[0]


def test_games_are_imported_and_problems_reported(
    zeitnot: Zeitnot, tmp_path: Path, new_db: Path
) -> None:
    db, file = new_db, tmp_path / "games.pgn"
    file.write_text(PGN)
    result = zeitnot("games", "import", str(file), "--db", str(db))
    assert result.code == 1
    assert f"{file}:16: 'Ke5', move 1" in result.err
    (row,) = result.out.splitlines()
    id, *others = row.split("\t")
    assert others == ["chess", "Ann - Bob", "1-0", "7"]
    exported = zeitnot("games", "export", id, "--db", str(db)).out
    assert msgspec.json.decode(exported, type=p.Export).imported
    assert "2. Qh5" in zeitnot("games", "export", id, "--format", "pgn", "--db", str(db)).out
    checked = zeitnot("check", "--db", str(db))
    assert (checked.code, checked.err) == (0, "")


def test_a_match_is_stored_and_exported_as_mat(
    zeitnot: Zeitnot, tmp_path: Path, new_db: Path
) -> None:
    file = Path(__file__).parents[1] / "data/gnubg-match.mat"
    position = tmp_path / "position.txt"
    position.write_text("4HPwATDgc/ABMA:MBkAAAAAAAAA\n")
    result = zeitnot("games", "import", str(file), str(position), "--db", str(new_db))
    assert (result.code, result.err) == (0, "")
    rows = [row.split("\t") for row in result.out.splitlines()]
    assert [row[1:4] for row in rows] == [
        *(["backgammon", "gnubg - root", score] for score in ("0-1", "1-0", "0-1", "0-1")),
        ["backgammon", "? - ?", "*"],
    ]
    out = zeitnot("games", "export", rows[2][0], "--format", "mat", "--db", str(new_db)).out
    assert " Game 3\n gnubg : 4                      root : 2\n" in out
    arguments = ("--game", "backgammon", "--format", "mat", "--imported")
    result = zeitnot("games", "export", *arguments, "--db", str(new_db))
    assert (result.code, result.out.count(" Game ")) == (0, 4)
    assert f"{rows[4][0]}: A game that begins at a position cannot be written as MAT." in result.err
    assert zeitnot("check", "--db", str(new_db)).code == 0


def test_strict_stores_nothing_after_a_problem(
    zeitnot: Zeitnot, tmp_path: Path, new_db: Path
) -> None:
    db, good, bad = new_db, tmp_path / "good.pgn", tmp_path / "bad.pgn"
    good.write_text(GOOD)
    bad.write_text(PGN)
    result = zeitnot("games", "import", "--strict", str(good), str(bad), "--db", str(db))
    assert (result.code, result.out) == (1, "")
    assert zeitnot("games", "list", "--imported", "--db", str(db)).out == ""
    result = zeitnot("games", "import", "--strict", str(good), "--db", str(db))
    assert (result.code, len(result.out.splitlines())) == (0, 1)


def test_a_missing_file_or_database_is_refused(
    zeitnot: Zeitnot, tmp_path: Path, new_db: Path
) -> None:
    result = zeitnot("games", "import", str(tmp_path / "none.pgn"), "--db", str(new_db))
    assert result.code == 2
    assert "none.pgn" in result.err
    mistyped = tmp_path / "zietnot.db"
    (tmp_path / "good.pgn").write_text(GOOD)
    result = zeitnot("games", "import", str(tmp_path / "good.pgn"), "--db", str(mistyped))
    assert (result.code, result.err) == (
        2,
        f"zeitnot: There is no database {mistyped}; `zeitnot serve` makes a new one.\n",
    )
    assert not mistyped.exists()


def test_a_file_is_imported_once(zeitnot: Zeitnot, tmp_path: Path, new_db: Path) -> None:
    file = tmp_path / "good.pgn"
    file.write_text(GOOD + GOOD)
    arguments = ("games", "import", str(file), "--db", str(new_db))
    first = zeitnot(*arguments)
    id = first.out.partition("\t")[0]
    again = f"{file}:{GOOD.count(chr(10)) + 1}: game {id} was imported before\n"
    assert (first.code, first.err) == (0, again)
    result = zeitnot(*arguments)
    assert (result.code, result.out) == (0, "")
    assert result.err == f"{file}:1: game {id} was imported before\n{again}"


def test_the_operator_lists_exports_and_clears_imported_games(
    zeitnot: Zeitnot, tmp_path: Path, new_db: Path
) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(GOOD + "\n1. d4 d5 *\n")
    zeitnot("games", "import", str(file), "--db", str(new_db))
    options = ("--imported", "--db", str(new_db))
    rows = [line.split("\t") for line in zeitnot("games", "list", *options).out.splitlines()]
    assert sorted((row[1], row[2]) for row in rows) == [
        ("chess", "? - ?"),
        ("chess", "Ann - Bob"),
    ]
    assert zeitnot("games", "list", "--db", str(new_db)).out == ""
    exported = zeitnot("games", "export", "--game", "chess", "--format", "pgn", *options).out
    assert exported.count("[Result") == 2

    id = next(row[0] for row in rows if row[2] == "Ann - Bob")
    result = zeitnot("admin", "remove-imports", id, "--db", str(new_db))
    assert (result.code, result.out + result.err) == (0, "removed the texts of 1 game\n")
    text = zeitnot("games", "export", id, "--format", "pgn", "--db", str(new_db)).out
    assert "2. Qh5" in text
    assert not any(word in text for word in ("Ann", "Bob", "Paris", "best by test"))
    assert "import_removed" in zeitnot("admin", "log", "--db", str(new_db)).out
    assert zeitnot("check", "--db", str(new_db)).code == 0
    result = zeitnot("admin", "remove-imports", "nothing", "--db", str(new_db))
    assert (result.code, result.err) == (2, "zeitnot: There is no imported game 'nothing'.\n")


def test_a_folder_is_imported(zeitnot: Zeitnot, tmp_path: Path, new_db: Path) -> None:
    folder = tmp_path / "games"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.sgf").write_text("(;GM[1]SZ[9]PB[A]RE[B+R];B[ee])")
    (folder / "deep/b.SGF").write_bytes("(;GM[1]KM[375]PB[柯洁];B[dd]".encode("gbk"))
    (folder / "c.sgf").write_text("(;GM[4];B[hh])\n(;GM[3])")
    (folder / "readme.txt").write_text("f5d6")
    result = zeitnot("games", "import", str(folder), "--db", str(new_db))
    assert result.code == 1
    assert [row.split("\t")[1:3] for row in result.out.splitlines()] == [
        *(["go", "A - ?"], ["gomoku", "? - ?"], ["go", "柯洁 - ?"])
    ]
    for note in ("b.SGF: not UTF-8; read as GBK", "b.SGF:1: KM[375] is read as a komi of 7.5"):
        assert note in result.err
    assert "c.sgf:2: the game is GM[3]; expected GM[1] (go), GM[2] (othello), GM[4]" in result.err
