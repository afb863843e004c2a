"""What serves all games names none: neither in code nor in the texts that users see. Docstrings
and comments may give examples; a command's docstring is its help, and may not.

A module belongs to a game if it has the game's name, or says so by a constant `GAME`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_engines.games import MANIFESTS

ROOT = Path(__file__).parents[2]
FOLDERS = ("server", "engines/zeitnot_engines", "clients")
PROPER = r"Universal Chess Interface|GNU Backgammon"  # a protocol's and a program's name
_IDS = "|".join(re.escape(game) for game in MANIFESTS)
_NAMES = "|".join(re.escape(manifest.names["en"]) for manifest in MANIFESTS.values())
NAMED = re.compile(rf"(?<![a-z])({_IDS}|{_NAMES})(?![a-z])", re.IGNORECASE)


def generic() -> Iterator[Path]:
    """The modules that are no game's."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "node_modules" not in path.parts and path.stem not in MANIFESTS:
                yield path


def named(source: str) -> list[tuple[int, str]]:
    """Line and name of each game that a module names; none if it says whose it is."""
    tree = ast.parse(source)
    if any(_says_whose(node) for node in tree.body):
        return []
    examples = {id(text) for text in _docstrings(tree)}
    return [
        (getattr(node, "lineno", 0), found[0])
        for node in ast.walk(tree)
        if id(node) not in examples
        for text in _texts(node)
        for found in NAMED.finditer(re.sub(PROPER, "", text))
    ]


def _says_whose(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name("GAME")], value=ast.Constant(str())):
            return True
    return False


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Texts that are statements, but for those of commands."""
    helps = {
        id(node.body[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and id(node) not in helps:
            yield node.value


def _is_command(decorator: ast.expr) -> bool:
    return re.search(r"\b(command|group)\b", ast.unparse(decorator)) is not None


def _texts(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) | ast.Name(id=text) | ast.Attribute(attr=text):
            yield text
        case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text):
            yield text
        case ast.ClassDef(name=text) | ast.alias(name=text) | ast.arg(arg=text):
            yield text
        case ast.ImportFrom(module=str(text)):
            yield text


@pytest.mark.parametrize("path", list(generic()), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_serves_all_games_names_none(path: Path) -> None:
    assert named(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('PLAYS = ["chess"]', ["chess"]),
        ("from .notation.xiangqi import with_shifted_ranks", ["xiangqi"]),
        ("def _othello(): ...", ["othello"]),
        ('@click.command()\ndef f():\n    """Play Othello."""', ["Othello"]),
        ('def f():\n    """As in chess."""', []),
        ('HELP = "the Universal Chess Interface"', []),
        ('"""Chess."""\nGAME = "chess"\nX = load("chess")', []),
    ],
)
def test_the_search_sees_names(source: str, names: list[str]) -> None:
    assert [name for _, name in named(source)] == names
