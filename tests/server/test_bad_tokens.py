"""Every route refuses an invalid bearer token, even if it requires none."""

import pytest
from starlette.routing import Route

from zeitnot_server.app import API_ROUTES

from .running_server import Server
from .test_paths import filled

READS = [
    filled(route.path)
    for route in API_ROUTES
    if isinstance(route, Route) and "GET" in (route.methods or ())
]


@pytest.fixture(scope="module")
def revoked(server: Server) -> str:
    token = server.person()
    assert server.http("DELETE", "/api/v1/session", token=token)[0] == 204
    return token


@pytest.mark.parametrize("path", READS)
def test_an_invalid_token_is_refused(server: Server, revoked: str, path: str) -> None:
    for value in (f"Bearer {revoked}", "Bearer zn_unknown", "Bearer", "", "Basic YTpi"):
        status, problem, headers = server.http("GET", path, headers={"authorization": value})
        assert (status, problem["code"]) == (401, "bad_token"), value
        assert headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/catalogue", "/api/v1/books"])
def test_the_cookie_of_an_ended_session_is_ignored(server: Server, revoked: str, path: str) -> None:
    cookie = {"cookie": f"zeitnot_session={revoked}"}
    assert server.http("GET", path, headers=cookie)[0] == 200
