"""Game records as commands read them from files: one export, or one a line."""

import click
import msgspec

import zeitnot_protocol as p

from . import texts

_export: p.Decoder[p.Export] = p.Decoder(p.Export)
_any: p.Decoder[object] = p.Decoder(object)


def read(path: str) -> list[p.Export]:
    """All exports in a file. Raises click.UsageError naming the file, and the line if there are
    many."""
    text = texts.read(path)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_json(lines[0][1]):
        return [_decode(f"{path}, line {number}", line) for number, line in lines]
    return [_decode(path, text)]


def _is_json(line: str) -> bool:
    """Whether the line stands alone, so that the file is one of JSON lines."""
    try:
        _any.decode(line)
    except msgspec.DecodeError:
        return False
    return True


def _decode(source: str, text: str) -> p.Export:
    try:
        return _export.decode(text)
    except msgspec.DecodeError as bad:
        raise click.UsageError(f"{source}: no game record: {bad}") from None
