"""Games of Go in SGF files of other programs: settings, set-up, moves and variations."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf, sgf_moves

from zeitnot_engines.games import History, load
from zeitnot_engines.go.points import from_vertex
from zeitnot_engines.sgf import results
from zeitnot_engines.sgf.record import main_steps, read, read_all, samples, steps
from zeitnot_engines.sgf.results import Result
from zeitnot_engines.sgf.tree import BadSgf

from ...each import each


def start_of(text: str) -> History:
    return read(text.encode()).start


def end_of(text: str) -> History:
    *_, last = main_steps(read(text.encode()))
    return last.after


def moves_of(text: str) -> list[str | None]:
    return [step.move for step in steps(read(text.encode())) if step.move]


# ── the root ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("root", "size", "komi"),
    [
        ("SZ[9]", 9, 7.0),
        ("", 19, 7.5),
        ("SZ[13:13]KM[6.5]", 13, 6.5),
        ("KM[375]", 19, 7.5),
        ("KM[3.75]", 19, 7.5),
        ("KM[650]", 19, 6.5),
        ("KM[0.00]", 19, 0.0),
        ("HA[2]", 19, 0.5),
        ("HA[0]KM[]", 19, 7.5),
    ],
)
def test_size_and_komi_are_read(root: str, size: int, komi: float) -> None:
    record = read(f"(;GM[1]{root})".encode())
    assert record.game.settings["size"] == size
    assert record.komi == komi
    assert float(record.game.settings["komi"]) == komi


def test_an_unsupported_komi_is_kept_and_the_nearest_one_played() -> None:
    for text, nearest in (("12.5", "10"), ("-3", "0"), ("6.1", "6")):
        record = read(f"(;KM[{text}])".encode())
        assert (record.komi, record.game.settings["komi"]) == (float(text), nearest)


def test_fixed_handicaps_become_settings_and_free_ones_positions() -> None:
    usual = load("go", {"size": 9, "handicap": 2, "komi": "0.5"}).start()
    assert start_of("(;SZ[9]HA[2]KM[0.5]AB[cg][gc])") == usual
    free = start_of("(;SZ[9]HA[2]KM[0.5]AB[aa][ii])")
    assert free.text.startswith("x8/9/9/9/9/9/9/9/8x o ")
    assert free.game.settings["handicap"] == 0


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("(;SZ[9];B[aa])", "x"),
        ("(;SZ[9];W[aa])", "o"),
        ("(;SZ[9]PL[W])", "o"),
        ("(;SZ[9]PL[white];B[aa])", "o"),
        ("(;SZ[9]AB[aa]AW[bb])", "x"),
        ("(;SZ[9]HA[2]AB[aa][bb])", "o"),
        ("(;SZ[9]HA[1]AB[aa])", "x"),
    ],
)
def test_the_side_to_move_first(text: str, side: str) -> None:
    assert start_of(text).text.split()[1] == side


def test_setup_stones_may_form_rectangles_and_come_later() -> None:
    assert start_of("(;SZ[5]AB[aa:cb]AW[]AE[ba]PL[W])").text.split()[:2] == ["x1x2/xxx2/5/5/5", "o"]
    later = end_of("(;SZ[5];B[aa];AW[ee]AE[aa]PL[W];W[dd])")
    assert later.text.split()[:2] == ["5/5/5/3o1/4o", "x"]


def test_players_and_result() -> None:
    record = read(b"(;SZ[9]PB[Ann\\]\\\nx]PW[ B\nob ]RE[W+12.5])")
    assert record.players == ("Ann]x", "B ob")
    assert record.result == Result(1, 12.5, "score")


@each(
    ("text", "result"),
    [
        ("B+3.5", Result(0, 3.5, "score")),
        ("W+R", Result(1, None, "resign")),
        ("B+Resign", Result(0, None, "resign")),
        ("W+Time", Result(1, None, "time")),
        ("W+F", Result(1, None, "forfeit")),
        ("B+", Result(0)),
        ("B+3 points", Result(0, 3.0, "score")),
        ("0", Result(None, 0.0, "score")),
        ("Draw", Result(None, 0.0, "score")),
        ("Void", None),
        ("?", None),
        ("", None),
        ("黑中盘胜", None),
    ],
)
def test_results_are_read(text: str, result: Result | None) -> None:
    assert results.read(text) == result


def test_scores_of_results() -> None:
    assert [Result(1).score(seat) for seat in (0, 1)] == [0, 1]
    assert Result(None).score(0) == 0.5


# ── moves ──────────────────────────────────────────────────────────────────────────────────────


def test_both_forms_of_passes_are_read_and_play_may_continue() -> None:
    assert moves_of("(;SZ[9];B[];W[tt];B[aa])") == ["pass", "pass", "A9"]
    assert moves_of("(;SZ[19];B[tt];W[ss])") == ["pass", "T1"]


def test_a_colour_may_move_twice() -> None:
    """Handicap stones are often written like this."""
    state = end_of("(;SZ[9];B[cc];B[gg];B[tt];B[cg];W[ee])")
    assert state.text.startswith("9/9/2x6/9/4o4/9/2x3x2/9/9 x ")


def test_variations_start_from_their_branch_points() -> None:
    text = "(;SZ[9];B[aa](;W[bb];B[cc])(;W[cc](;B[bb])(;B[dd])))"
    walked = [(s.number, s.move) for s in steps(read(text.encode())) if s.move]
    assert walked == [(1, "A9"), (2, "B8"), (3, "C7"), (2, "C7"), (3, "B8"), (3, "D6")]
    assert [s.move for s in main_steps(read(text.encode()))] == [None, "A9", "B8", "C7"]


def test_samples_are_positions_with_the_move_and_the_result() -> None:
    rows = list(samples(read(b"(;SZ[9]RE[B+R];B[aa];C[x];W[bb](;B[cc]))")))
    assert [(state.turn, move) for state, move, _ in rows] == [(0, "A9"), (1, "B8"), (0, "C7")]
    assert {result for _, _, result in rows} == {Result(0, None, "resign")}
    assert all(move in state.legal() for state, move, _ in rows)


@each(
    ("text", "sentence"),
    [
        ("(;GM[2])", "Line 1: the game is not Go (GM is 2)."),
        ("(;SZ[11])", "Line 1: a board of 11 is not supported; the sizes are 5, 7, 9, 13, 19."),
        ("(;SZ[9:13])", "Line 1: a board of 9:13 is not supported"),
        ("(;SZ[99999999999999])", "is not supported"),
        ("(;\nKM[seven])", "Line 1: KM is not a number but 'seven'."),
        ("(;HA[nan])", "Line 1: HA is not a number"),
        ("(;SZ[9]AB[jj])", "Line 1: AB[jj] is not a point of a board of 9 by 9."),
        ("(;SZ[9]AB[aa:zz])", "AB[zz] is not a point"),
        ("(;SZ[5]AB[aa:ee])", "Line 1: A chain without liberties"),
        ("(;SZ[9]\n;B[aa]\n;W[aa])", 'Move 2 (line 3): "A9" is not a legal move here.'),
        ("(;SZ[9];B[aa](;W[bb])\n(;W[aa]))", "Move 2 (line 2): "),
        ("(;SZ[9];B[a])", "Move 1 (line 1): [a] is not a point of a board of 9 by 9."),
        ("(;SZ[9];B[aa]W[bb])", "Move 1 (line 1): there are several moves in one node."),
        ("(;SZ[9];B[aa][bb])", "several moves in one node"),
        # Suicide, a ko that is retaken at once, and a game that is too long.
        ("(;SZ[5]AW[ba][ab]PL[B];B[aa])", "Move 1 (line 1)"),
        ("(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb])", "Move 2 (line 1)"),
        ("(;" + ";B[];W[]" * 3000 + ")", "the game has more than 5000 moves."),
    ],
)
def test_errors_name_the_move_and_line(text: str, sentence: str) -> None:
    with pytest.raises(BadSgf) as bad:
        read(text.encode())
    assert sentence in str(bad.value)


def test_a_file_may_have_several_games() -> None:
    records = list(read_all(b"(;SZ[9]PB[a];B[aa])(;SZ[13]PB[b])"))
    assert [(r.players[0], r.game.settings["size"]) for r in records] == [("a", 9), ("b", 13)]


@given(st.integers(0, 2**32), st.sampled_from([5, 7, 9, 13, 19]))
@settings(max_examples=30, deadline=None)
def test_random_games_of_another_library_have_the_same_boards(seed: int, size: int) -> None:
    """sgfmill writes a game of ours and plays it on its own board."""
    rng, state = random.Random(seed), load("go", {"size": size, "marking": "no"}).start()
    file = sgf.Sgf_game(size=size)
    file.set_date()
    for _ in range(60):
        if state.result is not None:
            break
        colour, move = "bw"[state.turn or 0], rng.choice(state.legal())
        state = state.play(move)
        point = None if move == "pass" else from_vertex(move, size)
        theirs = None if point is None else (size - 1 - point[1], point[0])
        file.extend_main_sequence().set_move(colour, theirs)
    data = file.serialise()
    *_, last = main_steps(read(data, marking="no"))
    assert last.after.text == state.text
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(data))
    for colour, theirs in plays:
        if theirs is not None:
            board.play(*theirs, colour)
    rows = last.after.text.split()[0]
    ours = [c for row in rows.split("/") for c in expanded(row)]
    assert ours == [
        {"b": "x", "w": "o", None: "."}[board.get(row, column)]
        for row in reversed(range(size))
        for column in range(size)
    ]


def expanded(row: str) -> str:
    """A row of a position with a dot for each empty point."""
    cells, digits = "", ""
    for character in row + "/":
        if character.isdecimal():
            digits += character
            continue
        cells += "." * int(digits or 0) + character.strip("/")
        digits = ""
    return cells
