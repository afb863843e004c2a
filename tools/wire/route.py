"""What the OpenAPI document says of a route."""

from dataclasses import dataclass
from typing import Any

TEXT = {"type": "string"}
STORE = (503,)
BODY = (400, 403, 413, 415, 429)
"""Problems of every request with a body."""
READ = (400, 401, 429, *STORE)
"""What can be wrong with any request that reads."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query parameter; none is required."""

    name: str
    about: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Route:
    """An operation. `problems`: the error statuses, each with a Problem as its body. `account`: it
    needs an account. `validator`: the answer may have an ETag, or be 304. `files`: content types
    that a query can ask for instead of JSON."""

    method: str
    path: str
    about: str
    answer: type | None  # None: no body
    statuses: tuple[int, ...] = (200,)
    body: type | None = None
    query: tuple[Query, ...] = ()
    problems: tuple[int, ...] = ()
    account: bool = False
    validator: bool = False
    files: tuple[str, ...] = ()
