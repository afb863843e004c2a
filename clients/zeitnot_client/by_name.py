"""Finds the modules of a game by name, in the folder of its id in `zeitnot.games` (engines/games in
the source), so that no list of games is needed."""

import re
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

GAMES = "zeitnot.games"
_ID = re.compile(r"[a-z][a-z0-9]{0,63}")  # no dots, because ids come from the network


@lru_cache(maxsize=256)
def module_of(game: str, name: str) -> ModuleType | None:
    """The module with this name in a game's folder, or None."""
    if not _ID.fullmatch(game):
        return None
    if find_spec(f"{GAMES}.{game}") is None or find_spec(f"{GAMES}.{game}.{name}") is None:
        return None
    return import_module(f"{GAMES}.{game}.{name}")


@cache
def games_with(name: str) -> tuple[str, ...]:
    """The ids of the games whose folders have a module with this name, in alphabetical order."""
    files = (path for folder in import_module(GAMES).__path__ for path in Path(folder).iterdir())
    games = sorted(path.name for path in files if path.is_dir() and _ID.fullmatch(path.name))
    return tuple(game for game in games if find_spec(f"{GAMES}.{game}.{name}") is not None)
