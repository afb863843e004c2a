"""The catalogue of the games that this server plays."""

from functools import lru_cache

import zeitnot_protocol as p
from zeitnot_engines.exact_games import has_exact_values
from zeitnot_engines.formats.registry import formats_of
from zeitnot_engines.games import MANIFESTS, Setting, Value, load, settings_of

MAX_LISTED = 200
"""A setting with more values than this is a range of numbers, each of which is allowed."""
MAX_TRIED = 64
"""A setting with more values than this is a length or a limit, and does not change the number of
seats."""


def catalogue(bots: list[p.BotView], join: p.Join = "open") -> p.Catalogue:
    """Games, their settings and presets, these bots, and who may join."""
    return p.Catalogue(games=[_offered(name) for name in MANIFESTS], bots=bots, join=join)


def _offered(name: str) -> p.CatalogueGame:
    manifest, native = MANIFESTS[name], load(name, {})
    return p.CatalogueGame(
        id=name,
        names=manifest.names,
        seats=native.seats,
        draws=native.draws,
        rules_version=native.version,
        settings=[_setting(one) for one in settings_of(name)],
        seat_names=list(manifest.seat_names),
        start=native.start().text,
        controls=list(manifest.controls),
        seat_counts=list(seat_counts(name)),
        hidden=native.hides,
        exact_values=has_exact_values(name),
        plays_on=manifest.plays_on,
        formats=[form.name for form in formats_of(name)],
        sides={count: [list(side) for side in sides] for count, sides in manifest.sides.items()},
    )


def _setting(one: Setting) -> p.SettingView:
    """A setting; of a long range only its ends."""
    if len(one.choices) <= MAX_LISTED:
        return p.SettingView(name=one.name, default=one.default, choices=list(one.choices))
    numbers = [value for value in one.choices if isinstance(value, int)]
    return p.SettingView(name=one.name, default=one.default, least=min(numbers), most=max(numbers))


@lru_cache(maxsize=256)
def seat_counts(game: str) -> tuple[p.SeatCount, ...]:
    """Each value of a setting that changes the number of seats from the default."""
    default_seats = load(game, {}).seats
    small_settings = [one for one in settings_of(game) if len(one.choices) <= MAX_TRIED]
    counts = [
        p.SeatCount(
            setting=one.name, value=value, seats=_seats(game, one.name, value, default_seats)
        )
        for one in small_settings
        for value in one.choices
    ]
    return tuple(count for count in counts if count.seats != default_seats)


def _seats(game: str, setting: str, value: Value, default_seats: int) -> int:
    """The number of seats with this value, or the default if it conflicts with the other
    defaults."""
    try:
        return load(game, {setting: value}).seats
    except ValueError:
        return default_seats
