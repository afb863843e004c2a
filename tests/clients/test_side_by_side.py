"""The wheels `zeitnot` and `zeitnot-client` in different versions side by side."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from zeitnot_client.side_by_side import conflict


@pytest.mark.parametrize("large", [None, "0.2.0"])
@pytest.mark.parametrize("small", [None, "0.2.0"])
def test_one_version_is_no_conflict(large: str | None, small: str | None) -> None:
    assert conflict(large, small) is None


def test_two_versions_are_both_named() -> None:
    problem = conflict("0.2.0", "0.3.0")
    assert problem is not None
    assert "zeitnot 0.2.0 and zeitnot-client 0.3.0" in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("script", "argument", "output"),
    [
        ("zeitnot_server.cli import main", "--version", "zeitnot, version"),
        ("zeitnot_client.commands.programs import play as main", "--help", "Usage: zeitnot-play"),
    ],
)
@pytest.mark.parametrize("small", ["0.0.1", version("zeitnot")])
def test_a_command_says_so_in_one_line(
    script: str, argument: str, output: str, small: str, tmp_path: Path
) -> None:
    """Commands work all the same, and write it to stderr only."""
    metadata = tmp_path / f"zeitnot_client-{small}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: zeitnot-client\nVersion: {small}\n")
    result = subprocess.run(
        [sys.executable, "-c", f"from {script}; main()", argument],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0
    assert result.stdout.startswith(output)
    program = "zeitnot" if argument == "--version" else "zeitnot-play"
    problem = conflict(version("zeitnot"), small)
    assert result.stderr == (f"{program}: {problem}\n" if problem else "")
