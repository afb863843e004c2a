"""The API's routes: one for each operation, and refusals of everything else under /api."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .access import CLOSED, ROUTES, RULE
from .bodies import check_no_body
from .problems import ProblemError

NODE = "node"
"""The query parameter by which a balancer routes a client after `relocated`."""
Handler = Callable[[Request], Awaitable[Response]]


def endpoint(
    method: str,
    path: str,
    handler: Handler,
    query: tuple[str, ...] | None = (),
    *,
    has_body: bool = False,
) -> Route:
    """One operation. `query`: the known parameters; one that ends with `.` is a prefix. Unknown
    ones, except the balancer's, are refused with ProblemError 400; with None the handler checks
    them. No parameter may occur twice. `has_body`: the handler reads the body, and refuses unknown
    fields (`json_body`); otherwise a body with any field is refused here."""

    rule = ROUTES.get((method, path), CLOSED)

    async def strict(request: Request) -> Response:
        request.scope[RULE] = rule
        check_query(request, query)
        if not has_body:
            await check_no_body(request)
        return await handler(request)

    return Route(path, strict, methods=[method])


def check_query(connection: HTTPConnection, known: tuple[str, ...] | None = ()) -> None:
    """Raises ProblemError 400 for a query parameter that is neither known (see `endpoint`) nor the
    balancer's, or that occurs twice."""
    for name, count in Counter(name for name, _ in connection.query_params.multi_items()).items():
        if name == NODE:
            continue
        if known is not None and not any(
            name == one or (one[-1] == "." and name.startswith(one)) for one in known
        ):
            raise ProblemError(400, "malformed", _unknown(name, known))
        if count > 1:
            sentence = f"The parameter {name[:40]!r} is given {count} times. Give it only once."
            raise ProblemError(400, "malformed", sentence)


def _unknown(name: str, known: tuple[str, ...]) -> str:
    those = f"known parameters: {', '.join(known)}" if known else "this path takes none"
    return f"There is no parameter {name[:40]!r} here; {those}."


def with_refusals(routes: Sequence[Route]) -> list[Route]:
    """These routes, then 405 for other methods of their paths, then 404 for the rest of /api."""
    rest = [Route(path, NotFound()) for path in ("/api", "/api/{rest:path}")]
    return [*routes, *wrong_methods(routes), *rest]


def wrong_methods(routes: Sequence[Route]) -> list[Route]:
    """405 for other methods of these routes' paths.

    Starlette's own refusal names only one route's methods, and a route for all other paths
    would come before it.
    """
    methods: dict[str, set[str]] = {}
    for route in routes:
        methods.setdefault(route.path, set()).update(route.methods or ())
    return [Route(path, _WrongMethod(allowed)) for path, allowed in methods.items()]


def wrong_method(allowed: set[str]) -> ProblemError:
    """The refusal of a method at a path that allows others."""
    methods = ", ".join(sorted(allowed))
    error = ProblemError(405, "method_not_allowed", f"This path allows {methods}.")
    error.headers["allow"] = methods
    return error


def not_found() -> ProblemError:
    """The refusal of a path that does not exist."""
    return ProblemError(404, "not_found", "There is nothing at this path.")


class _WrongMethod:
    """Refuses a method. It is an ASGI application because Starlette gives functions the method
    GET."""

    def __init__(self, methods: set[str]) -> None:
        self._methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise wrong_method(self._methods)


class NotFound:
    """Refuses any method of a path that does not exist."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise not_found()
