"""The games that can be played here, as the catalogue shows them."""

import zeitnot_protocol as p
from zeitnot_engines.catalogue import GAMES
from zeitnot_engines.games import load


def catalogue(bots: list[p.BotView]) -> p.Catalogue:
    """Games, their settings and presets, and these bots."""
    return p.Catalogue(games=[_offered(name) for name in GAMES], bots=bots)


def _offered(name: str) -> p.CatalogueGame:
    entry, native = GAMES[name], load(name, {})
    return p.CatalogueGame(
        id=name,
        names=entry.names,
        seats=native.seats,
        draws=native.draws,
        rules_version=native.version,
        settings=list(entry.settings),
        seat_names=list(entry.seat_names),
        start=native.start().text,
        controls=list(entry.controls),
    )
