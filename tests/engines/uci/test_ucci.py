"""UCCI 3.0, the UCI-like protocol for xiangqi, by its specification (www.xqbase.com, 2007)."""

import itertools
import random

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.ucci import ucci
from zeitnot_engines.games import load
from zeitnot_engines.uci.engine import UciEngine
from zeitnot_engines.uci.go import Go, UciError
from zeitnot_engines.uci.options import Values
from zeitnot_engines.uci.ucci import MILLISECONDS, UCCI

from ...each import each
from ..commands.gui import Gui

START = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
LEGAL = load("xiangqi").start().legal()


class UcciGui(Gui):
    """A GUI that speaks UCCI."""

    def __init__(self) -> None:
        super().__init__("xiangqi")
        self.engine = UciEngine(load("xiangqi"), self._receive, UCCI, random.Random(1))

    def all_lines(self) -> list[str]:
        """All lines, when the search has ended."""
        if self.engine._running_go is not None:
            self.engine._running_go.wait()
        lines, self.lines = self.lines, []
        return lines


@pytest.fixture
def gui() -> UcciGui:
    return UcciGui()


def test_the_example_of_the_specification_works() -> None:
    """Options, a search with a clock, then pondering that ends in a ponderhit."""
    commands = [
        "ucci",
        "setoption usemillisec true",
        "setoption usebook false",
        f"position {START}",
        "go time 300 increment 0",
        f"position {START} moves b0c2 b9c7",
        "go ponder time 295 increment 0",
        "ponderhit",
        "isready",
        "quit",
    ]
    result = CliRunner().invoke(ucci, [], input="\n".join(commands) + "\n")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0].startswith("id name Zeitnot ")
    assert "option usemillisec type check default false" in lines
    assert "option hashsize type spin min 0 max 65536 default 0" in lines
    assert lines.index("ucciok") < lines.index('info message there is no option "usebook"')
    bests = [line.split() for line in lines if line.startswith("bestmove ")]
    assert len(bests) == 2
    assert bests[0][1] in LEGAL
    assert bests[0][2] == "ponder"
    assert lines[-1] == "bye"


def test_output_has_no_words_that_only_uci_has(gui: UcciGui) -> None:
    gui.send("ucci", f"position {START}", "go depth 4")
    lines = gui.all_lines()
    assert not any(line.startswith("option name") or " cp " in line for line in lines)
    depths = [line.split() for line in lines if line.startswith("info depth")]
    assert [line[:3] for line in depths] == [["info", "depth", str(i)] for i in range(1, 5)]
    for words in depths:
        assert words[3] == "score"
        int(words[4])
        assert words[5] == "pv"
    times = [line.split() for line in lines if line.startswith("info time")]
    assert all(words[3] == "nodes" and int(words[4]) > 0 for words in times)
    assert lines[-1].startswith("bestmove ")


@each(
    ("text", "turn", "milliseconds", "go"),
    [
        ("", 0, True, Go()),
        ("infinite", 0, True, Go(infinite=True)),
        ("depth 6", 0, True, Go(depth=6)),
        ("depth 0", 0, True, Go(depth=0)),
        ("nodes 7", 0, True, Go(nodes=7)),
        ("time 9", 0, False, Go(time=(9_000, None))),
        ("time 9", 1, True, Go(time=(None, 9))),
        (
            "draw time 9 increment 1 opptime 8 oppincrement 2",
            1,
            False,
            Go(time=(8_000, 9_000), increment=(2_000, 1_000), draw=True),
        ),
        (
            "ponder time 9 movestogo 4 opptime 8 oppmovestogo 5",
            0,
            True,
            Go(time=(9, 8), moves_to_go=4, ponder=True),
        ),
        ("time -5 fast", 0, True, Go(time=(0, None), unknown='"fast"')),
    ],
)
def test_limits_of_go_are_read(text: str, turn: int, milliseconds: bool, go: Go) -> None:
    values = Values()
    values.set(MILLISECONDS, milliseconds)
    assert UCCI.read_go(text.split(), LEGAL, turn, values) == go


@pytest.mark.parametrize("text", ["time", "depth x", "nodes ٣", "increment 99999999999999999999"])
def test_bad_limits_of_go_are_refused(text: str) -> None:
    with pytest.raises(UciError, match="whole number"):
        UCCI.read_go(text.split(), LEGAL, 0, Values())


def test_banned_moves_are_not_played(gui: UcciGui) -> None:
    """A ban ends with the next position."""
    gui.send("position startpos", "go depth 3")
    best = gui.all_lines()[-1].split()[1]
    gui.send(f"banmoves {best}", "go depth 3")
    assert gui.all_lines()[-1].split()[1] not in ("", best)
    gui.send(f"banmoves {' '.join(LEGAL)}", "go depth 3")
    assert gui.all_lines() == ["info message every legal move is banned", "nobestmove"]
    gui.send(f"banmoves {' '.join(move for move in LEGAL if move != 'a3a4')}", "go depth 3")
    assert gui.all_lines()[-1].startswith("bestmove a3a4")
    gui.send("banmoves h2e2 a0a9", "position startpos", "go depth 3")
    lines = gui.all_lines()
    assert lines[0] == 'info message banmoves: "a0a9" is not a legal move here'
    assert lines[-1].split()[1] in ("b2e2", "h2e2")


@pytest.mark.parametrize("bad", [f"{START} moves h2h3 h2e2", "fen 9/9 w - - 0 1", "startpos x"])
def test_after_a_refused_position_there_is_no_move(gui: UcciGui, bad: str) -> None:
    gui.send("position startpos", f"position {bad}", "go depth 2")
    message, answer = gui.all_lines()
    assert message.startswith("info message ")
    assert answer == "nobestmove"


def test_a_finished_game_has_no_move(gui: UcciGui) -> None:
    gui.send("position fen 3k5/9/9/9/9/9/9/9/3RR4/4K4 b - - 0 1", "go depth 2")
    assert gui.all_lines() == ["info message the game is over", "nobestmove"]


def test_depth_0_is_the_static_value(gui: UcciGui) -> None:
    gui.send("position startpos", "go depth 0")
    value, answer = gui.all_lines()
    assert value.startswith("info depth 0 score ")
    assert abs(int(value.split()[-1])) < 100
    assert answer == "nobestmove"


def test_stop_is_answered(gui: UcciGui) -> None:
    """It is answered even without a running search."""
    gui.send("stop")
    assert gui.all_lines() == ["nobestmove"]
    gui.send("position startpos", "go infinite")
    assert gui.is_quiet(0.05)
    gui.send("stop")
    assert gui.all_lines()[-1].startswith("bestmove ")


ROOK_UP = "fen 3k5/9/9/9/9/9/9/9/4R4/5K3 {} - - 0 1"


@pytest.mark.parametrize(
    ("position", "go", "accepts"),
    [
        (ROOK_UP.format("b"), "go draw depth 3", True),
        (ROOK_UP.format("b"), "go depth 3", False),
        (ROOK_UP.format("w"), "go draw depth 3", False),
        ("startpos", "go draw depth 3", False),
    ],
)
def test_a_draw_is_accepted_by_the_side_that_is_worse(
    gui: UcciGui, position: str, go: str, accepts: bool
) -> None:
    gui.send(f"position {position}", go)
    assert gui.all_lines()[-1].endswith(" draw") == accepts


def test_a_draw_can_be_offered_with_ponderhit(gui: UcciGui) -> None:
    gui.send(f"position {ROOK_UP.format('b')}", "go ponder depth 2", "ponderhit draw")
    assert gui.all_lines()[-1].endswith(" draw")


def test_batch_mode_searches_one_position_after_the_other(gui: UcciGui) -> None:
    """The specification's batch file does this. Otherwise a `go` ends the search before it."""
    gui.send("ucci", "setoption batch true")
    for move in ("h2e2", "b2e2"):
        gui.send(f"position startpos moves {move}", "go depth 4")
    assert not gui.engine.process("quit")
    lines = gui.all_lines()
    depths = [line.split()[2] for line in lines if line.startswith("info depth")]
    assert depths == ["1", "2", "3", "4"] * 2
    assert lines[-1] == "bye"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("setoption", "setoption takes an option"),
        ("setoption colour red", 'there is no option "colour"'),
        ("setoption hashsize lots", 'hash takes a number from 0 to 65536, not "lots"'),
        ("setoption batch perhaps", 'batch takes true or false, not "perhaps"'),
        ("probe startpos", 'there is no command "probe"'),
        ("ucinewgame", 'there is no command "ucinewgame"'),
    ],
)
def test_bad_commands_are_answered_in_one_line(gui: UcciGui, line: str, message: str) -> None:
    gui.send(line)
    (answer,) = gui.lines
    assert answer.startswith(f"info message {message}")


def test_options_are_accepted_during_a_game(gui: UcciGui) -> None:
    gui.send("setoption hashsize 2", "setoption threads 2", "setoption hashsize 0")
    gui.send("setoption moveoverhead 30", "setoption skilllevel 3", "setoption ponder true")
    gui.send("position startpos moves h2e2", "setoption newgame", "go depth 2")
    assert gui.all_lines()[-1].split()[1] in LEGAL


def test_two_engines_play_a_game() -> None:
    """Each gets the position after the last capture and the moves since, as specified."""
    state = load("xiangqi").start()
    players = (UcciGui(), UcciGui())
    base, moves_since = state.text, list[str]()
    for ply, player in zip(range(40), itertools.cycle(players), strict=False):
        player.send(f"position fen {base} moves {' '.join(moves_since)}".removesuffix(" moves "))
        player.send("go time 1 opptime 1" if ply % 2 else "go depth 3")
        best = player.all_lines()[-1].split()[1]
        captures = is_capture(state.text, best)
        state = state.play(best)
        base, moves_since = (state.text, []) if captures else (base, [*moves_since, best])
        if state.result is not None:
            break
    assert state.ply > 20


def is_capture(position: str, move: str) -> bool:
    """Whether there is a piece on the square that the move goes to."""
    row = position.split("/")[9 - int(move[3])].split()[0]
    cells = "".join("." * int(sign) if sign.isdecimal() else sign for sign in row)
    return cells["abcdefghi".index(move[2])] != "."
