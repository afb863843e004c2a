"""The reference names every concept that a game may meet, and its example of a solver compiles."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engines/core/include"
OTHERS = {
    # combinations of others, which no game meets on purpose
    *("Alternating", "CountsSeats", "Deterministic", "SeesThreats", "TwoPlayerZeroSum", "TwoSeats"),
    *("Estimated", "Evaluated", "HasReferenceMethods"),
    # of the evaluation, which its section describes, and of what only the core has
    *("ChanceEvaluation", "ScoreEvaluation", "SeatEvaluation", "Method", "PositionIndex"),
    *("PositionSet", "Solved", "TablebaseFor", "TraceOf", "WithUnmoves"),
}


def test_the_reference_names_every_concept_that_a_game_may_meet() -> None:
    page = (ROOT / "docs/reference/game-interface.md").read_text("utf-8")
    found = {
        name
        for path in CORE.rglob("*.hpp")
        for name in re.findall(r"^concept (\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(found) > 50
    assert {name for name in found if f"`{name}`" not in page} <= OTHERS
    assert found >= OTHERS


def test_the_solver_of_the_page_is_the_toy_games() -> None:
    page = (ROOT / "docs/reference/game-interface.md").read_text("utf-8")
    (example,) = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    assert "class SolverOf<Boxes>" in example
    assert example in (ROOT / "engines/core/tests/toy_games/boxes.hpp").read_text("utf-8")
