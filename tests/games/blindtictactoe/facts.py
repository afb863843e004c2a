"""Data of blind tic-tac-toe for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import BlindTicTacToe

FACTS = Facts(
    twin=BlindTicTacToe,
    playthroughs={"start": ({}, 1), "refusals": ({}, 2)},
    counts=[Count(VALUES["blindtictactoe"]["nodes"])],
    fuzz_rounds=50,
    unit="points",
    keys=[({}, 0xCC4C6A5490EED70B)],
    refused=[
        ("", "the cells tried"),
        ("b2!", "exactly if the other side"),
        ("d2", "the cells tried"),
        ("b2b2", "exactly if the other side"),
        ("b2b2!b2!", "does not try again"),
        ("b2a1b2", "does not try again"),
        ("b2?", "names the cells"),
        ("a3a1b3b1c3c1", "ended before"),
        ("-b2", "the cells tried"),
        ("b2 a1", "the cells tried"),
        ("?" * 18, "the cells tried"),
    ],
)
