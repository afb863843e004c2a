"""Any text sent for import gives games, a position, or problems with the line of each."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeitnot_engines.games import MANIFESTS
from zeitnot_server.imports.reading import MAX_PROBLEMS, Read
from zeitnot_server.rooms.fold import fold

from ..each import each
from ..engines.formats.mutations import FILES, POSITIONS, damaged
from ..repetition import times
from .imported import imported

GAMES = {
    "pgn": "chess",
    "xiangqi": "xiangqi",
    "pdn": "checkers",
    "ggf": "othello",
    "txt": "othello",
    "mat": "backgammon",
    "json": "niujiaoqi",
}


def check(found: Read) -> None:
    """Every game can be stored, and every message about the text can be shown."""
    assert found.records or found.problems
    assert len(found.problems) <= MAX_PROBLEMS + 1
    for text in (*found.problems, *found.notes):
        assert text.startswith("text:")
        assert text.isprintable(), text
        assert len(text) < 400
    for commit in found.commits:
        assert fold(commit.created[0], commit.entries) == commit.room
    ids = [game.id for game in found.answer().games]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(name: str) -> None:
    games = 0
    for seed in range(times(150, 4_000)):
        rng = random.Random(seed)
        found = imported(
            damaged(rng, FILES[name]), rng.choice((None, GAMES[name], "go", "no game"))
        )
        check(found)
        games += len(found.records)
    assert games > 10


def test_damaged_positions() -> None:
    for seed in range(times(200, 10_000)):
        rng = random.Random(seed)
        check(imported(damaged(rng, rng.choice(POSITIONS)), rng.choice((None, *MANIFESTS))))


@given(data=st.binary(max_size=100), game=st.sampled_from((None, *MANIFESTS)))
@settings(max_examples=times(100, 5_000))
def test_any_bytes(data: bytes, game: str | None) -> None:
    check(imported(data, game))


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_as_other_programs_write_them(text: str) -> None:
    """The game is not named, and an empty line or blanks may surround the position."""
    for written in (text, f"\ufeff{text}\r\n", f"\n  {text}\t\r", f"{text}\x1a"):
        found = imported(written)
        assert not found.problems
        assert len(found.records) == 1


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\x0c", "\x1c"])
def test_a_position_is_one_line_of_the_file(end: str) -> None:
    """Python's `splitlines` would see two lines here, of which one is empty."""
    found = imported(f"{POSITIONS[0]}{end}")
    assert [game.moves for game in found.answer().games] == [0]


@pytest.mark.parametrize(
    ("fen", "movetext", "game"),
    [
        ("7k/8/8/8/8/8/8/K1R5 w - - 99 80", "80. Rc2 Kg7 81. Rc3 Kg6 1-0", None),
        ("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 80", "80. R9+1 K4+1 81. R9+1 K4-1 1-0", "xiangqi"),
        ("W:WK31:BK1:H79", "1. 31-27 1-5 2. 27-31 5-1 0-1", "checkers"),
    ],
)
def test_a_game_continues_after_an_unclaimed_draw(
    fen: str, movetext: str, game: str | None
) -> None:
    named = '[Game "Chinese Chess"]\n' if game == "xiangqi" else ""
    found = imported(f'{named}[SetUp "1"]\n[FEN "{fen}"]\n\n{movetext}\n', game)
    assert not found.problems
    assert [record.moves for record in found.answer().games] == [4]
    check(found)


@each(
    ("text", "expected"),
    [
        (
            # GGS's clocks have slashes, as FENs have.
            "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[05:00//02:00]TY[8]RE[+2.00]BO[8 -------- --------"
            " -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c3//0.01]"
            "B[b3//0.01]W[b2//0.01];)",
            ("othello", 4),
        ),
        (
            "XGID=-a--BBBB----dE---d-e---aB-:1:-1:-1:63:2:3:0:5:8\n\n"
            "    1. XG Roller+  24/18 13/10      eq:-0.123\n",
            ("backgammon", 0),
        ),
    ],
)
def test_texts_of_other_programs_are_not_taken_for_chess(
    text: str, expected: tuple[str, int]
) -> None:
    read = imported(text)
    assert read.problems == []
    (game,) = read.answer().games
    assert (game.game_type, game.moves) == expected


def test_a_file_of_positions_has_one_on_each_line() -> None:
    lines = [
        '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";',
        "",
        "this is none",
        '3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id "BK.02";',
    ]
    for game in (None, "chess"):
        read = imported("\n".join(lines), game)
        assert [found.game_type for found in read.answer().games] == ["chess", "chess"]
        assert [problem.partition(": ")[0] for problem in read.problems] == ["text:3"]
