"""The search method `density`: it draws fleets uniformly and shoots where most have a ship."""

from itertools import product

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load
from zeitnot_engines.levels import levels_of

from .twin import CELLS, ship

GAME = load("battleship")


def places(length: int) -> list[frozenset[str]]:
    moves = (f"{cell}{way}{length}" for cell in CELLS for way in "hv")
    return [found for move in moves if len(found := ship(move)) == length]


def view(answers: dict[str, str]) -> str:
    """Seat 0's view with these answers of its shots; seat 1 has shot at water as often."""
    waters = list("aaaaabbbb.cccdddee..".ljust(100, "."))
    for at in range(99, 99 - len(answers), -1):
        waters[at] = "o"
    return f"{''.join(waters)}/{''.join(answers.get(cell, '?') for cell in CELLS)} 0"


def late_view() -> tuple[str, set[str]]:
    """A view and its untried cells: only the second ship of 3 cells and the ship of 2 are afloat,
    one of them hit at C2, and four rows have untried cells."""
    answers = {cell: "o" for cell in CELLS if int(cell[1:]) > 4}
    for move, sign in (("A10h5", "A"), ("A8h4", "B"), ("A6h3", "C")):
        answers |= dict.fromkeys(ship(move), sign)
    answers["C2"] = "x"
    return view(answers), {cell for cell in CELLS if cell not in answers}


def test_visits_match_the_likelihood_of_a_hit() -> None:
    seen, open_cells = late_view()
    fleets = [
        three | two
        for three, two in product(places(3), places(2))
        if not three & two and "C2" in three | two and three | two <= open_cells | {"C2"}
    ]
    report = Engine(GAME).search(GAME.sample(seen, 1), lines=100, nodes=10_000)
    assert report.nodes == 10_000
    shares = {line.move: (line.visits or 0) / report.nodes for line in report.lines}
    assert set(shares) == open_cells
    for cell, share in shares.items():
        expected = sum(cell in fleet for fleet in fleets) / len(fleets)
        assert share == pytest.approx(expected, abs=0.035), cell  # seven standard deviations


def test_shots_do_not_depend_on_the_sampled_fleet() -> None:
    """The shot after a hit is beside it, wherever the ships of the sampled position lie."""
    seen = view({"E5": "x"})
    for seed in range(20):
        state = GAME.sample(seen, seed)
        assert Engine(GAME).search(state, nodes=500).best in {"D5", "F5", "E4", "E6"}


def with_engine_fleets(settings: dict[str, str]) -> History:
    """The position after the engine has laid out both fleets."""
    state = load("battleship", settings).start()
    engine = Engine(state.game)
    while state.ply < 10:
        report = engine.search(state)
        assert report.best in state.legal()
        state = state.play(report.best or "")
    return state


def test_engine_lays_out_legal_and_varied_fleets() -> None:
    texts = {
        with_engine_fleets(settings).text for settings in ({}, {"touching": "no"}) for _ in range(5)
    }
    assert len(texts) == 10


def test_higher_levels_blunder_less() -> None:
    rates = [level.blunder_rate for level in levels_of("battleship").values()]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == 0
