"""PostgreSQL clusters for tests, each in a folder and on a port of 127.0.0.1.

If the tests run as root, the server runs as `postgres`, because PostgreSQL refuses to run as root.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from .with_parent import WITH_PARENT

WAIT_S = 60
QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Settings for tests that do not simulate a loss of power."""
SAFE = {"shared_buffers": "128MB", "max_wal_size": "2GB", "checkpoint_timeout": "15min"}
"""Settings with which no committed data is lost."""
_SETTINGS = {
    "shared_buffers": "32MB",
    "max_connections": "200",
    "max_wal_size": "128MB",
    "logging_collector": "off",
    "timezone": "UTC",
}


def binaries() -> Path:
    """The folder of the newest server among Debian's packages, or else of the one in PATH. Raises
    FileNotFoundError."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = max(versions, key=lambda path: float(path.parts[-3]), default=None)
    if found is None and (in_path := shutil.which("initdb")):
        found = Path(in_path)
    if found is None:
        raise FileNotFoundError("PostgreSQL's server is not installed")
    return found.parent


def as_owner() -> dict[str, int | str]:
    """Options of subprocess that run a server as `postgres`, if this process is root."""
    if os.getuid() != 0:
        return {}
    owner = pwd.getpwnam("postgres")
    return {"user": owner.pw_uid, "group": owner.pw_gid}


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def free_port() -> int:
    """A port on which no process listens now."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


class Cluster:
    """A cluster in `folder`, which must not exist yet. `settings` go into postgresql.conf. `start`
    starts its server."""

    def __init__(self, folder: Path, settings: Mapping[str, str] = QUICK) -> None:
        self.folder, self.port = folder, free_port()
        self._settings = {**_SETTINGS, **settings}
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True)
        if owner := as_owner():
            os.chown(folder, int(owner["user"]), int(owner["group"]))
        self._make()

    def _make(self) -> None:
        """Creates the data directory."""
        folder = self.folder
        initdb = [binaries() / "initdb", "--pgdata", folder / "data", "--no-sync", "--no-locale"]
        initdb += ["--encoding=UTF8", "--data-checksums"]
        self._run([*initdb, "--auth=trust", "--username=zeitnot"])

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.folder / "data"

    def url(self, database: str = "postgres") -> str:
        """The URL of a database of the cluster."""
        return f"postgresql://zeitnot@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        options = {
            **self._settings,
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
        }
        arguments = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*WITH_PARENT, binaries() / "postgres", "-D", self.data, *arguments],
                stdout=log,
                stderr=log,
                cwd="/",
                **as_owner(),  # type: ignore[call-overload]
            )
        ready = [binaries() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        self._until_ready(ready)

    def _until_ready(self, ready: list[str | Path]) -> None:
        assert self._process is not None
        for _ in range(WAIT_S * 20):
            if subprocess.run([*ready, "-t", "1"], check=False).returncode == 0:
                return
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.05)
                raise RuntimeError((self.folder / "log").read_text(encoding="utf-8"))
        raise TimeoutError("PostgreSQL does not answer")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops the server: SIGINT closes connections and shuts down cleanly, SIGQUIT crashes
        it."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(WAIT_S)
        self._process = None

    def kill(self) -> None:
        """Kills all processes of the server with SIGKILL and waits until they are gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)  # so that it starts no more processes
        pids = self.pids()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(WAIT_S)
        self._process = None
        for pid in pids:
            while Path(f"/proc/{pid}/stat").exists() and not _is_zombie(pid):
                time.sleep(0.001)

    def pids(self) -> list[int]:
        """All processes of the server, the postmaster first; empty if it has ended."""
        assert self._process is not None
        pid = self._process.pid
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except FileNotFoundError:
            return []
        return [pid, *map(int, children.split())]

    def signal(self, which: signal.Signals) -> None:
        """Sends a signal, such as SIGSTOP, to every process of the server."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, which)

    def _run(self, command: list[str | Path]) -> None:
        result = subprocess.run(command, cwd="/", capture_output=True, text=True, **as_owner())  # type: ignore[call-overload]
        assert result.returncode == 0, result.stderr


STANDBY = "standby"
SYNCHRONOUS = {**SAFE, "synchronous_standby_names": f"FIRST 1 ({STANDBY})"}
"""A primary's settings: a commit waits until it is on the standby's disk."""


class Standby(Cluster):
    """A copy of a running cluster, which then follows it until it is promoted."""

    def __init__(self, folder: Path, primary: Cluster) -> None:
        self._primary = (
            f"host=127.0.0.1 port={primary.port} user=zeitnot application_name={STANDBY}"
        )
        # After its promotion it has no standby, so its commits must not wait for one.
        settings = {"primary_conninfo": self._primary, "synchronous_standby_names": ""}
        super().__init__(folder, {**SAFE, **settings})

    def _make(self) -> None:
        copy = [binaries() / "pg_basebackup", "--pgdata", self.data, "--dbname", self._primary]
        self._run([*copy, "--wal-method=stream", "--checkpoint=fast", "--write-recovery-conf"])

    def promote(self) -> None:
        """Promotes it to primary; returns when it accepts writes."""
        self._run([binaries() / "pg_ctl", "promote", "--pgdata", self.data, "--wait"])


@contextlib.contextmanager
def primary_and_standby(folder: Path) -> Iterator[tuple[Cluster, Standby]]:
    """Runs a primary, whose commits wait for its standby, and deletes both clusters afterwards."""
    primary = Cluster(folder / "primary", SYNCHRONOUS)
    standby: Standby | None = None
    try:
        primary.start()
        standby = Standby(folder / "standby", primary)
        standby.start()
        yield primary, standby
    finally:
        for cluster in (standby, primary):
            if cluster is not None:
                cluster.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running(folder: Path, settings: Mapping[str, str] = QUICK) -> Iterator[Cluster]:
    """Runs a cluster and deletes it afterwards."""
    cluster = Cluster(folder, settings)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
