"""Code shared by all games names no game, neither in identifiers nor in texts for users. Docstrings
and comments may give examples, except the docstring of a command, which is its help.

A module belongs to a game if it has the game's name or a constant `GAME`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_engines.games import MANIFESTS

from ..findings import expect_none

ROOT = Path(__file__).parents[2]
FOLDERS = ("server", "engines/zeitnot_engines", "clients")
PROPER_NAMES = r"Universal Chess Interface|GNU Backgammon"  # a protocol's and a program's name
_EVERYDAY = {game for game, manifest in MANIFESTS.items() if manifest.everyday_word}
_SHORT = {game for game in MANIFESTS if len(game) <= 2}
_ALL = {*MANIFESTS, *(manifest.names["en"] for manifest in MANIFESTS.values())}
_NAMES = "|".join(re.escape(name) for name in _ALL if name.lower() not in _SHORT | _EVERYDAY)
WORDS = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, _ALL))})(?![a-z])", re.IGNORECASE)
NAMED = re.compile(rf"(?<![a-z])({_NAMES})(?![a-z])", re.IGNORECASE)
SHORT_NAMED = re.compile(rf"(?<=[/.])({'|'.join(_SHORT)})(?![^/.])")
"""Names of two letters, such as `go`, are also words and commands; they count only in paths."""
EVERYDAY_NAMED = re.compile(rf"(?<=games[/.])({'|'.join(_EVERYDAY)})(?![^/.])")
"""Names that are everyday words, such as `line`, count only in the folders of games."""


def shared_modules() -> Iterator[Path]:
    """The modules that belong to no game."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "node_modules" not in path.parts and path.stem not in MANIFESTS:
                yield path


def named_games(source: str) -> list[tuple[int, str]]:
    """The line and name of each game that a module names; empty if it belongs to a game."""
    if not WORDS.search(source):
        return []  # walking the syntax tree would take long
    tree = ast.parse(source)
    if any(_declares_game(node) for node in tree.body):
        return []
    examples = {id(text) for text in _docstrings(tree)}
    return [
        (getattr(node, "lineno", 0), found[0])
        for node in ast.walk(tree)
        if id(node) not in examples
        for text in _texts(node)
        for found in _names_in(re.sub(PROPER_NAMES, "", text))
    ]


def _names_in(text: str) -> Iterator[re.Match[str]]:
    yield from NAMED.finditer(text)
    yield from SHORT_NAMED.finditer(text)
    yield from EVERYDAY_NAMED.finditer(text)


def _declares_game(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name("GAME")], value=ast.Constant(str())):
            return True
    return False


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """String statements, except docstrings of commands."""
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


def test_shared_code_names_no_game() -> None:
    paths = list(shared_modules())
    assert len(paths) > 300
    expect_none(
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in paths
        for line, name in named_games(path.read_text("utf-8"))
    )


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('PLAYS = ["chess"]', ["chess"]),
        ("from zeitnot.games.xiangqi.notation import chinese", ["xiangqi"]),
        ("def _othello(): ...", ["othello"]),
        ('@click.command()\ndef f():\n    """Play Othello."""', ["Othello"]),
        ('def f():\n    """As in chess."""', []),
        ('PLAYS = ["games/go"]\nfrom games.go import read', ["go", "go"]),
        ('import zeitnot.games.tree\nPLAYS = ["games/line"]', ["tree", "line"]),
        ('LOG = "zeitnot.line"\nfrom .tree import line', []),
        ('SAY = "Go on; you can go."\ngoes_on = 1', []),
        ('HELP = "the Universal Chess Interface"', []),
        ('"""Chess."""\nGAME = "chess"\nX = load("chess")', []),
    ],
)
def test_names_of_games_are_found(source: str, names: list[str]) -> None:
    assert [name for _, name in named_games(source)] == names
