"""Connect four's book of exact values: the package's file, how a book is made, refusals."""

import random
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines._core import SolvedPosition, Solver, Weights
from zeitnot_engines.commands import solving
from zeitnot_engines.commands.solve import solve
from zeitnot_engines.engine import Engine
from zeitnot_engines.exact_book import Journal, unsolved_positions
from zeitnot_engines.games import History, load
from zeitnot_engines.weights_files import weights_in

from ..weights import file_of, read_packed, weights_file
from .test_solver import random_state

GAME = load("connect4")


def entries(packed: bytes) -> list[int]:
    return [entry for (entry,) in struct.iter_unpack("<Q", packed)]


# ── the file ───────────────────────────────────────────────────────────────────────────────────


def test_package_book_is_sorted_with_values_in_range() -> None:
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
def test_malformed_book_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="not valid weights of connect4"):
        Weights(weights_file("connect4", packed))
    assert Weights(weights_file("connect4", struct.pack("<Q", 5 << 8 | 128))).game == "connect4"


# ── making a book ──────────────────────────────────────────────────────────────────────────────


def solved(solver: Solver, state: History) -> SolvedPosition:
    found = solver.solve(state)
    assert found is not None
    return found


@pytest.fixture
def near_end() -> History:
    """A start for books, so late that all positions are solved quickly."""
    return random_state(5, 24)


def fill(journal: Journal, solver: Solver, start: History, plies: int) -> int:
    count = 0
    for state in unsolved_positions(journal, start, plies):
        journal.add(state, solved(solver, state))
        count += 1
    return count


def test_book_has_best_moves_against_every_reply(tmp_path: Path, near_end: History) -> None:
    solver = Solver(GAME, hash_mb=4)
    journal = Journal(tmp_path / "journal", GAME, solver)
    assert fill(journal, solver, near_end, 4) == len(journal) > 10
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


def test_interrupted_book_resumes(tmp_path: Path, near_end: History) -> None:
    solver, path = Solver(GAME, hash_mb=4), tmp_path / "journal"
    journal = Journal(path, GAME, solver)
    for state in unsolved_positions(journal, near_end, 4):
        journal.add(state, solved(solver, state))
        if len(journal) == 5:
            break
    again = Journal(path, GAME, solver)
    assert len(again) == 5
    rest = fill(again, solver, near_end, 4)
    complete = Journal(tmp_path / "other", GAME, solver)
    assert fill(complete, solver, near_end, 4) == 5 + rest
    assert complete.book() == again.book()


def test_half_written_line_is_solved_again(tmp_path: Path, near_end: History) -> None:
    solver, path = Solver(GAME, hash_mb=4), tmp_path / "journal"
    count = fill(Journal(path, GAME, solver), solver, near_end, 2)
    complete = path.read_bytes()
    path.write_bytes(complete[:-4])
    again = Journal(path, GAME, solver)
    assert len(again) == count - 1
    assert fill(again, solver, near_end, 2) == 1
    assert path.read_bytes() == complete


def test_position_must_be_added_before_the_next(tmp_path: Path, near_end: History) -> None:
    journal = Journal(tmp_path / "journal", GAME, Solver(GAME, hash_mb=1))
    positions = unsolved_positions(journal, near_end, 2)
    next(positions)
    with pytest.raises(ValueError, match="was not added to the journal"):
        next(positions)


def test_solve_command_writes_a_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The start is replaced by a position near the end, because solving the real one is slow."""
    start = random_state(5, 24)
    monkeypatch.setattr(
        solving,
        "unsolved_positions",
        lambda journal, _, plies: unsolved_positions(journal, start, plies),
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
