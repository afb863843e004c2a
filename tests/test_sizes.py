"""Files and functions stay small enough to be read in one go: a longer one is split by concept.

The page's own are measured by clients/web/tests/sizes.test.ts.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {".py", ".ts", ".c", ".cpp", ".hpp"}
MOST_LINES = 400
FUNCTION_LINES = {0.5: 6, 0.9: 25, 1.0: 60}  # lines that this share of the functions have at most


@pytest.mark.parametrize(
    "tree", ["tests", "clients/web/tests", "clients/zeitnot_protocol", "engines", "tools"]
)
def test_no_file_is_too_long(tree: str) -> None:
    files = [path for path in (ROOT / tree).rglob("*") if path.suffix in SOURCES]
    assert files
    lengths = {str(f.relative_to(ROOT)): len(f.read_text("utf-8").splitlines()) for f in files}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def _functions(path: Path) -> list[tuple[int, str]]:
    """Lines and place of each function of a module, decorators not counted."""
    module = ast.parse(path.read_text("utf-8"))
    return [
        ((node.end_lineno or 0) - node.lineno + 1, f"{path.relative_to(ROOT)}:{node.lineno}")
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


@pytest.mark.parametrize("trees", ["server clients engines tools migrations", "tests"])
def test_functions_are_short(trees: str) -> None:
    paths = [path for tree in trees.split() for path in (ROOT / tree).rglob("*.py")]
    files = [path for path in paths if "node_modules" not in path.parts]
    found = sorted(entry for path in files for entry in _functions(path))
    for share, most in FUNCTION_LINES.items():
        lines, where = found[int(share * (len(found) - 1))]
        assert lines <= most, f"{share:.0%} of the functions: {lines} lines at {where}"
