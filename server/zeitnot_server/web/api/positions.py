"""The position by which a list of games is filtered."""

from dataclasses import replace

from ...hosting.native import BadSettings, rules_for
from ...store import BadFilter, GameFilter


def with_position_key(filter_: GameFilter) -> GameFilter:
    """The filter with the key of its position, if it has one. Raises BadFilter for a position that
    cannot be read, and for games with hidden information, which are not found by positions."""
    if filter_.position is None:
        return filter_
    try:
        rules = rules_for(filter_.game or "", filter_.settings)
        if rules.hidden is not None:
            raise BadFilter("Games with hidden information cannot be found by a position.")
        return replace(filter_, position_key=rules.key(rules.parse(filter_.position)))
    except BadSettings as bad:
        raise BadFilter(str(bad)) from None
    except ValueError as bad:
        raise BadFilter(f"position: {bad}") from None
