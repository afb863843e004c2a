"""SGF files as bytes: games between other text, damaged ones, and files that are hostile."""

import random
import time
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from zeitnot_engines.formats import sgf
from zeitnot_engines.formats.record import MAX_NODES, BadGame, FileGame
from zeitnot_engines.formats.sgf_text import escaped, simple_text, text
from zeitnot_engines.formats.sgf_tokens import MAX_DEPTH, MAX_TEXT, MAX_VALUE
from zeitnot_engines.formats.source import Source

from ...each import each
from .sgf_files import moves, problem, read, read_all, shape

VALID = (
    "(;FF[4]GM[1]SZ[9]PB[Ann \\] a]PW[吴清源]KM[6.5]C[a: b];B[ee]BL[12.5];W[cc](;B[gg]C[x\\\ny])"
    "(;B[cg](;W[gc])(;W[])))\n"
)

# ── texts ──────────────────────────────────────────────────────────────────────────────────────


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))
def test_texts_match_another_library(value: str) -> None:
    raw = escaped(value)
    assert text(raw) == sgf_grammar.text_value(raw.encode()).decode()
    assert simple_text(raw) == sgf_grammar.simpletext_value(raw.encode()).decode()


@given(st.text("a\\]\n\t\v[: "))
def test_escapes_match_another_library(raw: str) -> None:
    if sgf_grammar.is_valid_property_value(raw.encode()):
        assert text(raw) == sgf_grammar.text_value(raw.encode()).decode()
        assert simple_text(raw) == sgf_grammar.simpletext_value(raw.encode()).decode()


# ── files ──────────────────────────────────────────────────────────────────────────────────────


def test_text_around_games_is_skipped_and_old_names_are_shortened() -> None:
    """The forms of FF[3] and of mailed files."""
    data = "From: x (hi)\n( ;GaMe[1]SiZe[9]Comment[a]\n;Black[aa]C[b][c];b[]w[]\nbye"
    first, *_ = read_all(f"{data.replace(';b[]w[]', ')')} (;SZ[9];W[bb])\n")
    assert isinstance(first, FileGame)
    assert (moves(first), first.root.comments) == (["A9"], ["a"])
    assert first.root.children[0].comments == ["b", "c"]


@each(
    "end",
    [
        "",
        ")",
        "\n(;FF[4]GM[1]SZ[9];B[bb])",
        ")\n(;FF[4]GM[1]SZ[9];B[bb])",
        "\n\n(\n;GM[1]SZ[9];B[bb]",
    ],
)
def test_a_game_may_lack_its_last_bracket(end: str) -> None:
    games = read_all("(;GM[1]SZ[9];B[aa](;W[cc])(;W[dd])" + end)
    assert [moves(game) for game in games if isinstance(game, FileGame)] == [["A9", "C7"]] + (
        [["B8"]] if "bb" in end else []
    )
    assert len(games) == 1 + ("bb" in end)


@each(
    "text",
    [
        "(;GM[1]SZ[9];B[aa]C[never closed)\n(;GM[1]SZ[9];B[bb])",
        "(;GM[1]SZ[9];B[aa];;X)(;SZ[9];B[bb])",
        "(;GM[1]SZ[9];B[aa](;W[cc]](;W[dd])))\n(;SZ[9];B[bb])",
        "(;GM[1]SZ[9];B[aa](;W[cc]C)\n(;GM[1]SZ[9];B[bb])",
        "(;GM[1]SZ[9];B[aa];W[aa](;B[cc]))(;SZ[9];B[bb])",
        "(;GM[1]SZ[9]];B[aa]C[)]\n\n)(;SZ[9];B[bb])",
        "(;SZ[99];B[aa])(;SZ[9];B[bb])",
    ],
)
def test_a_bad_game_does_not_affect_the_next(text: str) -> None:
    bad, good = read_all(text)
    assert isinstance(bad, BadGame)
    assert isinstance(good, FileGame)
    assert moves(good) == ["B8"]


def test_a_comment_may_quote_a_game() -> None:
    assert read("(;SZ[9]C[see\n(;GM[1\\];B[aa\\])];B[bb])").root.comments == ["see\n(;GM[1];B[aa])"]


@each(
    ("charset", "name"),
    [
        ("Shift_JIS", "囲碁の表"),
        ("x-sjis", "囲碁の表"),
        ("GB2312", "围棋对局"),
        ("Big5", "圍棋功"),
        ("EUC-KR", "바둑"),
    ],
)
def test_east_asian_charsets_are_read(charset: str, name: str) -> None:
    """In some of these charsets, a byte of a character may be that of a backslash."""
    data = f"(;CA[{charset}]PB[{name}];B[aa])".encode(charset.removeprefix("x-"))
    assert read(data).players == (name, "")


@each(
    ("data", "sentence"),
    [
        ("", "x.sgf: there is no game in the file; expected games in SGF, which begin with (;"),
        ("((((", "x.sgf: there is no game in the file"),
        ("(;", "x.sgf:1: the file ends within a game"),
        ("(;\n;\n", "x.sgf:1: the file ends within a game"),
        ("(;\nB[aa", "x.sgf:2: a value is not closed; expected a ]"),
        ("(;B)", "x.sgf:1: 'B' has no value; expected B[value]"),
        ("(;[aa])", "x.sgf:1: '[aa])' is not SGF; expected a node, as ;B[aa], or a )"),
        ("(;B[aa]())", "x.sgf:1: ')' after '('"),
        ("(;B[aa]((;W[bb])))", "x.sgf:1: '(' after '('"),
        ("(;B[aa](;W[bb])\n;B[cc])", "x.sgf:2: ';' after ')'"),
        ("(;B[aa]\n(C[x];W[bb]))", "x.sgf:2: 'C' after '('"),
        ("(" + ";" * (MAX_NODES + 1) + ")", f"too many nodes; expected up to {MAX_NODES} nodes"),
        ("(;" + "(;" * MAX_DEPTH, "x.sgf:1: variations are nested too deeply; expected up to"),
        ("(;C[" + " " * (MAX_VALUE * 3) + "])", "x.sgf:1: a value of C is too long or not closed"),
        ("(;" + f"C[{' ' * MAX_VALUE}]" * 17 + ")", "the texts of the game are too long"),
        ("(;B" + "[aa]" * 90_000 + ")", "the game has too many values"),
    ],
    ids=lambda case: case[1],
)
def test_errors_name_the_line(data: str, sentence: str) -> None:
    assert MAX_VALUE * 17 > MAX_TEXT
    assert sentence in problem(data)


# ── hostile files ──────────────────────────────────────────────────────────────────────────────


def check(data: bytes) -> None:
    """Each game is refused with a line of the file, or read; one that was read is the same after it
    has been written and read again."""
    for game in read_all(data):
        if isinstance(game, BadGame):
            assert 0 <= game.line <= data.count(b"\n") + data.count(b"\r") + 1
            continue
        again = read(sgf.write(game))
        assert shape(again) == shape(game)
        assert (again.end().text, again.scores) == (game.end().text, game.scores)


@given(st.binary(max_size=60) | st.text("(;)[]\\ABWCaZz \n:", max_size=60).map(str.encode))
@example(b"\x88b")
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    check(data)


def test_any_damaged_file_is_read_or_refused() -> None:
    rng, data = random.Random(5), VALID.encode()
    parts = [b"(;", b")", b"]", b"[", b"\\", b"B[tt]", b"AE[aa:ii]", b"AW[ab]PL[B]", b"\xff", b"\n"]
    for _ in range(250):
        damaged = bytearray(data * rng.randint(1, 2))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged))
            if rng.random() < 0.5:
                del damaged[at : at + rng.randint(1, 8)]
            else:
                damaged[at:at] = rng.choice(parts)
        check(bytes(damaged))


@each(
    "data",
    [
        b"(;C[" + b"\\" * 300_000,
        b"(;KT" + b"[a]" * 100_000,
        b"(" * 300_000,
        b"( " * 150_000,
        b"(;" + b"A" * 300_000,
        b"(;A" + b" " * 300_000,
        b"(;A[b]" + b"\n " * 150_000 + b"[",
        b"(;AB[aa:ss]" + b"[aa:ss]" * 40_000,
        b"(;C[a\n(;GM[1" * 20_000,
        b"(;B[aa](;GM[1]" * 2_000,
    ],
    ids=lambda data: data[:8],
)
def test_hostile_files_take_linear_time(data: bytes) -> None:
    start = time.process_time()
    read_all(data)
    assert time.process_time() - start < 5  # quadratic time would be minutes


def test_deep_and_wide_trees_do_not_overflow_the_stack() -> None:
    deep = read("(;SZ[9]" + "(;C[x]" * (MAX_DEPTH - 1) + ")" * MAX_DEPTH)
    assert len(deep.root.comments) == MAX_DEPTH - 1
    wide = read("(;SZ[9]" + "(;B[aa])" * 5_000 + ")")
    assert len(wide.root.children) == 5_000
    assert shape(read(sgf.write(wide))) == shape(wide)


LARGE = 21 << 20
MAX_PEAK = 20 << 20


def pieces() -> Iterable[str]:
    """A file with an endless property, a game of as many nodes as may be, and many games."""
    yield "(;GM[1]SZ[9]KT["
    yield from (["so it goes " * 5_000] * (LARGE // 55_000))
    yield "];B[aa])\n(;GM[1]SZ[9];B[aa]"
    yield from (f";C[{n}]" for n in range(MAX_NODES - 3_002))
    yield from (f"(;W[{'abcdefghi'[n % 9]}b]C[{n}])" for n in range(3_000))
    yield ")"
    yield from (VALID for _ in range(50))


def test_memory_is_bounded_for_any_file(tmp_path: Path) -> None:
    path = tmp_path / "large.sgf"
    with path.open("w") as file:
        file.writelines(pieces())
    assert path.stat().st_size > LARGE
    with path.open("rb") as opened:
        source = Source(opened, "large.sgf")
        tracemalloc.start()
        try:
            games = sum(isinstance(game, FileGame) for game in sgf.read(source))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert games == 52
    assert peak < MAX_PEAK


def test_too_many_bad_variations_end_a_game() -> None:
    text = "(;GM[1]SZ[9](;B[aa])" + "(;B[aa];W[aa])" * 60 + ")"
    assert "too many variations cannot be read" in problem(text)
