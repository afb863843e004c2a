"""Data of connect four for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import ConnectFour, State


def board(text: str) -> str:
    """The board that the moves lead to, in whatever order they were played."""
    return str(sorted(State(text.replace("-", "")).stones().items()))


FACTS = Facts(
    twin=ConnectFour,
    playthroughs={"start": ({}, 3)},
    counts=[Count(VALUES["connect4"]["positions"][0]["nodes"])],
    unit="points",
    keys=[
        ({}, 0xEF32731EAE691A14),
    ],
    distinct=board,
    refused=[
        ("", "1 to 7"),
        ("448", "Only the columns"),
        ("4444444", "six stones only"),
        ("44556677", "ended before"),
        ("1" * 43, "1 to 7"),
    ],
)
