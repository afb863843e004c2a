"""Data of Leduc hold'em for the tests that run on every game."""

from zeitnot_engines.games import Value

from ..facts import Facts
from .twin import Leduc

NO_LIMIT: dict[str, Value] = {"hands": 4, "bets": "nolimit"}

FACTS = Facts(
    twin=Leduc,
    twin_games=20,
    settings=[
        {},
        {"hands": 2},
        {"hands": 20, "bets": "nolimit", "stack": 5},
        {"hands": 20, "bets": "nolimit"},
        {"hands": 20, "bets": "nolimit", "stack": 20},
    ],
    playthroughs={"start": ({"hands": 4}, 1), "no-limit": (NO_LIMIT, 2)},
    unit="chips",
    keys=[
        ({}, 0x4E22F6B940645BB4),
        (NO_LIMIT, 0xDA0EBDCEA3A562DB),
    ],
    refused=[
        ("", "a hand, its number"),
        ("KsKs/-/ 1 0 -/-/", "two cards"),
        ("Ks?/-/ 1 0 -/-/", "two cards"),
        ("KsQs/Ks/cc- 1 0 -/-/", "two cards"),
        ("KsQs/Js/cc 1 0 -/-/", "possible betting"),
        ("KsQs/-/cc- 1 0 -/-/", "possible betting"),
        ("KsQs/-/rrr 1 0 -/-/", "possible betting"),
        ("KsQs/-/a 1 0 -/-/", "possible betting"),
        ("KsQs/-/rf 1 0 -/-/", "the next one is due"),
        ("KsQs/-/ 0 0 -/-/", "whole numbers"),
        ("KsQs/-/ 1 1 -/-/", "whole numbers"),
        ("KsQs/-/ 1 -0 -/-/", "whole numbers"),
        ("KsQs/-/ 2 14 KsQs/-/rf", "whole numbers"),
        ("KsQs/-/ 2 0 -/-/", "none before the first"),
        ("KsQs/-/ 2 0 KsQs/-/cc", "none before the first"),
        ("KsQs/-/ 11 0 KsQs/-/rf", "session is over"),
        ("KsQs/-/ 12 0 KsQs/-/rf", "whole numbers"),
    ],
)
