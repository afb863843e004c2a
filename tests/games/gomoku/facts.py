"""Data of gomoku for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import Gomoku

FACTS = Facts(
    twin=Gomoku,
    twin_games=6,
    max_plies=120,
    settings=(
        {},
        {"size": 7, "rule": "standard"},
        {"size": 6, "rule": "renju"},
        {"size": 9, "rule": "renju"},
    ),
    playthroughs={
        "start": ({}, 1),
        "size-6": ({"size": 6}, 2),
        "size-20-standard": ({"size": 20, "rule": "standard"}, 3),
        "renju": ({"rule": "renju"}, 4),
    },
    counts=[Count(VALUES["gomoku"]["nodes"])],
    fuzz_rounds=150,
    unit="points",
    keys=[
        ({}, 0x30099A606F8FE525),
        ({"size": 20, "rule": "standard"}, 0xFCB0959084AC4764),
        ({"rule": "renju"}, 0x3BCFEB24918A57C5),
    ],
    refused=[
        ("", "a space, and x or o"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "a space, and x or o"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b", "a space, and x or o"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15 x", "The rows have"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/14 x", "The rows have"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/16 x", "The rows have"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/x13y x", "The rows have"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/ x", "The rows have"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/114 x", "usual form"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxx10 x", "the game ended before"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxx10/ooooo10 x", "the game ended before"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxx10/xxxxx10 o", "before the last stone"),
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxxxxxxx5 o", "before the last stone"),
    ],
)
