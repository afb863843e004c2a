"""Invalid texts in an engine's report are removed; its other fields stay."""

import random
import re

import pytest

import zeitnot_protocol as p
from zeitnot_engines import games
from zeitnot_engines.engine import Engine
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.report import NUMBERS_BYTES, UNITS, stored_bytes, tidy, tidy_info

from ..each import each
from ..engines.test_playthroughs import GAMES, playthrough_text

PROSE = [
    "buy at example.com",
    "e2e4 you fool",
    "e2e4  e7e5",
    " e2e4",
    "e2e4\n",
    "e2e4 e7e5 ",
    "ｅ2e4",
    "٢-٣",
]


@each("game", games.NAMES)
def test_reports_of_the_built_in_engine_are_unchanged(game: str) -> None:
    rules = rules_for(game, {})
    state = rules.start()
    while rules.throw(state) is not None:
        state = rules.chance(state, games.random_throw(state, random.Random(1))[0])
    result = Engine(state.game, hash_mb=1).search(state, depth=3)
    line = p.EngineLine(move=result.best, value=0.5, pv=" ".join(result.pv))
    report = p.EngineReport(unit=result.unit, pv=" ".join(result.pv), lines=[line])
    assert tidy(report, rules) is report
    info = p.Info(game="game0", ply=0, mode="thinking", unit=result.unit, pv=report.pv)
    assert tidy_info(info, rules) is info


def test_every_unit_of_a_game_is_accepted() -> None:
    assert {games.load(game).unit for game in games.NAMES} <= UNITS


@each(("game", "variant"), GAMES)
def test_every_move_notation_is_accepted(game: str, variant: str) -> None:
    text = playthrough_text(game, variant)
    output = re.findall(r"^(?:legal|play) (.*?)(?: and \d+ more)?$", text, re.MULTILINE)
    words = {word for line in output for word in line.split()} - {"-"}
    assert words
    rules = rules_for(game, {})
    lines = [p.EngineLine(move=word, pv=word) for word in sorted(words)]
    report = p.EngineReport(lines=lines)
    assert tidy(report, rules) is report


@pytest.mark.parametrize("prose", PROSE)
def test_prose_is_dropped_and_numbers_are_kept(prose: str) -> None:
    rules = rules_for("chess", {})
    good = p.EngineLine(move="e2e4", value=0.5, pv="e2e4 e7e8q")
    report = p.EngineReport(
        depth=7,
        value=0.5,
        unit=prose[:24],
        pv=prose,
        lines=[good, p.EngineLine(move=prose, pv="e2e4"), p.EngineLine(move="d2d4", pv=prose)],
    )
    stored = p.EngineReport(depth=7, value=0.5, lines=[good, p.EngineLine(move="d2d4")])
    assert tidy(report, rules) == stored
    info = p.Info(game="game0", ply=3, mode="thinking", depth=7, unit=prose[:24], pv=prose)
    assert tidy_info(info, rules) == p.Info(game="game0", ply=3, mode="thinking", depth=7)


def test_lines_of_an_analysis_are_moves_with_visits() -> None:
    """Lines without a valid move are removed; with hidden cards only the engine's seat gets
    lines."""
    rules = rules_for("chess", {})
    good = p.EngineLine(move="e2e4", value=0.5, pv="e2e4 e7e5", visits=120)
    prose = p.EngineLine(move="my address is", visits=3)
    info = p.Info(game="game0", ply=3, mode="thinking", lines=[good, prose])
    assert tidy_info(info, rules).lines == [good]


def test_without_a_move_notation_pvs_are_dropped() -> None:
    class NoNotation:
        pass

    rules: object = NoNotation()
    assert tidy(p.EngineReport(pv="a1"), rules) == p.EngineReport()  # type: ignore[arg-type]


def test_the_longest_pv_is_checked_without_backtracking() -> None:
    """The pattern is unambiguous: a long text that nearly matches is refused at once."""
    rules = rules_for("backgammon", {})
    nearly_valid = ("13/7*/5*/3*/1(2) " * 60)[:1000] + "!"
    assert tidy(p.EngineReport(pv=nearly_valid), rules) == p.EngineReport()


def test_the_estimated_size_of_a_report_is_right() -> None:
    line = p.EngineLine(move="e2e4", value=0.123456, pv="e2e4 e7e5 " * 40)
    full = p.EngineReport(
        depth=30,
        nodes=2**53 - 1,
        value=0.123456,
        unit="centipawns",
        pv="e2e4 " * 100,
        lines=[line] * 5,
        ponder=p.PonderReport(hit=True, nodes=2**50, depth_gain=3),
    )
    for report in (p.EngineReport(), full, p.EngineReport(lines=[line] * 8)):
        actual = len(p.encode(report))
        assert actual / 1.1 <= stored_bytes(report) <= 1.1 * actual + NUMBERS_BYTES
