"""Komi: White's compensation for moving second."""

from functools import cache, lru_cache

from ..games import Game, settings_of

GAME = "go"


def usual_komi(size: int, handicap: int = 0) -> float:
    """The komi of the setting `auto`."""
    if handicap:
        return 0.5
    return 7.0 if size == 9 else 7.5


def komi_of(game: Game) -> float:
    """The komi of a game with these settings."""
    word = game.settings["komi"]
    if word != "auto":
        return float(word)
    return usual_komi(int(game.settings["size"]), int(game.settings["handicap"]))


@lru_cache(maxsize=256)
def nearest_komi(value: float) -> str:
    """The value of the setting that is nearest to a number."""
    return min(_values(), key=lambda word: abs(float(word) - value))


@cache
def _values() -> list[str]:
    """The numbers that the setting accepts, as words. They are read lazily, because a core may not
    contain Go."""
    komi = next(setting for setting in settings_of(GAME) if setting.name == "komi")
    return [str(word) for word in komi.choices if word != "auto"]
