"""For all tests: hypothesis judges what is computed, never how fast a machine computes it. And some
are left to `make check-whole`."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("zeitnot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zeitnot")

HERE = Path(__file__).parent
# Browsers, proofs by repetition, and what starts and stops whole servers again and again. `make
# test` is for every change and shall take minutes.
WHOLE = [
    *("bench", "e2e", "proof/simulation", "proof/test_killtest.py", "proof/test_powercut.py"),
    *("feed/test_server.py", "security/test_stalled.py", "engines/commands/test_uci_clients.py"),
    *(f"server/test_{name}.py" for name in ("cli", "kill", "late_loop", "no_start", "stop")),
    "server/test_supervisor.py",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folders = tuple(HERE / name for name in WHOLE)
    assert all(folder.exists() for folder in folders), "one of WHOLE has been renamed"
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in folders):
            item.add_marker(pytest.mark.whole)
