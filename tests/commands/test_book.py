"""`zeitnot book` on databases and files."""

from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.rig import Rig
from .conftest import Zeitnot
from .native import play


def book_page(zeitnot: Zeitnot, db: Path, *arguments: str) -> p.BookPage:
    result = zeitnot("book", "show", *arguments, "--db", str(db), "--json")
    assert (result.code, result.err) == (0, "")
    return msgspec.json.decode(result.out, type=p.BookPage)


@pytest.mark.parametrize("game", ["game0", "game1", "game2", "game3"])
def test_a_full_game_can_be_followed_through_the_book(
    zeitnot: Zeitnot, db: Path, rigs: dict[str, Rig], game: str
) -> None:
    """The book's pages are followed by the moves and throws that were played."""
    rig = rigs[game]
    page = book_page(zeitnot, db, rig.rules.game)
    moves = 0
    for row in rig.log:
        if isinstance(row.event, p.Threw):
            position = page.throws[str(row.event.values[0])]
        elif isinstance(row.event, p.Moved):
            if row.event.ply >= 6:
                break
            assert row.event.move in [move.move for move in page.moves]
            position = page.after[row.event.move]
            moves += 1
        else:
            continue
        assert position == row.event.position
        page = book_page(zeitnot, db, rig.rules.game, position)
    assert moves == 6


def test_show_prints_a_table(zeitnot: Zeitnot, db: Path, rigs: dict[str, Rig]) -> None:
    result = zeitnot("book", "show", "tictactoe", "--db", str(db))
    first, row = result.out.splitlines()
    assert first == "Position: ......... x"
    moved = next(r.event for r in rigs["game0"].log if isinstance(r.event, p.Moved))
    assert row.split("\t")[0] == moved.move
    assert row.split("\t")[2] == "1"
    assert len(zeitnot("book", "show", "ewn", "--db", str(db)).out.splitlines()) == 1 + 6


def test_show_reports_an_empty_book(zeitnot: Zeitnot, db: Path) -> None:
    arguments = ("book", "show", "othello", "--set", "size=6", "--db", str(db))
    assert zeitnot(*arguments).out.endswith("The book has no move in this position.\n")
    over = zeitnot("book", "show", "tictactoe", "xxxoo.... o", "--db", str(db))
    assert over.out.endswith("The game is over in this position.\n")


def test_books_are_built_exported_and_imported(zeitnot: Zeitnot, db: Path, tmp_path: Path) -> None:
    """A book built from the exported games equals that of the server."""
    games, built, exported = (str(tmp_path / n) for n in ("games", "built", "exported"))
    for kind in ("tictactoe", "niujiaoqi", "othello", "ewn"):
        zeitnot("games", "export", "--all", "--game", kind, "--db", str(db), "-o", games)
        assert zeitnot("book", "build", games, games, "-o", built).code == 0
        assert zeitnot("book", "export", kind, "--db", str(db), "-o", exported).code == 0
        assert Path(built).read_text() == Path(exported).read_text()

        other = tmp_path / "other" / f"{kind}.db"
        result = zeitnot("book", "import", built, "--db", str(other))
        assert (result.code, result.err) == (0, "")
        assert zeitnot("book", "export", kind, "--db", str(other)).out == Path(built).read_text()
        assert book_page(zeitnot, other, kind) == book_page(zeitnot, db, kind)


def test_import_adds_or_replaces(zeitnot: Zeitnot, db: Path, tmp_path: Path) -> None:
    before = book_page(zeitnot, db, "tictactoe").moves[0]
    file = str(tmp_path / "book")
    zeitnot("book", "export", "tictactoe", "--db", str(db), "-o", file)
    zeitnot("book", "import", file, "--db", str(db))
    doubled = book_page(zeitnot, db, "tictactoe").moves[0]
    assert doubled.wins + doubled.draws + doubled.losses == 2
    assert doubled.score == before.score
    zeitnot("book", "import", file, "--replace", "--db", str(db))
    assert book_page(zeitnot, db, "tictactoe").moves == [before]


def test_transpositions_share_a_page(zeitnot: Zeitnot, tmp_path: Path) -> None:
    """Two games reach one position by different moves."""
    db = tmp_path / "new.db"
    lines = ("a1 b2 c3 a3 c1 b1 c2", "c3 b2 a1 c1 a3 a2 b3")
    for number, line in enumerate(lines):
        rig = Rig(rules_for("tictactoe", {}), game=f"game{number}").start()
        for move in line.split():
            rig.move(move)
        assert rig.end.reason == "rules"
        file = tmp_path / f"{number}.json"
        file.write_text(p.encode(rig.export()))
    files = [str(tmp_path / f"{number}.json") for number in range(2)]
    book = tmp_path / "book"
    assert zeitnot("book", "build", *files, "-o", str(book)).code == 0
    assert zeitnot("book", "import", str(book), "--db", str(db)).code == 0
    page = book_page(zeitnot, db, "tictactoe", "..x.o.x.. o")
    assert sorted(move.move for move in page.moves) == ["a3", "c1"]


async def test_import_is_refused_while_a_server_runs(db: Path, tmp_path: Path) -> None:
    import asyncio
    import sys

    file = tmp_path / "book"
    file.write_text('{"format":"zeitnot-book-1","game_type":"ewn"}\n')
    store = await SqliteStore.open(db, rules_for)
    command = [sys.executable, "-m", "zeitnot_server.cli", "book", "import", str(file)]
    child = await asyncio.create_subprocess_exec(
        *command, "--db", str(db), stderr=asyncio.subprocess.PIPE
    )
    _, err = await child.communicate()
    await store.close()
    assert child.returncode == 2
    assert b"is in use by another Zeitnot server" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "mahjong"],
        ["show", "othello", "x"],
        ["show", "othello", "--set", "size"],
        ["show", "othello", "--set", "size=7"],
        ["show", "othello", "--set", "size=2147483648"],
        ["show", "othello", "--jsno"],
        ["export", "mahjong"],
        ["import", "{no json"],
        ["import", '{"a":' * 100_000],
        ["import", '{"format":"zeitnot-book-1","game_type":"mahjong"}'],
        ["import", '{"format":"zeitnot-book-2","game_type":"ewn"}'],
    ],
)
def test_bad_input(zeitnot: Zeitnot, db: Path, tmp_path: Path, arguments: list[str]) -> None:
    if arguments[0] == "import":
        (tmp_path / "file").write_text(arguments[1])
        arguments = ["import", str(tmp_path / "file")]
    before = db.read_bytes()
    result = zeitnot("book", *arguments, "--db", str(db))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("zeitnot: ")
    assert len(result.err.splitlines()) == 1
    assert db.read_bytes() == before


def test_build_refuses_invalid_or_mixed_records(zeitnot: Zeitnot, tmp_path: Path) -> None:
    valid, other = play("ewn"), play("othello")
    tampered = play("ewn", game="game1", seed=1).export()
    next(e for e in tampered.events if isinstance(e, p.Threw)).k += 1
    records = {"valid": valid.export(), "tampered": tampered, "other": other.export()}
    for name, record in records.items():
        (tmp_path / name).write_text(p.encode(record))
    for pair in (("valid", "tampered"), ("valid", "nothing")):
        result = zeitnot("book", "build", *(str(tmp_path / name) for name in pair))
        assert (result.code, result.out) == (2, ""), pair
        assert len(result.err.splitlines()) == 1
    (tmp_path / "other").write_text(p.encode(play("othello", game="game2").export()))
    mixed = zeitnot("book", "build", str(tmp_path / "valid"), str(tmp_path / "other"))
    assert mixed.code == 2
    assert "these are games of ewn and othello" in mixed.err
