"""The reference lists every concept that a game may implement, and its example of a solver
compiles."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engines/core/include"
OTHERS = {
    # combinations of other concepts
    *("Alternating", "CountsSeats", "Deterministic", "SeesThreats", "TwoPlayerZeroSum", "TwoSeats"),
    *("Estimated", "Evaluated", "HasReferenceMethods"),
    # concepts of the evaluation, which has its own section, and of the core
    *("ChanceEvaluation", "ScoreEvaluation", "SeatEvaluation", "Method", "PositionIndex"),
    *("PositionSet", "Solved", "TablebaseFor", "TraceOf", "WithUnmoves"),
}


def test_the_reference_lists_every_concept_of_a_game() -> None:
    page = (ROOT / "docs/reference/game-interface.md").read_text("utf-8")
    concepts = {
        name
        for path in CORE.rglob("*.hpp")
        for name in re.findall(r"^concept (\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(concepts) > 50
    assert {name for name in concepts if f"`{name}`" not in page} <= OTHERS
    assert concepts >= OTHERS


def test_the_solver_on_the_page_is_that_of_the_toy_game() -> None:
    page = (ROOT / "docs/reference/game-interface.md").read_text("utf-8")
    (example,) = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    assert "class SolverOf<Boxes>" in example
    assert example in (ROOT / "engines/core/tests/toy_games/boxes.hpp").read_text("utf-8")
