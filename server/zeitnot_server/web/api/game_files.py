"""Exports of games in other programs' formats."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

import zeitnot_protocol as p
from zeitnot_engines.formats.registry import FileFormat

from ...store import RecordTurn
from ..http.problems import ProblemError

MAX_BYTES = 4 * 1024 * 1024  # of the record, which is buffered

Parts = AsyncGenerator[bytes, None]
OpenParts = Callable[[RecordTurn], Awaitable[Parts | None]]

_export: p.Decoder[p.Export] = p.Decoder(p.Export)


def file_of(form: FileFormat, open_parts: OpenParts) -> OpenParts:
    """Converts the record that `open_parts` reads to a file of this format. The result raises
    ProblemError for a game without this format, and for a record that is too long."""

    async def open_file(turn: RecordTurn) -> Parts | None:
        if (parts := await open_parts(turn)) is None:
            return None
        record = await read_record(parts, f"This game is too long to be exported as {form.title}.")
        return _single_part(await asyncio.to_thread(_converted, form, record))

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


def _converted(form: FileFormat, record: bytes) -> bytes:
    export = _export.decode(record)
    if export.game_type not in form.games:
        raise ProblemError(
            400, "malformed", f"Games of {export.game_type} cannot be exported as {form.title}."
        )
    return form.write(export)


async def _single_part(body: bytes) -> Parts:
    yield body
