"""The page of error codes lists every code that the server can send, and no other."""

import ast
import re
from collections.abc import Iterator, Sequence
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
            named = [k.value for k in node.keywords if k.arg == "code"]
            yield from codes([*node.args])[:1]
            yield from codes(named)
        elif isinstance(node, ast.Assign) and {"code", "codes"} & targets(node):
            yield from codes([*ast.walk(node.value)])


def codes(nodes: Sequence[ast.AST]) -> list[str]:
    """The texts among these nodes that look like a code; a sentence does not."""
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return [text for text in texts if CODE.fullmatch(text)]


def called(node: ast.Call) -> str | None:
    return getattr(node.func, "attr", getattr(node.func, "id", None))


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
