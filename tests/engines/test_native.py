"""The native module: dropped objects are freed."""

import gc
import sys

from zeitnot_engines.games import NAMES, load

from .rules import playout


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
