"""Data of ox-horn chess for the tests that run on every game."""

from ..facts import Facts
from .twin import Niujiaoqi

FACTS = Facts(
    twin=Niujiaoqi,
    playthroughs={"start": ({}, 14), "blue-first": ({"first": "blue"}, 11)},
    unit="points",
    keys=[
        ({}, 0x2EC2AFC9FE260090),
        ({"first": "blue"}, 0xD98BD141D6FCF2C1),
    ],
    refused=[
        ("0 8 9", "red's node"),
        ("0 8 8 r", "different nodes"),
        ("0 8 10 r", "from 0 to 9"),
        ("0 08 9 r", "from 0 to 9"),
    ],
)
