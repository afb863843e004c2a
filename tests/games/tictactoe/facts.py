"""Data of tic-tac-toe for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import TicTacToe

FACTS = Facts(
    twin=TicTacToe,
    playthroughs={"start": ({}, 3)},
    counts=[Count(VALUES["tictactoe"]["nodes"])],
    unit="points",
    keys=[
        ({}, 0xB9DD60E3C5E8575D),
    ],
    refused=[
        ("", "nine of x, o"),
        ("x........ x", "take turns"),
        ("xxxoo.... x", "take turns"),
        ("xxxooo... x", "three in a row"),
        ("x..z..... o", "Only x, o"),
    ],
)
