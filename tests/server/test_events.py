"""The event bus, and a check that features of the server call one another only through it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from structlog.testing import capture_logs

import zeitnot_server
from zeitnot_server.events.bus import Events

SERVER = Path(zeitnot_server.__file__).parent


@dataclass(frozen=True)
class Rang:
    times: int


@dataclass(frozen=True)
class RangTwice(Rang):
    """A subclass: subscribers of `Rang` do not receive it."""


def test_subscribers_are_called_at_once_in_their_order() -> None:
    events, received = Events(), list[tuple[str, int]]()
    events.publish(Rang(0))
    events.subscribe(Rang, lambda rang: received.append(("first", rang.times)))
    events.subscribe(Rang, lambda rang: received.append(("second", rang.times)))
    events.publish(Rang(1))
    events.publish(RangTwice(2))
    assert received == [("first", 1), ("second", 1)]


def test_a_subscriber_that_raises_is_logged_and_stops_no_other() -> None:
    events, received = Events(), list[Rang]()

    def fail(rang: Rang) -> None:
        raise LookupError("a bug")

    events.subscribe(Rang, fail)
    events.subscribe(Rang, received.append)
    with capture_logs() as lines:
        events.publish(Rang(1))
    assert received == [Rang(1)]
    assert [(line["event"], line["fact"]) for line in lines] == [("subscriber failed", "Rang")]


def test_a_subscriber_added_during_publication_gets_the_next_fact() -> None:
    events, received = Events(), list[str]()

    def subscribe(rang: Rang) -> None:
        events.subscribe(Rang, lambda rang: received.append("new"))

    events.subscribe(Rang, subscribe)
    events.publish(Rang(1))
    assert received == []
    events.publish(Rang(2))
    assert received == ["new"]


Assignment = tuple[str, ast.Attribute, ast.expr]


def assignments() -> Iterator[Assignment]:
    """The place, target and value of every assignment to an attribute in the server."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                place = f"{path.relative_to(SERVER)}:{node.lineno}"
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    for element, value in _pairs(target, node.value):
                        if isinstance(element, ast.Attribute):
                            yield place, element, value


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """`a.b, c.d = e, f` are two assignments."""
    if not isinstance(target, ast.Tuple):
        yield target, value
        return
    has_same_length = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
    values = (
        value.elts
        if isinstance(value, ast.Tuple) and has_same_length
        else [value] * len(target.elts)
    )
    for element, its_value in zip(target.elts, values, strict=True):
        yield from _pairs(element, its_value)


def is_attribute_of_self(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")


def is_callable(annotation: ast.expr | None) -> bool:
    return annotation is not None and "Callable[" in ast.unparse(annotation)


def callables() -> tuple[set[str], set[str]]:
    """The names of attributes that are declared or set as functions, and of methods."""
    attributes, methods = set[str](), set[str]()
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and is_callable(node.annotation):
                attributes.add(getattr(node.target, "attr", getattr(node.target, "id", "")))
            if isinstance(node, ast.ClassDef):
                kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
                functions = [each for each in node.body if isinstance(each, kinds)]
                methods |= {each.name for each in functions if not each.decorator_list}
                attributes |= {name for each in functions for name in _stored_functions(each)}
    return attributes, methods


def _stored_functions(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Attributes of `self` that a method sets to a function that it was given."""
    parameters = [*method.args.args, *method.args.kwonlyargs]
    functions = {each.arg for each in parameters if is_callable(each.annotation)}
    for node in ast.walk(method):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for element, value in _pairs(target, node.value):
                    if (
                        isinstance(element, ast.Attribute)
                        and getattr(value, "id", None) in functions
                    ):
                        yield element.attr


def may_be_a_function(value: ast.expr) -> bool:
    """False for the result of a calculation: a number may have the same name as a function."""
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) in ("cast", "partial")
    is_none = isinstance(value, ast.Constant) and value.value is None
    return is_none or isinstance(value, (ast.Name, ast.Attribute, ast.Lambda))


def test_no_function_is_assigned_to_another_object() -> None:
    """An attribute such as `x.on_change = f` or `link.flush = transport.flush` hides the caller; a
    function should be an argument of the constructor or a method of a port."""
    attributes, methods = callables()
    assigned = [
        f"{place} {ast.unparse(target)}"
        for place, target, value in assignments()
        if target.attr.startswith("on_")
        or (
            not is_attribute_of_self(target)
            and (
                (target.attr in attributes and may_be_a_function(value))
                or isinstance(value, ast.Lambda)
                or (isinstance(value, ast.Attribute) and value.attr in methods)
            )
        )
    ]
    assert assigned == []
