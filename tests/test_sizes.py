"""Files and functions are short enough to be read in one go.

clients/web/tests/sizes.test.ts measures the functions of the page.
"""

import ast
from pathlib import Path

import pytest

from .statements import statements

ROOT = Path(__file__).parents[1]
LANGUAGES = {"Python": {".py"}, "C++": {".cpp", ".hpp", ".c"}, "TypeScript": {".ts"}}
TREES = "server clients engines migrations tools tests benchmarks"
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_short(language: str) -> None:
    paths = [path for tree in TREES.split() for path in (ROOT / tree).rglob("*")]
    files = [path for path in paths if path.suffix in LANGUAGES[language] and _is_ours(path)]
    sizes = {f"{f}": len(f.read_text("utf-8").splitlines()) for f in files}
    assert sizes
    assert {f: lines for f, lines in sizes.items() if lines > MAX_FILE_LINES} == {}


def _is_ours(path: Path) -> bool:
    """Whether the file is neither a library's nor generated."""
    return "node_modules" not in path.parts and path.name != "protocol.ts"


def _functions(path: Path) -> list[tuple[int, str]]:
    """Length in lines and place of each function of a module, without decorators."""
    module = ast.parse(path.read_text("utf-8"))
    return [
        ((node.end_lineno or 0) - node.lineno + 1, f"{path.relative_to(ROOT)}:{node.lineno}")
        for node in statements(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


@pytest.mark.parametrize("trees", ["server clients engines migrations tools benchmarks", "tests"])
def test_functions_are_short(trees: str) -> None:
    paths = [path for tree in trees.split() for path in (ROOT / tree).rglob("*.py")]
    files = [path for path in paths if _is_ours(path)]
    sizes = [entry for path in files for entry in _functions(path)]
    assert sizes
    assert [(lines, where) for lines, where in sizes if lines > MAX_FUNCTION_LINES] == []
