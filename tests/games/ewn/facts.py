"""What the general tests should know of EinStein würfelt nicht!."""

from ..facts import VALUES, Count, Facts
from .twin import Ewn

FACTS = Facts(
    twin=Ewn,
    playthroughs={
        "start": ({}, 1),
        "random": ({"setup": "random"}, 2),
        "free-red-first": ({"setup": "free", "first": "red"}, 3),
    },
    counts=[Count(VALUES["ewn"]["positions"][0]["nodes"])],
)
