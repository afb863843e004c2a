"""The core's Python module with games for tests only (engines/core/tests/toy_games): Pig, whose
throws leave the same moves; Twice, in which a seat moves twice in a row; and one without an
evaluation. Built once, beside the installed core, whose bindings it shares."""

import importlib.util
import sys
from functools import cache
from types import ModuleType
from typing import Any

from .building import ROOT, build


@cache
def toy_core() -> ModuleType:
    """The module: `Game`, `Engine`, `solve` and the like, as in `zeitnot_engines._core`."""
    installed = next(ROOT.glob("build/*/.skbuild-info.json"), None)
    folder = installed.parent if installed else ROOT / "build/toy_games"
    options = ("-DZEITNOT_TOY_GAMES=ON", f"-DPython_EXECUTABLE={sys.executable}")
    build(folder, "_toy_games", options=options)
    (path,) = folder.glob("tests/toy_games/_toy_games.*.so")
    spec = importlib.util.spec_from_file_location("_toy_games", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def toy_game(name: str, **settings: int) -> Any:
    """A toy game by its name."""
    return toy_core().Game(name, settings)
