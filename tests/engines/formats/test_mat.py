"""MAT: matches of backgammon as GNU Backgammon, eXtreme Gammon and servers write them."""

import random
import re
import tracemalloc
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from zeitnot_engines.formats import mat
from zeitnot_engines.formats.record import BadGame, FileGame, Node
from zeitnot_engines.formats.registry import format_of
from zeitnot_engines.formats.source import Source

from ...each import each
from .mat_files import actions, games, read

MATCH = (Path(__file__).parents[2] / "data/gnubg-match.mat").read_text("utf-8")
"""A match of GNU Backgammon 1.07 with itself."""
# The head that eXtreme Gammon writes, and a beaver.
XG = """\
; [Site "XG Mobile"]
; [Match ID "491989142"]
; [Player 1 "Ken"]
; [Player 2 "XG"]
; [EventDate "2022.12.24"]
; [EventTime "21.23"]
; [Variation "Backgammon"]
; [Jacoby "On"]
; [Beaver "On"]
; [CubeLimit "1024"]

0 point match

Game 1
Ken : 0                              XG : 0
 1)                                  15: 24/23 13/8
 2) 21: 13/11 8/7                    64: 8/2 6/2
 3)  Doubles => 2                     Beavers => 4
 4) 42: 8/4 6/4                      61: 13/7 8/7
 5) 31:
      Wins 4 points
"""


# ── files of programs ──────────────────────────────────────────────────────────────────────────


def test_each_game_of_a_match_begins_with_its_score() -> None:
    found = games(MATCH)
    assert [game.players for game in found] == [("gnubg", "root")] * 4
    starts = [game.start().text.split(":")[3:9] for game in found]
    assert starts == [
        ["0", "00", "0", "0", "0", "5"],
        ["0", "00", "0", "2", "0", "5"],
        ["0", "00", "4", "2", "1", "5"],
        ["0", "00", "4", "3", "0", "5"],
    ]
    assert [game.position is None for game in found] == [True, False, False, False]
    results = [(game.scores, game.reason, game.word, game.facts["Points"]) for game in found]
    assert results == [
        ((0.0, 1.0), "resign", "", "2"),  # gnubg gives up hopeless races
        ((1.0, 0.0), "rules", "gammon", "4"),
        ((0.0, 1.0), "rules", "all borne off", "1"),
        ((0.0, 1.0), "resign", "", "4"),
    ]
    for game, following in pairwise(found[1:]):
        assert game.end().text == following.start().text
    assert found[0].settings == {"match": "5", "cube": "on"}
    assert found[0].facts == {"Date": "2026.11.30", "Game": "1", "Score": "0-0", "Points": "2"}
    assert not [game.notes for game in found if game.notes]


def test_a_single_game_with_a_beaver_and_a_resignation() -> None:
    [game] = games(XG)
    assert game.players == ("Ken", "XG")
    assert game.settings == {"cube": "on", "jacoby": "on", "beavers": "on"}
    assert actions(game) == [
        *("15", "24/23 13/8", "roll", "21", "13/11 8/7", "roll", "64", "8/2 6/2"),
        *("double", "beaver", "take", "42", "8/4 6/4", "roll", "61", "13/7 8/7", "31"),
    ]
    assert (game.scores, game.reason, game.facts["Points"]) == ((1.0, 0.0), "resign", "4")
    assert game.facts["GameId"] == "491989142"
    [again] = games(mat.write(game))
    assert (actions(again), again.facts) == (actions(game), game.facts)


@each(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: re.sub("(?<=\\S) {4,}", "\t\t", text),
        lambda text: text.replace("/0", "/off").replace("25/", "bar/"),
        lambda text: text.replace("/0", "/Off").replace("25/", "Bar/"),
        lambda text: text.replace("*", ""),
        lambda text: re.sub(r"(\d\d: )\n", r"\1Cannot Move\n", text),
        lambda text: text.replace("17/15 15/11", "17/11").replace("24/18 18/13", "24/13"),
        lambda text: text.replace(" 13/7 13/7 13/7", " 13/7(3)"),
        lambda text: text.replace(" 8/4* 8/4 6/2 6/2", " 8/4(2)* 6/2*(2)"),
        lambda text: text.replace("Takes", "Accepts").replace("Doubles", "doubles"),
        lambda text: text.replace(" 5 point match", "5-point match"),
        lambda text: re.sub(r"Wins (\d) points?", r"Wins \1 point and the match", text),
    ],
)
def test_what_programs_write_differently(change: object) -> None:
    assert callable(change)
    text = MATCH.partition(" Game 3")[0]
    expected = [(actions(game), game.scores) for game in games(text)]
    changed = change(text)
    assert changed != text
    assert [(actions(game), game.scores) for game in games(changed)] == expected


def test_a_file_in_another_encoding() -> None:
    data = XG.replace("Ken", "李伟").encode("gbk")
    [game] = mat.read(Source.of_bytes(data, "m.mat"))
    assert isinstance(game, FileGame)
    assert game.players == ("李伟", "XG")


def test_two_matches_in_a_file_have_their_own_heads() -> None:
    first, *_ = found = games(XG + "\n" + MATCH)
    assert len(found) == 5
    assert ("Site" in first.facts, "Site" in found[1].facts) == (True, False)
    assert games(MATCH + XG)[4].facts["Site"] == "XG Mobile"


def game_of(*rows: str, length: int = 0, scores: tuple[int, int] = (0, 0), head: str = "") -> str:
    """The text of a match of one game with these rows."""
    names = f" A : {scores[0]:<24} B : {scores[1]}"
    return "\n".join([head, f" {length} point match", "", " Game 1", names, *rows, ""])


@each(
    ("text", "expected"),
    [
        # A roll without its play, a play that is not complete, and one that was not recorded.
        (game_of("1) 31: 8/5 6/5   52:", "   Wins 2 points"), ["31", "8/5 6/5", "roll", "25", ""]),
        (
            game_of("1) 31: 8/5 6/5   52: 13/8", " Wins 1 point"),
            ["31", "8/5 6/5", "roll", "25", ""],
        ),
        (
            game_of("1) 31: 8/5 6/5   52: ????", " Wins 1 point"),
            ["31", "8/5 6/5", "roll", "25", ""],
        ),
        (game_of("1)                              31: 8/5 6/5"), ["13", "8/5 6/5"]),
        (game_of("1)\t\t\t31: 8/5 6/5"), ["13", "8/5 6/5"]),
        (game_of("1) 31: 8/5 6/5         Doubles => 2", "2) Drops   Wins 1 point"), None),
        (game_of("1) 31: 8/5 6/5         Doubles => 2", "2) Passes", "   Wins 1 point"), None),
        (game_of("1) 31: 8/5 6/5         Resigns", "   Wins 1 point"), ["31", "8/5 6/5"]),
        (game_of("1) 31: 8/5 6/5", length=1), ["31", "8/5 6/5"]),
        (game_of(), []),
    ],
)
def test_games_that_end_early(text: str, expected: list[str] | None) -> None:
    [game] = games(text)
    if expected is None:
        assert actions(game)[-2:] == ["double", "drop"]
        assert (game.scores, game.word) == ((0.0, 1.0), "double dropped")
        return
    assert actions(game) == [action.replace("25", "52") for action in expected if action]
    assert game.reason in ("resign", "unknown")


@each(
    ("text", "is_crawford"),
    [
        (game_of("1) 31: 8/5 6/5", length=5, scores=(4, 2)), True),
        (game_of("1) 31: 8/5 6/5", length=5, scores=(4, 4)), False),
        (game_of("1) 31: 8/5 6/5    Doubles => 2", length=5, scores=(4, 2)), False),
        (game_of("1) 31: 8/5 6/5", length=5, scores=(4, 2), head='; [Crawford "Off"]'), False),
        (game_of("1) 31: 8/5 6/5", length=1), False),
    ],
)
def test_which_game_is_the_crawford_game(text: str, is_crawford: bool) -> None:
    [game] = games(text)
    assert game.start().text.split(":")[7] == str(int(is_crawford))


def test_a_game_after_the_crawford_game_survives_alone() -> None:
    *_, last = games(
        game_of("1) 31: 8/5 6/5", "   Wins 1 point", length=3, scores=(2, 0))
        + " Game 2\n A : 2   B : 1\n 1) 31: 8/5 6/5\n"
    )
    [alone] = games(mat.write(last))
    assert alone.start() == last.start()


def test_names_keep_their_colons() -> None:
    [game] = games(game_of("1) 31: 8/5 6/5"))
    game.players = ("Club: Ann", "Bob  B.")
    [again] = games(mat.write(game))
    assert again.players == ("Club: Ann", "Bob B.")


def test_matches_of_any_length() -> None:
    for length in (1, 2, 9, 25, 64):
        [game] = games(game_of("1) 31: 8/5 6/5", length=length))
        assert game.start().text.split(":")[8] == str(length)
        assert game.settings.get("match", "") in ("", str(length))


# ── what is wrong with a file ──────────────────────────────────────────────────────────────────


@each(
    ("text", "problem"),
    [
        (game_of("1) 31: 8/4 6/5   52: 13/8 13/11"), "m.mat:6: '8/4 6/5' is not a play of 31"),
        (game_of("1) 33: 8/5 6/5"), "m.mat:6: the game does not begin with two different dice"),
        (game_of("1) 31: 8/5 6/5   52: 13/8 13/11   61: 8/2"), "m.mat:6: '1) 31: 8/5 6/5"),
        (game_of("1) hello"), "m.mat:6: '1) hello' is not a row of two columns"),
        (game_of("hello"), "m.mat:6: 'hello' is not a row of two columns"),
        (game_of("1) 31: 8/5 6/5   Takes"), "m.mat:6: an answer to a double is not possible here"),
        (game_of("1) Doubles => 2"), "m.mat:6: a double is not possible here"),
        (game_of("1) 31: 8/5 6/5 Doubles => 2", "2) 31: 8/5"), "before the double is answered"),
        (game_of("1) 31: 8/5 6/5 Doubles => 2", "2) Raccoons"), "m.mat:7: raccoons are not played"),
        (game_of("1) 31: 8/5 6/5 Doubles => 2", "2) Drops  31: 8/5"), "the game is over (double"),
        (game_of("1) 31: 8/5 6/5 Doubles => 2", "2) Takes  Takes"), "m.mat:7: an answer"),
        (
            game_of("1) 31: 8/5 6/5  42:", "2) 31: 8/5 6/5 52: 13/8"),
            "m.mat:6: '' is not a play of 42",
        ),
        (
            game_of("1) 31: 8/5 6/5", "2) 42: 8/4 6/4  31: 8/5"),
            "m.mat:7: the other side is to move",
        ),
        (game_of("1) Cannot Move"), "m.mat:6: the game does not begin with two different dice"),
        (game_of("1) 31: 8/5 6/5   Cannot Move"), "m.mat:6: the dice are missing"),
        (game_of("x" * 2_000), "m.mat:6: the line is too long"),
        (game_of(*["1) 31: 8/5 6/5   31: 8/5 6/5"] * 3_000), "the game is too long"),
        (game_of(length=65), "m.mat:4: a match of 65 points; expected up to 64"),
        (game_of(length=5, scores=(5, 0)), "m.mat:4: the score is 5-0 in a match to 5"),
        (
            game_of(head='; [Variation "Nackgammon"]'),
            "the game is 'Nackgammon'; expected backgammon",
        ),
        (game_of("; Set Pos=0,1,2/0", "1) 31: 8/5 6/5"), "m.mat:6: the game begins at a position"),
        (" 3 point match\n Game 1\n", "m.mat:2: the game has no players"),
        (" Game 1\n nobody\n", "m.mat:2: 'nobody' is not the players"),
        ("hello", "m.mat: there is no game in the file"),
        ("", "m.mat: there is no game in the file"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, problem: str) -> None:
    [bad] = read(text)
    assert isinstance(bad, BadGame)
    assert problem in bad.located("m.mat")
    assert "; expected " in bad.located("m.mat")


def test_a_bad_game_is_skipped() -> None:
    found = read(MATCH.replace(" 9) 61: 11/5 6/5 ", " 9) 61: 11/5 6/4 ", 1))
    assert [isinstance(game, FileGame) for game in found] == [False, True, True, True]
    assert isinstance(found[0], BadGame)
    assert found[0].located("m.mat").startswith("m.mat:15: '11/5 6/4' is not a play of 61")
    assert [
        action for game in found[1:] if isinstance(game, FileGame) for action in actions(game)
    ] == [action for game in games(MATCH)[1:] for action in actions(game)]


def test_what_is_read_differently_is_noted() -> None:
    [game] = games(game_of("1) 31: 8/5 6/5  Doubles => 2", "2) Drops", "         Wins 7 points"))
    assert game.notes == [(8, "the file has 7 points for the winner; by the rules 1")]
    [game] = games(game_of("1) 31: 8/5 6/5  52: 13/9", "    Wins 1 point"))
    assert game.notes == [(6, "the last play, '13/9', is left out")]


def test_no_bytes_break_the_reader() -> None:
    """Mutated files give games and located errors, nothing else."""
    rng, data = random.Random(5), (XG + MATCH[:3_000]).encode()
    kinds = Counter[str]()
    for _ in range(150):
        text = bytearray(data)
        for _ in range(rng.randrange(1, 30)):
            at = rng.randrange(len(text))
            match rng.randrange(4):
                case 0:
                    text[at] = rng.randrange(256)
                case 1:
                    del text[at : at + rng.randrange(1, 40)]
                case 2:
                    text[at:at] = text[rng.randrange(len(text)) :][: rng.randrange(1, 80)]
                case _:
                    text[at:at] = rng.choice((b"\n", b"\r", b"\t", b"  ", b"Game 7\n", b"31:"))
        for found in mat.read(Source.of_bytes(bytes(text), "m.mat")):
            if isinstance(found, BadGame):
                kinds["bad"] += 1
                assert re.match(r"m\.mat(:\d+)?: .+; expected .+", found.located("m.mat"))
                continue
            kinds["good"] += 1
            found.end()
            mat.write(found)
    assert min(kinds["bad"], kinds["good"]) > 50


def test_what_is_too_long_is_not_stored() -> None:
    for part in (b"x", b" 1) 31: 8/5 6/5   52: 13/8 13/11\n"):
        data = b" Game 1\n A : 0   B : 0\n" + part * (1_000_000 // len(part))
        source = Source.of_bytes(data, "m.mat")
        tracemalloc.start()
        assert sum(1 for _ in mat.read(source)) >= 1
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 4_000_000


@each("text", [MATCH, XG, game_of("1) 31: 8/5 6/5"), " Game 1\n A : 0   B : 0\n"])
def test_the_format_is_recognized_by_its_first_lines(text: str) -> None:
    for suffix in ("", ".txt", ".mat"):
        form = format_of(Source.of_bytes(text.encode(), "m"), suffix)
        assert form is not None
        assert form.name == "mat"


def test_what_cannot_be_written() -> None:
    within = FileGame(
        "backgammon", {}, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", Node(), ("", "")
    )
    with pytest.raises(ValueError, match="begins at a position"):
        mat.write(within)
    with pytest.raises(ValueError, match="Games of othello"):
        mat.write(FileGame("othello", {}, None, Node(), ("", "")))
