"""HAProxy in front of the nodes, with the configuration of docker/haproxy."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.postgres import free_port

from ..rig import ROOT
from .layout import Cores

CONFIG = ROOT / "docker/haproxy/haproxy.cfg"
WAIT_S = 20.0


@contextlib.contextmanager
def balancing(nodes: Mapping[str, int], folder: Path, cores: Cores) -> Iterator[tuple[int, int]]:
    """Runs HAProxy; yields its port and its process id. `nodes`: their names and ports. Raises
    RuntimeError."""
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise RuntimeError("HAProxy is not installed")
    port = free_port()
    environment = {"LISTEN": f"127.0.0.1:{port}", "OBSERVE": f"127.0.0.1:{free_port()}"}
    for number, (name, node_port) in enumerate(nodes.items(), 1):
        environment |= {f"NODE_{number}": name, f"ADDRESS_{number}": f"127.0.0.1:{node_port}"}
    with (folder / "haproxy.log").open("ab") as log:
        process = subprocess.Popen(
            [program, "-db", "-f", str(CONFIG)],
            env={**os.environ, **environment},
            stdout=log,
            stderr=log,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
    try:
        _wait(port, process)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    end_s = time.monotonic() + WAIT_S
    while process.poll() is None and time.monotonic() < end_s:
        with (
            contextlib.suppress(ConnectionRefusedError),
            socket.create_connection(("127.0.0.1", port)),
        ):
            return
        time.sleep(0.02)
    raise RuntimeError("HAProxy does not start")
