"""Boards in the terminal as golden text, which must suffice to play without colours."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from zeitnot_client.by_name import GAMES, module_of
from zeitnot_client.terminal.boards import board, end_text, part_result, piece
from zeitnot_client.terminal.drawing import Cell, grid
from zeitnot_client.terminal.face import Change, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES
from zeitnot_engines.games import NAMES

from ..each import each

TICTACTOE = """\
 3   X   ·  [O]
 2   ·   *   ·
 1   *   ·   ·
     a   b   c"""

NIUJIAOQI = """\
       [0]
     ╱  ╲
  [R1]───  2
    │   ╱  │
    3 ───  4
    │   ╱  │
    5 ─── B6
    │   ╱  │
   *7 ─── *8
    │
   B9"""

OTHELLO = """\
     a   b   c   d   e   f   g   h
 1   ·   ·   ·   ·   ·   ·   ·   ·
 2   ·   ·   ·   ·   ·   ·   ·   ·
 3   ·   ·   ·   *   ·   ·   ·   ·
 4   ·   ·   *   ○  [●]  ·   ·   ·
 5   ·   ·   ·   ●   ○   ·   ·   ·
 6   ·   ·   ·   ·   ·   ·   ·   ·
 7   ·   ·   ·   ·   ·   ·   ·   ·
 8   ·   ·   ·   ·   ·   ·   ·   ·
   ● 2   ○ 2"""

SMALL_OTHELLO = """\
     a   b   c   d   e   f
 1   ·   ·   ·   ·   ·   ·
 2   ·   ·   ·   ·   ·   ·
 3   ·   ·   ○   ●   ·   ·
 4   ·   ·   ●   ○   ·   ·
 5   ·   ·   ·   ·   ·   ·
 6   ·   ·   ·   ·   ·   ·
   ● 2   ○ 2"""

EWN = """\
    R1   2  R3   4   5
    R4   7  R2   9  10
    11  B4  13  B3  B6
    16  17 [18][R5] 20
    21  22 *R6  B2  B1
   blue throws 2"""

EWN_BEFORE_THROW = """\
    R1  R2  R3   4   5
    R4  R5   8   9  10
    R6  12  13  14  B6
    16  17  18  B5  B4
    21  22  B3  B2  B1
"""


CHESS = """\
 8   r   n   b   q   k   b   n   r
 7   p   p   p   p  [·]  p   p   p
 6   ·   ·   ·   ·   ·   ·   ·   ·
 5   ·   ·   ·   ·  [p]  ·   ·   ·
 4   ·   ·   ·   ·   P   ·   ·   ·
 3   ·   ·   ·   ·   ·   ·   ·   ·
 2   P   P   P   P   ·   P   P   P
 1   R   N   B   Q   K   B   N   R
     a   b   c   d   e   f   g   h"""

XIANGQI = """\
 9   r   n   b   a   k   a   b   n   r
 8   ·   ·   ·   ·   ·   ·   ·   ·   ·
 7   ·   c   ·   ·   ·   ·   ·   c   ·
 6   p   ·   p   ·   p   ·   p   ·   p
 5   ·   ·   ·   ·   ·   ·   ·   ·   ·
     ~   ~   ~   ~   ~   ~   ~   ~   ~
 4   ·   ·   ·   ·   ·   ·   ·   ·   ·
 3   P   ·   P   ·   P   ·   P   ·   P
 2   ·   C   ·   ·  [C]  ·   ·  [·]  ·
 1   ·   ·   ·   ·   ·   ·   ·   ·   ·
 0   R   N   B   A   K   A   B   N   R
     a   b   c   d   e   f   g   h   i"""

FROM_BLACK = """\
 1   ·   ·   ·   K   ·   ·   ·   ·
 2   ·   ·   ·   ·   ·   ·   ·   ·
 3   ·   ·   ·   ·   ·   ·   ·   ·
 4   ·   ·   ·   ·   ·   ·   ·   ·
 5   ·   ·   ·   ·   ·   ·   ·   ·
 6   ·   ·   ·   ·   ·   ·   ·   ·
 7   ·   ·   ·   ·   ·   ·   ·  [·]
 8   ·   ·   ·   k   ·   ·   ·  [Q]
     h   g   f   e   d   c   b   a"""

GOMOKU = """\
     a   b   c   d   e   f   g   h   i
 9   ·   ·   ·   ·   ·   ·   ·   ·   ·
 8   ·   ·   ·   ·   ·   ·   ·   ·   ·
 7   ·   ·   +   ·   ·   ·   +   ·   ·
 6   ·   ·   ·   ·   ·   ·   ·   ·   ·
 5   ·   ·   ·   ·   +  [○]  ·   ·   ·
 4   ·   ·   ·   ·   ●   ·   ·   ·   ·
 3   ·   ·   +   ·   ·   ·   +   ·   ·
 2   ·   ·   ·   ·   ·   ·   ·   ·   ·
 1   ·   ·   ·   ·   ·   ·   ·   ·   ·"""

BACKGAMMON = """\
[13] 14  15  16  17  18 bar  19  20  21  22  23  24
  ○   ·   ●   ·   ●   ●   |   ●   ·   ·   ·   ○   ○
  ○   ·   ·   ·   ●   ●   |   ●   ·   ·   ·   ·   ·
  ○   ·   ·   ·   ●   ·   |   ●   ·   ·   ·   ·   ·
  ○   ·   ·   ·   ·   ·   |   ●   ·   ·   ·   ·   ·
  ·   ·   ·   ·   ·   ·   |   ·   ·   ·   ·   ·   ·

  ·   ·   ·   ·   ·   ·   |   ·   ·   ·   ·   ·   ·
  ●   ·   ·   ·   ·   ·   |   ○   ·   ·   ·   ·   ·
  ●   ·   ·   ·   ·   ·   |   ○   ·   ·   ·   ·   ·
  ●   ·   ·   ·   ○   ·   |   ○   ·   ·   ○   ·   ·
  ●   ·   ·   ○   ○   ·   |   ○   ·   ·   ○   ·   ●
 12  11  10   9  [8] [7]bar   6   5   4   3   2   1
  off ○ 0   off ● 0   cube 4 of black   black throws 3 1   score 3-1 to 7"""

BACKGAMMON_BAR = """\
 13 [14] 15  16  17  18 bar  19 [20] 21  22  23  24
  ·   ·   ·   ·   ·   ·   |   ○   ·   ·   ·   ·   ●
  ·   ·   ·   ·   ·   ·   |   ○   ·   ·   ·   ·   ●
  ·   ·   ·   ·   ·   ·   |   ○   ·   ·   ·   ·   ·
  ·   ·   ·   ·   ·   ·   |   ○   ·   ·   ·   ·   ·
  ·   ·   ·   ·   ·   ·   |   8   ·   ·   ·   ·   ·

  ·   ·   ·   ·   ·   ·   |   ·   ·   ·   ·   ·   ·
  ○   ·   ·   ·   ·   ·   |   ●   ●   ·   ·   ·   ·
  ○   ·   ·   ·   ·   ·   |   ●   ●   ·   ·   ·   ·
  ○   ·   ·   ·   ●   ·   ●   ●   ●   ·   ·   ·   ○
  ○   ·   ·   ·   ●   ·   ●   ●   ●   ·   ·   ·   ○
 12  11  10   9   8   7 bar  [6] [5]  4   3   2   1
  off ○ 1   off ● 1   white doubles"""

BG = "XGID=-a-B--D-BA--dD-a-cbd---AA-:2:-1:-1:31:3:1:0:7:10"
BG_BAR = "XGID=bb----H------D---b-dd---B-:0:0:1:D:0:0:0:0:10"
AFTER_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
AFTER_CANNON = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"


@pytest.mark.parametrize(
    ("game", "position", "legal", "last", "drawn"),
    [
        ("tictactoe", "x.o...... x", ["a1", "b2"], "c3", TICTACTOE),
        ("niujiaoqi", "1 6 9 b", ["6-8", "6-7"], "0-1", NIUJIAOQI),
        ("othello", "-" * 27 + "OX------XO" + "-" * 27 + " X", ["d3", "c4"], "e4", OTHELLO),
        ("othello", "-" * 14 + "OX----XO" + "-" * 14 + " X", [], None, SMALL_OTHELLO),
        ("chess", AFTER_E5, ["g1f3", "f1c4"], "e7e5", CHESS),
        ("xiangqi", AFTER_CANNON, ["h9g7"], "h2e2", XIANGQI),
        ("ewn", "B 2 25 24 14 12 0 15 1 8 3 6 19 23", ["24-23"], "18-19", EWN),
        ("ewn", "R 0 25 24 23 20 19 15 1 2 3 6 7 11", [], None, EWN_BEFORE_THROW),
        ("gomoku", "9/9/9/9/5o3/4x4/9/9/9 x", ["a1"], "f5", GOMOKU),
        ("backgammon", BG, ["13/10 6/5"], "13/7 8/7*", BACKGAMMON),
    ],
)
def test_board_is_drawn(
    game: str, position: str, legal: list[str], last: str | None, drawn: str
) -> None:
    text = board(game, position, legal, last).plain
    assert "\n".join(line.rstrip() for line in text.split("\n")) == drawn


def test_black_sees_the_board_from_the_other_side() -> None:
    text = board("chess", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", [], "a7a8q", seat=1).plain
    assert "\n".join(line.rstrip() for line in text.split("\n")) == FROM_BLACK
    for_black = board("xiangqi", AFTER_CANNON, [], None, seat=1).plain.splitlines()
    assert for_black[0].split() == ["0", *"RNBAKABNR"]
    assert for_black[-1].split() == list("ihgfedcba")


def test_black_sees_backgammon_from_the_other_side() -> None:
    text = board("backgammon", BG_BAR, [], "bar/20*/14 6/5(2)", seat=1).plain
    assert "\n".join(line.rstrip() for line in text.split("\n")) == BACKGAMMON_BAR


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("chess", "8/8 w"),
        ("backgammon", "XGID=-b:0"),
        ("xiangqi", "rnbakabnr w"),
        ("othello", "oops"),
        ("ewn", "B x"),
        ("niujiaoqi", ""),
        ("tictactoe", "x"),
        ("go", "any"),
        ("gomoku", "any"),
        ("gomoku", "5/5/5/5/6 x"),
    ],
)
def test_malformed_position_is_shown_verbatim(game: str, position: str) -> None:
    assert board(game, position, [], None).plain == position


@each("game", [*NAMES, "other"])
def test_sides_differ_by_shape_and_by_colour(game: str) -> None:
    first, second = piece(game, 0), piece(game, 1)
    assert first.plain != second.plain
    assert (first.style, second.style) == SEAT_STYLES[:2]


def test_pass_highlights_no_cell() -> None:
    position = "-" * 27 + "OX------XO" + "-" * 27 + " X"
    text = board("othello", position, ["pass"], "pass").plain
    assert "[" not in text
    assert "*" not in text


# An invented game of three seats on 19 by 19 cells, whose only file is its terminal.py.
WIDE_FACE = """
from rich.text import Text
from zeitnot_client.terminal.drawing import EMPTY, Cell, file_names, grid, rows_of
from zeitnot_client.terminal.face import Change, Face, Marks
from zeitnot_client.terminal.styles import seat_style

KINDS = {".": EMPTY, **{sign: Cell(sign, seat_style(n)) for n, sign in enumerate("ABC")}}

def draw(position: str, marks: Marks) -> Text:
    rows = rows_of(position.replace("/", ""), KINDS, range(19, 0, -1))
    return Text("\\n").join([grid(rows, marks), file_names(19)])

def ended(change: Change) -> str | None:
    rows = change.before.count("/"), change.after.count("/")
    return f"{change.names[rows[1] - rows[0]]} has a row" if rows[0] < rows[1] else None

FACE = Face("ABC", draw, {"row": "a whole row"}, ended)
"""


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game with a board drawing; returns its id."""
    (tmp_path / "widegame").mkdir()
    (tmp_path / "widegame" / "terminal.py").write_text(WIDE_FACE, encoding="utf-8")
    games = import_module(GAMES)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    yield "widegame"
    module_of.cache_clear()


def test_wide_board_has_ranks_and_files(wide: str) -> None:
    rows = ["." * 19 for _ in range(19)]
    rows[0], rows[9] = "A" + "." * 17 + "B", "." * 9 + "C" + "." * 9
    lines = board(wide, "/".join(rows), ["k10", "a9"], "j10s19").plain.splitlines()
    assert lines[-1].split() == list("abcdefghijklmnopqrs")
    assert [line.split()[0] for line in lines[:-1]] == [str(rank) for rank in range(19, 0, -1)]
    assert lines[0].startswith("19   A   · ")
    assert lines[0].endswith("[B]")
    assert lines[9][3 + 4 * 9 :].startswith(" [C]  * ")
    assert lines[10].startswith(" 9   * ")


def test_twenty_columns_fit_in_eighty_characters() -> None:
    lines = board("gomoku", "/".join(["20"] * 19 + ["19o"]) + " x", [], "t1").plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == list("abcdefghijklmnopqrst")
    assert [lines[0].index(file) for file in "at"] == [lines[-1].index("·"), lines[-1].index("○")]


def test_three_seats_have_three_marks(wide: str) -> None:
    marks = [piece(wide, seat) for seat in range(4)]
    assert [mark.plain for mark in marks] == ["A", "B", "C", "4"]
    assert len({mark.style for mark in marks}) == 4
    assert end_text(wide, "row: the first") == "a whole row: the first"
    assert end_text(wide, "column") is None
    assert [piece("noneknows", seat).plain for seat in (0, 5)] == ["1", "6"]


def test_game_can_report_the_end_of_its_parts(wide: str) -> None:
    names = ("Ann", "Bob", "Cyd")
    assert part_result(wide, Change("./.", "./././.", names)) == "Cyd has a row"
    assert part_result(wide, Change("./.", "A/.", names)) is None
    # Nine more rows than names raise an IndexError in the game's function, which is ignored.
    assert part_result(wide, Change("", "/" * 9, names)) is None
    for game in ("othello", "noneknows"):
        assert part_result(game, Change("a", "b", names)) is None


@pytest.mark.parametrize("game", ["", "..styles", "chess.x", "faces", "a" * 300, "Chess", "é"])
def test_unknown_game_has_no_board(game: str) -> None:
    assert board(game, "any", [], None).plain == "any"


@pytest.mark.parametrize("width", [4, 5])
def test_marks_around_three_characters_keep_rows_aligned(width: int) -> None:
    names = ["a1", "b1", "c1"]
    rows = [("1", [(name, Cell("10+")) for name in names]), ("2", [("a2", Cell("10+"))])]
    marks = Marks(frozenset({"a1"}), frozenset({"b1"}))
    assert grid(rows, marks, width).plain.splitlines() == [
        " 1 [10+]*10+  10+ ",
        " 2  10+ ",
    ]
