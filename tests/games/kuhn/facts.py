"""Data of Kuhn poker for the tests that run on every game."""

from ..facts import Facts
from .twin import Kuhn

FACTS = Facts(
    twin=Kuhn,
    playthroughs={"start": ({}, 1), "short": ({"hands": 2}, 2)},
    unit="chips",
    keys=[
        ({}, 0x013EF80800CCEF88),
        ({"hands": 2}, 0x2F98A63608F2C7D7),
    ],
    refused=[
        ("", "a hand, its number"),
        ("QQ/ 1 0 --/", "two of J, Q and K"),
        ("Q?/ 1 0 --/", "two of J, Q and K"),
        ("QK/bb 1 0 --/", "two of J, Q and K"),
        ("QK/cc 1 0 --/", "the next one is due"),
        ("QK/ 0 0 --/", "whole numbers"),
        ("QK/ 1 1 --/", "So many chips"),
        ("QK/ 2 5 JK/cc", "So many chips"),
        ("QK/ 2 0 --/", "none before the first"),
        ("QK/ 11 0 JK/cc", "session is over"),
        ("QK/ 1 -0 --/", "whole numbers"),
    ],
)
