"""The server answers with the page at exactly those paths that the page routes."""

import json
from pathlib import Path

import pytest

from zeitnot_server.web.pages import STATIC, Page

from ..each import each
from .running_server import Server

ROUTES = Path(__file__).parents[2] / "clients/web/src/app/browser/routes.json"
PATHS = {
    "play": ["/"],
    "watch": ["/watch", "/watch/", "/watch?node=a"],
    "bots": ["/bots"],
    "bot": ["/bots/Ponderer", "/bots/Deep_Red-2/"],
    "account": ["/account"],
    "class": ["/class", "/class/"],
    "code": ["/code", "/code/?x=1"],
    "person": ["/people/Ann", "/people/%E6%9D%8E%E5%B0%8F/"],
    "leaders": ["/leaders", "/leaders?game=go"],
    "clubs": ["/clubs", "/clubs/", "/clubs?game=go"],
    "club": ["/clubs/go-club-linz", "/clubs/42/", "/clubs/ab?ladder=go"],
    "history": ["/history", "/history?game=othello&limit=3"],
    "books": ["/books?position=x"],
    "lessons": ["/lessons", "/lessons/"],
    "game": ["/game/5N9GpbhX2r", "/game/5N9GpbhX2r?ply=3", "/game/abcd/"],
    "rules": ["/rules", "/rules/othello", "/rules/nothing"],
}
UNKNOWN = [
    "/.git/config", "/.env", "/index.html", "/routes.json", "/static/index.html", "/favicon.ico",
    "/robots.txt", "/wp-login.php", "/watch/x", "/bots/x", "/bots/a/b", "/history/1",
    "/clubs/a", "/clubs/-ab", "/clubs/a--b", "/clubs/Ab", "/clubs/ab/members",
    "/game", "/game/", "/game/a-b", "/game/abc", "/game/" + "x" * 33, "/rules/Othello",
    "/rules/a/b", "/games", "//", "/watch%0a", "/API", "/healthz/", "/.well-known/security.txt",
]  # fmt: skip
BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_the_built_page_includes_its_routes() -> None:
    assert json.loads((STATIC / "routes.json").read_bytes()) == json.loads(ROUTES.read_bytes())
    assert PATHS.keys() == json.loads(ROUTES.read_bytes()).keys()


@each("path", [path for paths in PATHS.values() for path in paths])
def test_routed_paths_show_the_page(server: Server, path: str) -> None:
    for headers in ({}, BROWSER):
        status, page, _ = server.http("GET", path, headers=headers)
        assert (status, '<div id="app">' in page) == (200, True)
    assert server.http("HEAD", path)[0] == 200
    status, problem, headers = server.http("POST", path)
    assert (status, problem["code"]) == (405, "method_not_allowed")
    assert headers["allow"] == "GET, HEAD"


@each("path", UNKNOWN)
def test_other_paths_are_not_found(server: Server, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        status, problem, headers = server.http(method, path)
        assert (status, problem["code"]) == (404, "not_found")
        assert headers["content-type"] == "application/problem+json"
    assert server.http("HEAD", path, headers=BROWSER)[0] == 404


@each("path", UNKNOWN)
def test_a_browser_gets_a_404_that_looks_like_the_page(server: Server, path: str) -> None:
    status, page, headers = server.http("GET", path, headers=BROWSER)
    assert (status, '<div id="app">' in page) == (404, True)
    assert headers["vary"] == "Accept"


@pytest.mark.parametrize("path", ["/healthz", "/version", "/openapi.yaml", "/favicon.svg"])
def test_wrong_methods_of_files_are_refused_with_the_allowed_ones(
    server: Server, path: str
) -> None:
    status, problem, headers = server.http("POST", path)
    assert (status, problem["code"]) == (405, "method_not_allowed")
    assert headers["allow"] == "GET, HEAD"


def test_without_a_built_page_no_path_has_one(tmp_path: Path) -> None:
    assert not Page(tmp_path).has("/")
