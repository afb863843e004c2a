"""Data of the race on a line for the tests that run on every game."""

from ..facts import Facts
from .twin import Line

FACTS = Facts(
    twin=Line,
    twin_games=10,
    playthroughs={"start": ({}, 1), "three": ({"squares": 3}, 2)},
    unit="points",
    keys=[({}, 0x31795AEA54EC542D), ({"squares": 3}, 0x738893D73EA5A2E4)],
    refused=[
        ("", "the squares of both stones"),
        ("1 8", "the squares of both stones"),
        ("1 8 2", "the seat to move is 0 or 1"),
        ("0 8 0", "numbered from 1"),
        ("1 9 0", "numbered from 1"),
        ("01 8 0", "numbered from 1"),
        ("3 3 0", "different squares"),
        ("8 3 0", "ended before"),
        ("5 1 1", "ended before"),
        ("8 1 1", "ended before"),
    ],
)
