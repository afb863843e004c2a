"""The seats of a game in the catalogue: how many, and which one a name means; pure."""

from collections.abc import Sequence

import zeitnot_protocol as p

SeatWord = int | str
"""A seat as people write it: its name, such as black, or its number from 0, as in records."""


def seats_with(game: p.CatalogueGame, settings: p.Settings) -> int:
    """The number of seats with these settings; a number may be given as text."""
    texts = {name: str(value) for name, value in settings.items()}
    for count in game.seat_counts:
        if texts.get(count.setting) == str(count.value):
            return count.seats
    return game.seats


def seat_number(word: SeatWord, names: Sequence[str], count: int) -> int | None:
    """The seat with this name or number, of `count`; None: there is none. Case is ignored."""
    if isinstance(word, int):
        return word if 0 <= word < count else None
    known = [name.lower() for name in names[:count]]
    return known.index(word.lower()) if word.lower() in known else None


def seats_text(names: Sequence[str], count: int) -> str:
    """`black, white`; if not all have names, the numbers `0 to 2`."""
    return ", ".join(names[:count]) if len(names) >= count else f"0 to {count - 1}"


def player_name(seat: p.SeatView) -> str:
    """The player's name, a bot's with its level; empty for a free seat."""
    if seat.player is None:
        return ""
    level = f" {seat.player.level}" if seat.player.level is not None else ""
    return seat.player.name + level
