"""A match that an earlier version began is gone on with."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from .kept import Kept
from .write import MATCH


def test_a_match_continues_where_its_log_ends(kept: Kept, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    shutil.copy(kept.folder / "match.jsonl", log)
    before = log.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "zeitnot_server.cli", "match", *MATCH, "--games", "6"]
    done = subprocess.run([*command, "--log", str(log), "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 6
    assert log.read_text(encoding="utf-8").startswith(before)
