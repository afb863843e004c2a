"""Reads game records from files: one export, or one per line."""

import io
import itertools
from collections.abc import Iterable, Iterator

import click
import msgspec

import zeitnot_protocol as p
from zeitnot_engines.text_files import MAX_RECORD_BYTES, MB

from . import texts

_export: p.Decoder[p.Export] = p.Decoder(p.Export)
_any: p.Decoder[msgspec.Raw] = p.Decoder(msgspec.Raw)


def read(path: str) -> Iterator[p.Export]:
    """All exports in a file, in order. Raises click.UsageError, which names the file and, if there
    are several records, the line."""
    lines = ((number, line) for number, line in texts.lines(path, MAX_RECORD_BYTES) if line.strip())
    first, second = next(lines, (1, "")), next(lines, None)
    if not first[1]:
        raise click.UsageError(f"{path}: the file is empty; it must have a game record")
    if second is None:
        yield _decode(path, first[1])
    elif first[1].lstrip().startswith("{") and not _is_json(first[1]):
        yield _decode(path, _joined(path, itertools.chain([first, second], lines)))
    else:
        for number, line in itertools.chain([first, second], lines):
            yield _decode(f"{path}, line {number}", line)


def _joined(path: str, lines: Iterable[tuple[int, str]]) -> str:
    """Joins the lines of one record."""
    text = io.StringIO()
    for _, line in lines:
        text.write(f"{line}\n")
        if text.tell() > MAX_RECORD_BYTES:
            raise click.UsageError(
                f"{path}: not a game record: its first line is not one, and the file is "
                f"longer than {MAX_RECORD_BYTES // MB} MB"
            )
    return text.getvalue()


def _is_json(line: str) -> bool:
    """Whether the line is complete JSON, so that the file has JSON lines."""
    try:
        _any.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _decode(source: str, text: str) -> p.Export:
    try:
        return _export.decode(text)
    except msgspec.DecodeError as bad:
        raise click.UsageError(f"{source}: not a game record: {bad}") from None
    except RecursionError:
        raise click.UsageError(f"{source}: not a game record: it is nested too deeply") from None
