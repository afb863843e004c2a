"""Values in the queries of requests."""

from starlette.requests import Request

from ...store import BadFilter
from ...store.filters import whole_number
from .problems import ProblemError


def number_in_query(request: Request, name: str, default: int, most: int) -> int:
    """A whole number from 1 to `most` in the query. Raises ProblemError 400."""
    try:
        value = whole_number(name, request.query_params.get(name, str(default)))
    except BadFilter as bad:
        raise ProblemError(400, "bad_filter", f"{bad}") from None
    if not 1 <= value <= most:
        raise ProblemError(400, "bad_filter", f"{name} must be a number from 1 to {most}.")
    return value
