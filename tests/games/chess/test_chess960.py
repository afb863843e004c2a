"""Chess960 against python-chess: starts, castling from any squares, X-FEN, notation."""

import random

import chess
import pytest

from zeitnot.games.chess.driver_fen import is_shuffled
from zeitnot.games.chess.engine_notation import read_san, write_castling_by_rook, write_san
from zeitnot.games.chess.notation import after, write
from zeitnot.games.chess.starts import start_number
from zeitnot_engines.games import History, IllegalMove, load

from ...each import each

CHESS = load("chess")
PERFT = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": (21, 528, 12189, 326672),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": (21, 807, 18002, 667366),
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": (20, 479, 10471, 273318),
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9": (22, 593, 13440, 382958),
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9": (28, 1120, 31058),
    "qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9": (29, 899, 26578, 824055),
    "qbn1brkr/ppp1p1p1/2n4p/3p1p2/P7/6PP/QPPPPP2/1BNNBRKR w HFhf - 0 9": (25, 635, 17054, 465806),
    "bqnr1kr1/pppppp1p/6p1/5n2/4B3/3N2PP/PbPPPP2/BQNR1KR1 w GDgd - 2 9": (31, 1132, 36559),
    "nqn2krb/p1prpppp/1pbp4/7P/5P2/8/PPPPPKP1/NQNRB1RB w g - 3 9": (21, 461, 10608, 248069),
}
"""From the table of the Chess Programming Wiki, https://www.chessprogramming.org/Chess960."""


def start(number: int) -> History:
    return load("chess", {"start": number}).start()


def our_moves(state: History) -> list[str]:
    """The moves as UCI_Chess960 has them."""
    return sorted(write_castling_by_rook(state, move) for move in state.legal())


@each(("fen", "counts"), list(PERFT.items()))
def test_published_perft(fen: str, counts: tuple[int, ...]) -> None:
    state = CHESS.parse(fen)

    assert [state.perft(depth + 1) for depth in range(len(counts))] == list(counts)


def test_every_start_has_its_number() -> None:
    assert start(518) == CHESS.start()
    for number in range(960):
        state, board = start(number), chess.Board.from_chess960_pos(number)
        assert state.text == board.fen()
        assert start_number(state.text) == number
        rank = state.text[:8]
        assert is_shuffled(state.text) == (rank[0] + rank[4] + rank[7] != "rkr")
        assert our_moves(state) == sorted(move.uci() for move in board.legal_moves)
    for text in (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        PERFT and next(iter(PERFT)),
    ):
        assert start_number(text) is None


@pytest.mark.parametrize("number", [960, -1, 10_000])
def test_other_numbers_are_no_start(number: int) -> None:
    if number == 960:
        assert load("chess", {"start": number}).start_throw == ("dice", (960,))
        return
    with pytest.raises(ValueError, match="from 0 to 960"):
        load("chess", {"start": number})


def test_a_drawn_start() -> None:
    drawn = load("chess", {"start": 960})

    assert drawn.start() == load("chess", {"start": 960}).parse(CHESS.start().text)
    assert drawn.drawn_start([358]).text == start(357).text
    for values in ([0], [961], [], [1, 2]):
        with pytest.raises(ValueError, match="impossible"):
            drawn.drawn_start(values)
    with pytest.raises(ValueError, match="not drawn"):
        CHESS.drawn_start([1])


def test_the_start_is_no_part_of_the_keys() -> None:
    """A book has one page for a position, whatever the start of the game was."""
    game = load("chess", {"start": 0})

    assert game.settings_key == 0
    assert game.start().key == CHESS.parse(game.start().text).key != CHESS.start().key


def random_move_preferring_castling(rng: random.Random, board: chess.Board) -> chess.Move:
    """A random move, castling if possible."""
    castling = [move for move in board.legal_moves if board.is_castling(move)]
    return rng.choice(castling or list(board.legal_moves))


@pytest.mark.parametrize("seed", range(14))
def test_random_games_are_the_same(seed: int) -> None:
    """Without knights and with few other pieces, so that castling is soon possible, also over long
    distances."""
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    for square in list(board.pieces(chess.KNIGHT, True) | board.pieces(chess.KNIGHT, False)):
        board.remove_piece_at(square)
    for square in rng.sample(range(64), 40):
        if board.piece_type_at(square) not in (None, chess.KING, chess.ROOK):
            board.remove_piece_at(square)
    if not board.is_valid():
        return
    state = CHESS.parse(board.fen())
    for _ in range(60):
        assert state.text == board.fen(en_passant="legal")
        if state.result:
            break
        assert our_moves(state) == sorted(move.uci() for move in board.legal_moves)
        move = random_move_preferring_castling(rng, board)
        for one in (move, rng.choice(list(board.legal_moves))):
            _check_notation(state, board, one)
        state = state.play(move.uci())
        board.push(move)
        assert CHESS.parse(board.shredder_fen(en_passant="legal")).text == state.text
        assert CHESS.parse(state.text).key == state.key


def _check_notation(state: History, board: chess.Board, move: chess.Move) -> None:
    ours, san = state.spelling(move.uci()), board.san(move)
    assert write_san(state, ours) == san == write(state.text, ours)
    assert read_san(state, san) == ours
    assert after(state.text, ours).split()[0] == state.play(ours).text.split()[0]


@each(
    ("rank", "rights", "castling"),
    [
        # The king stays, the rook stays, and they change places.
        ("R5KR", "KQ", "g1h1 g1a1"),
        ("R1K4R", "KQ", "c1h1 c1a1"),
        ("4KR2", "K", "e1f1"),
        ("3RK3", "Q", "e1d1"),
        ("5KR1", "K", "f1g1"),
        ("2RK4", "Q", "d1c1"),
        ("1RK4R", "KQ", "c1b1 c1h1"),
        # Pieces on the way of the king or the rook, and beyond it.
        ("RNK5", "Q", ""),
        ("RNNK4", "Q", ""),
        ("R2K1N2", "Q", "d1a1"),
        ("NR2K3", "Q", "e1b1"),
        ("1RN1K3", "Q", ""),
        ("5K1R", "K", "f1h1"),
        ("1K2N2R", "K", ""),
        # A check, an attacked square of the king's way, and one of the rook's.
        ("1K4R1/r7", "K", "b1g1"),
        ("1K4R1/1r6", "K", ""),
        ("1K4R1/4r3", "K", ""),
        ("1K4R1/6r1", "K", ""),
        ("R3K3/1r6", "Q", "e1a1"),
        ("R3K3/2r5", "Q", ""),
        # The rook uncovers an attack on the king.
        ("rRK5", "Q", ""),
        ("qR1K4", "Q", ""),
        ("bRK5", "Q", "c1b1"),
        ("5KRr", "K", ""),
        ("r1R1K3", "Q", ""),
    ],
)
def test_castling(rank: str, rights: str, castling: str) -> None:
    """`rank`: the first rank and, after a slash, the sixth."""
    first, _, sixth = rank.partition("/")
    fen = f"k7/pppppppp/{sixth or '8'}/8/8/8/8/{first} w {rights} - 0 1"
    state, board = CHESS.parse(fen), chess.Board(fen, chess960=True)

    castled = [move for move in state.legal() if write_san(state, move).startswith("O-O")]

    assert our_moves(state) == sorted(move.uci() for move in board.legal_moves)
    assert {write_castling_by_rook(state, move) for move in castled} == {*castling.split()}


def test_castling_is_written_in_one_way_and_read_in_two() -> None:
    classical = CHESS.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert {"e1g1", "e1c1"} <= set(classical.legal())
    assert "e1h1" not in classical.legal()
    assert classical.play("e1h1") == classical.play("e1g1")
    assert classical.spelling("e1a1") == "e1c1"
    shuffled = CHESS.parse("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1")
    assert {"f1g1", "f1b1"} <= set(shuffled.legal())
    for move in ("f1c1", "e1g1", "f1h1"):
        with pytest.raises(IllegalMove):
            shuffled.play(move)
    ambiguous = CHESS.parse("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1")
    assert read_san(ambiguous, "Kg1") == "f1g1"
    assert read_san(ambiguous, "O-O") == read_san(ambiguous, "f1h1") == "f1h1"
    assert ambiguous.play("f1g1").text.split()[2] == "-"
    with pytest.raises(ValueError, match="not a legal move"):
        read_san(ambiguous, "Kh1")


@each(
    ("rights", "written"),
    [
        ("KQkq", "KQkq"),
        ("HBhb", "KQkq"),
        ("bhBH", "KQkq"),
        ("GBgb", "GQgq"),
        ("Gq", "Gq"),
        ("-", "-"),
    ],
)
def test_rights(rights: str, written: str) -> None:
    """KQkq are the outermost rooks; an inner one has the letter of its file."""
    state = CHESS.parse(f"1r2k1rr/8/8/8/8/8/8/1R2K1RR w {rights} - 0 1")

    assert state.text.split()[2] == written
    assert CHESS.parse(state.text) == state
    assert CHESS.parse(state.text).key == state.key


def test_equal_boards_with_other_castling_rooks_are_other_positions() -> None:
    inner, outer, none = (
        CHESS.parse(f"4k3/8/8/8/8/8/8/4K1RR w {rights} - 0 1") for rights in ("G", "H", "-")
    )

    assert len({inner.key, outer.key, none.key}) == 3
    # After the inner rook has moved, the positions differ only in the right of the other rook.
    assert inner.play("g1g2").text == outer.play("g1g2").text.replace(" K ", " - ")


@each(
    ("fen", "sentence"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "each once"),
        ("4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", "each once"),
        ("4k3/8/8/8/8/8/8/4K2R w KI - 0 1", "Castling rights are"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "initial squares"),
        ("4k3/8/8/8/8/8/8/4K2R w G - 0 1", "initial squares"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "initial squares"),
        ("4k3/8/8/8/8/8/8/K6R w K - 0 1", "initial squares"),
        ("4k3/8/8/8/8/8/8/4K2R w k - 0 1", "initial squares"),
    ],
)
def test_impossible_rights_are_refused(fen: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CHESS.parse(fen)


def test_a_captured_castling_rook_takes_its_right_along() -> None:
    state = CHESS.parse("1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq - 0 1")

    assert state.play("g1g8").text.split()[2] == "Qq"
    assert state.play("b1b8").text.split()[2] == "Kk"
    assert state.play("b1b2").text.split()[2] == "Kkq"
    assert state.play("d1d2").text.split()[2] == "kq"
    assert state.play("d1b1").text.split()[:3] == ["1r1k2r1/8/8/8/8/8/8/2KR2R1", "b", "kq"]
