"""Test files stay small enough to be read in one go: a longer one is split by concept."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {".py", ".ts", ".c", ".cpp", ".hpp"}
MOST_LINES = 400


@pytest.mark.parametrize("tree", ["tests", "clients/web/tests", "engines/core/tests"])
def test_no_test_file_is_too_long(tree: str) -> None:
    files = [path for path in (ROOT / tree).rglob("*") if path.suffix in SOURCES]
    assert files
    lengths = {str(f.relative_to(ROOT)): len(f.read_text("utf-8").splitlines()) for f in files}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
