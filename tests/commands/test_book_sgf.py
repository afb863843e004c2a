"""`zeitnot book build` from games of Go in SGF files."""

from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p

from .conftest import Zeitnot

GAME = "(;SZ[5]KM[7.5]PB[Ann]RE[B+2.5]DT[2024-05-17];B[cc];W[dd](;B[bb];W[])(;B[aa]))"
MANY_MOVES = "".join(f";{'BW'[i % 2]}[{'abcde'[i % 5]}{'abcde'[i // 5]}]" for i in range(20))


@pytest.fixture
def pages(zeitnot: Zeitnot, tmp_path: Path) -> "Pages":
    return Pages(zeitnot, tmp_path)


class Pages:
    """Builds a book from files, imports it, and shows it."""

    def __init__(self, zeitnot: Zeitnot, folder: Path) -> None:
        self.zeitnot, self.folder = zeitnot, folder
        self.book, self.db = folder / "book", folder / "new.db"

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
        return str(path)

    def build(self, *sources: str) -> list[str]:
        """The lines of the book without its head."""
        result = self.zeitnot("book", "build", *sources, "-o", str(self.book))
        assert (result.code, result.err) == (0, "")
        return self.book.read_text().splitlines()[1:]

    def page(self, *arguments: str) -> p.BookPage:
        if not self.db.exists():
            assert self.zeitnot("book", "import", str(self.book), "--db", str(self.db)).code == 0
        result = self.zeitnot("book", "show", "go", *arguments, "--db", str(self.db), "--json")
        return msgspec.json.decode(result.out, type=p.BookPage)


def test_the_main_line_is_added_with_the_result(pages: Pages) -> None:
    assert len(pages.build(pages.file("a.sgf", GAME))) == 4
    start = pages.page("--set", "size=5")  # 7.5 is the usual komi of this size
    (first,) = start.moves
    assert (first.move, first.wins, first.losses) == ("C3", 1, 0)
    assert first.last_played == 1_715_904_000_000
    after = pages.page("--set", "size=5", start.after["C3"])
    assert [(move.move, move.losses) for move in after.moves] == [("D2", 1)]
    main = pages.page("--set", "size=5", after.after["D2"])
    assert [move.move for move in main.moves] == ["B4"]


def test_folders_and_collections_are_read_and_each_game_counts_once(pages: Pages) -> None:
    other = GAME.replace("B[cc]", "B[bd]").replace("[2024-05-17]", "[long ago]")
    one = pages.file("games/deep/one.SGF", GAME + other)
    pages.file("games/same.sgf", GAME)
    pages.file("games/readme.txt", "(;")
    assert len(pages.build(str(pages.folder / "games"), one)) == 8
    moves = {move.move: move for move in pages.page("--set", "size=5").moves}
    assert {move: row.wins for move, row in moves.items()} == {"C3": 1, "B2": 1}
    assert moves["B2"].last_played is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (GAME.replace("RE[B+2.5]", ""), 0),
        (GAME.replace("B+2.5", "B+T"), 0),
        (GAME.replace("B+2.5", "B+R"), 0),  # resigned too early
        (GAME.replace("B+2.5", "0"), 4),
        (f"(;SZ[5]RE[W+R]{MANY_MOVES})", 20),
        (GAME.replace("PB[", "AB[ee]PB["), 0),  # from another start position
        (GAME.replace("W[dd]", ";B[dd]"), 1),  # Black moves twice
        (GAME.replace("W[dd]", "AW[ee];W[dd]"), 1),
        (f"(;SZ[5]RE[B+1];B[];W[]{MANY_MOVES})", 2),  # moves after the end
    ],
)
def test_only_suitable_moves_are_added(pages: Pages, text: str, count: int) -> None:
    assert len(pages.build(pages.file("game.sgf", text))) == count


def test_komi_and_handicap_are_settings_of_the_book(pages: Pages) -> None:
    pages.build(
        pages.file("a.sgf", GAME.replace("7.5", "2.5")),
        pages.file("b.sgf", "(;SZ[9]HA[2]KM[0.5]AB[gc][cg]RE[W+1];W[ee];B[gg])"),
    )
    assert pages.page("--set", "size=5").moves == []
    moves = pages.page("--set", "size=5", "--set", "komi=2.5").moves
    assert [move.move for move in moves] == ["C3"]
    assert [move.move for move in pages.page("--set", "handicap=2").moves] == ["E5"]


def test_bad_files_are_named(pages: Pages) -> None:
    (pages.folder / "empty").mkdir()
    bad = [
        (str(pages.folder / "empty"), "there are no files of games (.ggf, .mat, .pdn, .pgn, .sgf)"),
        (pages.file("bad.sgf", "(;SZ[5];B[cc];W[cc])"), "bad.sgf:1: W[cc], move 2, is not a legal"),
        (str(pages.folder / "none.sgf"), "none.sgf: "),
        (pages.file("many.sgf", "(;B[a])" * 1001), "; the first 1000 games cannot be read."),
        (pages.file("big.sgf", " " * (4 << 20)), "big.sgf: there is no game in the file"),
    ]
    for source, message in bad:
        result = pages.zeitnot("book", "build", source, "-o", str(pages.book))
        assert (result.code, result.out, pages.book.exists()) == (2, "", False)
        assert message in result.err
        assert len(result.err.splitlines()) == 1


def test_a_book_is_built_from_another_game(pages: Pages) -> None:
    five = "".join(f";B[{c}h];W[{c}a]" for c in "abcd") + ";B[eh]"
    assert len(pages.build(pages.file("five.sgf", f"(;GM[4]{five})"))) == 9
