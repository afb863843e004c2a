"""For all tests: hypothesis has no deadline, because machines differ in speed; slow tests get the
mark `whole`, and run in `make check-whole` only."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("zeitnot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zeitnot")

TESTS = Path(__file__).parent
# Tests with browsers, with many repetitions, and with many starts of whole servers. `make test` is
# run for every change, and must not take longer than minutes.
WHOLE = [
    *("bench", "e2e", "proof/simulation", "proof/test_killtest.py", "proof/test_powercut.py"),
    *("feed/test_server.py", "security/test_stalled.py", "engines/commands/test_uci_clients.py"),
    *(f"server/test_{name}.py" for name in ("cli", "kill", "late_loop", "no_start", "stop")),
    "server/test_supervisor.py",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folders = tuple(TESTS / name for name in WHOLE)
    assert all(folder.exists() for folder in folders), "one of WHOLE has been renamed"
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in folders):
            item.add_marker(pytest.mark.whole)
