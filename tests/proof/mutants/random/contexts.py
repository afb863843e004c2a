"""A pytest plugin that sets coverage's context to the running test function, without its
parameters, and records durations and failures.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

_seconds = defaultdict[str, float](float)
_failed = set[str]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    function = _function(item.nodeid)
    # Do not trace servers that a test starts, because with a house bot they would start too slowly.
    os.environ.pop("COVERAGE_PROCESS_START", None)
    if (running := coverage.Coverage.current()) is not None:
        running.switch_context(function)
    started = time.monotonic()
    try:
        return (yield)
    finally:
        _seconds[function] += time.monotonic() - started


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.add(_function(report.nodeid))


def pytest_sessionfinish() -> None:
    notes = {"seconds": _seconds, "failed": sorted(_failed)}
    path = Path(os.environ["COVERAGE_FOLDER"]) / f"notes-{os.getpid()}.json"
    path.write_text(json.dumps(notes))


def _function(nodeid: str) -> str:
    return nodeid.partition("[")[0]
