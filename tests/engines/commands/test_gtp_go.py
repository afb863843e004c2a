"""`zeitnot gtp go`: the commands of Go, by transcripts."""

import threading
from pathlib import Path

import pytest

from zeitnot.games.go.gtp import GoEngine
from zeitnot_engines.games import load
from zeitnot_engines.gtp.analysis import lower_bound, read_request
from zeitnot_engines.gtp.estimates import Estimates
from zeitnot_engines.gtp.games import PLAYED, engine_for
from zeitnot_engines.playing_options import PlayingOptions

PLAYOUTS = 300
WAIT_S = 60


def engine(playouts: int = PLAYOUTS) -> GoEngine:
    result = engine_for("go", options=PlayingOptions(playouts=playouts))
    assert isinstance(result, GoEngine)
    return result


def last_answer(program: GoEngine, *lines: str) -> str:
    """The answer to the last line; the others must succeed."""
    for line in lines:
        text, _ = program.answer(line)
        assert text.startswith("=") or line is lines[-1], (line, text)
    return text.rstrip("\n")


def stones(program: GoEngine) -> str:
    """The board without coordinates, from the top."""
    rows = last_answer(program, "showboard").split("\n")[2:-2]
    return "/".join("".join(row.split()[1:-1]) for row in rows)


def test_all_protocol_commands_are_listed() -> None:
    required = """protocol_version name version known_command list_commands quit boardsize
        clear_board komi fixed_handicap place_free_handicap set_free_handicap play genmove undo
        time_settings time_left final_score final_status_list loadsgf reg_genmove showboard
        kgs-time_settings lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze"""
    assert set(required.split()) <= set(last_answer(engine(), "list_commands")[2:].split("\n"))
    assert "go" in PLAYED


def test_boards_and_vertices() -> None:
    program = engine()
    for size in (5, 7, 9, 13, 19):
        assert last_answer(program, f"boardsize {size}", "clear_board") == "="
    assert last_answer(program, "boardsize 11") == "? unacceptable size"
    assert last_answer(program, "play b q16", "play White D4", "play B PASS") == "="
    assert last_answer(program, "play w I5") == "? illegal move"
    assert last_answer(program, "play w Q16") == "? illegal move"
    assert last_answer(program, "play b") == "? syntax error"


def test_a_colour_may_play_twice_in_a_row_and_after_two_passes() -> None:
    program = engine()
    assert last_answer(program, "boardsize 5", "play b A1", "play b B1", "play b pass") == "="
    assert last_answer(program, "play w pass", "genmove b") == "= pass"
    assert last_answer(program, "play b C1") == "="
    assert stones(program).endswith("/XXX..")


def test_a_ko_cannot_be_retaken_at_once() -> None:
    """It can be after an exchange elsewhere."""
    program = engine()
    moves = ["b C4", "w D4", "b B3", "w E3", "b C2", "w D2", "b D3", "w C3"]
    lines = ["boardsize 5", *(f"play {move}" for move in moves)]
    assert last_answer(program, *lines, "play b D3") == "? illegal move"
    assert last_answer(program, "play b A1", "play w A5", "play b D3") == "="


@pytest.mark.parametrize("komi", ["7.5", "0", "-3.5", "6.25", "100", "1e3"])
def test_any_komi_is_exact_in_the_score(komi: str) -> None:
    program = engine()
    assert last_answer(program, "boardsize 5", f"komi {komi}", "play b C3") == "="
    margin = 25 - float(komi)
    winner = "B" if margin > 0 else "W"
    assert last_answer(program, "final_score") == f"= {winner}+{abs(margin):g}"


def test_komi_during_a_game_keeps_the_moves_and_the_undo() -> None:
    program = engine()
    last_answer(program, "boardsize 5", "play b C3", "play b B2", "play w D4")
    before = stones(program)
    assert last_answer(program, "komi 2.5") == "="
    assert stones(program) == before
    assert last_answer(program, "undo", "undo", "undo", "final_score") == "= W+2.5"
    assert last_answer(program, "komi 0", "final_score") == "= 0"
    assert last_answer(program, "undo") == "? cannot undo"
    for bad in ("nan", "inf", "x", ""):
        assert last_answer(program, f"komi {bad}") == "? syntax error"


def test_handicaps() -> None:
    program = engine()
    assert last_answer(program, "boardsize 9", "fixed_handicap 2") == "= G7 C3"
    assert last_answer(program, "undo") == "? cannot undo"
    assert last_answer(program, "fixed_handicap 2") == "? board not empty"
    assert last_answer(program, "play w E5", "undo") == "="
    assert stones(program).count("X") == 2
    assert last_answer(program, "clear_board", "place_free_handicap 30").count(" ") == 9
    assert last_answer(program, "clear_board", "set_free_handicap A1 b2 C3", "showboard").endswith(
        "White to move"
    )
    for bad in ("fixed_handicap 1", "fixed_handicap 10", "place_free_handicap 1"):
        assert last_answer(program, "clear_board", bad) == "? invalid number of stones"
    for bad in ("A1", "A1 A1", "A1 Z9", ""):
        assert (
            last_answer(program, "clear_board", f"set_free_handicap {bad}") == "? bad vertex list"
        )


# Black has the right side, White the left one with a white stone; each has two eyes.
DIVIDED = """
. . X X O . O . .
. X X X O O O O .
. . . . X O . . .
. O . . X O . . .
. . . . X O . O O
X X X X X O O O O
. . . . X O . . .
. X X . X O . O .
. . X . X O . O .
"""
# The two chains at the top share two liberties; whoever plays on one of them loses a chain.
SEKI = """
O X . O X . . . .
O X . O X . . . .
O X X O X . . . .
O O O X X X . . .
. . O X . X X X X
. . O X . . . . .
O O O X . . . . .
. . O X . . . . .
. . O X . . . . .
"""
# Black's only space has four points with two white stones: whoever plays there, Black is dead.
NAKADE = """
. O O . X O . O .
X X X X X O O O O
O O O O O O . . .
. . O . . O . . .
O O O O O O O O O
. . X X X X X X X
X X X . . X . . .
. X . X . X . . .
X . X . . X . . .
"""


def set_up(program: GoEngine, diagram: str) -> None:
    """Puts the stones of a diagram on the board."""
    rows = diagram.split("\n")[1:-1]
    last_answer(program, f"boardsize {len(rows)}", "clear_board")
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells.split()):
            if cell != ".":
                colour = "b" if cell == "X" else "w"
                vertex = f"{'ABCDEFGHJ'[column]}{len(rows) - row}"
                assert last_answer(program, f"play {colour} {vertex}") == "="


def test_living_stones_have_status_alive() -> None:
    program = engine()
    lines = ["boardsize 5", "play b A1", "play w E5", "play b B1"]
    assert last_answer(program, *lines, "final_status_list alive") == "= E5\nA1 B1"
    assert last_answer(program, "final_status_list dead") == "="
    assert last_answer(program, "final_status_list seki") == "="
    assert last_answer(program, "final_status_list asleep") == "? invalid status"


def test_a_dead_stone_does_not_count() -> None:
    program = engine()
    set_up(program, DIVIDED)
    assert last_answer(program, "final_status_list dead") == "= B6"
    assert "B6" not in last_answer(program, "final_status_list alive")
    assert last_answer(program, "komi 7.5", "final_score") == "= W+2.5"
    assert last_answer(program, "play b pass", "play w pass", "final_score") == "= W+2.5"


def test_stones_in_seki() -> None:
    program = engine()
    set_up(program, NAKADE)
    assert last_answer(program, "final_status_list seki") == "="
    set_up(program, SEKI)
    assert last_answer(program, "final_status_list seki") == "= B9 B8 B7 C7\nD9 D8 D7"
    assert last_answer(program, "final_status_list dead") == "="
    assert len(last_answer(program, "final_status_list alive").split("\n")) == 2


def test_loads_sgf_files(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]KM[2.5];B[cc];W[dd](;B[bb])(;B[aa]))")
    program = engine()
    assert last_answer(program, f"loadsgf {file}") == "="
    assert stones(program) == "...../.X.../..X../...O./....."
    assert last_answer(program, "final_score") == "= W+1.5"
    assert last_answer(program, f"loadsgf {file} 2") == "="
    assert stones(program) == "...../...../..X../...../....."
    file.write_text("(;SZ[5];B[zz])")
    assert f"? cannot load file: {file}:1: B[zz], move 1: " in last_answer(
        program, f"loadsgf {file}"
    )
    assert last_answer(program, f"loadsgf {file}x").startswith("? cannot load file")
    assert stones(program) == "...../...../..X../...../....."  # as before the bad file


def test_records_with_turns_out_of_order_and_setups_are_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]KM[12.5];B[aa];W[ee];W[de];B[ba];B[];W[];B[ab])")
    program = engine()
    assert last_answer(program, f"loadsgf {file}") == "="
    assert stones(program) == "XX.../X..../...../...../...OO"
    assert last_answer(program, f"loadsgf {file} 3") == "="
    assert stones(program) == "X..../...../...../...../....O"
    assert last_answer(program, "komi 0", f"loadsgf {file} 2", "final_score") == "= B+12.5"
    file.write_text("(;SZ[5];B[aa];AE[aa]AW[ee]PL[W];W[dd])")
    assert last_answer(program, f"loadsgf {file}") == "="
    assert stones(program) == "...../...../...../...O./....O"


def test_generated_moves_are_legal_until_the_end() -> None:
    program, plies = engine(40), 0
    last_answer(program, "boardsize 5", "komi 0.5")
    while program._state.result is None and plies < 200:
        legal = program._state.legal()
        colour = "bw"[program._state.turn or 0]
        assert last_answer(program, f"reg_genmove {colour}")[2:] in legal
        assert last_answer(program, f"genmove {colour}")[2:] in legal
        plies += 1
    assert plies > 4


# ── analyses ───────────────────────────────────────────────────────────────────────────────────


class Reader:
    """Collects an engine's output, and waits for it."""

    def __init__(self) -> None:
        self.output: list[str] = []
        self._more = threading.Condition()

    def __call__(self, text: str) -> None:
        with self._more:
            self.output.append(text)
            self._more.notify_all()

    def wait_for(self, count: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self.output) >= count, WAIT_S)


def infos(line: str) -> list[dict[str, str]]:
    """The infos of a line as GUIs parse them: names and values, the last being `pv`."""
    parsed = []
    for info in line.strip().split("info ")[1:]:
        before, _, pv = info.strip().partition(" pv ")
        fields = before.split()
        parsed.append({**dict(zip(fields[::2], fields[1::2], strict=True)), "pv": pv})
    return parsed


@pytest.mark.parametrize("prefix", ["", "lz-", "kata-"])
def test_an_analysis_reports_until_the_next_line(prefix: str) -> None:
    reader = Reader()
    program = engine_for("go", say=reader)
    program.answer("boardsize 5")
    assert program.answer(f"7 {prefix}analyze white 2") == ("", True)
    reader.wait_for(3)
    text, _ = program.answer("8 name")
    assert text == "\n=8 Zeitnot\n\n"
    assert reader.output[0] == "=7\n"
    count = len(reader.output)
    parsed = infos(reader.output[-1])
    assert [info["order"] for info in parsed] == list(map(str, range(len(parsed))))
    assert int(parsed[0]["visits"]) >= int(parsed[-1]["visits"]) > 0
    assert all(info["pv"].split()[0] == info["move"] for info in parsed)
    assert all(("." in info["winrate"]) == (prefix == "kata-") for info in parsed)
    assert program.answer("showboard")[0].endswith("Black to move\n\n")
    assert len(reader.output) == count


def test_a_running_analysis_ends_with_the_input() -> None:
    reader = Reader()
    program = engine_for("go", say=reader)
    program.answer("lz-analyze 1")
    reader.wait_for(2)
    program.close()
    program.close()


@pytest.mark.parametrize("prefix", ["lz-", "kata-"])
def test_a_move_with_reports(prefix: str) -> None:
    reader = Reader()
    program = engine_for("go", say=reader, options=PlayingOptions(playouts=PLAYOUTS))
    program.answer("boardsize 5")
    assert program.answer(f"{prefix}genmove_analyze b 1 maxmoves 3") == ("", True)
    first, *reports, last = reader.output
    assert first == "=\n"
    assert len(infos(reports[-1])) == 3
    move = infos(reports[-1])[0]["move"]
    assert last == f"play {move}\n\n"
    assert program.answer("undo")[0] == "=\n\n"


def test_moves_can_be_allowed_and_avoided() -> None:
    reader = Reader()
    program = engine_for("go", say=reader, options=PlayingOptions(playouts=PLAYOUTS))
    program.answer("boardsize 5")
    program.answer("kata-genmove_analyze b 1 allow b C3,d4 1 rootInfo true ownership true")
    assert {info["move"] for info in infos(reader.output[-2].split(" rootInfo")[0])} == {"C3", "D4"}
    assert "rootInfo visits 300 winrate 0." in reader.output[-2]
    assert read_request(["avoid", "w", "C3,D4", "9"]).search_moves(["C3", "E5"]) == ["E5"]


def test_priors_are_shares_of_all_moves() -> None:
    for prefix, expected_sum in (("lz", 10_000), ("kata", 1)):
        reader = Reader()
        program = engine_for("go", say=reader, options=PlayingOptions(playouts=PLAYOUTS))
        program.answer("boardsize 5")
        program.answer(f"{prefix}-genmove_analyze b 1 maxmoves 30")
        priors = [float(info["prior"]) for info in infos(reader.output[-2])]
        assert len(priors) == 26
        assert sum(priors) == pytest.approx(expected_sum, rel=0.01)
        assert ("." in infos(reader.output[-2])[0]["prior"]) == (prefix == "kata")


@pytest.mark.parametrize(("colour", "sign"), [("b", 1), ("w", -1)])
def test_scores_and_ownership_are_from_the_side_to_move(colour: str, sign: int) -> None:
    """Without komi Black leads by about 4 points."""
    reader = Reader()
    program = engine_for("go", say=reader, options=PlayingOptions(playouts=PLAYOUTS))
    set_up(program, DIVIDED)
    program.answer("komi 0")
    program.answer(f"kata-genmove_analyze {colour} 1 rootInfo true ownership true")
    moves, _, ownership = reader.output[-2].strip().partition(" ownership ")
    moves, _, root = moves.partition(" rootInfo ")
    best = infos(moves)[0]
    assert best["scoreMean"] == best["scoreLead"]
    assert float(best["scoreLead"]) == pytest.approx(4 * sign, abs=3)
    assert float(root.split("scoreLead ")[1]) == pytest.approx(4 * sign, abs=3)
    values = list(map(float, ownership.split()))
    assert len(values) == 81
    rows = [values[first : first + 9] for first in range(0, 81, 9)]
    assert all(sign * row[3] > 0.8 and sign * row[5] < -0.8 for row in rows)


def test_ownership_is_listed_by_rows_from_the_top() -> None:
    """The upper row is Black's, the lower ones are White's."""
    state = load("go", {"size": 5}).parse("x1x1x/xxxxx/ooooo/ooooo/1o1oo x - 0 0,0")
    assert Estimates(state, 7.5).ownership == [1.0] * 10 + [-1.0] * 15
    assert Estimates(state, 7.5).root_lead == -5 - 7.5
    assert Estimates(state, -7.5).leads(["pass"]) == {"pass": pytest.approx(2.5, abs=0.5)}


def test_leads_are_computed_for_three_moves_at_a_time_and_kept() -> None:
    estimates = Estimates(load("go", {"size": 5}).start(), 0)
    moves = ["C3", "B2", "A1", "E5"]
    first = estimates.leads(moves)
    assert set(first) == set(moves[:3])
    second = estimates.leads(moves)
    assert set(second) == set(moves)
    assert first.items() <= second.items()


@pytest.mark.parametrize("arguments", ["b interval", "allow b C3", "avoid b C3 x", "maxmoves many"])
def test_bad_requests_are_refused(arguments: str) -> None:
    assert last_answer(engine(), f"lz-analyze {arguments}") == "? syntax error"


def test_lower_bounds_of_win_rates() -> None:
    assert lower_bound(0.5, 0) == 0
    assert lower_bound(0.5, 100) == pytest.approx(0.402)
    assert lower_bound(1.0, 5) == 1.0
