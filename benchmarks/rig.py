"""Parts of the server's benchmarks: a server on one core, a load generator on another.

The load generator is C++ (load/), compiled here. Accounts and games are put into the database
before the server opens it; everything after that uses the network.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.database import Place, open_store
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import new_game_ids
from zeitnot_server.rooms.room import GameSetup, Invitation, Room
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.store import Commit
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import accounts

from .databases import Database

LOAD = Path(__file__).parent / "load"
ECHO_VERSIONS = Path(__file__).parent / "echo.txt"
ROOT = Path(__file__).parents[1]
COMPILER_FLAGS = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]
CONTROL = p.Control(kind="fischer", base_ms=3_600_000, increment_ms=1000)

Result = dict[str, Any]
CreatePlayer = Callable[[Any, int], accounts.NewAccount]
"""Makes an account over a connection of the store, from its number."""
Beside = Callable[[int], contextlib.AbstractContextManager[object]]
"""What else happens while a run measures, from the server's port."""


def open_many_files() -> None:
    """Raises the limit of open files of this process and those that it starts, for sockets."""
    _, max_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))


def require_two_cores(program: str) -> None:
    """Exits with a message if there is only one core."""
    if len(CORES) < 2:
        sys.exit(f"{program}: two cores are needed, one for the server and one for the load")


def compile_load() -> Path:
    """The load generator, built with g++ unless these sources have been built before."""
    sources = sorted(LOAD.iterdir())
    texts = b"".join(path.read_bytes() for path in sources if path.is_file())
    name = hashlib.sha256(" ".join(COMPILER_FLAGS).encode() + texts).hexdigest()[:16]
    program = ROOT / "build/load" / name
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as folder:
            built = Path(folder) / "load"
            command = ["g++", *COMPILER_FLAGS, str(LOAD / "main.cpp"), "-o", str(built)]
            subprocess.run(command, check=True)
            built.rename(program)  # atomic, because another process may build it too
    return program


def pin(core: int) -> None:
    """Keeps this process, and those that it starts, on one core."""
    os.sched_setaffinity(0, {core})


# ── accounts and games ─────────────────────────────────────────────────────────────────────────


def _guest(connection: Any, number: int) -> accounts.NewAccount:
    return accounts.create_guest(connection, f"Player {number}", wall_ms())


async def prepare(
    database: Place,
    folder: Path,
    games: int,
    create: CreatePlayer = _guest,
    setup: p.Setup = LEGACY_SETUP,
) -> str:
    """Creates a database of othello games with two players each. Returns the plan that lists them.
    `folder`: see `open_store`."""
    store = await open_store(database, rules_for, folder=folder)
    try:
        people = await store.write(lambda c: [create(c, n) for n in range(2 * games)])
        rooms = [_room(setup, people[2 * n], people[2 * n + 1]) for n in range(games)]
        for room in rooms:
            await store.log.commit(Commit(room, created=(room,)))
    finally:
        await store.close()
    tokens = [(people[2 * n].token, people[2 * n + 1].token) for n in range(games)]
    return "".join(f"{room.id} {a} {b}\n" for room, (a, b) in zip(rooms, tokens, strict=True))


def _room(setup: p.Setup, *people: accounts.NewAccount) -> Room:
    return bare_room(*(Invitation(each.account, each.name) for each in people), setup=setup)


def bare_room(*invitations: Invitation, setup: p.Setup = LEGACY_SETUP) -> Room:
    """An othello room without players."""
    created, rules = new_game_ids(), rules_for("othello", {})
    game_setup = GameSetup(
        id=created.game,
        rules=rules,
        settings=rules.settings,
        control=CONTROL,
        seed=created.seed,
        created_at=wall_ms(),
        setup=setup,
        invitations=invitations or (None,) * rules.seats,
    )
    return Room.new(game_setup)


# ── processes ──────────────────────────────────────────────────────────────────────────────────


class ServerProcess:
    """A running server: its port and the process that does the work."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid

    def rss_mib(self) -> float:
        """Its resident memory."""
        match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        return int(match[1]) / 1024 if match else 0.0

    def cpu_seconds(self) -> float:
        """The processor time that it has used."""
        return cpu_seconds([self.pid])


def cpu_seconds(pids: Iterable[int]) -> float:
    """The processor time that these processes have used so far; 0 for one that has ended."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def bytes_written(pids: Iterable[int]) -> int:
    """How many bytes these processes have written to disk so far; 0 for one that has ended."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            figures = Path(f"/proc/{pid}/io").read_text()
            total += int(re.search(r"^write_bytes: (\d+)", figures, re.MULTILINE)[1])  # type: ignore[index]
    return total


@contextlib.contextmanager
def running(
    command: list[str],
    address: str,
    folder: Path = ROOT,
    cores: Collection[int] = (SERVER_CORE,),
) -> Iterator[tuple[int, int]]:
    """Runs a process that prints its address. Yields its port and its process id."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
        cwd=folder,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        match = re.search(address, line)
        if match is None:
            raise RuntimeError(f"no address in {line!r}")
        yield int(match[1]), process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


@contextlib.contextmanager
def zeitnot(
    database: Place,
    folder: Path,
    node: str | None = None,
    cores: Collection[int] = (SERVER_CORE,),
) -> Iterator[ServerProcess]:
    """`zeitnot serve` on a prepared database, in a folder. `node`: its name, one of several."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "serve"]
    address = database if isinstance(database, Path) else database.url
    command += ["--no-bots", "--port", "0", "--db", str(address)]
    if node is not None:
        command += ["--node", node]
    with running(command, r"http://[\d.]+:(\d+)", folder, cores) as (port, parent):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30):
            pass  # once it answers, the child process exists
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        yield ServerProcess(port, int(children[0]))


@contextlib.contextmanager
def echo_server() -> Iterator[ServerProcess]:
    """The echo server that is the yardstick."""
    command = [sys.executable, "-m", "benchmarks.echo"]
    if (libraries := _yardstick_libraries()) is not None:
        command = ["env", f"PYTHONPATH={libraries}", *command]
    with running(command, r"port (\d+)") as (port, pid):
        yield ServerProcess(port, pid)


def _yardstick_libraries() -> Path | None:
    """The folder with the versions of echo.txt; None if those are the installed ones."""
    pinned = re.findall(r"^(\S+)==(\S+)$", ECHO_VERSIONS.read_text("utf-8"), re.MULTILINE)
    versions = {each.name: each.version for each in metadata.distributions()}
    if all(versions.get(name) == version for name, version in pinned):
        return None
    folder = ROOT / "build/yardstick"
    installed = folder / ECHO_VERSIONS.name
    if not installed.exists() or installed.read_bytes() != ECHO_VERSIONS.read_bytes():
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, "--target", str(folder), "-r", str(ECHO_VERSIONS)], check=True)
        shutil.copy(ECHO_VERSIONS, installed)
    return folder


class Load:
    """One run of the load generator. `sample` is called once a second while it measures; `opening`
    in the result: seconds until all clients were connected and the measurement began."""

    def __init__(self, program: Path) -> None:
        self._program = program

    def run(
        self,
        mode: str,
        port: int,
        sample: Any = None,
        beside: contextlib.AbstractContextManager[object] | None = None,
        **options: Any,
    ) -> Result:
        """Runs it and returns its figures. `beside` is open while it measures. Raises RuntimeError
        when it fails."""
        arguments = [str(self._program), mode, "--port", str(port)]
        for name, value in options.items():
            arguments += [f"--{name}", str(value)]
        process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: pin(LOAD_CORE)
        )
        assert process.stdout is not None
        started = time.perf_counter()
        with process, process.stdout:
            if process.stdout.readline() != "go\n":
                raise RuntimeError(f"{mode}: the load generator failed")
            opening = time.perf_counter() - started
            with _every_second(sample), beside or contextlib.nullcontext():
                line = process.stdout.readline()
        if process.returncode != 0 or not line:
            raise RuntimeError(f"{mode}: the load generator failed")
        result: Result = json.loads(line)
        return result | {"opening": opening}


@contextlib.contextmanager
def _every_second(sample: Any) -> Iterator[None]:
    finished = threading.Event()

    def sample_until_finished() -> None:
        while not finished.wait(1.0):
            sample()

    thread = threading.Thread(target=sample_until_finished)
    if sample is not None:
        sample()
        thread.start()
    try:
        yield
    finally:
        finished.set()
        if sample is not None:
            thread.join()
            sample()


def fresh_games(database: Database, folder: Path, games: int, **options: Any) -> tuple[Place, Path]:
    """A new database with this many games, and its plan. `options`: see `prepare`."""
    place = database.new()
    plan = folder / f"{games}-{time.monotonic_ns()}.plan"
    plan.write_text(asyncio.run(prepare(place, folder, games, **options)))
    return place, plan


# ── measured runs ──────────────────────────────────────────────────────────────────────────────


def echo(load: Load, **options: Any) -> Result:
    """Messages through the echo server. `core`: messages per CPU second."""
    cpu: list[float] = []
    with echo_server() as server:
        figures = load.run(
            "echo", server.port, sample=lambda: cpu.append(server.cpu_seconds()), **options
        )
    figures["rate"] = figures["messages"] / figures["seconds"]
    figures["core"] = figures["messages"] / max(0.01, cpu[-1] - cpu[0])
    return figures


def play(
    load: Load,
    database: Database,
    folder: Path,
    place: Place,
    beside: Beside | None = None,
    **options: Any,
) -> Result:
    """One run of games: its figures, the processor time and memory of the server, and what reached
    the disk."""
    cpu: list[float] = []
    rss: list[float] = []
    written: list[int] = []
    other_cpu: list[float] = []
    with zeitnot(place, folder) as server:
        started = server.cpu_seconds()

        def sample() -> None:
            cpu.append(server.cpu_seconds())
            rss.append(server.rss_mib())
            other_cpu.append(cpu_seconds(database.pids()))
            written.append(bytes_written([server.pid, *database.pids()]))

        context = beside(server.port) if beside else None
        figures = load.run("play", server.port, sample=sample, beside=context, **options)
    figures["written"] = (written[-1] - written[0]) / max(1, figures["moves"])
    figures["rate"] = figures["moves"] / figures["seconds"]
    figures["core"] = figures["moves"] / max(0.01, cpu[-1] - cpu[0])  # per CPU second
    figures["other_cores"] = (other_cpu[-1] - other_cpu[0]) / max(1, figures["moves"])
    figures["opening_cpu"] = cpu[0] - started
    figures["busy"] = (cpu[-1] - cpu[0]) / figures["seconds"]
    figures["rss"] = rss
    return figures
