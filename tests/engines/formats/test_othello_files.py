"""Othello files, read and written: GGF and move transcripts."""

import random

import pytest

from zeitnot_engines.formats import ggf, transcript
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load

OTHELLO = load("othello")
# A game as the Generic Game Server (GGS) writes it: skatgame.net/mburo/ggsa/ggf.
GGS = """1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[LambChop]RB[2197.01]
RW[2199.72]TI[05:00//02:00]TY[8]RE[-2.000:r]BO[8 -------- -------- -------- ---O*--- ---*O---
 -------- -------- -------- *]B[d3//0.01]W[c3/-3.00/10.2]B[C4/1.5]W[c5];)
"""


def read(text: str) -> list[FileGame | BadGame]:
    return list(ggf.read(Source.of_bytes(text.encode(), "games.ggf")))


def random_moves(rng: random.Random) -> list[str]:
    state, moves = OTHELLO.start(), list[str]()
    while state.result is None:
        moves.append(rng.choice(state.legal()))
        state = state.play(moves[-1])
    return moves


def test_a_ggs_game_is_read() -> None:
    [game] = read(GGS)

    assert isinstance(game, FileGame), game
    assert game.players == ("Saio1200", "LambChop")
    assert game.moves() == ["d3", "c3", "c4", "c5"]
    assert (game.scores, game.reason) == ((0.0, 1.0), "resign")
    assert game.position is None
    assert game.facts["Date"] == "2003.12.15"
    assert [node.value for node in game.main_line()] == [None, "-3.00", "1.5", None]
    assert "RE[-2.000:r]" in ggf.write(game)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("d3//0.01", "a1", "games.ggf:3: 'a1', move 1, is not possible"),
        ("Othello", "Amazons", "games.ggf:1: the game is 'Amazons'; expected Othello"),
        ("[8 --", "[8 -", "games.ggf:1: BO is not a board of 8 by 8"),
        (";)", "", "games.ggf:1: the file ends within a game; expected ;)"),
        ("(;", "", "games.ggf: there is no game in the file"),
    ],
)
def test_errors_name_the_line(old: str, new: str, message: str) -> None:
    [bad] = read(GGS.replace(old, new))

    assert isinstance(bad, BadGame)
    assert message in bad.located("games.ggf")


def test_a_bad_game_does_not_affect_the_others() -> None:
    games = read(GGS + GGS.replace("d3//0.01", "a1") + GGS)

    assert [isinstance(game, FileGame) for game in games] == [True, False, True]


def test_games_survive_a_round_trip() -> None:
    rng = random.Random(7)
    played = [random_moves(rng) for _ in range(100)]
    text = "".join("".join(m for m in moves if m != "pass") + "\n" for moves in played)

    games = list(transcript.read(Source.of_bytes(text.encode(), "games.txt")))

    assert [game.moves() for game in games if isinstance(game, FileGame)] == played
    reread = read("".join(ggf.write(game) for game in games if isinstance(game, FileGame)))
    assert [game.moves() for game in reread if isinstance(game, FileGame)] == played
    assert "".join(transcript.write(g) for g in reread if isinstance(g, FileGame)) == text


def test_passes_may_be_omitted_in_ggf() -> None:
    rng = random.Random(11)
    moves = next(moves for moves in iter(lambda: random_moves(rng), None) if "pass" in moves)
    state, words = OTHELLO.start(), ""
    for move in moves:
        if move != "pass":
            words += f"{'BW'[state.turn or 0]}[{move}]"
        state = state.play(move)

    [game] = read(f"(;GM[Othello]{words};)")

    assert isinstance(game, FileGame), game
    assert game.moves() == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6xx", "t.txt:1: 'xx' is not a move"),
        ("# a comment\n\nf5f5", "t.txt:3: 'f5', move 2, is not possible"),
        ("f5" * 4_000, "t.txt:1: the line is too long"),
        ("", "t.txt: there is no game in the file"),
    ],
)
def test_bad_transcripts(text: str, message: str) -> None:
    bad = next(iter(transcript.read(Source.of_bytes(text.encode(), "t.txt"))))

    assert isinstance(bad, BadGame)
    assert message in bad.located("t.txt")


def test_other_games_of_ggs_are_refused_or_noted() -> None:
    def found(type_: str, more: str = "") -> FileGame | BadGame:
        text = f"(;GM[Othello]PB[a]PW[b]TY[{type_}]{more}B[d3]W[c3];)"
        return next(iter(ggf.read(Source.of_bytes(text.encode(), "games.ggf"))))

    anti = found("8a")
    assert isinstance(anti, BadGame)
    assert "Anti-Othello" in str(anti)
    with_komi = found("8k", "KO[-3.000]")
    assert isinstance(with_komi, FileGame)
    assert [note for _, note in with_komi.notes] == ["the komi of -3.000 discs is left out"]
