"""Imports all modules of the small wheel where POSIX's are missing, and prints how many."""

import importlib
import pkgutil
from pathlib import Path

import without_posix

without_posix.hide()
count = 0
for package in ("zeitnot_client", "zeitnot_protocol"):
    folders = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(folders, f"{package}."):
        importlib.import_module(module.name)
        count += 1
(games,) = importlib.import_module("zeitnot.games").__path__
for path in Path(games).glob("*/*.py"):
    importlib.import_module(f"zeitnot.games.{path.parent.name}.{path.stem}")
    count += 1
print(count)
