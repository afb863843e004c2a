"""Finds unknown fields in a request's body.

The types cannot refuse them, because frames and responses use the same types, and there unknown
fields are ignored, so that either side may be newer.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import inspect

LONGEST_NAME = 40


def unknown_field(body: Any, shape: type) -> str | None:
    """A sentence about the first field of a JSON body that its type does not have, or None. The
    body must have been decoded as `shape` before."""
    return _in(body, _type_of(shape), "")


@lru_cache
def _type_of(shape: type) -> inspect.Type:
    return inspect.type_info(shape)


def _in(value: Any, type_: inspect.Type, at: str) -> str | None:
    match type_:
        case inspect.StructType(fields=fields) if isinstance(value, dict):
            return _in_struct(value, {field.encode_name: field.type for field in fields}, at)
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
            return _first(_in(one, inner, at) for one in value or ())
        case inspect.UnionType(types=types):
            return _first(_in(value, one, at) for one in types)
    return None


def _in_struct(value: dict[str, Any], fields: dict[str, inspect.Type], at: str) -> str | None:
    for name in value:
        if name not in fields:
            where = f" in {at}" if at else ""
            known = f"known fields: {_list(fields)}" if fields else "it has no fields"
            return f"There is no field {name[:LONGEST_NAME]!r}{where}; {known}."
    return _first(_in(one, fields[name], name) for name, one in value.items())


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one is not None), None)
