"""Random mutants are small changes of executed code, and can be planted."""

import ast
from pathlib import Path

from ....each import each
from ..source_copy import ROOT, planted
from .covered import MAX_SECONDS, MAX_TESTS, Covered
from .mutations import mutations
from .sample import read, sample, with_tests_of, write

FILE = "server/zeitnot_server/rooms/absence.py"
SOURCE = (ROOT / FILE).read_text("utf-8")
RULES = "tests/rooms/test_absence.py"


def covered(*tests: str, seconds: float = 1.0) -> Covered:
    """Coverage in which these tests run all lines of FILE. Later tests are less specific."""
    lines = {line: set(tests) for line in range(1, len(SOURCE.splitlines()) + 1)}
    order = {test: index for index, test in enumerate(tests)}
    return Covered({FILE: lines}, order, dict.fromkeys(tests, seconds))


@each(
    ("body", "changed"),
    [
        ("return a < b", {"(a <= b)"}),
        ("return a in b", {"(a not in b)"}),
        ("return a and b", {"(a or b)"}),
        ("return a + b", {"(a - b)"}),
        ("return 'a' + b", set[str]()),
        ("return not a", {"(a)"}),
        ("return True", {"(False)"}),
        ("return 7", {"(8)", "(6)"}),
        ("a.b()", {"pass", "return\n    "}),
        ("if a: return b", {"(not a)", "return\n    "}),
        ("if a < b: return b", {"(a <= b)", "return\n    "}),
        ("b: int = a.c", {"return\n    "}),
        ("return f'{a + 1}'", set[str]()),
    ],
)
def test_each_kind_of_expression_is_mutated(body: str, changed: set[str]) -> None:
    found = mutations(f'def f(a: "int > 0", b=c) -> x + 1:\n    """Text."""\n    {body}\n')
    assert {mutation.new for mutation in found} == changed


def test_a_nested_function_is_mutated_once() -> None:
    source = "def f():\n    x = 1\n    def g():\n        h()\n    g()\n"
    places = [(mutation.kind, mutation.first) for mutation in mutations(source)]
    assert sorted(places) == [
        *(("constant", 2), ("constant", 2), ("early return", 2), ("early return", 4)),
        *(("statement", 4), ("statement", 5)),
    ]


def test_every_mutant_is_a_different_program() -> None:
    found = mutations(SOURCE)
    assert len(found) > 60
    for mutation in found:
        assert ast.dump(ast.parse(mutation.planted(SOURCE))) != ast.dump(ast.parse(SOURCE))


def test_a_sample_is_reproducible(tmp_path: Path) -> None:
    faults = sample(ROOT, covered("tests/a.py::test_a"), 40, seed=3)
    assert faults == sample(ROOT, covered("tests/a.py::test_a"), 40, seed=3)
    assert len({(fault.old, fault.new) for fault in faults}) == 40
    for fault in faults:
        assert planted(fault, SOURCE) != SOURCE
    write(faults, tmp_path / "sample.json")
    assert read(tmp_path / "sample.json") == faults


def test_the_most_specific_tests_of_a_line_come_first() -> None:
    tests = tuple(f"tests/a.py::test_{index:03}" for index in range(MAX_TESTS + 9))
    assert covered(*tests, seconds=0).tests(FILE, [7]) == tests[:MAX_TESTS]
    assert covered(*tests[:9], seconds=MAX_SECONDS / 4).tests(FILE, [7]) == tests[:4]
    assert covered(*tests[:9], seconds=MAX_SECONDS * 3).tests(FILE, [7]) == tests[:1]
    assert covered(*tests).tests("another.py", [7]) == ()
    assert not covered(*tests).is_run("another.py", [7])


def test_a_removed_test_is_replaced_by_its_file() -> None:
    fault, *_ = sample(ROOT, covered(f"{RULES}::test_gone", "tests/gone.py::test_a"), 1, seed=1)
    assert with_tests_of(ROOT, fault, f"{RULES}::test_other[3]").tests == (RULES,)
