"""`zeitnot serve` is started, signalled and stopped as from a shell."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from .running_server import WAIT_S, Server


def has_ended(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_until(condition: object) -> None:
    deadline = time.monotonic() + WAIT_S
    assert callable(condition)
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def refused(*options: str) -> str:
    command = [sys.executable, "-m", "zeitnot_server.cli", "serve", *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert result.returncode == 2, result
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("zeitnot: ")
    return lines[0]


def test_children_are_restarted_and_stop_with_the_parent(tmp_path: Path) -> None:
    server = Server(tmp_path)
    assert server.http("GET", "/readyz")[0] == 200
    first = server.children()
    assert set(first) == {"server", "bots"}
    for pid in first.values():
        os.kill(pid, signal.SIGKILL)
    wait_until(
        lambda: (
            set(server.children()) == {"server", "bots"} and not surviving_children(server, first)
        )
    )
    assert server.http("GET", "/readyz")[0] == 200
    last = server.children()
    assert server.stop() == 0
    assert all(has_ended(pid) for pid in last.values())
    assert (tmp_path / "zeitnot.db").stat().st_mode & 0o777 == 0o600


def surviving_children(server: Server, first: dict[str, int]) -> set[int]:
    return set(first.values()) & set(server.children().values())


def test_children_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.http("GET", "/readyz")
    children = server.children()
    server.process.kill()
    server.process.wait(WAIT_S)
    assert server.process.stdout is not None
    server.process.stdout.close()
    wait_until(lambda: all(has_ended(pid) for pid in children.values()))


INTERRUPTED = """
import os, signal, click
say = click.echo

def echo(text, **more):
    say(text, **more)
    if "http://" in text:
        os.kill(os.getpid(), signal.SIGINT)

click.echo = echo
from zeitnot_server.cli import main
main()
"""


def test_ctrl_c_works_as_soon_as_the_address_is_printed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, "serve", "--port", "0"]
    command += ["--db", str(tmp_path / "zeitnot.db")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert result.returncode == 0
    assert "Traceback" not in result.stderr
    assert "http://" in result.stdout


@pytest.fixture
def _default_sighup() -> Iterator[None]:
    """The tests may be run with SIGHUP ignored (nohup), which child processes would inherit."""
    previous = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, previous)


@pytest.mark.usefixtures("_default_sighup")
def test_sighup_neither_reloads_nor_ends_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots")
    children = server.children()
    server.process.send_signal(signal.SIGHUP)
    os.kill(children["server"], signal.SIGHUP)
    wait_until(lambda: "SIGHUP: nothing to reload" in server.log.read_text())
    assert server.http("GET", "/readyz")[0] == 200
    assert server.children() == children
    assert server.stop() == 0


EVIL = "import sys; sys.stderr.write('evil\\n'); sys.stderr.flush(); raise SystemExit(9)"


def test_nothing_is_imported_from_the_working_directory(tmp_path: Path) -> None:
    """Modules of these names are imported by the command, the server, the bots, or libraries."""
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("socks", "zeitnot_server", "zeitnot_engines", "uvloop", "click", "asyncio"):
        (folder / f"{name}.py").write_text(EVIL)
    command = [str(Path(sys.executable).with_name("zeitnot")), "serve", "--port", "0"]
    command += ["--db", str(tmp_path / "zeitnot.db"), "--bot-games", "1"]
    log = tmp_path / "log"
    with log.open("wb") as err:
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=err, text=True
        )
    assert process.stdout is not None
    with process.stdout:
        url = process.stdout.readline().split()[3]
        wait_until(lambda: _bots_are_online(url) or "evil" in log.read_text())
    process.send_signal(signal.SIGTERM)
    assert process.wait(WAIT_S) == 0
    assert "evil" not in log.read_text()


def _bots_are_online(url: str) -> bool:
    """Whether the house bots are online."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=WAIT_S) as answer:
        return b"zeitnot_bots_online 0.0" not in answer.read()


ORPHAN = """
import os, time
from zeitnot_server.supervisor import _exit_with_parent
parent = os.getpid()
if os.fork() > 0:
    os._exit(0)
while os.getppid() == parent:
    time.sleep(0.01)
_exit_with_parent(parent)
os.write(1, b"lives on")
"""


def test_a_child_of_a_dead_parent_exits() -> None:
    result = subprocess.run([sys.executable, "-c", ORPHAN], capture_output=True, timeout=WAIT_S)
    assert (result.stdout, result.stderr) == (b"", b"")


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots")
    port = server.host.rpartition(":")[2]
    assert port in refused("--port", port, "--db", str(tmp_path / "other.db"))
    assert server.stop() == 0


def test_a_database_in_use_is_reported(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots")
    server.http("GET", "/readyz")
    assert "zeitnot.db" in refused("--port", "0", "--db", str(server.db))
    assert server.http("GET", "/readyz")[0] == 200
    assert server.stop() == 0


@pytest.mark.parametrize("content", [b"not a database at all, but long enough", b"\0" * 4096])
def test_a_file_that_is_no_database_is_reported(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "zeitnot.db"
    file.write_bytes(content)
    refused("--port", "0", "--db", str(file))
    assert file.read_bytes() == content


def test_an_invalid_broker_address_is_reported(tmp_path: Path) -> None:
    refused("--port", "0", "--db", str(tmp_path / "x.db"), "--mqtt", "http://nowhere")
