"""Endgame tables of checkers, compared with a simple solver and the rules' twin, and in play."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from zeitnot_engines._core import Tablebase, TablebaseMaker
from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import History, load

from ..games.checkers.twin import BLACK, SQUARES, WHITE, Checkers, Piece, State, place

CHECKERS = load("checkers")
TWIN = Checkers()
IS_KING = {"K": True, "M": False}  # by the letters of a kind


@pytest.fixture(scope="session")
def tablebase(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    folder = tmp_path_factory.mktemp("checkers")
    maker = TablebaseMaker("checkers", str(folder))
    for name, _ in maker.parts(4):
        maker.make(name)
    return Tablebase("checkers", str(folder))


@pytest.fixture(scope="session")
def engine(tablebase: Tablebase) -> Engine:
    return Engine(CHECKERS, tablebase=tablebase, hash_mb=1)


def squares(piece: Piece) -> list[int]:
    crown = range(29, 33) if piece.side == BLACK else range(1, 5)
    return [n for n in SQUARES.values() if piece.is_king or n not in crown]


def states(pieces: list[Piece]) -> Iterator[State]:
    """All positions of these pieces, black to move; equal pieces are placed in one order."""

    def placements(remaining: list[Piece], placed: list[tuple[int, Piece]]) -> Iterator[State]:
        if not remaining:
            yield State(
                tuple(sorted(((place(n), p) for n, p in placed), key=lambda x: x[0])), BLACK
            )
            return
        for square in squares(remaining[0]):
            if all(square != n and (p != remaining[0] or square > n) for n, p in placed):
                yield from placements(remaining[1:], [*placed, (square, remaining[0])])

    yield from placements(pieces, [])


def random_state(rng: random.Random, count: int) -> State:
    """Random pieces on random squares, with both sides."""
    while True:
        sides = [rng.choice((BLACK, WHITE)) for _ in range(count)]
        pieces = [Piece(side, rng.random() < 0.5) for side in sides]
        cells = [rng.choice(squares(piece)) for piece in pieces]
        if len(set(sides)) == 2 and len(set(cells)) == count:
            board = sorted(zip(map(place, cells), pieces, strict=True), key=lambda x: x[0])
            return State(tuple(board), rng.choice((BLACK, WHITE)))


def switched(state: State) -> State:
    """The same position for the other side: colours and the board are turned round."""
    pieces = [((7 - r, 7 - c), Piece(1 - p.side, p.is_king)) for (r, c), p in state.pieces]
    return State(tuple(sorted(pieces, key=lambda x: x[0])), 1 - state.side)


def pieces_of(kind: str) -> list[Piece]:
    """The two pieces of a kind: in `KM`, black has a king and white a man."""
    return [Piece(BLACK, IS_KING[kind[0]]), Piece(WHITE, IS_KING[kind[1]])]


def reference_values(kinds: list[str]) -> dict[Any, tuple[int, int]]:
    """Value and plies of every position of two pieces with black to move, found by sweeps until
    nothing changes. A position that is not listed is drawn."""
    known: dict[Any, tuple[int, int]] = {}
    all_states = [state for kind in kinds for state in states(pieces_of(kind))]
    moves = {
        state: [switched(TWIN.play(state, m)) for m in TWIN.legal(state)] for state in all_states
    }
    for plies in range(100):
        new_values = {}
        for state, after in moves.items():
            if state.pieces in known:
                continue
            values = [known_value(known, one) for one in after]
            longest = max([n + 1 for _, n in values], default=0)
            if (-1, plies - 1) in values:
                new_values[state.pieces] = (1, plies)
            elif all(value == 1 for value, _ in values) and plies == longest:
                new_values[state.pieces] = (-1, plies)
        known |= new_values
        if plies > 20 and not new_values:
            return known
    raise AssertionError("values still change after 100 sweeps")


def known_value(known: dict[Any, tuple[int, int]], state: State) -> tuple[int, int]:
    """The value of a position after a move; a side without a piece has lost."""
    if not any(piece.side == BLACK for _, piece in state.pieces):
        return -1, 0
    return known.get(state.pieces, (0, 0))


def look_up(engine: Engine, state: History) -> tuple[int, int]:
    """The table's value for the side to move, and plies."""
    report = engine.search(state, depth=1)
    assert report.exact
    return (report.value > 0) - (report.value < 0), report.distance or 0


def test_tables_of_two_pieces_match_a_simple_solver(engine: Engine) -> None:
    kinds = ["KK", "KM", "MK", "MM"]
    values = reference_values(kinds)
    assert len(values) > 1000
    rng = random.Random(1)
    all_states = [state for kind in kinds for state in states(pieces_of(kind))]
    for state in rng.sample(all_states, 1500):
        if not TWIN.legal(state):
            continue
        expected = values.get(state.pieces, (0, 0))
        for one in (state, switched(state)):
            assert look_up(engine, CHECKERS.parse(TWIN.text(one))) == expected, TWIN.text(one)


@pytest.mark.parametrize("count", [3, 4])
def test_values_follow_from_those_of_the_next_positions(engine: Engine, count: int) -> None:
    """The twin plays the moves. A value is the best of the opponent's, negated, with a ply more."""
    rng = random.Random(count)
    for _ in range(400):
        state = random_state(rng, count)
        if not TWIN.legal(state):
            continue
        after = []
        for move in TWIN.legal(state):
            history = CHECKERS.parse(TWIN.text(TWIN.play(state, move)))
            value, plies = (-1, 0) if history.result else look_up(engine, history)
            after.append((-value, plies + 1 if value else 0))
        best = max(after, key=lambda one: (one[0], -one[0] * one[1]))
        assert look_up(engine, CHECKERS.parse(TWIN.text(state))) == best, TWIN.text(state)


def test_a_drawn_position_is_never_lost(engine: Engine) -> None:
    """Five hundred drawn positions of three and four pieces, half of them with fewer pieces than
    the opponent's, against an opponent that searches but has no tables."""
    rng = random.Random(5)
    opponent = Engine(CHECKERS, hash_mb=1)
    games = 0
    while games < 500:
        state = CHECKERS.parse(TWIN.text(random_state(rng, rng.choice((3, 4, 4)))))
        if state.result or look_up(engine, state)[0] != 0:
            continue
        games += 1
        seat = state.turn
        while state.result is None:
            if state.turn == seat:
                move = engine.search(state, nodes=30).best
            elif rng.random() < 0.3:
                move = rng.choice(state.legal())
            else:
                move = opponent.search(state, depth=3).best
            state = state.play(move)
        assert state.result[0][seat] >= 0.5


def test_a_won_position_is_won_in_the_fewest_plies(engine: Engine) -> None:
    """Both sides play by the tables, so the defence is the longest possible."""
    rng = random.Random(6)
    games = 0
    while games < 60:
        state = CHECKERS.parse(TWIN.text(random_state(rng, 4)))
        if state.result or look_up(engine, state)[0] != 1:
            continue
        games += 1
        plies, seat = look_up(engine, state)[1], state.turn
        for _ in range(plies):
            state = state.play(engine.search(state, nodes=30).best)
        assert state.result is not None
        assert state.result[0][seat] == 1


def test_a_win_beyond_the_forty_move_rule_is_not_proved(engine: Engine) -> None:
    """Two kings win against one, if the rule leaves as many plies as the win takes."""
    far = "B:WK1:BK10,K11"
    plies = look_up(engine, CHECKERS.parse(far))[1]
    assert plies > 5

    def report(clock: int) -> Report:
        return engine.search(CHECKERS.parse(f"{far}:H{clock}"), depth=1)

    assert report(80 - plies).distance == plies
    assert report(80 - plies + 1).distance is None
    assert report(40).exact
    assert report(40).distance == plies
