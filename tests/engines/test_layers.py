"""Include dependencies of the core: games include the search, the search includes no game, and the
folders have no cycle."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

CORE = Path(__file__).parents[2] / "engines/core"
PARTS = ("include", "bindings", "laboratory")
ROOTS = (CORE / "include", CORE, CORE.parent)  # search paths of includes with a folder
SOURCES = [
    path
    for folder in (*(CORE / name for name in PARTS), CORE.parent / "games")
    for path in folder.rglob("*")
    if path.suffix in {".hpp", ".cpp", ".inc"}
]


def folder_of(path: Path) -> str:
    """The folder as includes name it: `zeitnot/search`, `games/chess`."""
    root = next(root for root in ROOTS if path.is_relative_to(root))
    return path.parent.relative_to(root).as_posix()


def included_folders(path: Path) -> set[str]:
    """The other folders whose files this file includes; each included file must exist."""
    results = set()
    for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
        (present,) = {
            file
            for root in (*ROOTS, path.parent, CORE / "bindings")
            if (file := root / name).exists()
        }
        results.add(folder_of(present))
    return results - {folder_of(path)}


def folders() -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {}
    for path in SOURCES:
        graph.setdefault(folder_of(path), set()).update(included_folders(path))
    return graph


def test_folders_have_no_include_cycle() -> None:
    order = list(TopologicalSorter(folders()).static_order())
    assert order.index("zeitnot") < order.index("zeitnot/search") < order.index("games/chess")
    assert order.index("bindings") < order.index("laboratory")


def test_neither_shared_code_nor_games_include_another_game() -> None:
    graph = folders()
    games = {folder for folder in graph if folder.startswith("games/")}
    assert len(games) > 6
    assert {folder: result for folder, others in graph.items() if (result := others & games)} == {}
