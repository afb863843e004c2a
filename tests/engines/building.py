"""Builds and runs the core's C++ test programs."""

import ctypes
import fcntl
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from ..repetition import NIGHTLY

TIMEOUT_S = 3600  # a compiler on a busy machine takes many minutes
ADDR_NO_RANDOMIZE = 0x0040000  # linux/personality.h
ROOT = Path(__file__).parents[2]
ALL_CHECKS = "ON" if NIGHTLY else "OFF"  # whether to enable every check of the sanitizers


def build_checks(folder: str, sanitizers: str, *targets: str) -> Path:
    """Builds these checks of the core, or all if none is named; returns their folder."""
    settings = ("PYTHON=OFF", "CHECKS=ON", f"SANITIZE={sanitizers}", f"SANITIZE_ALL={ALL_CHECKS}")
    options = tuple(f"-DZEITNOT_{setting}" for setting in settings)
    build(ROOT / "build" / folder, *targets, options=options)
    return ROOT / "build" / folder / "tests"


def build(folder: Path, *targets: str, options: tuple[str, ...]) -> None:
    """Builds these targets of the core, or all, with options for CMake."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run("cmake", "-G", "Ninja", *options, "-S", ROOT / "engines/core", "-B", folder)
        target_options = ["--target", *targets] if targets else []
        run("cmake", "--build", folder, "-j", "2", *target_options)


def run(*command: str | Path, lines: Sequence[str] = (), cwd: Path | None = None) -> str:
    """Runs a command with these input lines; if it fails, its output is the assertion's message."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PATH": path},
        input="".join(f"{line}\n" for line in lines),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT_S,
        preexec_fn=_at_fixed_addresses,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


def _at_fixed_addresses() -> None:
    """Disables address randomisation: with more than 28 random bits the shadow memory of GCC 12's
    sanitizers sometimes collides with a mapping. Without effect in containers that forbid it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE)
