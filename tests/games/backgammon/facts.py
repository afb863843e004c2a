"""What the general tests should know of backgammon."""

from ..facts import Facts
from .twin import Backgammon

FACTS = Facts(
    twin=Backgammon,
    twin_games=2,
    playthroughs={"start": ({}, 1), "match": ({"match": "3", "cube": "on"}, 2)},
)
