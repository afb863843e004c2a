"""The native module: its stubs are up to date, and dropped objects are freed."""

import gc
import subprocess
import sys
from pathlib import Path

import zeitnot_engines
from zeitnot_engines.games import NAMES, load

from .rules import playout

STUBS = Path(zeitnot_engines.__file__).with_name("_core.pyi")


def test_the_stubs_are_up_to_date(tmp_path: Path) -> None:
    """If this fails, run `make stubs` and review the difference."""
    generated = tmp_path / "_core.pyi"
    command = ["-m", "nanobind.stubgen", "-q", "-m", "zeitnot_engines._core", "-o", str(generated)]
    subprocess.run([sys.executable, *command], check=True, timeout=180)
    assert generated.read_text() == STUBS.read_text()


def test_dropped_objects_are_freed() -> None:
    def blocks_after_playing() -> int:
        for name in NAMES:
            for seed in range(30):
                playout(load(name), seed)
        gc.collect()
        return sys.getallocatedblocks()

    blocks_after_playing()
    before = blocks_after_playing()
    assert blocks_after_playing() - before < 100
