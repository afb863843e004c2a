"""`zeitnot nboard`, as dialogues."""

import random
import re
import time

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.nboard import nboard
from zeitnot_engines.games import load
from zeitnot_engines.nboard.engine import NBoardEngine
from zeitnot_engines.nboard.text import BadLine, read_game, read_move
from zeitnot_engines.playing_options import PlayingOptions

GGF = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""The example of the protocol's description (weltyc/ntest, instructions/Protocol.htm)."""
MOVES = ("f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4")
WAIT_S = 60


def dialogue(*lines: str, arguments: tuple[str, ...] = ()) -> list[str]:
    """All that the engine says to these lines."""
    result = CliRunner().invoke(nboard, arguments, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def legal_after(*moves: str) -> list[str]:
    """The legal moves after these, as the protocol writes them."""
    state = load("othello").start()
    for move in moves:
        state = state.play(move)
    return [move.upper() for move in state.legal()]


def test_the_session_of_the_description() -> None:
    said = dialogue("nboard 2", f"set game {GGF}", "set depth 6", "ping 1", "go", "quit")

    assert said[:3] == ["set myname Zeitnot", "set myname Zeitnot6", "pong 1"]
    assert said[3] == "status Thinking"
    answer = next(line for line in said if line.startswith("==="))
    found = re.fullmatch(r"=== ([A-H][1-8])/(-?\d+\.\d\d)/(\d+\.\d\d)", answer)
    assert found is not None
    assert found[1] in legal_after(*MOVES)
    assert said[-1] == "status"
    assert any(re.fullmatch(r"nodestats \d+ \d+\.\d\d", line) for line in said)


def test_go_does_not_play_the_move() -> None:
    said = dialogue("nboard 2", "set depth 2", "go", "move F5/0.1/1", "move d6", "go")
    first, second = (line.split()[1].split("/")[0] for line in said if line.startswith("==="))
    assert first in legal_after()
    assert second in legal_after("f5", "d6")


@pytest.mark.parametrize("hints", [1, 3, 40])
def test_hints_are_the_best_moves_with_their_values(hints: int) -> None:
    said = dialogue("nboard 2", f"set game {GGF}", "set depth 4", f"hint {hints}")
    rows = [line.split() for line in said if line.startswith("search ")]
    legal = legal_after(*MOVES)
    last = rows[-min(hints, len(legal)) :]
    assert len({row[1][:2] for row in last}) == min(hints, len(legal))
    for _, pv, value, zero, depth in rows:
        assert pv[:2] in legal
        assert re.fullmatch(r"(?:[A-H][1-8]|PA)+", pv)
        assert (zero, depth.isdecimal()) == ("0", True)
        assert -64 <= float(value) <= 64
    values = [float(row[2]) for row in last]
    assert values == sorted(values, reverse=True)
    assert {int(row[4]) for row in rows} == {1, 2, 3, 4}


BLACK_TO_MOVE = "(;GM[Othello]BO[8 {board} *];)"


def test_a_solved_position_says_so() -> None:
    """One square is left, on which only black can play."""
    board = "-" + "O" * 6 + "*" + "*" * 56
    said = dialogue(
        "nboard 2", f"set game {BLACK_TO_MOVE.format(board=board)}", "set depth 8", "hint 1"
    )
    assert [line for line in said if line.startswith("search")][-1] == "search A1 64.00 0 100%"


def test_a_forced_move_needs_no_value() -> None:
    board = "-" + "O" * 6 + "*" + "*" * 56
    said = dialogue(
        "nboard 2", f"set game {BLACK_TO_MOVE.format(board=board)}", "set depth 8", "go"
    )
    assert said[-1] == "=== A1//0.00"


def test_a_pass_is_pa() -> None:
    board = "-O*" + "*" * 61
    text = f"(;GM[Othello]BO[8 {board} O];)"
    said = dialogue("nboard 2", f"set game {text}", "set depth 3", "go", "move PA", "go")
    assert [line for line in said if line.startswith("===")] == ["=== PA//0.00", "=== A1//0.00"]


def test_the_game_is_analysed_from_its_end() -> None:
    said = dialogue("nboard 2", f"set game {GGF}", "set depth 2", "analyze")
    rows = [line.split() for line in said if line.startswith("analysis")]
    assert [int(ply) for _, ply, _ in rows] == list(range(8, -1, -1))
    assert all(-64 <= float(value) <= 64 for *_, value in rows)


def test_the_end_of_a_game_has_its_margin() -> None:
    board = "-" + "O" * 6 + "*" + "*" * 56
    said = dialogue(
        "nboard 2",
        f"set game {BLACK_TO_MOVE.format(board=board)}",
        *("move A1", "go", "hint 2", "learn", "analyze"),
    )
    assert said[1:4] == ["status the game is over"] * 2 + ["learned"]
    assert said[-3:] == ["analysis 1 -64.00", "analysis 0 64.00", "status"]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("set depth", "status '' is not a number from 1"),
        ("set depth x", "status 'x' is not a number from 1"),
        ("set depth 0", "status '0' is not a number from 1"),
        ("hint x", "status 'x' is not a number from 1"),
        ("move Z9", "status 'Z9' is not a move as F5/eval/time"),
        ("move A1", 'status "a1" is not a legal move here'),
        ("set game", "status there is no game in the file"),
        ("set game (;GM[Othello]B[A1];)", "status 'A1', move 1, is not possible"),
        ("set game (;GM[Chess]B[F5];)", "status there is no game|status the game is 'Chess'"),
    ],
)
def test_a_wrong_line_changes_nothing(line: str, status: str) -> None:
    said = dialogue("nboard 2", "move F5", line, "set depth 1", "go")
    assert re.match(status.replace("(", r"\("), said[1]), said
    assert next(x for x in said if x.startswith("==="))[4:6] in legal_after("f5")


@pytest.mark.parametrize("line", ["", "frobnicate", "set contempt 20", "set colour red", "nboard"])
def test_unknown_lines_are_ignored(line: str) -> None:
    said = dialogue(line, "ping 7")
    assert said[-1] == "pong 7"
    assert not any(text.startswith("status") for text in said)


def test_moves_of_version_1_are_read() -> None:
    said = dialogue("nboard 1", "F5", "d6", "set depth 1", "go")
    assert next(x for x in said if x.startswith("==="))[4:6] in legal_after("f5", "d6")


@pytest.mark.parametrize("command", ["go", "hint 4", "analyze"])
def test_ping_stops_a_search_before_its_pong(command: str) -> None:
    said: list[str] = []
    engine = NBoardEngine(PlayingOptions(), said.append)
    engine.process("set depth 60")
    started = time.monotonic()
    engine.process(command)
    engine.process("ping 3")
    assert said[-1] == "pong 3"
    assert time.monotonic() - started < WAIT_S
    assert any(line.startswith("===") for line in said) == (command == "go")
    engine.close()


def test_the_clock_of_the_game_limits_a_move() -> None:
    """Black has used 14:59.9 of its 15 minutes."""
    game = GGF.replace("B[F5]", "B[F5/1.00/899.9]")
    started = time.monotonic()
    said = dialogue("nboard 2", f"set game {game}", "set depth 60", "go")
    assert any(line.startswith("===") for line in said)
    assert time.monotonic() - started < WAIT_S / 2


@pytest.mark.parametrize(
    ("control", "left"),
    [
        ("TI[15:00]", (890_000, 895_500)),
        ("TI[15:00//02:00]", (890_000, 895_500)),
        ("TI[1:00:00]", (3_590_000, 3_595_500)),
        ("TI[2]", (110_000, 115_500)),
        ("TI[?]", (None, None)),
        ("", (None, None)),
    ],
)
def test_the_clocks(control: str, left: tuple[float | None, float | None]) -> None:
    text = GGF.replace("TI[15:00]", control).replace("B[F5]", "B[F5/-1.2/10]")
    game = read_game(text.replace("W[F6]", "W[F6//4.5]"))
    assert game.left_ms == left
    assert len(game.states) == 9


def test_moves() -> None:
    assert [read_move(text).move for text in ("F5", "f5/1.0", "F5//3", "PA", "pass")] == [
        *("f5", "f5", "f5", "pass", "pass"),
    ]
    assert read_move("F5/2.5/1.5").ms == 1500
    for text in ("", "F9", "F5 1", "F5/1/x"):
        with pytest.raises(BadLine):
            read_move(text)


def test_a_level_and_a_time_limit_moves() -> None:
    said = dialogue("nboard 2", "set depth 40", "go", arguments=("--level", "1", "--time", "0.1"))
    assert any(line.startswith("===") for line in said)


@pytest.mark.parametrize("seed", range(8))
def test_no_line_ends_the_session(seed: int) -> None:
    """Lines with parts exchanged, cut off and repeated."""
    rng = random.Random(seed)
    good = [f"set game {GGF}", "set depth 1", "move F5/1/2", "hint 2", "go", "nboard 2", "PA"]
    said: list[str] = []
    engine = NBoardEngine(PlayingOptions(), said.append)
    engine.process("set depth 1")
    for _ in range(60):
        line = list(rng.choice(good))
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(line) + 1)
            line[at : at + rng.randrange(6)] = rng.choices("()[];/ 9AZ\x00é%-.", k=rng.randrange(4))
        assert engine.process("".join(line).replace("\n", " ")) or "".join(line) == "quit"
    engine.process("set depth 1")
    engine.process("ping 9")
    assert said[-1] == "pong 9"
