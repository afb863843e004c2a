"""Makes every Python process of a command load the core that CORE_OF_SOME_GAMES names.

It is on PYTHONPATH only under `python -m some_games`. The installed module of the textbook methods
is hidden, because it may have been compiled from other sources.
"""

import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location


class _Core:
    """Finds the core before the installed one is found."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name == "zeitnot_engines._laboratory":
            raise ModuleNotFoundError(f"There is no {name} in a build of some games.", name=name)
        if name != "zeitnot_engines._core":
            return None
        return spec_from_file_location(name, os.environ["CORE_OF_SOME_GAMES"])


if "CORE_OF_SOME_GAMES" in os.environ:
    sys.meta_path.insert(0, _Core)
