"""The tests that run each line, as recorded by coverage and the plugin `contexts`."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

MAX_SECONDS = 20.0
MAX_TESTS = 60
"""Limits of the tests for one mutant: their total duration and their number."""


@dataclass(frozen=True, slots=True)
class Covered:
    """`by_line`: the test functions by file and line. `line_counts`, `seconds`: the number of
    lines that each test runs, and its duration."""

    by_line: dict[str, dict[int, set[str]]]
    line_counts: dict[str, int]
    seconds: dict[str, float]

    def is_run(self, file: str, lines: Iterable[int]) -> bool:
        """Whether a test runs one of these lines, at least by importing the module."""
        by_line = self.by_line.get(file, {})
        return any(line in by_line for line in lines) and any(by_line.values())

    def tests(self, file: str, lines: Iterable[int]) -> tuple[str, ...]:
        """The tests that run one of these lines, the most specific ones first; for lines that run
        only on import, the tests of the file."""
        if not self.is_run(file, lines):
            return ()
        by_line = self.by_line[file]
        tests = set[str]().union(*(by_line.get(line, ()) for line in lines))
        tests = tests or set[str]().union(*by_line.values())
        return self._affordable(sorted(tests, key=lambda test: (self.line_counts[test], test)))

    def _affordable(self, tests: list[str]) -> tuple[str, ...]:
        chosen, remaining_s = list[str](), MAX_SECONDS
        for test in tests:
            if self.seconds[test] <= remaining_s and len(chosen) < MAX_TESTS:
                chosen.append(test)
                remaining_s -= self.seconds[test]
        return tuple(chosen or tests[:1])


def read(folder: Path, root: Path) -> Covered:
    """Reads the records in `folder` for sources below `root`, without failed tests."""
    seconds, failed = defaultdict[str, float](float), set[str]()
    for path in folder.glob("notes-*.json"):
        notes = json.loads(path.read_text("utf-8"))
        failed |= set(notes["failed"])
        for test, duration in notes["seconds"].items():
            seconds[test] += duration
    data = CoverageData(str(folder / "coverage"))
    data.read()
    by_line, count = dict[str, dict[int, set[str]]](), defaultdict[str, int](int)
    for file in data.measured_files():
        path = Path(file)
        if path.is_relative_to(root):
            lines = {
                line: {test for context in contexts for test in context.split("|")} - {""} - failed
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            by_line[str(path.relative_to(root))] = lines
            for tests in lines.values():
                for test in tests:
                    count[test] += 1
    return Covered(by_line, count, seconds)
