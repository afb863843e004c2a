"""Line ends, marks, encodings, comments and blanks, the same in every format of text."""

from dataclasses import dataclass

import pytest

from zeitnot_engines.formats import ggf, pdn, pgn, transcript
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.registry import format_of
from zeitnot_engines.formats.source import Source

from .mutations import FILES, READERS
from .test_fuzz import FORMAT_OF
from .trees import content

NOT_ENDS = ("\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\x1d", "\x1e")
"""Python's `splitlines` ends lines at these; no format does."""


def read(form: str, data: bytes) -> list[FileGame | BadGame]:
    return list(READERS[form](Source.of_bytes(data, "file")))


def contents(form: str, data: bytes) -> list[object]:
    """The games, with the lines of their moves; or the errors."""
    return [
        (content(game.root), game.players, game.facts, [node.line for node in game.main_line()])
        if isinstance(game, FileGame)
        else game.located("file")
        for game in read(form, data)
    ]


def mixed(text: str) -> str:
    ends = ("\r\n", "\r", "\n", "\r\n", "\n")
    lines = text.split("\n")
    return "".join(line + ends[at % 5] for at, line in enumerate(lines[:-1])) + lines[-1]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("end", ["\r", "\r\n", "mixed"])
def test_line_ends_do_not_matter(name: str, end: str) -> None:
    """The numbers of the lines are the same, too."""
    form, text = FORMAT_OF.get(name, name), FILES[name]
    other = mixed(text) if end == "mixed" else text.replace("\n", end)

    assert contents(form, other.encode()) == contents(form, text.encode())


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_byte_order_marks(name: str, codec: str) -> None:
    form, text = FORMAT_OF.get(name, name), FILES[name]
    mark = "\ufeff" if codec[-2:] in ("le", "be") else ""
    data = (mark + text.replace("\n", "\r\n")).encode(codec)
    source = Source.of_bytes(data, "file")

    assert contents(form, data) == contents(form, text.encode())
    is_utf_8 = codec == "utf-8-sig"
    assert source.encoding_note == (None if is_utf_8 else "file: not UTF-8; read as UTF-16")
    found = format_of(source, game={"txt": "othello"}.get(name))
    assert found.read is READERS[form]


@dataclass(frozen=True, slots=True)
class Form:
    """A format, and a text with its moves. `comment`: what begins a comment to the end of the line,
    if a comment may begin in the middle of a line."""

    name: str
    moves: tuple[str, ...]
    text: str  # with two blanks between moves
    comment: str | None


FORMS = (
    Form("pgn", ("e2e4", "e7e5", "g1f3"), "1.  e4  e5  Nf3  *", ";"),
    Form("pdn", ("11-15", "23-19", "8-11"), "1.  11-15  23-19  8-11  *", ";"),
    Form("ggf", ("f5", "d6", "c3"), "(;GM[Othello]  B[f5]  W[d6]  B[c3]  ;)", None),
    Form("txt", ("f5", "d6", "c3"), "f5  d6  c3", None),
)


def moves_of(form: str, text: str) -> list[list[str] | str]:
    return [
        game.moves() if isinstance(game, FileGame) else game.located("file")
        for game in read(form, text.encode())
    ]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("blank", ["\t", " \t ", "\u00a0", "\u3000", *NOT_ENDS], ids=ascii)
def test_other_blanks_separate_moves_and_end_no_line(form: Form, blank: str) -> None:
    text = form.text.replace("  ", blank)
    assert moves_of(form.name, text) == [list(form.moves)]
    if form.comment:
        commented = text.replace("e5", f"e5 ; to{blank}the end\n").replace(
            "23-19", f"23-19 ; to{blank}the end\n"
        )
        assert moves_of(form.name, commented) == [list(form.moves)]


@pytest.mark.parametrize("form", FORMS[:2], ids=lambda form: form.name)
def test_escaped_lines_and_comments(form: Form) -> None:
    first, second, *_ = form.text.split("  ")[1:]
    rest = " ".join(form.text.split("  ")[3:])
    for end in ("\n", "\r", "\r\n"):
        text = end.join(
            [
                "% 1. a line for programs",
                f"1. {first} ; a ( b {{ c",
                "%) } [Event",
                f"{{ % not escaped{end}% nor this; }} {second} ;",
                "%",
                rest,
            ]
        )
        [game] = read(form.name, text.encode())
        assert isinstance(game, FileGame), game
        assert game.moves() == list(form.moves)
        comments = [node.comments for node in game.main_line()]
        assert comments[0] == ["a ( b { c", "% not escaped % nor this;"]


def test_hash_lines_of_transcripts() -> None:
    for end in ("\n", "\r", "\r\n"):
        assert moves_of("txt", end.join(("# f5", "", "f5d6", " # x", "f5f6"))) == [
            ["f5", "d6"],
            ["f5", "f6"],
        ]


@pytest.mark.parametrize("end", ["", "\n", "\r", "\x1a", "\r\n\x1a", " \n\n\t"], ids=ascii)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_what_follows_the_last_game(form: Form, end: str) -> None:
    """CP/M and old DOS programs end files with control Z."""
    assert moves_of(form.name, form.text + end) == [list(form.moves)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_empty_files(form: Form) -> None:
    for text in ("", "\n", "\ufeff", " \r\t\r\n", "\x1a"):
        [bad] = read(form.name, text.encode())
        assert isinstance(bad, BadGame)
        assert "there is no game in the file" in bad.located("file")


def test_every_writer_ends_its_lines_with_lf() -> None:
    for name, module in (("pgn", pgn), ("pdn", pdn), ("ggf", ggf), ("txt", transcript)):
        for game in read(name, FILES[name].replace("\n", "\r\n").encode()):
            assert isinstance(game, FileGame)
            text = module.write(game) if name != "txt" or game.position is None else "\n"
            assert "\r" not in text
            assert text.endswith("\n")
