"""Data of Go for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import Go

NO_MARKING = {"size": 5, "marking": "no"}


def without_captures(text: str) -> str:
    """The text without the numbers of captured stones, which are not part of the key."""
    words = text.split()
    return " ".join((*words[:4], *words[5:]))


FACTS = Facts(
    twin=Go,
    twin_games=4,
    max_plies=250,
    settings=(
        {},
        NO_MARKING,
        {"size": 5, "komi": "0", "handicap": 2},
        {"size": 7, "komi": "10", "handicap": 9},
    ),
    playthroughs={
        "start": ({}, 1),
        "size-5": ({"size": 5}, 2),
        "size-5-no-marking": (NO_MARKING, 3),
        "size-7-handicap-4": ({"size": 7, "handicap": 4}, 4),
        "handicap-9-komi-0": ({"handicap": 9, "komi": "0"}, 5),
        "size-13-handicap-3": ({"size": 13, "handicap": 3}, 6),
        "size-19": ({"size": 19, "komi": "6.5"}, 7),
    },
    counts=[Count(VALUES["go"]["positions"][0]["nodes"], settings=NO_MARKING)],
    fuzz_rounds=350,
    unit="points",
    first_control="byoyomi",
    keys=[
        ({}, 0xE33FC57043C24E0E),
        (NO_MARKING, 0x785553BB2A812A85),
        ({"size": 19, "handicap": 2}, 0xB469458E79172A30),
    ],
    distinct=without_captures,
    superko=True,
    refused=[
        ("9/9/9/9/9/9/9/9/9 x - 0", "rows, side"),
        ("9/9/9/9/9/9/9/9 x - 0 0,0", "The rows have"),
        ("9/9/9/9/9/9/9/9/81 x - 0 0,0", "The rows have"),
        ("9/9/9/9/9/9/9/9/y8 x - 0 0,0", "The rows have"),
        ("xo7/o8/9/9/9/9/9/9/9 x - 0 0,0", "without liberties"),
        ("9/9/9/9/9/9/9/9/9 b - 0 0,0", "x or o"),
        ("9/9/9/9/9/9/9/9/9 x - 3 0,0", "0 to 2 passes"),
        ("9/9/9/9/9/9/9/9/9 x - 0 0", "two numbers"),
        ("9/9/9/9/9/9/9/9/9 x - 0 -1,0", "two numbers"),
        ("9/9/9/9/9/9/9/9/9 x E5 0 1,0", "ko point"),
        ("9/9/9/9/9/9/9/9/9 x - 2 0,0", "there is a marking"),
        ("9/9/9/9/9/9/9/9/X8 x - 0 0,0", "only in a marking"),
        ("9/9/9/9/9/9/9/9/9 x - 0 0,0 later", "`resumed`"),
        ("9/9/9/9/9/9/9/9/9 x - 1 0,0 x -", "follows on two passes"),
        ("9/9/9/9/9/9/9/9/9 x - 2 0,0 x x", "given the turn away"),
        ("9/9/9/9/9/9/9/9/9 x - 2 0,0 x ox", "Who is done"),
        ("9/9/9/9/9/9/9/9/Xx7 x - 2 0,0 x -", "as a whole"),
    ],
)
