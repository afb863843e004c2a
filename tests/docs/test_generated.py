"""Generated files are up to date, complete, and match the server."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import yaml

import generate
import zeitnot_protocol as p
from wire import asyncapi, model, openapi, routes, samples
from zeitnot_server.store.filters import read_cursor

from ..each import each

STRUCTS = model.structs()
SAMPLES = samples.load()
BODIES = {body.__name__ for r in routes.ROUTES for body in (r.answer, r.body, p.Problem) if body}
SOCKET_DECODERS = {
    "/ws/games/{id}": (p.decode_room_in, p.decode_room_out),
    "/ws/lobby": (p.decode_lobby_in, p.decode_lobby_out),
}


def test_generated_files_are_up_to_date() -> None:
    """`make docs` would change nothing."""
    assert generate.stale() == []


def test_every_message_and_body_has_a_sample() -> None:
    messages = {name for name, struct in STRUCTS.items() if model.shape(struct).tag}
    assert set(SAMPLES) == messages | BODIES


def test_answers_are_described_in_full_sentences() -> None:
    answers = [
        operation["responses"][str(route.statuses[0])]["description"]
        for route in routes.ROUTES
        for operation in [openapi.document()["paths"][route.path][route.method.lower()]]
    ]
    assert len(answers) == len(routes.ROUTES)
    for text in answers:
        assert text.endswith("."), text
        assert not text.startswith(("GET ", "POST ", "PATCH ")), text


@each("name", SAMPLES)
def test_samples_are_read_and_written_unchanged(name: str) -> None:
    """A sample with a misnamed field or a default value would change."""
    struct = STRUCTS[name]
    value = msgspec.convert(SAMPLES[name], struct)
    assert msgspec.json.decode(p.encode(value)) == SAMPLES[name]


def test_the_server_accepts_the_sample_of_a_cursor() -> None:
    page = msgspec.convert(SAMPLES["GamePage"], p.GamePage)
    assert page.cursor is not None
    assert read_cursor(page.cursor) == (page.games[-1].created_at, page.games[-1].id)


def samples_by_socket() -> Iterator[Any]:
    for path, unions in model.SOCKETS.items():
        for decode, union in zip(SOCKET_DECODERS[path], unions, strict=True):
            for struct in model.members(union):
                yield decode, struct


@each(("decode", "struct"), [*samples_by_socket()])
def test_each_codec_reads_its_samples(decode: Any, struct: type) -> None:
    """The `type` alone selects the struct, as on the wire."""
    assert type(decode(msgspec.json.encode(SAMPLES[struct.__name__]))) is struct


@pytest.mark.parametrize("document", [openapi.document(), asyncapi.document()])
def test_references_resolve(document: dict[str, Any]) -> None:
    text = yaml.safe_dump(document)
    references = set(re.findall(r"\$ref: '?(#[\w/.{}]+)", text))
    assert references
    for reference in references:
        node: Any = document
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]


def test_operation_ids_are_unique() -> None:
    paths = openapi.document()["paths"].values()
    names = [operation["operationId"] for path in paths for operation in path.values()]
    assert len(set(names)) == len(names) == len(routes.ROUTES)


def test_the_routes_equal_the_description() -> None:
    from zeitnot_server.app import API_ROUTES

    served_routes = {
        (method, route.path)
        for route in API_ROUTES
        for method in (route.methods or set()) - {"HEAD"}
        if "{rest:path}" not in route.path
    }
    assert served_routes == {(route.method, route.path) for route in routes.ROUTES}


def test_typescript_names_every_struct() -> None:
    text = (generate.ROOT / "clients/web/src/protocol.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"export interface (\w+)", text)) == set(STRUCTS)
