"""Ends a program with its children on Windows, where a command has to find them."""

import os
import subprocess
from pathlib import Path

import pytest

from zeitnot_client.drivers.process_tree import kill_group

TASKKILL = """#!/bin/sh
kill -0 "$4" && echo "$@" > {log}
"""


def test_children_are_ended_before_their_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, command = tmp_path / "log", tmp_path / "taskkill"
    command.write_text(TASKKILL.format(log=log))
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delattr(os, "killpg")
    with subprocess.Popen(["sleep", "600"], stdout=subprocess.PIPE) as process:
        kill_group(process)
        assert process.wait(60) < 0
    assert log.read_text() == f"/F /T /PID {process.pid}\n"


def test_a_missing_taskkill_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with subprocess.Popen(["sleep", "600"], stdout=subprocess.PIPE) as process:
        monkeypatch.setenv("PATH", "")
        kill_group(process)
        assert process.wait(60) < 0
