"""Finds the differences by which a viewer could distinguish two games."""

from .pairs import Pair
from .table import seen


def differences(pair: Pair, with_records: bool = False) -> list[str]:
    """The parts of what the pair's viewer receives that differ between the games."""
    one, other = (
        seen(pair.game, pair.settings, events, pair.viewer, with_records)
        for events in (pair.one, pair.other)
    )
    return [part for part in vars(one) if getattr(one, part) != getattr(other, part)]
