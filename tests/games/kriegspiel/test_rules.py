"""Kriegspiel: refused tries, and the umpire's calls."""

from functools import reduce

import pytest

from zeitnot_engines.games import History, load

from .twin import checks, has_pawn_try, read

GAME = load("kriegspiel")


def after(*moves: str) -> History:
    return reduce(History.play, moves, GAME.start())


def position(fen: str) -> History:
    """A position on a board without promoted pieces, with the umpire's calls."""
    men = list(read(fen)[0].values())
    lost = [
        f"{8 - men.count(pawn)}+{7 - sum(men.count(piece) for piece in pieces)}"
        for pawn, pieces in (("P", "QRBN"), ("p", "qrbn"))
    ]
    tries = "t" if has_pawn_try(fen) else "-"
    return GAME.parse(f"{fen} {'/'.join(lost)} - {checks(fen) or '-'} {tries} -")


def calls(state: History) -> str:
    """The capture, the checks and the pawn tries."""
    return " ".join(state.text.split()[7:10])


def test_refused_try_keeps_the_turn_and_cannot_be_repeated() -> None:
    state = after("e2e4", "e7e5", "e4e5")
    assert (state.turn, state.text.split()[-1]) == (0, "e4e5")
    assert "e4e5" not in state.legal()
    assert state.play("d1h5").text.split()[-1] == "-"


def test_refused_promotion_removes_all_its_pieces() -> None:
    state = position("n3k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert {move for move in state.legal() if move[0] == "a"} == {f"a7a8{kind}" for kind in "qrbn"}
    assert not [move for move in state.play("a7a8n").legal() if move[0] == "a"]


def test_pawn_captures_are_legal_only_after_the_call() -> None:
    quiet, tense = after("e2e4", "e7e5"), after("e2e4", "d7d5")
    assert [calls(quiet), calls(tense)] == ["- - -", "- - t"]
    assert not {"e4d5", "e4f5", "a2b3"} & {*quiet.legal()}
    assert {"e4d5", "e4f5", "a2b3"} <= {*tense.legal()}


def test_pinned_pawn_has_no_capture_to_call() -> None:
    assert calls(position("4r2k/8/8/3p4/4P3/8/8/4K3 w - - 0 1")) == "- - -"


@pytest.mark.parametrize(
    ("moves", "called", "lost"),
    [
        (("e2e4", "d7d5", "e4d5"), "d5p - -", "0+0/1+0"),
        (("e2e4", "d7d5", "e4d5", "d8d5"), "d5p - -", "1+0/1+0"),
        (("b1c3", "b8a6", "c3d5", "a6b4", "d5b4"), "b4x - -", "0+0/0+1"),
        (("e2e4", "a7a6", "e4e5", "d7d5"), "- - t", "0+0/0+0"),
        (("e2e4", "a7a6", "e4e5", "d7d5", "e5d6"), "d5e - t", "0+0/1+0"),
    ],
)
def test_capture_is_called_with_its_square(moves: tuple[str, ...], called: str, lost: str) -> None:
    state = after(*moves)
    assert (calls(state), state.text.split()[6]) == (called, lost)


def test_captured_promoted_pawn_counts_as_a_piece() -> None:
    state = position("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1").play("b7b8q").play("a8b8")
    assert (calls(state), state.text.split()[6]) == ("b8x - -", "7+8/8+6")


@pytest.mark.parametrize(
    ("fen", "directions"),
    [
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "f"),
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "r"),
        ("4k3/8/8/b7/8/8/8/4K3 w - - 0 1", "l"),
        ("4k3/8/8/8/7b/8/8/4K3 w - - 0 1", "s"),
        ("4k3/8/8/8/8/8/5p2/4K3 w - - 0 1", "s"),
        ("7k/8/8/8/8/8/8/b5K1 b - - 0 1", ""),
        ("k7/8/8/8/8/2b5/8/K7 w - - 0 1", "l"),
        ("4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", "n"),
        ("4k3/8/8/8/4r3/3n4/8/4K3 w - - 0 1", "fn"),
    ],
)
def test_check_is_called_by_its_direction(fen: str, directions: str) -> None:
    assert position(fen).text.split()[8] == (directions or "-")


def test_castling_through_attack_is_refused_and_in_check_illegal() -> None:
    attacked = position("4kr2/8/8/8/8/8/8/4K2R w K - 0 1")
    assert attacked.play("e1g1").turn == 0
    free = position("r3k3/8/8/8/8/8/8/4K2R w K - 0 1").play("e1g1")
    assert free.text.startswith("r3k3/8/8/8/8/8/8/5RK1 b")
    assert "e1g1" not in position("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1").legal()


@pytest.mark.parametrize(
    ("fen", "end"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 4 41", "checkmate"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "fifty moves"),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "dead position"),
    ],
)
def test_game_end_reveals_the_position(fen: str, end: str) -> None:
    state = position(fen)
    assert state.result is not None
    assert state.result[2] == end
    assert {state.view(seat) for seat in (0, 1, None)} == {state.text}


def test_repetition_is_no_draw() -> None:
    state = after(*("g1f3", "g8f6", "f3g1", "f6g8") * 6)
    assert state.result is None


@pytest.mark.parametrize("board", ["1r2k3/8/8/8/8/8/8/4K3 b q", "r2k4/8/8/8/8/8/8/4K3 b q"])
def test_castling_is_that_of_the_classical_start(board: str) -> None:
    with pytest.raises(ValueError, match="classical start"):
        position(f"{board} - 0 1")
