"""What a viewer could tell two games by."""

from .pairs import Pair
from .table import seen


def differences(pair: Pair, with_records: bool = False) -> list[str]:
    """The parts of what the pair's viewer gets that are not the same in both games."""
    one, other = (
        seen(pair.game, pair.settings, events, pair.viewer, with_records)
        for events in (pair.one, pair.other)
    )
    return [part for part in vars(one) if getattr(one, part) != getattr(other, part)]
