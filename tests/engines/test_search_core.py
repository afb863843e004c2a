"""Table and search in C++ alone, under the sanitizers: memory and races."""

import pytest

from .building import build_checks, run


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("folder", "sanitizers", "graphs"),
    [("checks", "address,undefined", 4000), ("checks-threads", "thread", 400)],
)
def test_checks_hold_under_sanitizers(folder: str, sanitizers: str, graphs: int) -> None:
    built = build_checks(folder, sanitizers, "search_checks")
    assert "0 wrong" in run(built / "search_checks", str(graphs))
