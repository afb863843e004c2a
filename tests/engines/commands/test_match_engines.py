"""External engines in `zeitnot match`: how games end, what is logged, and the other protocols."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands.match import match

DRIVERS = Path(__file__).parents[2] / "clients" / "drivers"
FAKE = f"'{sys.executable}' '{DRIVERS / 'fake.py'}'"
COURSE_BOT = f"ecui:'{sys.executable}' '{DRIVERS / 'course_bot.py'}' 1"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(match, arguments)


def uci(lines: str) -> str:
    """A UCI engine that answers every `go` with these lines."""
    code = (
        "import sys\nfor line in sys.stdin:\n"
        " word = line.split()[0]\n"
        " if word == 'uci': print('uciok', flush=True)\n"
        " if word == 'isready': print('readyok', flush=True)\n"
        f" if word == 'go': print('''{lines}''', flush=True)\n"
    )
    return f"uci:'{sys.executable}' -c \"{code}\""


@pytest.mark.parametrize(
    ("player", "end"),
    [
        (uci("bestmove (none)"), "no move"),
        (uci("bestmove e2e5"), "illegal move"),
        (f"xboard:{FAKE} xboard chess resign", "resigned"),
        (f"uci:{FAKE} uci chess crash", "failed"),
    ],
)
def test_ends_are_told_apart(player: str, end: str) -> None:
    result = run("chess", "random", player, "--games", "1", "--plies", "0", "--json")
    assert json.loads(result.stdout)["ends"] == {end: 1}, result.stderr


def test_a_hanging_engine_loses_on_time() -> None:
    hang = f"uci:{FAKE} uci chess hang"
    arguments = ("--games", "1", "--plies", "0", "--tc", "0.1", "--json")
    result = run("chess", "random", hang, *arguments)
    assert json.loads(result.stdout)["ends"] == {"time": 1}
    assert "B: it did not move in time" in result.stderr


def test_what_an_engine_says_is_logged(tmp_path: Path) -> None:
    log, dialogue = tmp_path / "log", tmp_path / "dialogue"
    said = uci("info depth 7 score cp -31 nodes 900\nbestmove e7e5")
    files = ("--log", str(log), "--dialogue", str(dialogue))
    openings = tmp_path / "openings"
    openings.write_text("e4\n")
    arguments = ("--openings", str(openings), "--games", "1", "--max-moves", "1", *files)
    assert run("chess", "random", said, *arguments).exit_code == 0
    game = json.loads(log.read_text().splitlines()[1])
    # The other player has said nothing.
    assert game["moves"].startswith("e2e4 e7e5 ")
    assert game["depth"] == [7, None]
    assert game["value"] == [-31.0, None]
    assert game["nodes"] == [900, None]
    lines = dialogue.read_text().splitlines()
    assert all(re.match(r"\d+\.\d{3} game 0 B [<>] ", line) for line in lines)
    texts = [line.partition(" B ")[2] for line in lines]
    assert "> position startpos moves e2e4" in texts
    assert "< bestmove e7e5" in texts


@pytest.mark.parametrize("player", [COURSE_BOT, f"json:{FAKE} json ewn"])
def test_programs_that_read_throws(player: str) -> None:
    result = run("ewn", "random", player, "--games", "2", "--luck", "same", "--json")
    assert json.loads(result.stdout)["ends"] == {"rules": 2}, result.stderr


def test_an_engine_ponders_and_has_its_own_clock(tmp_path: Path) -> None:
    dialogue = tmp_path / "dialogue"
    fake = f"uci:{FAKE} uci tictactoe,tc=9/50+0.5,ponder=off"
    files = ("--games", "2", "--dialogue", str(dialogue))
    result = run("tictactoe", "house:ponder=on", fake, "--tc", "30", *files)
    assert result.exit_code == 0, result.output
    assert "winc 500 binc 0 movestogo 9" in dialogue.read_text()
    assert "ends other than by the rules" not in result.stdout


def test_engines_begin_at_the_positions_of_a_file(tmp_path: Path) -> None:
    openings, dialogue = tmp_path / "x.epd", tmp_path / "dialogue"
    openings.write_text("8/8/8/4k3/8/8/8/R3K3 w - -\n")
    arguments = ("--openings", str(openings), "--games", "1", "--dialogue", str(dialogue))
    run("chess", "random", uci("bestmove (none)"), *arguments)
    assert "> position fen 8/8/8/4k3/8/8/8/R3K3 w - - 0 1 moves " in dialogue.read_text()
