"""Modules found by name: what belongs to one game is a file of that game's name in a folder, and no
list has to name it."""

import re
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")  # of a game's id; no dots, as names come from strangers


@lru_cache(maxsize=256)
def module_of(package: str, game: str) -> ModuleType | None:
    """The module of this game's name in a package; None: there is none."""
    name = f"{package}.{game}"
    if not _NAME.fullmatch(game) or find_spec(name) is None:
        return None
    return import_module(name)
