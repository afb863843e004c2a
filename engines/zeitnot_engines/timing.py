"""How long to think: the policy of `zeitnot_client.timing`, which bots of any engine share."""

from zeitnot_client.timing import MIN_MS, UNTIMED_MS, Budget, budget

__all__ = ["MIN_MS", "UNTIMED_MS", "Budget", "budget"]
