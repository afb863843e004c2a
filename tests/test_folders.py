"""A folder of the server is small enough to be seen at once: few files, and few layers of them."""

from collections import defaultdict
from functools import cache

from .findings import expect_none
from .test_import_circles import Graph, _folder, files

MAX_FILES = 25
MAX_LAYERS = 6  # files of a folder, each of which imports the next one


def members() -> dict[str, frozenset[str]]:
    """The modules of each folder of the server; a subfolder is a folder of its own."""
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
    sizes = {folder: (len(those), layers(graph, those)) for folder, those in folders.items()}
    expect_none(
        f"{folder}: {count} files, {high} layers"
        for folder, (count, high) in sizes.items()
        if count > MAX_FILES or high > MAX_LAYERS
    )


def test_layers_are_counted_within_the_folder() -> None:
    graph = {"a": {"b", "x"}, "b": {"c"}, "c": set[str](), "d": {"c"}, "x": {"d"}}
    assert layers(graph, frozenset("abcd")) == 3
    assert layers(graph, frozenset("ad")) == 1
