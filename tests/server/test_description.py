"""The published OpenAPI document against a running server: schemathesis makes requests from it,
good and bad ones, and whatever is answered must be what the document says.

The same requests come in every run (`derandomize`); how many is bounded, so that the whole takes
some seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis

# Else imported deep within a test, where CPython 3.11 may fail to parse a module: "AST constructor
# recursion depth mismatch" (python/cpython#106905).
import schemathesis.transport.asgi
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi import checks

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
EACH = settings(
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
load_all_checks()


@dataclass(frozen=True)
class Place:
    """A server with something in it."""

    server: Server
    url: str
    token: str
    known: dict[str, str]


@pytest.fixture(scope="module")
def place(server: Server) -> Place:
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Prober"})
    status, game, _ = server.http("POST", "/api/v1/games", game_request(), token=bot["token"])
    assert status == 201
    known = {"id": game["id"], "scope": "all", "game": "othello", "account": bot["account"]}
    return Place(server, f"http://{server.host}", bot["token"], known)


def test_every_operation_is_tested() -> None:
    assert len(OPERATIONS) == 15


def _cases() -> Iterator[Any]:
    """Every operation with good requests, and with bad ones where something can be bad."""
    for operation in OPERATIONS:
        for mode in GenerationMode:
            if mode is GenerationMode.POSITIVE or operation.query or operation.body:
                yield pytest.param(operation, mode, id=f"{operation.label} {mode.value}")


@pytest.mark.parametrize(("operation", "mode"), list(_cases()))
def test_responses_match_the_description(
    place: Place, operation: Any, mode: GenerationMode
) -> None:
    @EACH
    @given(
        case=operation.as_strategy(generation_mode=mode),
        known=st.booleans(),
        token=st.sampled_from(["", place.token, "zn_unknown"]),
    )
    def ask(case: Any, known: bool, token: str) -> None:
        if known and case.path_parameters:
            case.path_parameters = {name: place.known[name] for name in case.path_parameters}
        if token == place.token and operation.label == LOG_OUT:
            token = place.server.person()  # it is good for nothing afterwards
        headers = {"authorization": f"Bearer {token}"} if token else {}
        response = case.call(base_url=place.url, headers=headers)
        case.validate_response(response, checks=CHECKS)

    ask()


@pytest.mark.parametrize(
    "operation", [one for one in OPERATIONS if one.body], ids=lambda one: one.label
)
def test_a_body_of_another_type_is_refused_as_described(place: Place, operation: Any) -> None:
    case = operation.Case(body={}, media_type="application/json")
    headers = {"authorization": f"Bearer {place.token}", "content-type": "text/plain"}
    response = case.call(base_url=place.url, headers=headers)
    assert response.status_code == 415
    case.validate_response(response, checks=CHECKS)
