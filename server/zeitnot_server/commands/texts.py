"""Text files that commands read and write; `-` is standard input or output."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from typing import IO, Any

import click

KEPT = 16 * 1024 * 1024  # bytes of a draft that are kept in memory; more go to a file


def read(path: str) -> str:
    """The whole text. Raises click.UsageError."""
    try:
        with click.open_file(path, encoding="utf-8") as file:
            return str(file.read())
    except (OSError, UnicodeDecodeError) as bad:
        raise click.UsageError(f"{path}: {_reason(bad)}") from None


@contextlib.contextmanager
def writing(path: str) -> Iterator[IO[Any]]:
    """A file to write to; what is there already stays until all is there to be written. Raises
    click.UsageError."""
    try:
        if path == "-":
            with click.open_file(path, "w") as out:
                yield out
            return
        with tempfile.SpooledTemporaryFile(KEPT, "w+", encoding="utf-8") as draft:
            yield draft
            draft.seek(0)
            with click.open_file(path, "w", encoding="utf-8") as file:
                shutil.copyfileobj(draft, file)
    except OSError as bad:
        raise click.UsageError(f"{path}: {_reason(bad)}") from None


def _reason(bad: OSError | UnicodeDecodeError) -> str:
    return bad.strerror or str(bad) if isinstance(bad, OSError) else f"not UTF-8 text: {bad.reason}"
