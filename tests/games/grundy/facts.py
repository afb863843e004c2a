"""Data of Grundy's game for the tests that run on every game."""

from ..facts import Facts
from .twin import Grundy

FACTS = Facts(
    twin=Grundy,
    playthroughs={
        "start": ({}, 3),
        "heap-99": ({"heap": 99}, 1),
        "heaps": ({"heap": 20, "heap2": 13, "heap3": 7}, 1),
    },
    settings=[
        {"heap": heap, "heap2": heap2, "heap3": heap3}
        for heap, heap2, heap3 in ((20, 0, 0), (30, 5, 4), (57, 2, 50), (99, 50, 50))
    ],
    unit="points",
    draws=False,
    keys=[({}, 0xE0F3F3FD7220995A), ({"heap": 99}, 0x7CCA81866967599)],
    refused=[
        ("", "the heaps, largest first"),
        ("20", "the heaps, largest first"),
        ("20 2", "the heaps, largest first"),
        ("20, 0", "from 1 to 99"),
        ("0 0", "from 1 to 99"),
        ("07 0", "from 1 to 99"),
        ("3,20 0", "Larger heaps come before"),
        ("99,99,2 0", "at most 199"),
    ],
)
