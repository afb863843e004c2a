"""Max-min fair shares (water filling; Bertsekas and Gallager, "Data Networks", 6.5.2): no user gets
more than its demand, and what one user does not need is divided equally among the others. Pure."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def fair_shares(amount: float, demands: Mapping[Key, float]) -> dict[Key, float]:
    """The share of `amount` for each demand."""
    shares: dict[Key, float] = {}
    remaining = amount
    for served, user in enumerate(sorted(demands, key=lambda user: demands[user])):
        shares[user] = min(demands[user], remaining / (len(demands) - served))
        remaining -= shares[user]
    return shares
