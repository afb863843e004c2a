"""How many seats a game of the catalogue has; pure."""

import zeitnot_protocol as p


def seats_with(game: p.CatalogueGame, settings: p.Settings) -> int:
    """The number of seats with these settings; a number may be given as text."""
    given = {name: str(value) for name, value in settings.items()}
    for count in game.seat_counts:
        if given.get(count.setting) == str(count.value):
            return count.seats
    return game.seats
