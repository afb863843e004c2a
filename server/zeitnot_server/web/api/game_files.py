"""A game's export in the format of other programs."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

import zeitnot_protocol as p
from zeitnot_engines.formats.registry import FileFormat

from ...store import RecordTurn
from ..http.problems import ProblemError

MAX_BYTES = 4 * 1024 * 1024  # of the record, which is read as a whole

Parts = AsyncGenerator[bytes, None]
Ask = Callable[[RecordTurn], Awaitable[Parts | None]]

_export: p.Decoder[p.Export] = p.Decoder(p.Export)


def file_of(form: FileFormat, ask: Ask) -> Ask:
    """The file of the game whose record `ask` gives. Raises, when asked, ProblemError for a game
    without this format, and for a record that is too long."""

    async def asked(turn: RecordTurn) -> Parts | None:
        if (parts := await ask(turn)) is None:
            return None
        record = await whole_record(parts, f"This game is too long to be exported as {form.title}.")
        return _once(await asyncio.to_thread(_converted, form, record))

    return asked


async def whole_record(parts: Parts, too_long: str) -> bytes:
    """A record that is read at once. Raises ProblemError 400 for one that is too long."""
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


async def _once(body: bytes) -> Parts:
    yield body
