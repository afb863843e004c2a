"""Xiangqi: the rules that random games seldom reach."""

import pytest

from zeitnot_engines.games import History, load

from ...each import each

XIANGQI = load("xiangqi")


def play_moves(fen: str, moves: str) -> History:
    state = XIANGQI.parse(fen)
    for move in moves.split():
        state = state.play(move)
    return state


def moves_of(fen: str, square: str) -> set[str]:
    """The targets of the piece's legal moves."""
    return {move[2:] for move in XIANGQI.parse(fen).legal() if move.startswith(square)}


EMPTY = "/9/9/9/9/9/9/9"


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        (f"R2k5/R8{EMPTY[2:]}/9/4K4 b - - 0 1", ((1.0, 0.0), "rules", "checkmate")),
        (f"R2k5/R8{EMPTY[2:]}/9/4K4 b - - 120 99", ((1.0, 0.0), "rules", "checkmate")),
        (f"3k5/2P6{EMPTY[2:]}/9/4K4 b - - 0 1", ((1.0, 0.0), "rules", "stalemate")),
        (f"4k4/9{EMPTY[2:]}/6p2/5K3 w - - 7 90", ((0.0, 1.0), "rules", "stalemate")),
        (f"3k5{EMPTY}/9/R3K4 b - - 120 80", ((0.5, 0.5), "rules", "no capture")),
        (f"3k5{EMPTY}/9/R3K4 b - - 119 80", None),
        (f"3k5{EMPTY}/4A4/2B1K4 b - - 0 80", ((0.5, 0.5), "rules", "dead position")),
        (f"3k5{EMPTY}/4A4/N1B1K4 b - - 0 80", None),
    ],
)
def test_game_end_is_detected(fen: str, result: object) -> None:
    assert XIANGQI.parse(fen).result == result
    assert (XIANGQI.parse(fen).legal() == []) == (result is not None)


def test_limit_without_captures_is_a_setting() -> None:
    short = load("xiangqi", {"no_capture_limit": 60})
    fen = f"3k5{EMPTY}/9/R3K4 b - - 60 80"
    assert short.parse(fen).result == ((0.5, 0.5), "rules", "no capture")
    assert XIANGQI.parse(fen).result is None
    assert short.parse(fen).key != XIANGQI.parse(fen).key
    with pytest.raises(ValueError, match="from 0 to 60"):
        short.parse(f"3k5{EMPTY}/9/R3K4 b - - 61 80")


def test_capture_resets_the_count() -> None:
    assert play_moves(f"r2k5{EMPTY}/9/R3K4 w - - 119 80", "a0a9").text.split()[4] == "0"


def test_horse_is_blocked_by_an_adjacent_piece() -> None:
    assert moves_of(f"3k5{EMPTY}/9/1N2K4 w - - 0 1", "b0") == {"a2", "c2", "d1"}
    assert moves_of(f"3k5{EMPTY}/1R7/1N2K4 w - - 0 1", "b0") == {"d1"}
    assert moves_of(f"3k5{EMPTY}/9/1Nn1K4 w - - 0 1", "b0") == {"a2", "c2"}


def test_elephant_can_be_blocked_and_stays_at_home() -> None:
    assert moves_of(f"3k4r{EMPTY}/9/2B1K4 w - - 0 1", "c0") == {"a2", "e2"}
    assert moves_of(f"3k5{EMPTY}/3r5/2B1K4 w - - 0 1", "c0") == {"a2"}
    assert moves_of("3k4r/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c4") == {"a2", "e2"}
    assert moves_of("3k5/9/9/9/2b6/9/9/9/9/N3K4 b - - 0 1", "c5") == {"a7", "e7"}


def test_generals_may_not_face_each_other() -> None:
    between = "4k4/9/9/9/4C4/9/9/9/9/4K4 w - - 0 1"
    assert {to[0] for to in moves_of(between, "e5")} == {"e"}
    assert moves_of(f"3k5{EMPTY}/9/R3K4 w - - 0 1", "e0") == {"e1", "f0"}


def test_cannon_needs_exactly_one_screen() -> None:
    hollow = "4k4/9/9/9/4c4/9/9/9/9/R3K3R w - - 0 1"
    assert "e4" not in moves_of(hollow, "a0")
    assert {"e1", "e2", "e3"}.isdisjoint(moves_of("4k4/9/9/9/4c4/9/R8/9/9/4K4 w - - 0 1", "a3"))
    two = "4k4/9/9/9/4c4/9/4N4/9/4A4/4K4 w - - 0 1"
    assert moves_of(two, "e3") == set()
    assert moves_of(two, "e1") == set()


def test_soldier_moves_sideways_only_beyond_the_river() -> None:
    assert moves_of("3k5/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1", "e4") == {"e5"}
    assert moves_of("3k5/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", "e5") == {"e6", "d5", "f5"}
    assert moves_of("P2k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "a9") == {"b9"}


CHARIOT_AND_GENERAL = f"3k5{EMPTY}/9/R3K4 w - - 0 1"


def test_perpetual_check_loses() -> None:
    state = play_moves(CHARIOT_AND_GENERAL, "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9")
    assert state.result is None
    third = state.play("a8a9")
    assert third.result == ((0.0, 1.0), "repetition", "perpetual check")
    assert third.occurrences == 3


def test_one_move_without_check_makes_repetition_a_draw() -> None:
    state = play_moves(CHARIOT_AND_GENERAL, "a0a9 d9d8 a9a7 d8d9 a7a9 d9d8 a9a7 d8d9")
    assert state.result is None
    assert state.play("a7a9").result == ((0.5, 0.5), "repetition", "repetition")


def test_checks_before_the_first_occurrence_do_not_count() -> None:
    """The move before the first occurrence gave no check, all later ones did."""
    state = play_moves(CHARIOT_AND_GENERAL, "a0b0 d9d8 b0b8 d8d9 b8b9 d9d8 b9b8 d8d9 b8b9 d9d8")
    assert state.result is None
    assert state.play("b9b8").result == ((0.0, 1.0), "repetition", "perpetual check")


def test_third_occurrence_is_a_draw() -> None:
    state = play_moves(XIANGQI.start().text, "b0c2 b9c7 c2b0 c7b9 " * 2)
    assert state.result == ((0.5, 0.5), "repetition", "repetition")


def test_mating_material_decides_who_can_win_on_time() -> None:
    state = XIANGQI.parse(f"3k5{EMPTY}/4A4/2B1K3p w - - 0 80")
    assert (state.can_win(0), state.can_win(1)) == (False, True)


@pytest.mark.parametrize("rest", ["", " - -", " - - 0 0", " - - 0 1"])
def test_positions_of_other_programs_are_read(rest: str) -> None:
    """Other programs omit the counters or all but board and side, or count moves from 0."""
    fen = f"3k5{EMPTY}/9/R3K4 w"

    assert XIANGQI.parse(fen + rest).text == f"{fen} - - 0 1"


@each(
    ("fen", "sentence"),
    [
        ("", "six fields"),
        (f"3k5{EMPTY}/9/R3K4 w - - 0", "six fields"),
        (f"3k5{EMPTY}/9/R3K4 w KQ - 0 1", "six fields"),
        (f"3k5{EMPTY}/R3K4 w - - 0 1", "ten ranks"),
        (f"3k5{EMPTY}/9/R3K5 w - - 0 1", "ten ranks"),
        (f"3k5{EMPTY}/9/9/R3K4 w - - 0 1", "ten ranks"),
        (f"3k5{EMPTY}/9/Q3K4 w - - 0 1", "KABNRCP"),
        (f"3k5{EMPTY}/9/R8 w - - 0 1", "one general"),
        (f"3k5{EMPTY}/9/R2KK4 w - - 0 1", "one general"),
        (f"3k5{EMPTY}/RR7/R3K4 w - - 0 1", "two of a kind"),
        (f"3k5/PPPPPP3{EMPTY[2:]}/9/4K4 w - - 0 1", "two of a kind"),
        (f"3k5{EMPTY}/4A4/3BK4 w - - 0 1", "that it cannot reach"),
        (f"3k5{EMPTY}/3A5/4K4 w - - 0 1", "that it cannot reach"),
        (f"3k5{EMPTY}/9/6K2 w - - 0 1", "that it cannot reach"),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w - - 0 1", "that it cannot reach"),
        ("3k5/9/9/9/9/P8/P8/9/9/4K4 w - - 0 1", "that it cannot reach"),
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w - - 0 1", "that it cannot reach"),
        (f"3k5{EMPTY}/9/R3K4 r - - 0 1", "w or b"),
        (f"4k4{EMPTY}/9/R3K4 w - - 0 1", "not to move is in check"),
        (f"R2k5{EMPTY}/9/4K4 w - - 0 1", "not to move is in check"),
        (f"3k5{EMPTY}/9/R3K4 w - - 121 1", "from 0 to 120"),
        (f"3k5{EMPTY}/9/R3K4 w - - 00 1", "from 0 to 120"),
        (f"3k5{EMPTY}/9/R3K4 w - - 0 x", "from 1 to 9999"),
    ],
)
def test_bad_position_is_refused_with_a_reason(fen: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        XIANGQI.parse(fen)
