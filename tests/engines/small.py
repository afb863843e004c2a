"""The core's Python face over games that are there for tests alone (engines/core/tests/small): Pig,
whose throws leave the same moves; Twice, in which a seat moves twice running; and one that no
engine plays. Built once, without sanitizers and in a hurry."""

import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

from .building import build_checks


@cache
def small() -> ModuleType:
    """The module: `Game`, `Engine`, `solve` and the like, as in `zeitnot_engines._core`."""
    folder = build_checks("small", "", "_small", options=("SMALL=ON",))
    (path,) = folder.glob("_small.*.so")
    spec = importlib.util.spec_from_file_location("_small", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def small_game(name: str, **settings: int) -> Any:
    """One of them."""
    return small().Game(name, settings)
