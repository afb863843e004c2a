"""The tables of checkers' endings: by a plain solver, by the rules' twin, and in play."""

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
LETTERS = {"K": True, "M": False}


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

    def placed(left: list[Piece], taken: list[tuple[int, Piece]]) -> Iterator[State]:
        if not left:
            yield State(tuple(sorted(((place(n), p) for n, p in taken), key=lambda x: x[0])), BLACK)
            return
        for square in squares(left[0]):
            if all(square != n and (p != left[0] or square > n) for n, p in taken):
                yield from placed(left[1:], [*taken, (square, left[0])])

    yield from placed(pieces, [])


def random_state(rng: random.Random, count: int) -> State:
    """Random pieces on random squares, with both sides."""
    while True:
        sides = [rng.choice((BLACK, WHITE)) for _ in range(count)]
        pieces = [Piece(side, rng.random() < 0.5) for side in sides]
        cells = [rng.choice(squares(piece)) for piece in pieces]
        if len(set(sides)) == 2 and len(set(cells)) == count:
            board = sorted(zip(map(place, cells), pieces, strict=True), key=lambda x: x[0])
            return State(tuple(board), rng.choice((BLACK, WHITE)))


def turned(state: State) -> State:
    """The same with the other side to move, on the board turned round."""
    pieces = [((7 - r, 7 - c), Piece(1 - p.side, p.is_king)) for (r, c), p in state.pieces]
    return State(tuple(sorted(pieces, key=lambda x: x[0])), 1 - state.side)


def pieces_of(kind: str) -> list[Piece]:
    """As `KM`: black has a king, white a man."""
    return [Piece(BLACK, LETTERS[kind[0]]), Piece(WHITE, LETTERS[kind[1]])]


def plain_values(kinds: list[str]) -> dict[Any, tuple[int, int]]:
    """Value and plies of every position of two pieces, found by going round until nothing changes;
    black to move. A position that is not listed is drawn."""
    known: dict[Any, tuple[int, int]] = {}
    everything = [state for kind in kinds for state in states(pieces_of(kind))]
    moves = {
        state: [turned(TWIN.play(state, m)) for m in TWIN.legal(state)] for state in everything
    }
    for plies in range(100):
        found = {}
        for state, after in moves.items():
            if state.pieces in known:
                continue
            values = [known_value(known, one) for one in after]
            longest = max([n + 1 for _, n in values], default=0)
            if (-1, plies - 1) in values:
                found[state.pieces] = (1, plies)
            elif all(value == 1 for value, _ in values) and plies == longest:
                found[state.pieces] = (-1, plies)
        known |= found
        if plies > 20 and not found:
            return known
    raise AssertionError("it does not end")


def known_value(known: dict[Any, tuple[int, int]], state: State) -> tuple[int, int]:
    """Of a position after a move; who has no piece has lost."""
    if not any(piece.side == BLACK for _, piece in state.pieces):
        return -1, 0
    return known.get(state.pieces, (0, 0))


def look_up(engine: Engine, state: History) -> tuple[int, int]:
    """The table's value for the side to move, and plies."""
    report = engine.search(state, depth=1)
    assert report.exact
    return (report.value > 0) - (report.value < 0), report.distance or 0


def test_two_pieces_equal_a_plain_solvers(engine: Engine) -> None:
    kinds = ["KK", "KM", "MK", "MM"]
    values = plain_values(kinds)
    assert len(values) > 1000
    rng = random.Random(1)
    everything = [state for kind in kinds for state in states(pieces_of(kind))]
    for state in rng.sample(everything, 1500):
        if not TWIN.legal(state):
            continue
        expected = values.get(state.pieces, (0, 0))
        for one in (state, turned(state)):
            assert look_up(engine, CHECKERS.parse(TWIN.text(one))) == expected, TWIN.text(one)


@pytest.mark.parametrize("count", [3, 4])
def test_values_follow_from_those_after_the_moves(engine: Engine, count: int) -> None:
    """Moves by the twin. A value is the best of the opponent's, with a ply more."""
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
    played = 0
    while played < 500:
        state = CHECKERS.parse(TWIN.text(random_state(rng, rng.choice((3, 4, 4)))))
        if state.result or look_up(engine, state)[0] != 0:
            continue
        played += 1
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
    """Against the longest defence."""
    rng = random.Random(6)
    played = 0
    while played < 60:
        state = CHECKERS.parse(TWIN.text(random_state(rng, 4)))
        if state.result or look_up(engine, state)[0] != 1:
            continue
        played += 1
        plies, seat = look_up(engine, state)[1], state.turn
        for _ in range(plies):
            state = state.play(engine.search(state, nodes=30).best)
        assert state.result is not None
        assert state.result[0][seat] == 1


def test_forty_moves_leave_a_win_unproved(engine: Engine) -> None:
    """A king wins of a king and a man in more plies than the rule leaves, or in as many."""
    far = "B:WK1:BK10,K11"
    plies = look_up(engine, CHECKERS.parse(far))[1]
    assert plies > 5

    def report(clock: int) -> Report:
        return engine.search(CHECKERS.parse(f"{far}:H{clock}"), depth=1)

    assert report(80 - plies).distance == plies
    assert report(80 - plies + 1).distance is None
    assert report(40).exact
    assert report(40).distance == plies
