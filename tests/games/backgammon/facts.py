"""Data of backgammon for the tests that run on every game."""

from itertools import product

from ...repetition import NIGHTLY
from ..facts import Facts
from .twin import Backgammon

SWITCHES = ("off", "on")
SHORT = [
    {"match": match, "cube": cube, "jacoby": jacoby, "beavers": beavers}
    for match, cube, jacoby, beavers in product(("single", "1", "3"), *[SWITCHES] * 3)
]
# A match of 25 points without the cube takes thousands of plies.
LONG = [
    {"match": match, "cube": "on"} for match in ("5", "7", "9", "11", "13", "15", "17", "21", "25")
]

FACTS = Facts(
    twin=Backgammon,
    twin_games=2,
    settings=None if NIGHTLY else [*SHORT, *LONG],
    playthroughs={
        "start": ({}, 1),
        "match": ({"match": "3", "cube": "on"}, 2),
        "money": ({"cube": "on", "jacoby": "on", "beavers": "on"}, 3),
    },
    fuzz_rounds=350,
    unit="points",
    draws=False,
    first_control="delay",
    keys=[
        ({}, 0x7BC3000FB17EC065),
        ({"match": "7", "cube": "on"}, 0x6B79DD57802A65C1),
    ],
)
