"""Table and search in C++: with sanitizers for memory errors and races, and without sanitizers on
enough random graphs to show that repetition is evaluated correctly."""

import pytest

from ..repetition import times
from .building import build_checks, run


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("folder", "sanitizers", "graphs"),
    [
        ("checks-plain", "", times(2000, 4000)),
        ("checks", "address,undefined", times(200, 400)),
        ("checks-threads", "thread", times(25, 100)),
    ],
)
def test_checks_of_table_and_repetition_pass(folder: str, sanitizers: str, graphs: int) -> None:
    built = build_checks(folder, sanitizers, "table_checks")
    assert "0 wrong" in run(built / "table_checks", str(graphs))


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("folder", "sanitizers"), [("checks", "address,undefined"), ("checks-threads", "thread")]
)
def test_checks_of_searches_pass(folder: str, sanitizers: str) -> None:
    run(build_checks(folder, sanitizers, "search_checks") / "search_checks")
