"""The page of error codes lists every code that the server can send, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server/zeitnot_server"
PAGE = ROOT / "docs/reference/errors.md"
# Whoever is called by one of these names gets a code as its first text, or as `code=`.
MAKERS = {"Refused", "Refusal", "ProblemError", "Unacceptable", "Problem", "Error"}
MAKERS |= {"error", "_error", "refuse", "__init__"}
CODE = re.compile("[a-z]+(_[a-z]+)*")


def codes_in(tree: ast.Module) -> Iterator[str]:
    """Every error code that a module names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in MAKERS:
            texts = [a.value for a in node.args if is_text(a)]
            texts = texts[:1] + [k.value.value for k in node.keywords if is_code(k)]
            yield from (text for text in texts if CODE.fullmatch(text))
        elif isinstance(node, ast.Assign) and {"code", "codes"} & targets(node):
            values = (n.value for n in ast.walk(node.value) if is_text(n))
            yield from (text for text in values if CODE.fullmatch(text))


def called(node: ast.Call) -> str | None:
    return getattr(node.func, "attr", getattr(node.func, "id", None))


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_code(keyword: ast.keyword) -> bool:
    return keyword.arg == "code" and is_text(keyword.value)


def targets(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


def sent() -> set[str]:
    """What the parts of the server that talk to clients name."""
    folders = ("rooms", "play", "web")
    files = [path for folder in folders for path in (SERVER / folder).rglob("*.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    return {code for tree in trees for code in codes_in(tree)}


def test_every_code_is_explained_and_none_is_made_up() -> None:
    documented = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(documented) == sorted(sent())


def test_codes_are_found_in_every_form() -> None:
    tree = ast.parse(
        "raise Refused('a_b', 'text')\n"
        "raise ProblemError(404, 'c', 'text')\n"
        "p.Problem(title='x', code='d')\n"
        "code = 'e' if x else 'f'\n"
        "line.error('g', 'Text.')\n"
        "log.error('A sentence.')\n"
    )
    assert set(codes_in(tree)) == {"a_b", "c", "d", "e", "f", "g"}
