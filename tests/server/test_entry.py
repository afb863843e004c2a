"""The script `zeitnot`, interrupted while it imports."""

import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
MODULE, _, FUNCTION = tomllib.loads(PROJECT.read_text())["project"]["scripts"]["zeitnot"].partition(
    ":"
)
INTERRUPTED = f"""
import os, sys

module, number = sys.argv[1:]

def hook(event, args):
    if event == "import" and args[0] == module:
        os.kill(os.getpid(), int(number))

sys.addaudithook(hook)
from {MODULE} import {FUNCTION} as main
sys.argv[1:] = ["--version"]
main()
"""


def interrupted(
    module: str, number: signal.Signals, before: Callable[[], object] | None = None
) -> "subprocess.CompletedProcess[str]":
    """`zeitnot`, which gets the signal when it begins to import this module."""
    command = [sys.executable, "-c", INTERRUPTED, module, str(int(number))]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=before)


def set_default_handlers() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "module", ["zeitnot_server.cli", "importlib.metadata", "click", "zeitnot_engines.interrupts"]
)
def test_a_signal_during_imports_ends_the_process_silently(
    module: str, number: signal.Signals
) -> None:
    ended = interrupted(module, number, set_default_handlers)
    assert (ended.returncode, ended.stdout, ended.stderr) == (128 + number, "", "")


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    """Such as SIGINT in a background job of a shell without job control."""
    ended = interrupted(
        "click", signal.SIGINT, lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("zeitnot")
