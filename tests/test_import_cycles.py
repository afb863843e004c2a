"""No import cycles between Python files, nor between their folders.

Imports for type annotations count as well, because the test is about dependencies, not about the
order of execution.
"""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from .test_imports import MODULES, imports, syntax_tree

Graph = Mapping[str, set[str]]


@cache
def files() -> Graph:
    """Each module, and the modules that it imports."""
    graph: dict[str, set[str]] = {name: set() for name in MODULES}
    for name, result in graph.items():
        for _, imported in imports(name, MODULES[name], syntax_tree(name)):
            module = imported if imported in MODULES else imported.rpartition(".")[0]
            if module in MODULES and module != name:
                result.add(module)
    return graph


def folders() -> Graph:
    """Each folder, and the folders that its modules import from. A package's `__init__` belongs to
    its folder; subfolders count separately."""
    graph: dict[str, set[str]] = {}
    for name, result in files().items():
        folder = _folder(name)
        graph.setdefault(folder, set()).update({_folder(other) for other in result} - {folder})
    return graph


def _folder(module: str) -> str:
    is_package = MODULES[module].name == "__init__.py"
    return module if is_package else module.rpartition(".")[0]


def cycles(graph: Graph) -> Iterator[list[str]]:
    """The strongly connected components of more than one node (Tarjan, "Depth-first search and
    linear graph algorithms", SIAM Journal on Computing 1(2), 1972)."""
    number, low, stack = dict[str, int](), dict[str, int](), list[str]()

    def visit(name: str) -> Iterator[list[str]]:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                yield from visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == number[name]:
            start = stack.index(name)
            component, stack[start:] = stack[start:], []
            if len(component) > 1:
                yield sorted(component)

    for name in sorted(graph):
        if name not in number:
            yield from visit(name)


@pytest.mark.parametrize("graph", [files, folders])
def test_there_are_no_import_cycles(graph: object) -> None:
    assert callable(graph)
    assert list(cycles(graph())) == []


def test_the_check_finds_a_cycle() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert list(cycles(graph)) == [["b", "c"]]
