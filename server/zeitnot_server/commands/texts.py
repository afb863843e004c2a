"""Text files that commands read and write; `-` is standard input or output."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from typing import IO, Any, BinaryIO, cast

import click

from zeitnot_engines.text_files import MAX_LINE_BYTES, BadFile, numbered_lines

MEMORY_BYTES = 16 * 1024 * 1024  # a larger draft is kept in a temporary file


def lines(path: str, longest: int = MAX_LINE_BYTES) -> Iterator[tuple[int, str]]:
    """Each line with its number, without its end. Raises click.UsageError naming the file, also
    for a line of more bytes than `longest`."""
    try:
        with click.open_file(path, "rb") as file:
            yield from numbered_lines(cast(BinaryIO, file), longest)
    except BadFile as bad:
        raise click.UsageError(f"{path}, {bad}") from None
    except OSError as bad:
        raise click.UsageError(f"{path}: {bad.strerror}") from None


@contextlib.contextmanager
def writing(path: str) -> Iterator[IO[Any]]:
    """A file to write to. An existing file is replaced only after the full text was written to a
    draft. Raises click.UsageError."""
    try:
        if path == "-":
            with click.open_file(path, "w") as out:
                yield out
            return
        with tempfile.SpooledTemporaryFile(MEMORY_BYTES, "w+", encoding="utf-8") as draft:
            yield draft
            draft.seek(0)
            with click.open_file(path, "w", encoding="utf-8") as file:
                shutil.copyfileobj(draft, file)
    except OSError as bad:
        raise click.UsageError(f"{path}: {bad.strerror or bad}") from None
