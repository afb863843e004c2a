"""For all tests: hypothesis has no deadline, because machines differ in speed; the tests
of tests/whole.txt are slow: they get the mark `whole`, and run in `make check-whole` only.

While tests are collected nothing becomes garbage, and the collector would look through a million
objects again and again; afterwards they are frozen, so that tests that call it do not wait."""

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
# A background job of a shell ignores SIGINT, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Tests with browsers, with many repetitions, and with many starts of whole servers. `make test` is
# run for every change, and must not take longer than minutes.
WHOLE = tuple(ROOT / line for line in (ROOT / "tests/whole.txt").read_text().split())


@cache
def is_whole(path: Path) -> bool:
    return any(path.is_relative_to(whole) for whole in WHOLE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    assert all(path.exists() for path in WHOLE), "a path of tests/whole.txt does not exist"
    for item in items:
        if is_whole(item.path):
            item.add_marker(pytest.mark.whole)


@pytest.fixture(scope="session", autouse=True)
def new_databases_are_copies() -> Iterator[None]:
    """See `new_databases`; `tests/store/sqlite/test_migrate.py` compares with the tables' code."""
    with copies():
        yield


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots, for all tests of this process that need no server of their own."""
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    assert running.stop() == 0


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that other users may enter, as PostgreSQL's; pytest's own may be no other's."""
    with _shared_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def postgresql_databases() -> Iterator[Databases]:
    """A cluster of PostgreSQL for the tests of this process; each asks it for its own database."""
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
