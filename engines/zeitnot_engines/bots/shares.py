"""Max-min fair shares (water filling; Bertsekas and Gallager, "Data Networks", 6.5.2): nobody gets
more than is asked for, and what one does not need falls to the others in equal parts. Pure."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def fair_shares(amount: float, demands: Mapping[Key, float]) -> dict[Key, float]:
    """How much of `amount` each gets, by what each asks for."""
    shares: dict[Key, float] = {}
    remaining = amount
    for waiting, name in enumerate(sorted(demands, key=lambda name: demands[name])):
        shares[name] = min(demands[name], remaining / (len(demands) - waiting))
        remaining -= shares[name]
    return shares
