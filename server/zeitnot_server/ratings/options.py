"""What the operator chooses about ratings."""

from dataclasses import dataclass
from typing import Literal

Pools = Literal["together", "apart", "off"]


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """`pools`: whether people and bots are rated together, or apart, so that no game of both is
    rated, or no games are rated. `one_address`: games count even if players share an address."""

    pools: Pools = "together"
    one_address: bool = False
