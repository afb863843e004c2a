"""Every value says which seat it is for. The toy game Twice tests this: a seat moves two times in a
row, so that a sign that changed with every move would be wrong after every second move."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_client.seat_value import SeatValue
from zeitnot_engines import exact_values
from zeitnot_engines.bots.situation import own_value
from zeitnot_engines.commands.reports import as_dict
from zeitnot_engines.engine import Engine
from zeitnot_engines.exact_book import Journal
from zeitnot_engines.exact_games import exact_finder
from zeitnot_engines.games import NAMES, History, load
from zeitnot_engines.known_values import knowing_method
from zeitnot_engines.learning import training_games

from ..clients.fake_engine import FakeReport
from .toy_games import toy_core, toy_game

ROWS = (1, 2, 3, 4)
HEADER_BYTES = 32  # of a weights file


# ── the type ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("value", "seat", "expected"),
    [
        (SeatValue(0, 1), 0, 1),
        (SeatValue(0, 1), 1, -1),
        (SeatValue(1, -1), 0, 1),
        (SeatValue(0, 0), 1, 0),
        (SeatValue(1, 0.25, "win_probability"), 1, 0.25),
        (SeatValue(1, 0.25, "win_probability"), 0, 0.75),
        (SeatValue(2, 5.0, "tricks", 4), 2, 5.0),
        (SeatValue(2, 5.0, "tricks", 4), 1, None),
        (SeatValue(0, 5.0, "tricks"), 1, None),
        (SeatValue(0, 0.5, "win_probability", 3), 1, None),
    ],
)
def test_a_value_is_converted_for_other_seats_if_possible(
    value: SeatValue[Any], seat: int, expected: float | None
) -> None:
    other = value.seen_by(seat)
    assert (None if other is None else (other.seat, other.value)) == (
        None if expected is None else (seat, expected)
    )
    if expected is None:
        with pytest.raises(ValueError, match="says nothing about seat"):
            value.value_for(seat)


@pytest.mark.parametrize(
    ("value", "sign"),
    [
        (SeatValue(0, 3.5, "discs"), 1),
        (SeatValue(0, 0.4, "win_probability"), -1),
        (SeatValue(0, 0.5, "win_probability"), 0),
        (SeatValue(0, 0.4, "win_probability", 3), 1),
    ],
)
def test_the_sign_is_relative_to_an_even_position(value: SeatValue[Any], sign: int) -> None:
    assert value.sign == sign


# ── exact values ───────────────────────────────────────────────────────────────────────────────


def outcome(state: Any) -> int:
    """The result of best play: 1 if seat 0 wins, -1 if seat 1 wins, 0 if neither does."""
    if state.result is not None:
        first, second = state.result[0]
        return (first > second) - (first < second)
    return (max, min)[state.side](outcome(state.play(move)) for move in state.legal())


def value_of(state: Any, move: str) -> int:
    """A move's value for the seat that makes it."""
    return outcome(state.play(move)) * (1 if state.side == 0 else -1)


def positions(state: Any, plies: int) -> Iterator[Any]:
    """Every unfinished position that is at most this many plies later."""
    if state.result is None:
        yield state
        if plies > 0:
            for move in state.legal():
                yield from positions(state.play(move), plies - 1)


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the finder use the core with the toy games."""
    for name in ("Engine", "Solver", "StopToken"):
        monkeypatch.setattr(exact_values, name, getattr(toy_core(), name))


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("nodes", [1, 20_000], ids=["solver", "search"])
def test_exact_values_of_moves_that_keep_the_turn(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(exact_values.LOOKUP, "nodes", nodes)
    same_side_moves = 0
    for row in ROWS:
        game = toy_game("twice", row=row)
        finder = exact_values.ExactValues(game)
        for state in positions(game.start(), 3):
            same_side_moves += sum(state.play(move).side == state.side for move in state.legal())
            values = {entry.move: entry.value for entry in finder.find(state, 60)}
            assert values == {move: value_of(state, move) for move in state.legal()}, state.text
    assert same_side_moves > 10


def test_a_book_has_values_for_the_seat_to_move(tmp_path: Path) -> None:
    for row in ROWS:
        game = toy_game("twice", row=row)
        solver = toy_core().Solver(game)
        journal = Journal(tmp_path / f"{row}.journal", game, solver)
        for state in positions(game.start(), 3):
            solved = solver.solve(state)
            assert solved.seat == state.side
            journal.add(state, solved)
        lines = journal.book()[HEADER_BYTES:].decode().splitlines()
        for text, value in (line.split(",") for line in lines):
            state = game.parse(text)
            assert int(value) == outcome(state) * (1 if state.side == 0 else -1), text


def test_a_moves_value_is_that_of_the_best_reply() -> None:
    """Checked in every game whose values are all known, also after a move that keeps the turn."""
    for name in NAMES:
        game = load(name)
        if knowing_method(name) is None:
            continue
        finder = exact_finder(game)
        state = game.start()
        for _ in range(6):
            values = [entry for entry in finder.find(state, 1.0) if entry.value is not None]
            for entry in values:
                after = state.play(entry.move)
                if after.result is not None:
                    continue
                replies = [reply.value for reply in finder.find(after, 1.0)]
                if None in replies:
                    continue
                best = SeatValue(after.side, max(value for value in replies if value is not None))
                assert entry.value == best.value_for(state.side), (name, state.text, entry.move)
            if not values or state.play(values[-1].move).result is not None:
                break
            state = state.play(values[-1].move)


# ── reports ────────────────────────────────────────────────────────────────────────────────────


def test_reports_are_for_the_seat_to_move() -> None:
    game = toy_game("twice", row=2)
    for state in positions(game.start(), 3):
        report = toy_core().Engine(game).search(state, depth=8)
        assert report.seat == state.side
        assert SeatValue(report.seat, report.value, report.unit).sign == outcome(state) * (
            1 if state.side == 0 else -1
        )
        assert as_dict(report)["seat"] == state.side


def test_own_value_does_not_depend_on_the_seat_to_move() -> None:
    ours = FakeReport("a", 0.75, seat=1, unit="win_probability")
    assert own_value(ours, seat=1, seats=2) == 0.25
    assert own_value(ours, seat=0, seats=2) == -0.25
    assert own_value(FakeReport("a", 3.0, seat=2, unit="points"), seat=1, seats=3) is None
    assert own_value(FakeReport("a", 3.0, seat=1, unit="tricks"), seat=0, seats=4) is None


def test_before_a_deal_any_search_values_for_the_side_to_move() -> None:
    """Seat 0 leads by so much that the last hand cannot change it; seat 1 opens that hand."""
    game = load("kuhn")
    state = game.parse("--/ 10 5 KQ/cc")
    assert state.side == 1
    for seat in (0, 1):
        report = Engine(game, method="mcts").search(state, nodes=50, seat=seat)
        assert (report.seat, report.value) == (1, 0.0)


def test_training_values_are_for_seat_0() -> None:
    class Scripted:
        """An engine that always finds the seat to move one disc ahead."""

        def search(self, state: History, **_: Any) -> FakeReport:
            return FakeReport(state.legal()[0], 1.0, state.side, unit="discs")

        def evaluate(self, _: History) -> float:
            return 1.0

        def clear(self) -> None: ...

    player = training_games.SelfPlay(load("othello"), 1)
    player._engine = player._shallow = Scripted()  # type: ignore[assignment]
    game = player.play(1)
    seats = {state.ply: state.side for state, _ in training_games.positions(load("othello"), game)}
    assert all(value == (1.0 if seats[ply] == 0 else -1.0) for ply, value in game.quiet)
    assert set(seats.values()) == {0, 1}
