"""The statements of a Python module, without its expressions, which makes the walk faster."""

import ast
from collections.abc import Iterator

_WITH_STATEMENTS = ast.stmt | ast.ExceptHandler | ast.match_case


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """All statements in a node, also those of functions and classes in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _WITH_STATEMENTS):
            if isinstance(child, ast.stmt):
                yield child
            yield from statements(child)
