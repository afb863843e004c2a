"""Data of Kriegspiel for the tests that run on every game."""

from ..facts import Facts
from .twin import Kriegspiel


def without_counters(text: str) -> str:
    """The text without the counts of plies and moves, which are not part of the key."""
    words = text.split()
    return " ".join([*words[:4], *words[6:]])


FACTS = Facts(
    twin=Kriegspiel,
    twin_games=4,
    playthroughs={"start": ({}, 3)},
    unit="points",
    fuzz_rounds=250,
    distinct=without_counters,
    keys=[({}, 0x28AA104BEFFFA088)],
    refused=[
        ("", "a FEN, the men lost"),
    ],
)
