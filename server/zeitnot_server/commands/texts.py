"""Text files that commands read and write; `-` is standard input or output."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from typing import IO, Any

import click

MEMORY_BYTES = 16 * 1024 * 1024  # a larger draft is kept in a temporary file


def read(path: str) -> str:
    """The whole text. Raises click.UsageError."""
    try:
        with click.open_file(path, encoding="utf-8") as file:
            return str(file.read())
    except (OSError, UnicodeDecodeError) as bad:
        raise click.UsageError(f"{path}: {_reason(bad)}") from None


@contextlib.contextmanager
def writing(path: str) -> Iterator[IO[Any]]:
    """A file to write to; an existing file is replaced only when the whole text has been written to
    a draft. Raises click.UsageError."""
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
        raise click.UsageError(f"{path}: {_reason(bad)}") from None


def _reason(bad: OSError | UnicodeDecodeError) -> str:
    return bad.strerror or str(bad) if isinstance(bad, OSError) else f"not UTF-8 text: {bad.reason}"
