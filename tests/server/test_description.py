"""The published OpenAPI document is verified against a running server: schemathesis generates valid
and invalid requests from it, and every response must match the document.

The requests are the same in every run (`derandomize`), and their number is bounded, so that the
tests take some seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis

# Otherwise it is imported within a test, where CPython 3.11 may fail to parse a module: "AST
# constructor recursion depth mismatch" (python/cpython#106905).
import schemathesis.transport.asgi
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi import checks

from ..repetition import times
from ..security.raw import token_of
from .running_server import Server
from .test_http import game_request

FILE = Path(__file__).parents[2] / "docs/reference/openapi.yaml"
SCHEMA = schemathesis.openapi.from_path(str(FILE))
LOG_OUT = "DELETE /api/v1/session"
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
PER_OPERATION = settings(
    max_examples=times(12, 40),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
load_all_checks()


@dataclass(frozen=True)
class Populated:
    """A server with a bot, a game and a club, which somebody with the token `leader` leads;
    `known`: path parameters that exist."""

    server: Server
    url: str
    token: str
    leader: str
    known: dict[str, str]


@pytest.fixture(scope="module")
def populated(server: Server) -> Populated:
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Prober"})
    status, game, _ = server.http("POST", "/api/v1/games", game_request(), token=bot["token"])
    assert status == 201
    known = {"id": game["id"], "scope": "all", "game": "othello", "account": bot["account"]}
    server.http("POST", "/api/v1/bots", {"name": "Probed"})
    known |= {"name": "Prober", "other": "Probed"}
    leader = server.person()
    kept = {"name": "Clubber", "password": "battery staple"}
    status, _, headers = server.http("POST", "/api/v1/account", kept, leader)
    assert status == 201
    leader = token_of(headers["set-cookie"])
    club = "/api/v1/clubs/club"
    assert server.http("POST", "/api/v1/clubs", {"name": "Club"}, leader)[0] == 201
    terms = {"control": {"kind": "correspondence", "days": 2}}
    assert server.http("PUT", f"{club}/ladders/othello", terms, leader)[0] == 200
    assert server.http("POST", f"{club}/ladders/othello/places", None, leader)[0] == 200
    known |= {"slug": "club", "number": "1"}
    return Populated(server, f"http://{server.host}", bot["token"], leader, known)


def test_every_operation_is_tested() -> None:
    assert len(OPERATIONS) == 69


def _cases() -> Iterator[Any]:
    """Every operation with valid requests, and with invalid ones where it has a query or a body."""
    for operation in OPERATIONS:
        for mode in GenerationMode:
            if mode is GenerationMode.POSITIVE or operation.query or operation.body:
                yield pytest.param(operation, mode, id=f"{operation.label} {mode.value}")


@pytest.mark.parametrize(("operation", "mode"), list(_cases()))
def test_responses_match_the_description(
    populated: Populated, operation: Any, mode: GenerationMode
) -> None:
    token = populated.leader if "club" in operation.label else populated.token

    @PER_OPERATION
    @given(
        case=operation.as_strategy(generation_mode=mode),
        known=st.booleans(),
        token=st.sampled_from(["", token, "zn_unknown"]),
    )
    def check(case: Any, known: bool, token: str) -> None:
        if known and case.path_parameters:
            case.path_parameters = {name: populated.known[name] for name in case.path_parameters}
        if token == populated.token and operation.label == LOG_OUT:
            token = populated.server.person()  # the request ends this token
        headers = {"authorization": f"Bearer {token}"} if token else {}
        response = case.call(base_url=populated.url, headers=headers)
        case.validate_response(response, checks=CHECKS)

    check()


@pytest.mark.parametrize(
    "operation", [each for each in OPERATIONS if each.body], ids=lambda each: each.label
)
def test_a_body_of_another_type_is_refused_as_described(
    populated: Populated, operation: Any
) -> None:
    case = operation.Case(body={}, media_type="application/json")
    case.path_parameters = {
        each.name: populated.known[each.name] for each in operation.path_parameters
    }
    headers = {"authorization": f"Bearer {populated.token}", "content-type": "text/plain"}
    response = case.call(base_url=populated.url, headers=headers)
    assert response.status_code == 415
    case.validate_response(response, checks=CHECKS)
