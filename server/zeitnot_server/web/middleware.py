"""The middleware around the routes of HTTP; sockets bypass it (`sockets.routes`)."""

from collections.abc import Iterable

from starlette.middleware import Middleware
from starlette.routing import Route

from .edge import Edge
from .http.cors import CorsHeaders, Preflights
from .http.headers import NoStore
from .http.hosts import HostCheck
from .http.zeros import NoZeros
from .limits.reading import RequestsBounded


def middleware(edge: Edge, routes: Iterable[Route]) -> list[Middleware]:
    """The outermost first. `routes`: those of the API."""
    always = [
        Middleware(NoStore),
        Middleware(RequestsBounded),
        Middleware(HostCheck, edge.hosts),
        Middleware(NoZeros),
    ]
    if not edge.cors_origins:
        return always
    methods = {method for route in routes for method in route.methods or ()}
    return [
        Middleware(CorsHeaders, edge.cors_origins),
        *always,
        Middleware(Preflights, edge.cors_origins, methods),
    ]
