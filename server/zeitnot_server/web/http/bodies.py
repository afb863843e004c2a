"""JSON in and out over HTTP, bounded and typed."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from zeitnot_protocol import whole_numbers

from .malformed import explain
from .problems import ProblemError
from .unknown_fields import unknown_field

MAX_BODY_BYTES = 16 * 1024

T = TypeVar("T")


def json_answer(body: Any, status: int = 200) -> Response:
    """A JSON response with this body."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


async def json_body(request: Request, shape: type[T], max_bytes: int = MAX_BODY_BYTES) -> T:
    """Decodes the request's body as `shape`, and refuses unknown fields. Raises ProblemError 400,
    413, 415."""
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > max_bytes:
                raise ProblemError(413, "too_large", f"The body is longer than {max_bytes} bytes.")
    except ClientDisconnect:
        raise ProblemError(
            400, "malformed", "The body is shorter than its content-length."
        ) from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if raw and kind != "application/json":
        raise ProblemError(415, "not_json", "Send the body with content-type: application/json.")
    try:
        return _strict(bytes(raw) or b"{}", shape)
    except RecursionError:
        raise ProblemError(400, "malformed", "The body is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError) as bad:
        raise ProblemError(400, "malformed", explain(bad)) from None


class _NoFields(msgspec.Struct):
    """The body of a request that takes no fields."""


async def check_no_body(request: Request) -> None:
    """Refuses a body with fields where none is expected. Raises ProblemError like `json_body`."""
    if request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers:
        await json_body(request, _NoFields)


def _strict(raw: bytes, shape: type[T]) -> T:
    body = whole_numbers.decode(msgspec.json.Decoder(shape), raw)
    if sentence := unknown_field(msgspec.json.decode(raw), shape):
        raise ProblemError(400, "malformed", sentence)
    return body
