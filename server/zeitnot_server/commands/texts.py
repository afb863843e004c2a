"""Text files that commands read and write; `-` is standard input or output."""

import contextlib
from collections.abc import Iterator
from typing import IO, Any

import click


def read(path: str) -> str:
    """The whole text. Raises click.UsageError."""
    try:
        with click.open_file(path, encoding="utf-8") as file:
            return str(file.read())
    except (OSError, UnicodeDecodeError) as bad:
        raise click.UsageError(f"{path}: {_why(bad)}") from None


@contextlib.contextmanager
def writing(path: str) -> Iterator[IO[Any]]:
    """A file to write to. Raises click.UsageError."""
    try:
        with click.open_file(path, "w", encoding="utf-8") as file:
            yield file
    except OSError as bad:
        raise click.UsageError(f"{path}: {_why(bad)}") from None


def _why(bad: OSError | UnicodeDecodeError) -> str:
    return bad.strerror or str(bad) if isinstance(bad, OSError) else f"not UTF-8 text: {bad.reason}"
