"""Zeitnot's own records (`p.Export`) as files of games: one record, or one on each line.

A record may be forged, so the positions after its moves and throws are not taken from it: whoever
reads the games computes them by the rules. The result, the clocks and the chat are the record's.
"""

from collections.abc import Iterator

import msgspec

import zeitnot_protocol as p

from ..text_files import MALFORMED_ERRORS
from .record import BadGame, FileGame
from .source import Source
from .stored import of_export

MAX_RECORD = 4 << 20  # characters
_EXPECTED = "a game record in JSON"

_export: p.Decoder[p.Export] = p.Decoder(p.Export)
_anything: p.Decoder[msgspec.Raw] = p.Decoder(msgspec.Raw)


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read."""
    lines = ((number, line) for number, line in source.lines(MAX_RECORD) if line.strip())
    first = next(lines, None)
    if first is None:
        yield BadGame(0, "the file is empty", _EXPECTED)
    elif not _is_json(first[1]) and (rest := _rest(first[1], lines)) is not None:
        yield _game(first[0], rest)
    else:
        yield _game(*first)
        for number, line in lines:
            yield _game(number, line)


def _rest(first: str, lines: Iterator[tuple[int, str]]) -> str | None:
    """The whole file, if it is one record on several lines; None if the first line is a damaged
    record, after which the others are read line by line."""
    if first.strip() != "{":
        return None
    parts, length = [first], len(first)
    for _, line in lines:
        parts.append(line)
        length += len(line)
        if length > MAX_RECORD:
            break
    return "\n".join(parts)


def _is_json(line: str) -> bool:
    try:
        _anything.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _game(line: int, text: str) -> FileGame | BadGame:
    if len(text) > MAX_RECORD:
        return BadGame(line, "the record is too long", f"at most {MAX_RECORD >> 20} MB")
    try:
        export = _export.decode(text)
    except (msgspec.DecodeError, RecursionError) as bad:
        return BadGame(line, f"this is no game record: {bad}", _EXPECTED)
    if not any(isinstance(event, p.Finished) for event in export.events):
        return BadGame(line, "the game has not ended", "a finished game")
    try:
        game = of_export(export)
        game.start()  # refuses unknown games, settings and positions
    except MALFORMED_ERRORS as bad:
        return BadGame(line, f"this is no record of a game: {bad}", _EXPECTED)
    game.line = line
    for node in game.main_line():
        node.line = line
    return game
