"""Max-min fair shares (water filling; Bertsekas and Gallager, "Data Networks", 6.5.2): no user gets
more than its demand, and what one user does not need is divided equally among the others. Pure."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def fair_shares(amount: float, demands: Mapping[Key, float]) -> dict[Key, float]:
    """The share of `amount` for each demand."""
    shares: dict[Key, float] = {}
    remaining = amount
    for waiting, name in enumerate(sorted(demands, key=lambda name: demands[name])):
        shares[name] = min(demands[name], remaining / (len(demands) - waiting))
        remaining -= shares[name]
    return shares
