"""A match that an earlier version has started can be continued."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from .saved_version import SavedVersion
from .write import MATCH


def test_a_match_continues_where_its_log_ends(saved: SavedVersion, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    shutil.copy(saved.folder / "match.jsonl", log)
    before = log.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "zeitnot_server.cli", "match", *MATCH, "--games", "6"]
    result = subprocess.run([*command, "--log", str(log), "--json"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["games"] == 6
    assert log.read_text(encoding="utf-8").startswith(before)
