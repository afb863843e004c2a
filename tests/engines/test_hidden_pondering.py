"""Pondering in games with hidden information: a search during another seat's turn uses only what
the searching seat sees, and its tree is reused on that seat's turn."""

import random
from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest

from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import (
    NAMES,
    Game,
    History,
    Value,
    load,
    methods_for_any_seat,
    methods_of,
)

from .rules import playout, step

HIDING = [name for name in NAMES if load(name).hides]
SEARCHED = [name for name in HIDING if methods_for_any_seat(name)]
PONDERED_NODES = 400


def others_turns(game: Game, seed: int) -> Iterator[tuple[History, int]]:
    """Positions of a random game in which a move is due, each with a seat that is not to move."""
    for state in playout(game, seed):
        if state.turn is not None:
            yield from ((state, seat) for seat in range(game.seats) if seat != state.turn)


def lines(report: Report) -> list[tuple[str, float, int | None]]:
    """The moves of a report with their values and visits."""
    return [(line.move, line.value, line.visits) for line in report.lines]


def visits(report: Report) -> int:
    """The visits of all moves at the root together."""
    return sum(line.visits or 0 for line in report.lines)


def searcher(game: Game, hash_mb: int = 1, **options: Any) -> Engine:
    """An engine that can ponder, with a small table."""
    return Engine(game, method="mcts", hash_mb=hash_mb, seed=5, **options)


@pytest.mark.parametrize("name", SEARCHED)
def test_only_what_the_searching_seat_sees_is_used(name: str) -> None:
    """Two positions that look the same to the seat get exactly the same report."""
    game, rng, hidden, compared = load(name), random.Random(3), 0, 0
    cases = [case for seed in range(6) for case in others_turns(game, seed)]
    for state, seat in rng.sample(cases, 8):
        other = game.sample(state.view(seat), rng.randrange(10**6))
        first, second = (
            searcher(game).search(position, nodes=30, lines=99, seat=seat)
            for position in (state, other)
        )
        assert lines(first) == lines(second)
        assert (first.value, first.unit, first.nodes) == (second.value, second.unit, 30)
        hidden += "?" in state.view(seat)
        compared += other.text != state.text
    assert compared or not hidden


@pytest.mark.parametrize("name", SEARCHED)
def test_a_shared_engine_leaks_nothing_between_seats(name: str) -> None:
    """A tree belongs to one seat: after another seat's search, reports equal a new engine's."""
    game, shared = load(name), searcher(load(name))
    for state, seat in list(others_turns(game, 2))[:6]:
        assert state.turn is not None
        shared.search(state, nodes=60, seat=seat)
        report = shared.search(state, nodes=60, lines=99)
        assert lines(report) == lines(searcher(game).search(state, nodes=60, lines=99))


def reply_to(state: History, seat: int, rng: random.Random) -> History | None:
    """The position after the other seat's reply, which a small search chooses, and after any throw.
    None unless `seat` is to move then."""
    reply = state.play(
        Engine(state.game, method="mcts", seed=1).search(state, nodes=200).best or ""
    )
    while reply.due is not None:
        reply = step(reply, rng)
    return reply if reply.turn == seat else None


def reused_shares(game: Game, positions: int) -> list[float]:
    """The shares of the pondered visits that the seat's search on its turn finds at the root."""
    rng, shares = random.Random(11), list[float]()
    while len(shares) < positions:
        state, seat = rng.choice(list(others_turns(game, rng.randrange(10**6))))
        reply = reply_to(state, seat, rng)
        if reply is None or len(reply.legal()) == 1:
            continue
        engine = searcher(game)
        engine.search(state, nodes=PONDERED_NODES, seat=seat)
        shares.append((visits(engine.search(reply, nodes=1, lines=99)) - 1) / PONDERED_NODES)
    return shares


@pytest.mark.parametrize(
    ("name", "settings", "min_share"),
    [
        ("kuhn", {}, 0.3),
        ("leduc", {}, 0.25),
        ("blindtictactoe", {}, 0.5),
        ("whist", {}, 0.01),  # low, since the other seat may lead any of 48 cards
        ("whist", {"seats": 4}, 0.02),
        ("whist", {"cards": 13, "seats": 4}, 0.08),
    ],
)
def test_the_next_search_reuses_pondered_visits(
    name: str, settings: dict[str, Value], min_share: float
) -> None:
    shares = reused_shares(load(name, settings), 20)
    assert mean(shares) >= min_share, shares


def test_without_reuse_no_visits_are_kept() -> None:
    state = load("kuhn").start().throw((2, 0, 1))
    engine = searcher(state.game, without=["reuse"])
    engine.search(state, nodes=100, seat=1)
    assert visits(engine.search(state.play("bet"), nodes=1, lines=9)) == 1


def test_a_full_tree_makes_room_for_the_current_search() -> None:
    """Nodes that the new search visits are kept, others are freed; the memory stays limited."""
    rng = random.Random(4)
    game = load("whist", {"cards": 13, "seats": 4})
    state = step(game.start(), rng)
    engine = searcher(game, hash_mb=0)
    engine.search(state, nodes=6_000, seat=1)
    assert engine.filled() == 1000  # per mille
    expected = engine.search(state, nodes=1, lines=99, seat=1).lines
    reply = state.play(next(line.move for line in expected if line.move in state.legal()))
    reused = visits(engine.search(reply, nodes=900, lines=99)) - 900
    assert reused > 0
    assert engine.filled() == 1000
    assert visits(engine.search(reply, nodes=200, lines=99)) == reused + 1100
    engine.search(reply, nodes=1_100)
    assert 0 < engine.filled() < 1000


@pytest.mark.parametrize("name", HIDING)
def test_other_methods_refuse_another_seats_turn(name: str) -> None:
    game = load(name)
    state, seat = next(others_turns(game, 1))
    for method in set(methods_of(name)) - set(methods_for_any_seat(name)):
        with pytest.raises(ValueError, match="searches only for the side to move"):
            Engine(game, method=method, hash_mb=1).search(state, nodes=1, seat=seat)


def test_invalid_searches_for_another_seat_are_refused() -> None:
    state = load("kuhn").start().throw((2, 0, 1))
    engine = searcher(state.game)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no such seat"):
            engine.search(state, nodes=1, seat=seat)
    with pytest.raises(ValueError, match="Only the side to move knows its moves"):
        engine.search(state, nodes=1, seat=1, searchmoves=["bet"])
    assert engine.search(state, nodes=9, seat=0, searchmoves=["bet"]).best == "bet"


def test_in_games_without_hidden_information_any_seat_may_search() -> None:
    state = load("othello").start()
    assert methods_for_any_seat("othello") == methods_of("othello")
    report = Engine(state.game).search(state, depth=3, seat=1)
    assert lines(report) == lines(Engine(state.game).search(state, depth=3))
