"""The engine of small games with hidden information: reports, stops and levels."""

import re
from itertools import pairwise

import pytest
from click.testing import CliRunner

from zeitnot_engines._core import StopToken, Strategy
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load
from zeitnot_engines.levels import levels_of
from zeitnot_engines.minimising import Goal, Minimisation

SMALL = ("kuhn", "leduc")


def dealt(game: str, deal: int = 0, **settings: str) -> History:
    start = load(game, settings).start()
    return start.throw(start.outcomes()[deal][0])


@pytest.mark.parametrize("game", SMALL)
def test_every_move_has_its_probability(game: str) -> None:
    state = dealt(game)
    report = Engine(load(game)).search(state)
    shares = {line.move: line.probability for line in report.lines}
    assert set(shares) == set(state.legal())
    assert sum(share or 0 for share in shares.values()) == pytest.approx(1)
    assert report.best in state.legal()
    assert report.value == pytest.approx(
        sum((line.probability or 0) * line.value for line in report.lines)
    )


@pytest.mark.parametrize("game", SMALL)
def test_the_value_before_a_deal_is_that_of_the_opener(game: str) -> None:
    """Seat 1 opens the second hand, which has the same value for its opener."""
    engine, state = Engine(load(game)), load(game).start()
    value = engine.search(state).value
    while state.text.split()[1] != "2":
        state = state.throw(state.outcomes()[0][0]) if state.due else state.play(state.legal()[0])
    assert engine.search(state).value == pytest.approx(value)
    assert value < 0


def test_the_value_before_the_public_card_ignores_the_opponents_card() -> None:
    state = dealt("leduc").play("check").play("check")
    assert state.due is not None
    engine = Engine(load("leduc"))
    # These deals differ only in the other seat's card, which the seat to move does not know.
    values = {
        deal: engine.search(dealt("leduc", deal).play("check").play("check")).value
        for deal in range(5)
    }
    assert len({round(value, 9) for value in values.values()}) == 1


def test_a_stopped_search_returns_a_move_and_can_be_resumed() -> None:
    engine, state, stop = Engine(load("leduc")), dealt("leduc"), StopToken()
    stop.stop()
    report = engine.search(state, stop=stop)
    assert report.best in state.legal()
    assert report.depth == 0
    assert {line.move: line.probability for line in report.lines} == {"check": 0.5, "raise": 0.5}
    assert engine.search(state).depth == 1


def test_repeated_searches_without_time_complete_the_tree() -> None:
    """Each search without time builds a part of the tree, and still returns a move."""
    engine, state = Engine(load("leduc")), dealt("leduc")
    reports = [engine.search(state, ms=0) for _ in range(60)]
    assert all(report.best in state.legal() for report in reports)
    assert [report.depth for report in reports] == sorted(report.depth for report in reports)
    assert (reports[0].depth, reports[-1].depth) == (0, 1)


def test_searchmoves_restricts_the_moves() -> None:
    state = dealt("leduc")
    report = Engine(load("leduc")).search(state, searchmoves=["raise"], ms=20)
    assert [line.move for line in report.lines] == ["raise"]
    with pytest.raises(ValueError, match="not a legal move"):
        Engine(load("leduc")).search(state, searchmoves=["fold"])


def test_a_cleared_engine_starts_over() -> None:
    engine, state = Engine(load("leduc")), dealt("leduc")
    engine.search(state)
    engine.clear()
    stop = StopToken()
    stop.stop()
    assert engine.search(state, stop=stop).depth == 0


@pytest.mark.parametrize("game", SMALL)
def test_lower_levels_are_more_exploitable(game: str) -> None:
    """A level mixes random moves into the equilibrium; the highest does not."""
    work = Minimisation(load(game))
    work.run(Goal(exploitability=0.001))
    uniform = Strategy.uniform(work.tree)
    levels = levels_of(game)
    exploitabilities = [
        work.strategy.mixed(uniform, level.blunder_rate).exploitability()
        for _, level in sorted(levels.items())
    ]
    assert exploitabilities == sorted(exploitabilities, reverse=True)
    assert all(low > 1.25 * high for low, high in pairwise(exploitabilities))
    assert levels[max(levels)].blunder_rate == 0


def test_leduc_is_analysed_from_the_view_of_the_side_to_move() -> None:
    """A king never folds to a raise; a jack nearly always does when the public card is a king."""
    for view, last in [
        ("?Ks/-/r 1 0 -/-/", r"mix (raise|call) .*|best (raise|call)"),
        ("?Js/Kh/cc-r 1 0 -/-/", r"best fold|mix fold 9\d\.\d%, .*"),
    ]:
        printed = CliRunner().invoke(analyse, ["leduc", view])
        assert printed.exit_code == 0, printed.output
        assert re.fullmatch(last, printed.stdout.splitlines()[-1])
        assert "% of the time" in printed.stdout
