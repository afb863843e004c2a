"""Table and search in C++: with sanitizers for memory errors and races, and without them on as many
random graphs as show that repetition is evaluated correctly."""

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
def test_the_table_and_repetition(folder: str, sanitizers: str, graphs: int) -> None:
    built = build_checks(folder, sanitizers, "table_checks")
    assert "0 wrong" in run(built / "table_checks", str(graphs))


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("folder", "sanitizers"), [("checks", "address,undefined"), ("checks-threads", "thread")]
)
def test_searches_of_games(folder: str, sanitizers: str) -> None:
    run(build_checks(folder, sanitizers, "search_checks") / "search_checks")
