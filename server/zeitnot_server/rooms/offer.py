"""The open offers of a room."""

from collections.abc import Mapping
from types import MappingProxyType

import zeitnot_protocol as p

from .value import Value


class Offer(Value, frozen=True):
    """An open offer of `seat` to the others, and the seats that have accepted it so far."""

    seat: int
    agreed: frozenset[int] = frozenset()


Offers = Mapping[p.What, Offer]
NO_OFFERS: Offers = MappingProxyType({})
