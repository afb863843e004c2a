"""Paths and methods of the API: which there are, and what all others are told."""

from typing import Any

import pytest
from starlette.routing import Route

from zeitnot_server.app import API_ROUTES

from .running_server import Server

ROUTES: list[Route] = API_ROUTES
PATHS = {route.path for route in ROUTES}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND")
CODES = {("GET", "/api/v1/games"): "bad_filter"}
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


def named(path: str) -> str:
    """A path with something in its places; what is there does not matter."""
    for place in ("{id}", "{account}", "{scope}", "{game}"):
        path = path.replace(place, "x")
    return path


@pytest.mark.parametrize("path", sorted(PATHS))
def test_another_method_is_told_which_there_are(server: Server, path: str) -> None:
    for method in set(METHODS) - allowed(path):
        status, problem, headers = server.http(method, named(path))
        assert (status, problem["code"]) == (405, "method_not_allowed"), method
        assert set(headers["allow"].split(", ")) == allowed(path)


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/games/x"])
def test_a_plain_request_for_a_socket_is_told_to_upgrade(server: Server, path: str) -> None:
    status, problem, headers = server.http("GET", path)
    assert (status, problem["code"]) == (426, "bad_upgrade")
    assert headers["upgrade"] == "websocket"


@pytest.mark.parametrize("path", UNKNOWN)
@pytest.mark.parametrize("method", METHODS)
def test_an_unknown_path_is_not_found_by_any_method(server: Server, method: str, path: str) -> None:
    status, problem, headers = server.http(method, path)
    assert (status, problem["code"]) == (404, "not_found")
    assert headers["content-type"] == "application/problem+json"


def method_of(route: Route) -> str:
    (method,) = (route.methods or set()) - {"HEAD"}
    return method


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{method_of(route)} {route.path}")
def test_an_unknown_parameter_is_refused(server: Server, route: Route) -> None:
    method = method_of(route)
    body: Any = {} if method == "POST" else None
    status, problem, _ = server.http(method, f"{named(route.path)}?bogus=1", body, server.person())
    assert status == 400
    assert problem["code"] == CODES.get((method, route.path), "malformed")
    assert "bogus" in problem["detail"]
