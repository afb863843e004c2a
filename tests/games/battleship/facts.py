"""Data of battleship for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import Battleship

WATER = "." * 100
FLEET = "aaaaa.....bbbb......ccc.......ddd.......ee" + "." * 58


FACTS = Facts(
    twin=Battleship,
    twin_games=6,
    playthroughs={"start": ({}, 1), "apart": ({"touching": "no"}, 2)},
    settings=[{"touching": "yes"}, {"touching": "no"}],
    counts=[
        Count(VALUES["battleship"]["first_ships"]),
        Count(VALUES["battleship"]["first_ships_apart"], None, {"touching": "no"}),
    ],
    fuzz_rounds=250,
    unit="points",
    draws=False,
    keys=[({}, 0xB00450A764D95550), ({"touching": "no"}, 0x225FDA0ED7C80AF9)],
    refused=[
        ("", "two waters of 100 cells"),
        (f"{WATER}/{WATER} 2", "two waters of 100 cells"),
        (f"{WATER}/{WATER[1:]}? 0", "two waters of 100 cells"),
        (f"{'x' * 100}/{WATER} 0", "two waters of 100 cells"),
        (f"{FLEET.replace('e', '.')[:99]}e/{WATER} 0", "lines of 5, 4, 3, 3 and 2"),
        (f"{FLEET.replace('c', '.')}/{WATER} 0", "lines of 5, 4, 3, 3 and 2"),
        (f"{FLEET}/{WATER} 0", "First seat 0 lays out"),
        (f"{WATER}/{FLEET} 0", "First seat 0 lays out"),
        (f"{FLEET}/{WATER[1:]}o 1", "no shots before"),
        (f"{FLEET}/{FLEET} 1", "take turns"),
        (f"{FLEET}/{FLEET[:99]}o 0", "take turns"),
        (f"{FLEET.upper()}/{FLEET.upper()} 0", "Only one side"),
    ],
)
