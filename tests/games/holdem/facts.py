"""Data of limit hold'em for the tests that run on every game."""

from ..facts import Facts
from .twin import Holdem

FACTS = Facts(
    twin=Holdem,
    twin_games=16,
    settings=[{"hands": 2}, {"hands": 4}, {}],
    max_plies=60,
    playthroughs={"start": ({"hands": 4}, 1)},
    unit="chips",
    keys=[
        ({}, 0x5AF9B8AD600B44C8),
        ({"hands": 2}, 0x745FE69368356C97),
    ],
    refused=[
        ("", "a hand, its number"),
        ("AhKd7c/-/ 1 0 -/-/", "seats' cards"),
        ("AhKd7cKd/-/ 1 0 -/-/", "seats' cards"),
        ("KdAh7c2s/-/ 1 0 -/-/", "seats' cards"),
        ("AhKd????/-/ 1 0 -/-/", "seats' cards"),
        ("AhKd/-/ 1 0 -/-/", "seats' cards"),
        ("-/-/c 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/-/rrrr 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/-/cc- 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/Qs9h2c/cc 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/Qs9h/cc- 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/Qs9hAh/cc- 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/Qs9h2c/cc-f 1 0 -/-/", "possible betting"),
        ("AhKd7c2s/-/f 1 0 -/-/", "the next one is due"),
        ("AhKd7c2s/-/ 0 0 -/-/", "whole numbers"),
        ("AhKd7c2s/-/ 1 1 -/-/", "whole numbers"),
        ("AhKd7c2s/-/ 1 -0 -/-/", "whole numbers"),
        ("AhKd7c2s/-/ 2 49 AhKd7c2s/-/f", "whole numbers"),
        ("AhKd7c2s/-/ 2 0 -/-/", "none before the first"),
        ("AhKd7c2s/-/ 2 0 AhKd7c2s/-/cc", "none before the first"),
        ("AhKd7c2s/-/ 21 0 AhKd7c2s/-/f", "session is over"),
    ],
)
