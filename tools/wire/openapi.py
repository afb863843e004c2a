"""The HTTP API as an OpenAPI 3.1 document."""

import re
from http import HTTPStatus
from typing import Any

import zeitnot_protocol as p

from . import model, routes, samples, schemas
from .route import Query, Route


def render() -> str:
    """The full file."""
    return schemas.to_yaml(document())


def document() -> dict[str, Any]:
    """The document as data."""
    paths: dict[str, Any] = {}
    for route in routes.ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Zeitnot",
            "version": "1",
            "description": "The HTTP API. Errors are problem documents (RFC 9457).",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "zeitnot_session"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _schemas() -> dict[str, Any]:
    """The schemas that the bodies use; the sockets' messages are in the AsyncAPI document."""
    components = schemas.components()
    used: dict[str, None] = {}
    pending = [t.__name__ for r in routes.ROUTES for t in (r.answer, r.body, p.Problem) if t]
    while pending:
        name = pending.pop()
        if name not in used:
            used[name] = None
            pending += re.findall(r"#/components/schemas/(\w+)", repr(components[name]))
    for body in {route.body.__name__ for route in routes.ROUTES if route.body}:
        components[body]["additionalProperties"] = False
    return {name: schema for name, schema in components.items() if name in used}


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": _name(route), "summary": route.about}
    if route.account:
        operation["security"] = [{"cookie": []}, {"token": []}]
    parameters = [_path(name) for name in re.findall(r"{(\w+)}", route.path)]
    parameters += [_query(query) for query in route.query]
    if parameters:
        operation["parameters"] = parameters
    if route.body:
        required = any(field.required for field in model.shape(route.body).fields)
        operation["requestBody"] = {"required": required, "content": _json(route.body)}
    answer: dict[str, Any] = {"description": "Done."}
    files = {kind: {"schema": {"type": "string"}} for kind in route.files}
    if route.answer:
        answer = {
            "description": _summary(route.answer),
            "content": _json(route.answer) | files,
        }
    elif files:
        answer = {"description": "The file.", "content": files}
    if route.validator:
        about = "of the record of a game that has ended; send it as If-None-Match"
        answer["headers"] = {"ETag": {"description": about, "schema": {"type": "string"}}}
    too_long = [HTTPStatus.REQUEST_URI_TOO_LONG] if parameters else []
    operation["responses"] = {
        **{str(status): answer for status in route.statuses},
        **({"304": {"description": "Not changed."}} if route.validator else {}),
        **{str(status): _problem(status) for status in sorted({*route.problems, *too_long})},
    }
    return operation


def _name(route: Route) -> str:
    words = re.findall(r"\w+", route.path.removeprefix("/api/v1/").replace("{", "by_"))
    return "_".join((route.method.lower(), *words))


def _summary(struct: type) -> str:
    """The first paragraph of the docstring in one line, without the request at its beginning, which
    the operation already has."""
    paragraph = " ".join(model.shape(struct).doc.partition("\n\n")[0].split())
    text = re.sub(r"^(?:GET|POST|PATCH) [\w/{}?=-]+(?:: |, and )", "", paragraph)
    return text[0].upper() + text[1:]


def _path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query(query: Query) -> dict[str, Any]:
    return {"name": query.name, "in": "query", "description": query.about, "schema": query.schema}


def _json(struct: type) -> dict[str, Any]:
    example = samples.load()[struct.__name__]
    return {"application/json": {"schema": schemas.ref(struct), "example": example}}


def _problem(status: int) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": schemas.ref(p.Problem)}}
    problem: dict[str, Any] = {"description": HTTPStatus(status).phrase, "content": content}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        seconds = {"type": "integer", "minimum": 1}
        about = "in how many seconds to come again"
        problem["headers"] = {"Retry-After": {"description": about, "schema": seconds}}
    return problem
