"""Settings and fixtures of all tests.

Hypothesis has no deadline, because machines differ in speed. The slow tests are listed in
tests/whole.txt: they get the mark `whole` and run only in `make check-whole`.

The garbage collector is off during collection, because it would scan a million live objects again
and again. Afterwards they are frozen, so that tests that call the collector do not wait for it."""

import contextlib
import gc
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from .new_databases import copies
from .postgres import running
from .postgres_databases import Databases
from .server.running_server import Server

settings.register_profile("zeitnot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zeitnot")

ROOT = Path(__file__).parents[1]
# A shell's background job ignores SIGINT, and every program that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Tests that use browsers, repeat something often, or start many servers. `make test` runs for every
# change and may take only a few minutes.
SLOW_PATHS = tuple(ROOT / line for line in (ROOT / "tests/whole.txt").read_text().split())


@cache
def is_slow(path: Path) -> bool:
    return any(path.is_relative_to(slow) for slow in SLOW_PATHS)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    assert all(path.exists() for path in SLOW_PATHS), "a path of tests/whole.txt does not exist"
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.whole)


@pytest.fixture(scope="session", autouse=True)
def new_databases_are_copies() -> Iterator[None]:
    """See `new_databases`. `tests/store/sqlite/test_migrate.py` checks the copies."""
    with copies():
        yield


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots, shared by the tests of this process that need no separate one."""
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    assert running.stop() == 0


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that other users, such as `postgres`, may enter; they cannot enter `tmp_path`."""
    with _shared_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def postgresql_databases() -> Iterator[Databases]:
    """A PostgreSQL cluster for the tests of this process; each test asks it for a database."""
    with _shared_folder() as folder, running(folder / "postgresql") as cluster:
        yield Databases(cluster)


@contextlib.contextmanager
def _shared_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="zeitnot-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
