"""Data of whist for the tests that run on every game."""

from ..facts import Count, Facts
from .twin import Whist

FOUR_SEATS = {"seats": 4}
LONG = {"cards": 13, "seats": 4, "trump": "spades"}

FACTS = Facts(
    twin=Whist,
    twin_games=12,
    settings=[
        {},
        {"trump": "hearts"},
        {"cards": 7, "trump": "clubs"},
        {"cards": 13},
        FOUR_SEATS,
        {"cards": 7, "seats": 4, "trump": "diamonds"},
        LONG,
    ],
    playthroughs={
        "start": ({}, 1),
        "four": ({"seats": 4, "trump": "hearts"}, 2),
        "long": (LONG, 3),
    },
    unit="tricks",
    keys=[
        ({}, 0x19BED7FDCFE8A75C),
        (FOUR_SEATS, 0x16E13FB7BB529A6C),
        (LONG, 0xC288A208BC199F90),
    ],
    counts=[
        # By hand: one card each; two each of one suit; of two suits.
        Count([1, 1], "2c 3c - 0 0:3"),
        Count([2, 4, 4, 4], "2c3c 4c5c - 0 0:2"),
        Count([2, 2, 2, 2], "2c3d 4c5d - 0 0:2"),
    ],
    refused=[
        ("", "each seat's hand"),
        ("2c 3c - 0", "each seat's hand"),
        ("2c 3x - 0 0:3", "different cards"),
        ("2c2c 3c4c - 0 0:0", "different cards"),
        ("2c 2c - 0 0:3", "occurs twice"),
        ("2c 3c4c - 0 0:0", "not equal"),
        ("2c 3c4c 2d 0 0:0", "not equal"),
        ("2c 3c4c 2d 1 0:2 ", "a card of each seat"),
        ("2c3c4c5c6c 2d3d4d5d6d - 0 0:0", "not dealt"),
        ("2c 3c - 0 4:0", "not dealt"),
        ("2c 3c - 2 0:0", "The seat to move"),
        ("2c 3c - 0 00", "two numbers"),
        ("2c 3c 4h5h 0 0:0", "on the table"),
        ("2c ? - 0 0:0", "is hidden"),
        ("- - - 1 0:0", "seat 0 is to lead"),
        ("2c 3c - 0 0:1 5h4h", "do not agree"),
        ("2c 3c - 0 0:0 5h4h", "more earlier tricks"),
        ("2c 3h - 0 1:0 5h4c", "did not follow"),
        ("2c|3c 4c|5c|6c - 0 0:0", "for each possible deal"),
        ("2c|3c ? - 0 0:0", "no hidden cards"),
    ],
)
