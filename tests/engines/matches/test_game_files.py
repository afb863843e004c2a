"""Games of a match as files for other programs."""

import io

import pytest

from zeitnot_engines.formats import pgn
from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load
from zeitnot_engines.matches.game_files import comment, file_game
from zeitnot_engines.matches.played import End, FinishedGame, Thought
from zeitnot_engines.matches.time_control import TimeControl

NAMES = ("A house", "B uci:x")
FACTS = {"Event": "zeitnot match", "Date": "2026.11.30"}
CONTROLS = (TimeControl(10_000, 100), TimeControl(40_000, moves=40))


def game_of(name: str, played: FinishedGame) -> FileGame:
    return file_game(load(name), played, NAMES, CONTROLS, FACTS)


CHESS = FinishedGame(
    *(3, 1, 1.0, "B: it resigned", ("e2e4", "e7e5", "g1f3"), None, "", 1),
    end="resigned",
    opening_plies=2,
    thoughts=(Thought(520, 14, 35.0, None, 9000),),
)


def test_pgn_has_values_depths_and_times() -> None:
    text = pgn.write(game_of("chess", CHESS))
    assert '[White "B uci:x"]\n[Black "A house"]\n[Result "0-1"]' in text
    assert '[WhiteTimeControl "40/40"]\n[BlackTimeControl "10+0.1"]' in text
    assert '[Round "2.2"]' in text
    assert '[Termination "normal"]' in text
    assert "1. e4 {book} 1... e5 {book} 2. Nf3 {+0.35/14 0.52s} 0-1" in text
    (read,) = pgn.read(Source(io.BytesIO(text.encode()), "x.pgn"))
    assert isinstance(read, FileGame)
    assert read.moves() == list(CHESS.actions)


@pytest.mark.parametrize(
    ("thought", "unit", "text"),
    [
        (Thought(1234), "centipawns", "1.23s"),
        (Thought(5, 7), "centipawns", "/7 0.01s"),
        (Thought(0, 7, -250.0), "centipawns", "-2.50/7 0.00s"),
        (Thought(0, 7, 9000.0, 9), "centipawns", "+M5/7 0.00s"),
        (Thought(0, 7, -9000.0, 2), "centipawns", "-M1/7 0.00s"),
        (Thought(0, None, 0.25), "win_probability", "+0.25 0.00s"),
        (Thought(0, 4, 0.0, 3), "discs", "+0.00/4 0.00s"),
    ],
)
def test_comments(thought: Thought, unit: str, text: str) -> None:
    assert comment(thought, unit) == text


@pytest.mark.parametrize(
    ("end", "termination"),
    [("time", "time forfeit"), ("illegal move", "rules infraction"), ("rules", "normal")],
)
def test_ends(end: End, termination: str) -> None:
    played = FinishedGame(0, 0, 0.0, "", ("e2e4",), end=end, opening_plies=1)
    assert game_of("chess", played).facts["Termination"] == termination


def test_a_position_as_the_start() -> None:
    fen = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"
    text = pgn.write(
        game_of("chess", FinishedGame(0, 0, 0.5, "", ("a1a5",), start=fen, end="rules"))
    )
    assert f'[SetUp "1"]\n[FEN "{fen}"]' in text
    assert "1. Ra5+" in text


def test_a_drawn_start_is_a_position() -> None:
    game = load("chess", {"start": 960})
    played = FinishedGame(0, 0, 0.5, "", ("1", "e2e4"), end="rules", opening_plies=1)
    text = pgn.write(file_game(game, played, NAMES, CONTROLS, FACTS))
    assert '[Variant "Chess960"]' in text
    assert '[FEN "' in text


@pytest.mark.parametrize(
    ("game", "form"),
    [("othello", "sgf"), ("checkers", "pdn"), ("go", "sgf"), ("xiangqi", "pgn")],
)
def test_other_games_have_their_own_formats(game: str, form: str) -> None:
    state, moves = load(game).start(), list[str]()
    for _ in range(2):
        moves.append(state.legal()[0])
        state = state.play(moves[-1])
    write = FORMATS[form].text
    assert write is not None
    thoughts = (Thought(10, 3, 1.0), Thought(20, 3, 1.0))
    played = FinishedGame(0, 0, 1.0, "", tuple(moves), end="resigned", thoughts=thoughts)
    text = write(game_of(game, played))
    assert "A house" in text
    assert "0.01s" in text
