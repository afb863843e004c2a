"""Games in SGF files of other programs: settings, set-up, moves and variations."""

import random

import pytest

from zeitnot_engines.formats import sgf, sgf_results
from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.games import History, load

from ...each import each
from .sgf_files import moves, problem, random_line, read, read_all, shape


def start_of(text: str) -> History:
    return read(text).start()


def notes(game: FileGame) -> str:
    return "; ".join(note for _, note in game.notes)


# ── files of collections of Go ────────────────────────────────────────────────────────────────

# A file as FoxGo writes it: komi in hundredths of Chinese counting, no CA, its own fixed order.
FOX = """(;GM[1]FF[4]
SZ[19]
GN[]
DT[2019-05-17]
PB[芈昱廷]
PW[柯洁]
BR[P9段]
WR[P9段]
KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RE[W+R]TM[10800]TC[5]TT[60]AP[foxwq]RL[0]
;B[pd];W[dd];B[pq];W[dp])
"""
# A file of a collection of old Japanese games: handicap and komi in words, properties in any order.
OLD = (
    "(;PW[本因坊道策]HA[吴受先]KM[]RE[白番中押し勝ち]DT[1683-11]EV[御城碁]PB[安井春知];B[qd];W[dc])"
)
# A game with four handicap stones as KGS writes it: PL, AB and clocks with stones left.
KGS = """(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Japanese]SZ[19]HA[4]KM[0.50]TM[1200]OT[25/300 Canadian]
PW[white]PB[black]WR[5k]BR[8k]DT[2010-01-02]PC[The KGS Go Server at http://www.gokgs.com/]
C[black [8k\\]: hi
]RE[W+Time]AB[pd][dp][pp][dd]PL[W]
;W[qn]WL[1196.13];B[nq]BL[1195.5];W[fc]WL[299.1]OW[24])
"""


def test_komi_in_hundredths_is_read() -> None:
    game = read(FOX)
    assert (game.settings["size"], game.settings["komi"]) == (19, "auto")  # 7.5
    assert notes(game) == "KM[375] is read as a komi of 7.5"
    assert game.players == ("芈昱廷", "柯洁")
    assert (game.scores, game.reason) == ((0.0, 1.0), "resign")
    expected = {"Date": "2019.05.17", "BlackElo": "P9段", "Rules": "Chinese"}
    assert game.facts == expected | {"WhiteElo": "P9段", "TimeControl": "10800"}
    assert moves(game) == ["Q16", "D16", "Q3", "D4"]


@pytest.mark.parametrize("codec", ["utf-8", "gbk", "shift_jis"])
def test_words_in_place_of_numbers_are_read(codec: str) -> None:
    game = read(OLD.replace("吴", "呉" if codec == "shift_jis" else "吴").encode(codec))
    assert game.players == ("安井春知", "本因坊道策")
    assert (game.scores, game.reason) == ((0.0, 1.0), "resign")
    assert game.facts["Date"] == "1683-11"
    assert "受先] is not a number" in notes(game)
    assert f"HA[{game.facts['Handicap']}]" in sgf.write(game)


def test_clocks_and_handicaps_survive_a_round_trip() -> None:
    game = read(KGS)
    assert game.settings == {"size": 19, "komi": "auto", "handicap": 4}
    assert game.position is None
    assert moves(game) == ["R6", "O3", "F17"]
    assert [node.clock_ms for node in game.main_line()] == [1_196_130, 1_195_500, 299_100]
    assert [node.periods for node in game.main_line()] == [None, None, 24]
    assert (game.reason, game.root.comments) == ("flag", ["black [8k]: hi"])
    text = sgf.write(game)
    for value in ("TM[1200]", "OT[25/300 Canadian]", "WL[299.1]", "OW[24]", "RE[W+T]"):
        assert value in text
    for value in ("BR[8k]", "WR[5k]", "HA[4]", "KM[0.5]", "RU[Japanese]", "DT[2010-01-02]"):
        assert value in text
    assert "C[black [8k\\]: hi]" in text
    again = read(text)
    assert (again.facts, again.settings) == (game.facts, game.settings)


@each(
    ("root", "size", "komi", "note"),
    [
        ("SZ[9]", 9, "7", ""),
        ("", 19, "7.5", ""),
        ("SZ[13:13]KM[6.5]", 13, "6.5", ""),
        ("SZ[19:19]", 19, "7.5", ""),
        ("KM[6,5]", 19, "6.5", ""),
        ("KM[6.5目]", 19, "6.5", ""),
        ("KM[6目半]", 19, "6.5", ""),
        ("KM[375]", 19, "7.5", "KM[375] is read as a komi of 7.5"),
        ("KM[3.75]", 19, "7.5", "KM[3.75] is read as a komi of 7.5"),
        ("KM[650]", 19, "6.5", "KM[650] is read as a komi of 6.5"),
        ("KM[50]", 19, "0.5", "KM[50] is read as a komi of 0.5"),
        ("KM[0.00]", 19, "0", ""),
        ("HA[2]AB[pd][dp]", 19, "0.5", ""),
        ("HA[1]KM[0.5]", 19, "0.5", ""),
        ("HA[0]KM[]", 19, "7.5", ""),
        ("KM[12.5]", 19, "12.5", "the komi is 10; the rules here have no 12.5"),
        ("KM[-3]", 19, "-3", "the komi is 0; the rules here have no -3"),
        ("KM[seven]", 19, "7.5", "KM[seven] is not a number; the komi is 7.5"),
    ],
)
def test_size_and_komi_are_read(root: str, size: int, komi: str, note: str) -> None:
    game = read(f"(;GM[1]{root})")
    assert (game.settings["size"], notes(game)) == (size, note)
    assert f"KM[{komi}]" in sgf.write(game)


def test_fixed_handicaps_become_settings_and_free_ones_positions() -> None:
    usual = load("go", {"size": 9, "handicap": 2}).start()
    assert start_of("(;SZ[9]HA[2]KM[0.5]AB[cg][gc])") == usual
    free = read("(;SZ[9]HA[2]KM[0.5]AB[aa][ii])")
    assert free.start().text.startswith("x8/9/9/9/9/9/9/9/8x o ")
    assert free.settings.get("handicap", 0) == 0
    assert "HA[2]" in sgf.write(free)


@each(
    ("text", "stones", "first"),
    [
        ("(;SZ[9]HA[2];B[cg];B[gc];W[ee])", "9/9/6x2/9/9/9/2x6/9/9 o", ["E5"]),
        ("(;SZ[9]HA[2];B[ai];B[ia];W[ee])", "8x/9/9/9/9/9/9/9/x8 o", ["E5"]),
        ("(;SZ[9]HA[2];W[ee])", "9/9/6x2/9/9/9/2x6/9/9 o", ["E5"]),
        ("(;SZ[9]HA[2]AB[ai]\n;AB[ia]PL[W];W[ee])", "8x/9/9/9/9/9/9/9/x8 o", ["E5"]),
        ("(;SZ[9];B[ai];B[ia];W[ee])", "8x/9/9/9/9/9/9/9/x8 o", ["E5"]),
        ("(;SZ[9]HA[0]B[ai];B[ia];W[ee])", "8x/9/9/9/9/9/9/9/x8 o", ["E5"]),
        ("(;SZ[9];B[ai];B[ia])", "9/9/9/9/9/9/9/9/9 x", ["A1", "+pass", "J9"]),
        ("(;SZ[9]HA[3];B[ai];B[ia];W[ee])", "9/9/9/9/9/9/9/9/9 x", ["A1", "+pass", "J9", "E5"]),
    ],
)
def test_handicap_stones_are_read_in_all_forms(text: str, stones: str, first: list[str]) -> None:
    game = read(text)
    assert game.start().text.startswith(stones)
    assert moves(game) == first


@each(
    ("text", "side"),
    [
        ("(;SZ[9];B[aa])", "x"),
        ("(;SZ[9];W[aa])", "o"),
        ("(;SZ[9]PL[W];B[aa])", "o"),
        ("(;SZ[9]PL[white];W[aa])", "o"),
        ("(;SZ[9]AB[aa];W[bb])", "o"),
        ("(;SZ[9]AB[aa][bb])", "x"),
        ("(;SZ[9]HA[2]AB[aa][bb])", "o"),
        ("(;SZ[9]HA[1]AB[aa])", "x"),
    ],
)
def test_the_side_to_move_first(text: str, side: str) -> None:
    assert start_of(text).text.split()[1] == side


def test_setup_stones_may_form_rectangles_and_come_later() -> None:
    assert start_of("(;SZ[5]AB[aa:cb]AW[]AE[ba]PL[W])").text.split()[:2] == ["x1x2/xxx2/5/5/5", "o"]
    later = read("(;SZ[5];B[aa];AW[ee]AE[aa]PL[W];W[dd])")
    assert later.end().text.split()[:2] == ["5/5/5/3o1/4o", "x"]
    assert shape(read(sgf.write(later))) == shape(later)
    assert read(sgf.write(later)).end().text == later.end().text


def test_both_forms_of_passes_are_read_and_play_may_continue() -> None:
    assert moves(read("(;SZ[9];B[];W[tt];B[aa])")) == ["pass", "pass", "+resume", "A9"]
    assert moves(read("(;SZ[19];B[tt];W[ss])")) == ["pass", "T1"]
    third = read("(;SZ[9]RE[B+4.5];B[];W[];B[])")
    assert moves(third) == ["pass", "pass", "+resume", "pass"]
    assert (third.scores, third.word) == ((1.0, 0.0), "B+4.5")
    many = read("(;SZ[9]RE[B+4.5]" + ";B[];W[]" * 4 + ")")
    assert (many.end().result is not None, many.word) == (True, "B+4.5")
    assert "passes after the end of the game are left out" in notes(many)


def test_a_side_may_move_twice() -> None:
    game = read("(;SZ[9];B[cc];B[gg];B[tt];B[cg];W[ee])")
    assert moves(game)[:4] == ["C7", "+pass", "G3", "+pass"]
    assert game.end().text.startswith("9/9/2x6/9/4o4/9/2x3x2/9/9 x ")
    assert notes(game) == "a side moves twice; the other one passes between"


def test_moves_of_one_node_are_read_one_after_the_other() -> None:
    game = read("(;SZ[9]KM[7];B[aa]W[bb];B[cc])")
    assert moves(game) == ["A9", "B8", "C7"]
    assert notes(game) == "several moves in one node are read one after the other"


def test_play_may_continue_after_the_end() -> None:
    game = read("(;SZ[5];B[];W[];B[];W[];B[aa])")
    assert game.end().text.startswith("x4/5/5/5/5 o")


def test_variations_start_from_their_branch_points() -> None:
    game = read("(;SZ[9];B[aa](;W[bb];B[cc])(;W[cc](;B[bb])(;B[dd])))")
    assert shape(game) == "A9(B8 C7)(C7(B8)(D6))"
    bad = read("(;SZ[9];B[aa](;W[bb];B[cc])\n(;W[cc];B[aa](;W[dd]))(;W[dd]))")
    assert shape(bad) == "A9(B8 C7)(C7)(D6)"
    assert bad.notes == [
        (2, "B[aa], move 3, is not a legal move; the rest of its variation is left out")
    ]


def test_signs_comments_and_values_survive_a_round_trip() -> None:
    text = "(;SZ[9]C[a];B[aa]TE[2]N[b]C[c\nd\\]]V[1.5];W[bb]BM[1](;B[cc]IT[])(;B[dd]DO[]GW[2]))"
    game = read(text)
    first, second = [*game.main_line()][:2]
    assert (first.nags, first.comments, first.value) == ([3], ["b", "c\nd]"], "1.5")
    assert second.nags == [2]
    for value in ("TE[2]", "C[b\nc\nd\\]]", "V[1.5]", "BM[1]", "IT[]", "DO[]", "GW[2]"):
        assert value in sgf.write(game)


@each(
    ("text", "sentence"),
    [
        ("(;GM[3])", "x.sgf:1: the game is GM[3]; expected GM[1] (go), GM[2] (othello), GM[4]"),
        ("(;SZ[11])", "x.sgf:1: a board of 11; expected go on a board of 5, 7, 9, 13, 19"),
        ("(;SZ[9:13])", "x.sgf:1: a board of 9:13; expected go on"),
        ("(;SZ[99999999999999])", "a board of 99999999999999; expected"),
        ("(;GM[4]SZ[21])", "x.sgf:1: a board of 21; expected gomoku on a board of 5 to 20"),
        ("(;SZ[9]\n;AB[jj])", "x.sgf:2: AB[jj] is not a point of a board of 9 by 9; expected"),
        ("(;SZ[9]AB[aa:zz])", "AB[zz] is not a point"),
        ("(;SZ[5]AB[aa:ee])", "x.sgf:1: A chain without liberties"),
        ("(;SZ[9]\n;B[aa]\n;W[aa])", "x.sgf:3: W[aa], move 2, is not a legal move; expected a le"),
        ("(;SZ[9];B[a])", "x.sgf:1: B[a], move 1: [a] is not a point of a board of 9 by 9"),
        ("(;SZ[9];B[aa][bb])", "x.sgf:1: a side has several moves in one node; expected one"),
        ("(;SZ[5]AW[ba][ab]PL[B];B[aa])", "x.sgf:1: B[aa], move 1, is not a legal"),  # suicide
        ("(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb])", "W[bb], move 2, is not"),
        ("(;SZ[9];B[aa];AW[aa:ii])", "the set-up after move 1: A chain without liberties"),
        ("(;SZ[9]" + ";AB[aa:ii]AE[aa:ii]" * 150 + ";B[bb])", "too many stones are placed"),
        ("(;SZ[9];B[aa]" + ";AB[aa:ih]AE[aa:ih]" * 150 + ")", "too many stones are placed"),
    ],
    ids=lambda case: case[1],
)
def test_errors_name_the_move_and_line(text: str, sentence: str) -> None:
    assert sentence in problem(text)


def test_a_file_may_have_several_games() -> None:
    games = read_all("(;SZ[9]PB[a];B[aa])(;GM[2]PB[b];B[fe])(;GM[4]PB[c];B[hh])")
    assert [(g.game, g.players[0]) for g in games if isinstance(g, FileGame)] == [
        *(("go", "a"), ("othello", "b"), ("gomoku", "c"))
    ]


# ── results ────────────────────────────────────────────────────────────────────────────────────


@each(
    ("text", "winner", "word", "reason"),
    [
        ("B+3.5", 0, "B+3.5", "rules"),
        ("W+3,5", 1, "W+3.5", "rules"),
        ("B+3 points", 0, "B+3", "rules"),
        ("W+R", 1, "", "resign"),
        ("w+r", 1, "", "resign"),
        ("B+Resign", 0, "", "resign"),
        ("Black wins by resignation", 0, "", "resign"),
        ("White wins by 2.5 points", 1, "W+2.5", "rules"),
        ("White+Time", 1, "", "flag"),
        ("W+T", 1, "", "flag"),
        ("W+F", 1, "", "abandoned"),
        ("B+", 0, "", "unknown"),
        ("1-0", 0, "", "unknown"),
        ("黑中盘胜", 0, "", "resign"),
        ("白胜2又3/4子", 1, "W+5.5", "rules"),
        ("黑胜1/4子", 0, "B+0.5", "rules"),
        ("白番2目半勝ち", 1, "W+2.5", "rules"),
        ("黒番中押し勝ち", 0, "", "resign"),
        ("백 불계승", 1, "", "resign"),
        ("白超时胜", 1, "", "flag"),
        ("0", 2, "0", "rules"),
        ("Draw", 2, "0", "rules"),
        ("Jigo", 2, "0", "rules"),
        ("和棋", 2, "0", "rules"),
        ("Void", None, "", ""),
        ("?", None, "", ""),
        ("", None, "", ""),
        ("unfinished", None, "", ""),
        ("Bob wins", None, "", ""),
    ],
)
def test_results_are_read(text: str, winner: int | None, word: str, reason: str) -> None:
    result = sgf_results.read(text)
    if winner is None:
        assert result is None
        return
    assert result is not None
    scores = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)][winner]
    assert (result.scores, result.word, result.reason) == (scores, word, reason)


@each(
    ("said", "written", "note"),
    [
        ("RE[Void]", "RE[Void]", ""),
        ("RE[?]", "RE[?]", ""),
        ("RE[打挂]", "RE[打挂]", "RE[打挂] is not a result that is known here"),
        ("", "", ""),
        ("RE[B+]", "RE[B+]", ""),
    ],
)
def test_an_unknown_result_is_kept_and_reported(said: str, written: str, note: str) -> None:
    game = read(f"(;SZ[9]{said};B[aa])")
    assert notes(game) == note
    assert written in sgf.write(game)
    assert ("RE[" in sgf.write(game)) == bool(written)


# ── gomoku and Othello ─────────────────────────────────────────────────────────────────────────


def test_gomoku_is_read() -> None:
    five = "".join(f";B[{c}h];W[{c}a]" for c in "abcd") + ";B[eh]"
    game = read(f"(;GM[4]RU[Freestyle]PB[A]RE[B+]{five})")
    assert (game.game, game.settings) == ("gomoku", {"size": 15, "rule": "freestyle"})
    assert moves(game)[:3] == ["a8", "a15", "b8"]
    assert (game.scores, game.reason, game.word) == ((1.0, 0.0), "rules", "five in a row")
    assert "RE[B+]" in sgf.write(game)
    assert read("(;GM[4]SZ[20]RU[Renju];B[jj])").settings == {"size": 20, "rule": "renju"}
    assert moves(read("(;GM[4]SZ[15];B[h8];W[i9])")) == ["h8", "i9"]
    assert read("(;GM[4]RU[4])").settings["rule"] == "renju"
    assert "RU[carom] is read as freestyle" in notes(read("(;GM[4]RU[carom])"))
    placed = read("(;GM[4]AB[hh]AW[ii];B[gg])")
    assert placed.start().text.split()[0].count("1") > 0
    assert read(sgf.write(placed)).start().text == placed.start().text
    assert "the other side is to move" in problem("(;GM[4];B[hh];B[ii])")
    assert "there are no passes" in problem("(;GM[4];B[])")


def test_othello_is_read() -> None:
    """Points are letters or, as nearly all programs write, a letter and a number."""
    game = read("(;GM[2]SZ[8]PB[A]PW[B];B[fe];W[fd];B[F3];W[g4])")
    assert (game.game, game.position) == ("othello", None)
    assert moves(game) == ["f5", "f4", "f3", "g4"]
    assert ";B[f5];W[f4];B[f3];W[g4])" in sgf.write(game).replace("\n", "")
    # A set-up with the discs of the start, as some programs write it, is the start.
    assert read("(;GM[2]AB[ed][de]AW[dd][ee];B[fe])").position is None
    white = read("(;GM[2]PL[W];W[ec])")
    assert white.start().text.endswith(" O")
    assert read(sgf.write(white)).start().text == white.start().text


def test_passes_of_othello_may_be_left_out() -> None:
    rng = random.Random(11)
    played = next(
        line for line in iter(lambda: random_line(rng, "othello"), None) if "pass" in line
    )
    state, texts = load("othello").start(), [""] * 4
    for move in played:
        value = "" if move == "pass" else move
        texts[0] += f";{'BW'[state.turn or 0]}[{value}]"
        texts[1] += f";{'BW'[state.turn or 0]}[{value or 'tt'}]"
        texts[3] += f";{'BW'[state.turn or 0]}[{value.upper() or 'PA'}]"
        texts[2] += f";{'BW'[state.turn or 0]}[{value}]" if value else ""
        state = state.play(move)
    for text in texts:
        game = read(f"(;GM[2]{text})")
        assert moves(game) == played
        assert game.word == (state.result or ((), "", ""))[2]
    assert "is not a legal move" in problem("(;GM[2];B[];W[fe])")
    assert "the other side is to move" in problem("(;GM[2];B[fe];B[cd])")
