"""The databases that the server's benchmarks compare: SQLite, in the server's process, and
PostgreSQL, a cluster on the same disk with the settings of a careful installation.

PostgreSQL runs on whichever processors are free; the server and the load have one each.
"""

import contextlib
import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from tests.postgres import SAFE, Cluster, running
from tests.postgres_databases import Databases
from zeitnot_server.database import Place

NAMES = ("sqlite", "postgresql")


class Database(Protocol):
    """A factory of databases, each for one run."""

    name: str

    def new(self) -> Place:
        """Creates a database for one run."""

    def pids(self) -> list[int]:
        """The database's processes, other than the server's."""

    def drop(self, place: Place) -> None:
        """Deletes one."""


class Sqlite:
    """Files in a folder."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)

    def new(self) -> Path:
        return self._folder / f"run{next(self._numbers)}.db"

    def pids(self) -> list[int]:
        return []

    def drop(self, place: Place) -> None:
        assert isinstance(place, Path)
        for file in self._folder.glob(f"{place.stem}.*"):
            file.unlink()


class Postgresql:
    """Databases of a cluster."""

    name = "PostgreSQL"

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._databases = Databases(cluster)

    def new(self) -> Place:
        from zeitnot_server.store.address import Address

        return Address(self._databases.new())

    def pids(self) -> list[int]:
        return self._cluster.pids()

    def drop(self, place: Place) -> None:
        """Does nothing, because the cluster is deleted at the end."""


@contextlib.contextmanager
def opened(name: str, folder: Path) -> Iterator[Database]:
    """The factory with this name (NAMES). SQLite uses `folder`; PostgreSQL uses another folder, to
    which its user has access."""
    if name == "sqlite":
        yield Sqlite(folder)
        return
    with tempfile.TemporaryDirectory(prefix="zeitnot-", ignore_cleanup_errors=True) as other:
        Path(other).chmod(0o711)
        with running(Path(other) / "postgresql", SAFE) as cluster:
            yield Postgresql(cluster)
