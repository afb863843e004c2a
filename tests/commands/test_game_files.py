"""`zeitnot analyse` and `zeitnot book build` read game files and skip bad games."""

import json
from pathlib import Path

import pytest

from .conftest import Zeitnot

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
GAME = f'[White "Ä"]\n[Result "1-0"]\n\n{MOVES} 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 1-0\n\n'
BAD = '[White "Bad"]\n\n1. e4 e5 2. Ke3 1-0\n\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_bytes((GAME + BAD + GAME.replace("Nbd2 Bb7", "Nbd2 Re8")).encode("latin-1"))
    return path


def test_a_bad_game_of_a_pgn_file_is_skipped(zeitnot: Zeitnot, file: Path) -> None:
    result = zeitnot("book", "build", str(file))

    assert result.code == 0, result.err
    assert f"zeitnot: {file}: not UTF-8; read as Latin-1" in result.err
    assert (
        f"{file}:8: 'Ke3', move 2, is not a legal move; expected a legal move; skipped"
        in result.err
    )
    entries = [json.loads(line) for line in result.out.splitlines()[1:]]
    assert ("e2e4", 2) in [(entry["move"], entry["wins"]) for entry in entries]


def test_a_bad_sgf_in_a_folder_is_skipped(zeitnot: Zeitnot, tmp_path: Path) -> None:
    moves = "".join(f";B[{x}a];W[{x}c]" for x in "abcdefghi") + ";B[ae];W[be];B[ce]"
    (tmp_path / "good.sgf").write_text(f"(;GM[1]SZ[9]RE[B+R]{moves})")
    (tmp_path / "bad.sgf").write_text("(;GM[1]SZ[9];B[aa];W[b")
    result = zeitnot("book", "build", str(tmp_path))

    assert result.code == 0, result.err
    assert "bad.sgf:1: a value is not closed; expected a ]; skipped" in result.err
    assert zeitnot("book", "build", "--strict", str(tmp_path)).code == 2


def test_strict_stops_at_the_first_bad_game(zeitnot: Zeitnot, file: Path) -> None:
    result = zeitnot("book", "build", "--strict", str(file))

    assert (result.code, result.out) == (2, "")
    assert f"{file}:8: 'Ke3'" in result.err


def test_a_book_has_only_one_kind_of_game(zeitnot: Zeitnot, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "games.txt"
    other.write_text("f5d6c3\n")
    result = zeitnot("book", "build", str(file), str(other))

    assert result.code == 2
    assert "a book has one game, not" in result.err


def test_a_position_of_a_pgn_file_is_analysed(zeitnot: Zeitnot, file: Path) -> None:
    arguments = ("analyse", "chess", "--file", str(file), "--depth", "1", "--json")

    assert (
        json.loads(zeitnot(*arguments, "--move", "1").out)["best"][1] in "78"
    )  # a black piece, on rank 7 or 8
    assert "the game's last is 22" in zeitnot(*arguments, "--move", "23").err


def test_a_text_file_is_read_by_its_content(zeitnot: Zeitnot, tmp_path: Path) -> None:
    path = tmp_path / "phone.txt"
    path.write_text("1.e4 c5 2.Nf3")

    assert zeitnot("analyse", "chess", "--file", str(path), "--depth", "1").code == 0


MATCH = (Path(__file__).parents[1] / "data/gnubg-match.mat").read_text("utf-8")


def test_a_position_of_a_mat_file(zeitnot: Zeitnot, tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    path.write_text(MATCH)
    options = ("--file", str(path), "--move", "1", "--depth", "1", "--json")
    result = zeitnot("analyse", "backgammon", *options)
    assert (result.code, json.loads(result.out)["best"]) == (0, "roll")


def test_a_book_from_a_mat_file(zeitnot: Zeitnot, tmp_path: Path) -> None:
    """Games that begin with a score, after the first of a match, are not added."""
    path = tmp_path / "match.mat"
    path.write_text(MATCH.replace(" 2) 32: 23/21 24/21 ", " 2) 32: 23/21 24/20 ") + "\n" + MATCH)
    result = zeitnot("book", "build", str(path))
    assert result.code == 0
    assert "match.mat:8: '23/21 24/20' is not a play of 32" in result.err
    entries = [json.loads(line) for line in result.out.splitlines()[1:]]
    first = [entry for entry in entries if ":0:0:1:21:" in entry["position"]]
    assert [(entry["move"], entry["losses"]) for entry in first][:1] == [("24/23 13/11", 1)]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("x.pgn", BAD, "x.pgn:3: 'Ke3', move 2, is not a legal move"),
        ("x.pgn", "", "x.pgn: there is no game in the file; expected PGN tags or moves."),
        (
            "x.doc",
            "hello",
            "its suffix names no format; known are .ggf, .mat, .pdn, .pgn, .sgf, .txt.",
        ),
        ("x.txt", "f5d6", "contains a game of othello, not chess"),
    ],
)
def test_bad_files_are_refused(
    zeitnot: Zeitnot, tmp_path: Path, name: str, text: str, problem: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    result = zeitnot("analyse", "chess", "--file", str(path), "--depth", "1")

    assert result.code == 2
    assert problem in result.err
