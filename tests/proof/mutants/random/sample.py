"""A random sample of all mutants, which depends only on the sources, the tests and the seed."""

import ast
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from ..fault import Fault
from .covered import Covered
from .mutations import Mutation, mutations

TREES = (
    "server/zeitnot_server",
    "clients/zeitnot_client",
    "clients/zeitnot_protocol",
    "engines/zeitnot_engines",
    "engines/games",
)


def sample(root: Path, covered: Covered, count: int, seed: int) -> list[Fault]:
    """Draws `count` mutants of lines that a test runs."""
    candidates = list(_candidates(root, covered))
    chosen = random.Random(seed).sample(candidates, min(count, len(candidates)))
    return [_fault(root, number, *candidate, covered) for number, candidate in enumerate(chosen)]


def _candidates(root: Path, covered: Covered) -> Iterator[tuple[str, Mutation]]:
    for tree in TREES:
        for path in sorted((root / tree).rglob("*.py")):
            file, source = str(path.relative_to(root)), path.read_text("utf-8")
            for mutation in mutations(source) if file in covered.by_line else ():
                if covered.is_run(file, _lines(mutation)) and _compiles(mutation.planted(source)):
                    yield file, mutation


def _lines(mutation: Mutation) -> range:
    return range(mutation.first, mutation.last + 1)


def _compiles(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _fault(root: Path, number: int, file: str, mutation: Mutation, covered: Covered) -> Fault:
    """The mutant, with enough context lines to make its place unique."""
    source = (root / file).read_text("utf-8")
    old_lines = source.splitlines(keepends=True)
    new_lines = mutation.planted(source).splitlines(keepends=True)
    before, after = mutation.first - 1, len(old_lines) - mutation.last
    while source.count(old := "".join(old_lines[before : len(old_lines) - after])) > 1:
        before, after = max(before - 1, 0), max(after - 1, 0)
    new = "".join(new_lines[before : len(new_lines) - after])
    return Fault(
        f"{number:03}",
        f"{mutation.kind} at {file}:{mutation.first}",
        file,
        old,
        new,
        covered.tests(file, _lines(mutation)),
    )


def write(faults: list[Fault], path: Path) -> None:
    path.write_text(json.dumps([asdict(fault) for fault in faults], indent=1), "utf-8")


def read(path: Path) -> list[Fault]:
    """Reads a sample."""
    values = json.loads(path.read_text("utf-8"))
    return [Fault(**{**value, "tests": tuple(value["tests"])}) for value in values]


def with_tests_of(root: Path, fault: Fault, first: str | None) -> Fault:
    """The same fault with tests that still exist: a removed test is replaced by its file. The test
    `first` comes first."""
    tests = tuple(
        _existing_test(root, test) for test in (*((first,) if first else ()), *fault.tests)
    )
    return replace(fault, tests=tuple(dict.fromkeys(test for test in tests if test)))


def _existing_test(root: Path, test: str) -> str | None:
    file, *names = test.partition("[")[0].split("::")
    if not (root / file).exists():
        return None
    defined = {
        node.name
        for node in ast.walk(ast.parse((root / file).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    return "::".join((file, *names)) if set(names) <= defined else file
