"""Table and search in C++ on random graphs: their values, and with sanitizers on fewer graphs
memory errors and races."""

import pytest

from .building import build_checks, run


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("folder", "sanitizers", "graphs"),
    [
        ("checks-plain", "", 4000),
        ("checks", "address,undefined", 400),
        ("checks-threads", "thread", 100),
    ],
)
def test_the_cpp_checks_pass(folder: str, sanitizers: str, graphs: int) -> None:
    built = build_checks(folder, sanitizers, "search_checks")
    assert "0 wrong" in run(built / "search_checks", str(graphs))
