"""Each folder of the server is easy to survey: it has few files in few layers."""

from collections import defaultdict
from functools import cache

from .findings import expect_none
from .test_import_cycles import Graph, _folder, files

MAX_FILES = 25
MAX_LAYERS = 6  # files in a chain of imports within a folder


def members() -> dict[str, frozenset[str]]:
    """The modules of each folder of the server; subfolders count separately."""
    result = defaultdict[str, set[str]](set)
    for module in files():
        if module.split(".")[0] == "zeitnot_server":
            result[_folder(module)].add(module)
    return {folder: frozenset(modules) for folder, modules in result.items()}


def layers(graph: Graph, modules: frozenset[str]) -> int:
    """The length of the longest chain of imports among these modules, which has no cycle."""

    @cache
    def height(module: str) -> int:
        below = (height(other) for other in graph[module] & modules)
        return 1 + max(below, default=0)

    return max(map(height, modules))


def test_a_folder_has_few_files_and_layers() -> None:
    folders, graph = members(), files()
    assert len(folders) > 20
    sizes = {folder: (len(modules), layers(graph, modules)) for folder, modules in folders.items()}
    expect_none(
        f"{folder}: {count} files, {height} layers"
        for folder, (count, height) in sizes.items()
        if count > MAX_FILES or height > MAX_LAYERS
    )


def test_layers_are_counted_within_the_folder() -> None:
    graph = {"a": {"b", "x"}, "b": {"c"}, "c": set[str](), "d": {"c"}, "x": {"d"}}
    assert layers(graph, frozenset("abcd")) == 3
    assert layers(graph, frozenset("ad")) == 1
