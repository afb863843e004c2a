"""Paths and methods of the API, and the answers to all others."""

import re
from types import FunctionType
from typing import Any

import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from wire import routes as described
from wire import samples
from zeitnot_server import app
from zeitnot_server.app import API_ROUTES
from zeitnot_server.web import pages

from ..each import each
from .running_server import Server, websocket

ROUTES: list[Route] = API_ROUTES
PATHS = {route.path for route in ROUTES}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND")
CODES = {("GET", "/api/v1/exports"): "bad_filter", ("GET", "/api/v1/games"): "bad_filter"}
UNKNOWN = (
    "/api",
    "/api/",
    "/api/v1",
    "/api/v1/nowhere",
    "/api/v1/games/",
    "/api/v2/games",
    "/ws/x",
)


def allowed(path: str) -> set[str]:
    return {method for route in ROUTES if route.path == path for method in route.methods or ()}


def filled(path: str) -> str:
    """The path with some text for each placeholder; the text does not matter."""
    for place in ("{id}", "{account}", "{scope}", "{game}", "{name}"):
        path = path.replace(place, "x")
    return path


@each("path", sorted(PATHS))
def test_other_methods_are_refused_with_the_allowed_ones(server: Server, path: str) -> None:
    for method in set(METHODS) - allowed(path):
        status, problem, headers = server.http(method, filled(path))
        assert (status, problem["code"]) == (405, "method_not_allowed"), method
        assert set(headers["allow"].split(", ")) == allowed(path)


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/games/x"])
def test_a_plain_request_for_a_socket_must_upgrade(server: Server, path: str) -> None:
    status, problem, headers = server.http("GET", path)
    assert (status, problem["code"]) == (426, "bad_upgrade")
    assert headers["upgrade"] == "websocket"


@each("path", UNKNOWN)
@each("method", METHODS)
def test_an_unknown_path_is_not_found_by_any_method(server: Server, method: str, path: str) -> None:
    status, problem, headers = server.http(method, path)
    assert (status, problem["code"]) == (404, "not_found")
    assert headers["content-type"] == "application/problem+json"


def method_of(route: Route) -> str:
    (method,) = (route.methods or set()) - {"HEAD"}
    return method


def is_operation(route: BaseRoute) -> bool:
    """Whether the route answers requests; the others refuse all, or serve files of the page."""
    return isinstance(route, Route) and bool(route.methods) and route not in pages.FILES


OPERATIONS = [route for route in app.routes() if isinstance(route, Route) and is_operation(route)]
each_operation = each("route", OPERATIONS, ids=lambda route: f"{method_of(route)} {route.path}")
SHAPES = {(each.method, each.path): each.body for each in described.ROUTES}
SAMPLES = samples.load()


def body_of(route: Route) -> dict[str, Any]:
    """A body that this operation can read."""
    shape = SHAPES.get((method_of(route), route.path))
    return dict(SAMPLES[shape.__name__]) if shape else {}


def test_every_route_is_tested() -> None:
    untested = [route for route in app.routes() if not is_operation(route)]
    refusing = {"_WrongMethod", "NotFound", "_NoUpgrade"}
    kinds = {type(getattr(route, "endpoint", None)).__name__ for route in untested}
    served = [route for route in pages.FILES if isinstance(route, Route | Mount)]
    files = {route.path for route in served} - {route.path for route in pages.ANSWERS}
    assert kinds - refusing == {"function", "NoneType", "Page"}
    assert files == {"/assets", "/favicon.svg", "/{path:path}"}
    sockets = [route for route in untested if isinstance(route, WebSocketRoute)]
    others = [each for each in untested if type(getattr(each, "endpoint", None)) is FunctionType]
    assert [each for each in others if each not in pages.FILES] == sockets
    assert len(OPERATIONS) == len(API_ROUTES) + len(pages.ANSWERS)


@each_operation
def test_an_unknown_parameter_is_refused(server: Server, route: Route) -> None:
    method = method_of(route)
    body = body_of(route) if method == "POST" else None
    path = filled(route.path)
    status, problem, headers = server.http(method, f"{path}?bogus=1", body, server.person())
    assert status == 400
    assert headers["content-type"] == "application/problem+json"
    assert problem["code"] == CODES.get((method, route.path), "malformed")
    assert "bogus" in problem["detail"]
    _, answer, _ = server.http(method, f"{path}?node=main", body, server.person())
    assert not re.search("There is no (parameter|filter)", str(answer)), (
        "`node`, which the balancer reads, is known"
    )


@each(
    ("method", "path", "name"),
    [(each.method, each.path, query.name) for each in described.ROUTES for query in each.query],
)
def test_a_parameter_given_twice_is_refused(
    server: Server, method: str, path: str, name: str
) -> None:
    query = f"{filled(path)}?{name}=1&{name}=1"
    body = {} if method == "POST" else None
    status, problem, _ = server.http(method, query, body, server.person())
    assert (status, problem["code"]) == (400, "malformed")
    assert f"The parameter {name!r} is given 2 times" in problem["detail"]


@each_operation
def test_an_unknown_field_is_refused(server: Server, route: Route) -> None:
    body = {**body_of(route), "bogus": 1}
    owner = server.person()
    status, problem, headers = server.http(method_of(route), filled(route.path), body, owner)
    assert (status, problem["code"]) == (400, "malformed")
    assert headers["content-type"] == "application/problem+json"
    assert problem["detail"].startswith("There is no field 'bogus'; ")
    assert server.http("GET", "/api/v1/tokens", token=owner)[0] == 200


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/games/x"])
async def test_an_unknown_parameter_of_a_socket_is_refused(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with websocket(server, f"{path}?bogus=1"):
            pass
    response = refused.value.response
    assert response.status_code == 400 or path == "/ws/games/x"
    assert b"bogus" in (response.body or b"")
    async with websocket(server, "/ws/lobby?node=main"):
        pass
