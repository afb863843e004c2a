"""The small changes of a Python source that a test should catch.

Comparisons and conditions are inverted, numbers changed by one, statements removed, functions
return early. Annotations, docstrings and imports are not mutated.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

OPPOSITE: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.FloorDiv(),
    ast.FloorDiv: ast.Mult(),
}
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Mutation:
    """Replaces the bytes `start` to `end`, in the lines `first` to `last` (from 1), by `new`."""

    kind: str
    first: int
    last: int
    start: int
    end: int
    new: str

    def planted(self, source: str) -> str:
        """The changed source."""
        data = source.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def mutations(source: str) -> list[Mutation]:
    """All mutations of a source, in order."""
    found = _Finder(source).all()
    return sorted(found, key=lambda mutation: (mutation.start, mutation.end, mutation.kind))


class _Finder:
    def __init__(self, source: str) -> None:
        self._tree = ast.parse(source)
        lengths = (len(line.encode()) for line in source.splitlines(keepends=True))
        self._offsets = list(accumulate(lengths, initial=0))

    def all(self) -> Iterator[Mutation]:
        for node in _executed_nodes(self._tree):
            if isinstance(node, _FUNCTIONS):
                yield from self._of_function(node)
            elif (test := _unmutated_condition(node)) is not None:
                yield self._expression("condition", test, ast.UnaryOp(ast.Not(), test))
            if isinstance(node, ast.expr):
                for kind, changed in _changed(node):
                    yield self._expression(kind, node, changed)

    def _of_function(self, function: _FUNCTIONS) -> Iterator[Mutation]:
        first = function.body[1 if ast.get_docstring(function) else 0 :][:1]
        if first and not isinstance(first[0], ast.Return | ast.Pass | ast.Raise):
            start = self._place(first[0].lineno, first[0].col_offset)
            indent = "\n" + " " * first[0].col_offset
            line = first[0].lineno
            yield Mutation("early return", line, line, start, start, f"return{indent}")
        for node in _direct_statements(function):
            if _is_removable(node):
                yield self._replaced("statement", node, "pass")

    def _expression(self, kind: str, node: ast.expr, new: ast.expr) -> Mutation:
        return self._replaced(kind, node, f"({ast.unparse(new)})")

    def _replaced(self, kind: str, node: ast.expr | ast.stmt, new: str) -> Mutation:
        last, end = node.end_lineno or 0, node.end_col_offset or 0
        return Mutation(
            kind,
            node.lineno,
            last,
            self._place(node.lineno, node.col_offset),
            self._place(last, end),
            new,
        )

    def _place(self, line: int, column: int) -> int:
        return self._offsets[line - 1] + column


def _unmutated_condition(node: ast.AST) -> ast.expr | None:
    """The node's condition, unless that expression is mutated itself."""
    if not isinstance(node, ast.If | ast.While | ast.IfExp):
        return None
    is_mutated_itself = isinstance(node.test, ast.Compare | ast.UnaryOp | ast.Constant)
    return None if is_mutated_itself else node.test


def _changed(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The kind and the new expression of each mutation of a node."""
    match node:
        case ast.Compare(left, [operator], right):
            yield "comparison", ast.Compare(left, [OPPOSITE[type(operator)]], right)
        case ast.BoolOp(operator, values):
            yield "and or", ast.BoolOp(OPPOSITE[type(operator)], values)
        case ast.BinOp(left, operator, right) if type(operator) in OPPOSITE:
            if not any(map(_is_text, (left, right))):
                yield "arithmetic", ast.BinOp(left, OPPOSITE[type(operator)], right)
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", operand
        case ast.Constant(bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(int(value)) | ast.Constant(float(value)):
            yield from (("constant", ast.Constant(other)) for other in (value + 1, value - 1))


def _executed_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all executed nodes below it, except the parts of f-strings, because Python 3.11
    does not record their positions."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from _executed_nodes(child)


def _direct_statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a function without those of nested functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _FUNCTIONS | ast.ClassDef):
            if isinstance(child, ast.stmt):
                yield child
            yield from _direct_statements(child)


def _is_removable(node: ast.stmt) -> bool:
    """Whether the following code has all its names even without this statement."""
    match node:
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Delete() | ast.Raise():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )
