"""The book of exact values: what the package's holds, how it is made, and what is refused."""

import random
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines._core import SolvedPosition, Solver, Weights
from zeitnot_engines.commands import solving
from zeitnot_engines.commands.solve import solve
from zeitnot_engines.engine import Engine
from zeitnot_engines.exact_book import Journal, open_positions
from zeitnot_engines.games import History, load
from zeitnot_engines.weights_files import weights_in

from ..weights import file_of, read_packed, weights_file
from .test_solver import random_state

GAME = load("connect4")


def entries(packed: bytes) -> list[int]:
    return [entry for (entry,) in struct.iter_unpack("<Q", packed)]


# ── the file ───────────────────────────────────────────────────────────────────────────────────


def test_the_file_is_sorted_and_its_values_are_in_range() -> None:
    found = entries(read_packed(file_of("connect4")))
    boards = [entry >> 8 for entry in found]
    assert boards == sorted(set(boards))
    assert all(abs((entry & 255) - 128) <= 21 for entry in found)


@pytest.mark.parametrize(
    "packed",
    [
        b"\0" * 7,
        struct.pack("<QQ", 5 << 8 | 128, 3 << 8 | 128),
        struct.pack("<QQ", 5 << 8 | 128, 5 << 8 | 129),
        struct.pack("<Q", 5 << 8 | 255),
        struct.pack("<Q", 1 << 60 | 128),
    ],
    ids=["cut", "unsorted", "twice", "value", "board"],
)
def test_what_is_no_book_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="not valid weights of connect4"):
        Weights(weights_file("connect4", packed))
    assert Weights(weights_file("connect4", struct.pack("<Q", 5 << 8 | 128))).game == "connect4"


# ── making one ─────────────────────────────────────────────────────────────────────────────────


def solved(solver: Solver, state: History) -> SolvedPosition:
    found = solver.solve(state)
    assert found is not None
    return found


@pytest.fixture
def near_end() -> History:
    """A start for books: late enough that everything is solved at once."""
    return random_state(5, 24)


def filled(journal: Journal, solver: Solver, start: History, plies: int) -> int:
    count = 0
    for state in open_positions(journal, start, plies):
        journal.add(state, solved(solver, state))
        count += 1
    return count


def test_a_book_knows_the_best_moves_whatever_the_other_side_plays(
    tmp_path: Path, near_end: History
) -> None:
    solver = Solver(GAME, hash_mb=4)
    journal = Journal(tmp_path / "journal", GAME, solver)
    assert filled(journal, solver, near_end, 4) == len(journal) > 10
    path = tmp_path / "connect4.weights"
    path.write_bytes(journal.book())
    engine = Engine(GAME, weights=weights_in(path), hash_mb=1)
    rng = random.Random(2)
    for game in range(20):
        state, plies = near_end, 0
        while plies <= 4 and not state.result:
            if plies % 2 == game % 2:
                value = solved(solver, state)
                known = engine.known_moves(state)
                assert known
                report = engine.search(state)
                assert report.best in known
                assert (report.value, report.distance) == (value.value, value.distance)
                state = state.play(report.best)
            else:
                state = state.play(rng.choice(state.legal()))
            plies += 1


def test_a_book_goes_on_where_it_was_stopped(tmp_path: Path, near_end: History) -> None:
    solver, path = Solver(GAME, hash_mb=4), tmp_path / "journal"
    journal = Journal(path, GAME, solver)
    for state in open_positions(journal, near_end, 4):
        journal.add(state, solved(solver, state))
        if len(journal) == 5:
            break
    again = Journal(path, GAME, solver)
    assert len(again) == 5
    rest = filled(again, solver, near_end, 4)
    whole = Journal(tmp_path / "other", GAME, solver)
    assert filled(whole, solver, near_end, 4) == 5 + rest
    assert whole.book() == again.book()


def test_a_line_that_was_half_written_is_solved_again(tmp_path: Path, near_end: History) -> None:
    solver, path = Solver(GAME, hash_mb=4), tmp_path / "journal"
    count = filled(Journal(path, GAME, solver), solver, near_end, 2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    again = Journal(path, GAME, solver)
    assert len(again) == count - 1
    assert filled(again, solver, near_end, 2) == 1
    assert path.read_bytes() == whole


def test_a_position_that_was_not_added_is_an_error(tmp_path: Path, near_end: History) -> None:
    journal = Journal(tmp_path / "journal", GAME, Solver(GAME, hash_mb=1))
    positions = open_positions(journal, near_end, 2)
    next(positions)
    with pytest.raises(ValueError, match="was not added to the journal"):
        next(positions)


def test_the_command_writes_a_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a start near the end, since the true one takes long."""
    start = random_state(5, 24)
    monkeypatch.setattr(
        solving, "open_positions", lambda journal, _, plies: open_positions(journal, start, plies)
    )
    path = tmp_path / "book"
    result = run("connect4", "--book", str(path), "--plies", "2", "--hash", "4")
    assert result.exit_code == 0, result.output
    positions = len((tmp_path / "book.journal").read_text().splitlines())
    assert f"{positions} positions solved; the book is {path}" in result.output
    assert weights_in(path, "connect4").game == "connect4"
    (tmp_path / "book.journal").write_text("no journal of this game\n")
    assert (
        "is not a journal of this game"
        in run("connect4", "--book", str(path), "--hash", "4").output
    )


def run(*words: str) -> Result:
    return CliRunner().invoke(solve, words)


def test_only_games_with_a_solver_have_books() -> None:
    assert "has no book of exact values" in run("tictactoe", "--book", "x").output
