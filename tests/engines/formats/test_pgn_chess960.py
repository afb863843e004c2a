"""PGN of Chess960, read and written; python-chess is the independent reader."""

import io
import random

import chess
import chess.pgn
import pytest

from zeitnot_engines.formats import pgn
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load

GAMES, MAX_PLIES = 1_000, 9
START = "nrbbkrqn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKRQN w KQkq - 0 1"
LATER = "2k4r/8/8/8/8/8/8/1R2K1R1 w KQ - 0 40"


def read(text: str) -> list[FileGame | BadGame]:
    return list(pgn.read(Source.of_bytes(text.encode(), "games.pgn")))


def game_of(text: str) -> FileGame:
    [game] = read(text)
    assert isinstance(game, FileGame), game
    return game


def tags(fen: str, variant: str = "Chess960") -> str:
    return f'[Variant "{variant}"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n'


@pytest.mark.parametrize(
    "variant",
    ["Chess960", "chess 960", "Fischerandom", "Fischer Random Chess", "From Position", "Standard"],
)
def test_the_number_of_the_start_is_found(variant: str) -> None:
    for rights in ("KQkq", "FBfb"):
        game = game_of(tags(START.replace("KQkq", rights), variant) + "1. e4 e5 *")

        assert (dict(game.settings), game.position) == ({"start": 357}, None)
        assert game.start().text == START
        assert '[Variant "Chess960"]' in pgn.write(game)
        assert f'[FEN "{START}"]' in pgn.write(game)


def test_another_position_keeps_the_variant() -> None:
    game = game_of(tags(LATER) + "40. O-O Rh7 *")

    assert game.moves() == ["e1g1", "h8h7"]
    assert (dict(game.settings), game.position) == ({}, LATER)
    assert '[Variant "Chess960"]' in pgn.write(game)
    # Without the tag, castling from these squares shows that it is Chess960.
    untagged = game_of(f'[FEN "{LATER}"]\n\n40. O-O-O *')
    assert untagged.moves() == ["e1b1"]
    assert '[Variant "Chess960"]' in pgn.write(untagged)


def test_the_classical_start_is_classical_in_every_variant() -> None:
    text = pgn.write(game_of('[Variant "Chess960"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *'))
    assert "[FEN" not in text
    game = game_of(tags(chess.STARTING_FEN) + "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Rg1 *")
    assert dict(game.settings) == {}
    assert "[Variant" not in pgn.write(game_of("1. e4 e5 *"))


def test_the_start_of_a_game_played_here_is_written() -> None:
    """The start of one game was drawn, that of the other was chosen by its number."""
    game = game_of(tags(START) + "1. e4 e5 *")
    drawn = FileGame(
        game="chess",
        settings={"start": 960},
        position=load("chess", {"start": 518}).start().text,
        root=game_of("1. e4 *").root,
        players=("", ""),
    )
    assert '[Variant "Chess960"]' in pgn.write(drawn)
    assert chess.STARTING_FEN in pgn.write(drawn)
    assert START in pgn.write(game)


def random_game(rng: random.Random) -> chess.pgn.Game:
    """Knights and bishops are few, so that castling comes soon."""
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    for square in range(64):
        if board.piece_type_at(square) not in (None, chess.KING, chess.ROOK, chess.PAWN):
            board.remove_piece_at(square)
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    for _ in range(MAX_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            break
        castling = [move for move in moves if board.is_castling(move)]
        move = rng.choice(castling or moves)
        node = node.add_main_variation(move)
        board.push(move)
    return game


def test_a_thousand_games_there_and_back_through_python_chess() -> None:
    rng = random.Random(20261130)
    games = [random_game(rng) for _ in range(GAMES)]
    text = "\n\n".join(map(str, games))
    assert text.count("O-O") > GAMES

    found = read(text)

    assert len(found) == GAMES
    for game, original in zip(found, games, strict=True):
        assert isinstance(game, FileGame), game
        again = chess.pgn.read_game(io.StringIO(pgn.write(game)))
        assert again is not None
        assert not again.errors
        assert again.board() == original.board()
        assert list(again.mainline_moves()) == list(original.mainline_moves())
