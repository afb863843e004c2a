"""Positions among the texts that people import: a single one, one on each line, or one above a
board or an analysis of another program."""

from collections.abc import Iterable, Iterator

from zeitnot_engines.formats.record import BadGame, FileGame, Node, position_of
from zeitnot_engines.formats.registry import (
    format_of,
    position_in,
    settings_of_position,
    usual_game,
)
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import MANIFESTS, load

_SLASHES = 5  # a line with more of them is a FEN
_MAX_POSITION = 1024  # characters, as in `PositionText`


def positions_of(source: Source, game_type: str | None) -> Iterable[FileGame | BadGame] | None:
    """The positions of a text, each as a game without moves, and in the place of each that cannot
    be read what is wrong; None: the text is no position. `game_type`: the game, if it is known."""
    head = next(source.blocks(), "").lstrip("\ufeff")
    lines = [line.strip() for line in head.split("\n") if line.strip()]
    first = lines[0] if lines else ""
    is_single = len(lines) == 1 and len(head) <= 2 * _MAX_POSITION and len(first) <= _MAX_POSITION
    is_fen = first.count("/") > _SLASHES and "(;" not in first
    game = game_type or usual_game()
    games = MANIFESTS if game_type is None else (game_type,)

    if is_single and (position := _position(first, (game,))) is not None:
        return [position]
    if (marked := position_in(first, games)) is not None and marked[1] == first:
        return [_of_game(*marked, line=0)]  # what follows is a board or an analysis
    if is_fen and not is_single and (position := _position(first, games)) is not None:
        return _one_on_each_line(source, position.game)
    if (is_fen and is_single) or format_of(source) is None:
        if is_single and (position := _position(first, games)) is not None:
            return [position]
        if (marked := position_in(head, games)) is not None:
            return [_of_game(*marked, line=0)]
    return [_of_game(game, first)] if is_fen and is_single else None


def _one_on_each_line(source: Source, game: str) -> Iterator[FileGame | BadGame]:
    """The positions of this game in a file such as a collection of EPDs."""
    for number, text in source.lines(_MAX_POSITION):
        if line := text.strip():
            yield _of_game(game, line, number)


def _position(text: str, games: Iterable[str]) -> FileGame | None:
    """The position of the first of these games that reads it."""
    found = (_of_game(game, text) for game in games)
    return next((position for position in found if isinstance(position, FileGame)), None)


def _of_game(game: str, text: str, line: int = 1) -> FileGame | BadGame:
    """A game without moves at this position, or what is wrong with it. `line`: 0 for a position
    that was found somewhere in the text."""
    settings = settings_of_position(game, text)
    rules = load(game, settings)
    try:
        position = position_of(rules, text).text
    except ValueError as bad:
        return BadGame(line, str(bad).rstrip("."), "a position")
    return FileGame(game, settings, position, Node(line=line), ("",) * rules.seats, line=line)
