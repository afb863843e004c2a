"""The games that can be played here, as the catalogue shows them."""

import zeitnot_protocol as p
from zeitnot_engines.games import MANIFESTS, load, settings_of


def catalogue(bots: list[p.BotView]) -> p.Catalogue:
    """Games, their settings and presets, and these bots."""
    return p.Catalogue(games=[_offered(name) for name in MANIFESTS], bots=bots)


def _offered(name: str) -> p.CatalogueGame:
    manifest, native = MANIFESTS[name], load(name, {})
    return p.CatalogueGame(
        id=name,
        names=manifest.names,
        seats=native.seats,
        draws=native.draws,
        rules_version=native.version,
        settings=[
            p.SettingView(name=one.name, default=one.default, choices=list(one.choices))
            for one in settings_of(name)
        ],
        seat_names=list(manifest.seat_names),
        start=native.start().text,
        controls=list(manifest.controls),
    )
