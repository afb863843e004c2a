"""What the general tests should know of ox-horn chess."""

from ..facts import Facts
from .twin import Niujiaoqi

FACTS = Facts(
    twin=Niujiaoqi,
    playthroughs={"start": ({}, 14), "blue-first": ({"first": "blue"}, 11)},
)
