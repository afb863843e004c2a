"""Exports of games in other programs' formats."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from starlette.requests import Request

import zeitnot_protocol as p
from zeitnot_engines.formats.registry import FORMATS, FileFormat

from ...store import RecordTurn
from ..http.problems import ProblemError

MAX_BYTES = 4 * 1024 * 1024  # of the record, which is buffered

Parts = AsyncGenerator[bytes, None]
OpenParts = Callable[[RecordTurn], Awaitable[Parts | None]]

JSON = "json"

_export: p.Decoder[p.Export] = p.Decoder(p.Export)


def requested_format(request: Request) -> FileFormat | None:
    """The format that the query names; None: JSON. Raises ProblemError 400."""
    form = request.query_params.get("format", JSON)
    if form == JSON:
        return None
    if form not in FORMATS:
        *others, last = FORMATS
        known = f"{JSON}, {', '.join(others)} and {last}"
        raise ProblemError(
            400, "malformed", f"There is no format {form[:20]!r}; the formats are {known}."
        )
    return FORMATS[form]


def file_of(form: FileFormat, open_parts: OpenParts) -> OpenParts:
    """Converts the record that `open_parts` reads to a file of this format. The result raises
    ProblemError for a game without this format, and for a record that is too long."""

    async def open_file(turn: RecordTurn) -> Parts | None:
        if (parts := await open_parts(turn)) is None:
            return None
        record = await read_record(parts, f"This game is too long to be exported as {form.title}.")
        return _single_part(await asyncio.to_thread(converted, form, record))

    return open_file


async def read_record(parts: Parts, too_long: str) -> bytes:
    """Reads all parts of a record. Raises ProblemError 400 with `too_long` if it is too long."""
    record = bytearray()
    async with aclosing(parts):
        async for part in parts:
            record += part
            if len(record) > MAX_BYTES:
                raise ProblemError(400, "malformed", too_long)
    return bytes(record)


def converted(form: FileFormat, record: bytes) -> bytes:
    """An Export in JSON as a file. Raises ProblemError 400 for a game that cannot be written in
    this format."""
    export = _export.decode(record)
    if export.game_type not in form.games:
        raise ProblemError(
            400, "malformed", f"Games of {export.game_type} cannot be exported as {form.title}."
        )
    try:
        return form.write(export)
    except ValueError as bad:
        raise ProblemError(400, "malformed", str(bad)) from None


async def _single_part(body: bytes) -> Parts:
    yield body
