"""Chess: the rules that random games seldom reach."""

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ...each import each

CHESS = load("chess")


def play_moves(fen: str, moves: str) -> History:
    state = CHESS.parse(fen)
    for move in moves.split():
        state = state.play(move)
    return state


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ((1.0, 0.0), "rules", "checkmate")),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 100 99", ((0.0, 1.0), "rules", "checkmate")),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ((0.5, 0.5), "rules", "stalemate")),
        ("7k/8/8/6K1/8/3Q4/8/8 b - - 100 99", ((0.5, 0.5), "rules", "fifty moves")),
        ("7k/8/8/6K1/8/3Q4/8/8 b - - 99 99", None),
        ("7k/8/8/6K1/8/8/8/8 b - - 0 1", ((0.5, 0.5), "rules", "dead position")),
        ("7k/8/8/6K1/8/8/8/5N2 b - - 0 1", ((0.5, 0.5), "rules", "dead position")),
        ("7k/8/8/6K1/8/8/8/5bB1 b - - 0 1", None),
        ("7k/8/8/6K1/8/8/8/b1B1B3 b - - 0 1", ((0.5, 0.5), "rules", "dead position")),
        ("7k/8/8/6K1/8/8/8/5NN1 b - - 0 1", None),
        ("7k/8/7n/6K1/8/8/8/5N2 b - - 0 1", None),
    ],
)
def test_game_end_is_detected(fen: str, result: object) -> None:
    assert CHESS.parse(fen).result == result
    assert (CHESS.parse(fen).legal() == []) == (result is not None)


@pytest.mark.parametrize(
    ("board", "white", "black"),
    [
        ("6K1/8/8/8/8/8/8/k7", False, False),
        ("6K1/6P1/8/8/8/8/8/k7", True, False),
        ("6K1/6N1/8/8/8/8/8/k7", False, False),
        ("6K1/6N1/8/8/8/8/8/kp6", None, None),
        ("6K1/6N1/8/8/8/8/p7/k7", True, True),
        ("6K1/6N1/8/8/8/8/8/kq6", False, True),
        ("6K1/6N1/8/8/8/8/8/kr6", True, True),
        ("6K1/6B1/8/8/8/8/8/1r5k", False, True),
        ("6K1/6B1/8/8/8/8/8/1n5k", True, True),
        ("6K1/6BN/8/8/8/8/8/7k", True, False),
    ],
)
def test_mating_material_decides_who_can_win_on_time(
    board: str, white: bool | None, black: bool | None
) -> None:
    if white is None:
        with pytest.raises(ValueError, match="No pawn"):
            CHESS.parse(f"{board} b - - 0 1")
        return
    turn = "w" if "1r5k" in board or "1n5k" in board else "b"
    state = CHESS.parse(f"{board} {turn} - - 0 1")
    assert (state.can_win(0), state.can_win(1)) == (white, black)


def test_en_passant_square_is_kept_only_for_a_legal_capture() -> None:
    quiet = play_moves("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4")
    assert quiet.text.split()[3] == "-"
    taken = play_moves("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert taken.text.split()[3] == "e3"
    assert "d4e3" in taken.legal()
    # The capturing pawn is pinned along the rank once both pawns are gone.
    pinned = play_moves("8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4")
    assert pinned.text.split()[3] == "-"
    assert "d4e3" not in pinned.legal()
    assert pinned.key == CHESS.parse("8/8/8/8/R2pP2k/8/8/4K3 b - - 7 9").key


def test_third_occurrence_is_a_draw() -> None:
    knights = "g1f3 g8f6 f3g1 f6g8 "
    state = play_moves(CHESS.start().text, knights * 2)
    assert state.result == ((0.5, 0.5), "repetition", "repetition")
    assert state.occurrences == 3


def test_castling_rights_are_part_of_the_position() -> None:
    start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    without_right = play_moves(start, "h1g1 e8d8 g1h1 d8e8")
    assert (without_right.text.split()[0], without_right.occurrences) == (start.split()[0], 1)
    assert play_moves(without_right.text, "h1g1 e8d8 g1h1 d8e8").occurrences == 2


def test_castling_needs_empty_and_safe_squares() -> None:
    board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert {"e1g1", "e1c1"} <= set(CHESS.parse(board).legal())
    in_check = CHESS.parse("r3k2r/8/8/8/1q6/8/8/R3K2R w KQkq - 0 1").legal()
    assert not {"e1g1", "e1c1"} & set(in_check)
    crossed = CHESS.parse("r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1").legal()
    assert {"e1g1", "e1c1"} & set(crossed) == {"e1c1"}
    # A rook may pass an attacked square, the king may not.
    legal = CHESS.parse("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").legal()
    assert "e1c1" in legal
    after = play_moves(board, "e1g1 e8c8").text
    assert after == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"


def test_capturing_a_rook_removes_its_castling_right() -> None:
    assert play_moves("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8").text.split()[2] == "Qq"


@pytest.mark.parametrize(
    "rest", ["", " 0 0", " 0 1", ' bm Rh8; id "endings 13";', " acd 12; ce 455;"]
)
def test_positions_of_other_programs_are_read(rest: str) -> None:
    """Other programs write FENs of four fields, EPD operations, and move numbers from 0."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K -"

    assert CHESS.parse(fen + rest).text == f"{fen} 0 1"


@each(
    ("fen", "sentence"),
    [
        ("", "six fields"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8", "from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1;", "from 1 to 9999"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0", "six fields"),
        ("4k3/8/8/8/8/8/8/4K2R w  K - 0 1", "six fields"),
        ("4k3/8/8/8/8/8/4K2R w K - 0 1", "eight ranks"),
        ("4k3/8/8/8/8/8/8/4K2R1 w K - 0 1", "eight ranks"),
        ("4k3/8/8/8/8/8/8/8/4K2R w K - 0 1", "eight ranks"),
        ("4k3/9/8/8/8/8/8/4K2R w K - 0 1", "pieces are PNBRQK"),
        ("4k3/8/8/?7/8/8/8/4K2R w K - 0 1", "pieces are PNBRQK"),
        ("4k3/8/8/8/8/8/8/4K2R W K - 0 1", "w or b"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "each once"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "initial squares"),
        ("4k3/8/8/8/8/8/8/4K2R w K e3 0 1", "passed, or -"),
        ("4k3/8/8/8/8/8/8/4K2R w K e6 0 1", "can just have passed e6"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 3 1", "can just have passed e6"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "can just have passed e6"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 101 1", "from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 00 1", "from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 x", "from 1 to 9999"),
        ("8/8/8/8/8/8/8/4K2R w K - 0 1", "one king"),
        ("4k3/4k3/8/8/8/8/8/4K2R w K - 0 1", "one king"),
        ("4k2P/8/8/8/8/8/8/4K2R w K - 0 1", "No pawn"),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "more pieces"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "not to move is in check"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "one king"),
        ("4k3/8/8/8/8/8/3kK3/8 w - - 0 1", "one king"),
        ("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", "Three pieces"),
    ],
)
def test_bad_position_is_refused_with_a_reason(fen: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CHESS.parse(fen)


@pytest.mark.parametrize(
    ("fen", "best", "plies"),
    [
        ("8/8/8/4k3/8/8/1R6/K7 w - - 0 1", None, 31),
        ("8/8/8/8/4k3/8/1Q6/K7 w - - 0 1", None, None),
        ("8/8/8/k7/8/K7/6P1/8 w - - 0 1", "g2g4", 27),
        ("6K1/8/k7/6p1/8/8/8/8 b - - 0 1", None, None),
    ],
)
def test_small_endings_have_exact_values(fen: str, best: str | None, plies: int | None) -> None:
    state = CHESS.parse(fen)
    report = Engine(CHESS, hash_mb=1).search(state, depth=2)
    assert report.exact
    assert best in (None, report.best)
    assert plies in (None, report.distance)


def test_win_beyond_the_fifty_move_limit_is_not_claimed() -> None:
    fen = "8/8/8/4k3/8/8/1R6/K7 w - - {} 80"
    assert Engine(CHESS, hash_mb=1).search(CHESS.parse(fen.format(69)), depth=1).distance == 31
    assert Engine(CHESS, hash_mb=1).search(CHESS.parse(fen.format(70)), depth=1).distance is None


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1",
        "8/8/8/4k3/8/8/1R6/K7 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ],
)
def test_small_endings_are_won_in_the_claimed_plies(fen: str) -> None:
    state, engine = CHESS.parse(fen), Engine(CHESS, hash_mb=1)
    claimed = engine.search(state, depth=1).distance
    assert claimed is not None
    for plies_left in range(claimed, 0, -1):
        report = engine.search(state, depth=1)
        assert (report.distance, report.exact) == (plies_left, True)
        assert report.best is not None
        state = state.play(report.best)
    assert state.result is not None
    assert state.result[2] == "checkmate"
