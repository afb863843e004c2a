"""The style of the engines' C++, checked by a small scanner: short functions, headers with a
description, shared code that names no game, and searches without virtual calls."""

import re
from collections.abc import Iterator
from pathlib import Path

from ..findings import expect_none

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engines/core"
INCLUDE = CORE / "include/zeitnot"
GAME_FILES = ROOT / "engines/games"
MAX_LINES = 60
CPP = sorted(
    path
    for folder in ("engines", "tests", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".hpp", ".cpp", ".c", ".inc", ".in")
)
HEADERS = sorted([*INCLUDE.rglob("*.hpp"), *GAME_FILES.rglob("*.hpp")])
# Code that is shared by all games.
GENERIC = sorted(
    [*INCLUDE.rglob("*.hpp"), *(CORE / "bindings").iterdir(), *(CORE / "laboratory").iterdir()]
)
GAMES = r"\b(TicTacToe|Niujiaoqi|Othello|Chess|Xiangqi|Ewn|Backgammon)\b|\"games/"
_NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])'", re.DOTALL
)


def without_comments(text: str) -> str:
    """C++ without comments and literals, with the same line numbers."""
    return _NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)


def cpp_functions(text: str) -> Iterator[tuple[int, int]]:
    """First line and length of every block after a parameter list: functions and nested blocks."""
    code = without_comments(text)
    heads: list[tuple[int, bool]] = []
    end, line = 0, 1
    for sign in re.finditer("[{};]", code):
        head, end = code[end : sign.start()], sign.end()
        line += head.count("\n")
        if sign[0] == "{":
            is_type = re.match(r"\s*(namespace|class|struct|enum)\b", head)
            heads.append((line, ")" in head and not is_type))
        elif sign[0] == "}" and heads:
            first, has_parameters = heads.pop()
            if has_parameters:
                yield first, line - first + 1


def test_no_function_has_more_than_sixty_lines() -> None:
    """Python functions are measured by tests/test_sizes.py."""
    assert len(CPP) > 400
    expect_none(
        f"{path.relative_to(ROOT)}:{line} {length} lines"
        for path in CPP
        for line, length in cpp_functions(path.read_text())
        if length > MAX_LINES
    )


def test_the_check_finds_long_functions() -> None:
    body = "    a();\n" * 60
    source = (
        "namespace n {\nstruct S {\n  int f(int a = '{') const noexcept {\n" + body + "  }\n};\n}"
    )
    assert [length for _, length in cpp_functions(source)] == [62]


def test_every_header_begins_with_its_description() -> None:
    assert len(HEADERS) > 100
    expect_none(
        f"{path.relative_to(ROOT)}:1" for path in HEADERS if not path.read_text().startswith("// ")
    )


def test_shared_code_names_no_game() -> None:
    assert len(GENERIC) > 100
    expect_none(
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in GENERIC
        for line, name in named_games(path.read_text())
    )


def named_games(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each game that C++ code names outside comments."""
    for number, line in enumerate(source.splitlines(), 1):
        for found in re.finditer(GAMES, re.sub(r"//.*", "", line)):
            yield number, found[0]


def test_the_check_finds_names_of_games() -> None:
    source = '// as Chess\n#include "games/go/board.hpp"  // Go\nusing Rules = Othello;\n'
    assert list(named_games(source)) == [(2, '"games/'), (3, "Othello")]


def test_searches_make_no_virtual_calls() -> None:
    """The only virtual functions are those of tablebases, which only the bindings call; of external
    evaluators, which are called once for each batch; and of the textbook searches, which are called
    once for each move at the root."""
    with_virtual = {
        p.name for p in HEADERS if re.search(r"\bvirtual\b", without_comments(p.read_text()))
    }
    assert with_virtual == {"tablebase.hpp", "evaluator.hpp", "reference.hpp"}
    pattern = re.compile(r"[.>](damaged|bytes)\(\)")
    assert not any(
        pattern.search(without_comments(p.read_text())) for p in (INCLUDE / "search").glob("*.hpp")
    )
