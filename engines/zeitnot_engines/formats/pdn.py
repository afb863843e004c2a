"""Reads and writes games of checkers in PDN, the Portable Draughts Notation 3.0 (W. Wesselink,
2012)."""

import re
from collections.abc import Iterator

from ..games import History
from ..pdn.moves import begins_a_move, matching_moves, short_move, squares
from .movetext import Syntax, TextGame, games_in
from .movetext_tree import PartOfMove, tree_of
from .movetext_writer import movetext, write_game
from .record import BadGame, FileGame
from .source import Source
from .tags import SCORES, has_position, known_tags, result_text, start_of, termination

GAME = "checkers"
GAMES = (GAME,)
_TYPE = "21,B,8,8,N1,0"  # English draughts, black begins, eight by eight, squares by numbers
_TYPES = ("", "21")
_SEATS = ("Black", "White")  # black moves first
_HEAD = ("Event", "Site", "Date", "Round")
_SYNTAX = Syntax(
    "PDN",
    move=r"[0-9]{1,2}(?:\s?[-–−xX×:]\s?[0-9]{1,2}){1,12}",
    number=r"[0-9]{1,4}\s?(?:\.+|…)|\.+|…",
    ignored=r"(?<=[0-9])\*",  # the sign of a forced move, not a result
    results={"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": "*"},
)


_DASH = re.compile(r"\s?([-xX:])\s?")


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read. Raises
    OSError."""
    for text in games_in(source, _SYNTAX):
        if isinstance(text, BadGame):
            yield text
            continue
        try:
            yield _game(text)
        except BadGame as bad:
            yield bad


def write(game: FileGame) -> str:
    """The text of one game. Raises ValueError for another game."""
    if game.game != GAME:
        raise ValueError(f"Games of {game.game} cannot be written as PDN.")
    start = game.start()
    players = {tag: name or "?" for tag, name in zip(_SEATS, game.players, strict=True)}
    tags = {name: game.facts.get(name, "?") for name in _HEAD}
    tags |= {**players, "Result": _result_text(game), "GameType": _TYPE}
    if game.position is not None:
        tags |= {"SetUp": "1", "FEN": start.text}
    tags |= {name: value for name, value in game.facts.items() if name not in tags}
    return write_game(tags, [*movetext(game.root, start, short_move, 1, "--"), _result_text(game)])


def _result_text(game: FileGame) -> str:
    """White's points come first, though black begins."""
    return result_text(game.scores and game.scores[::-1])


def _game(text: TextGame) -> FileGame:
    kind = text.tags.get("GameType", "").split(",")[0].strip()
    if kind not in _TYPES:
        raise BadGame(text.line, f"the game is of type {kind[:10]!r}", "type 21, checkers")
    start = start_of(text, GAME)
    root, notes = tree_of(text, start, _read_move)
    tags, known = known_tags(text), {*_SEATS, "Result", "FEN", "SetUp", "GameType"}
    game = FileGame(
        game=GAME,
        settings={},
        position=start.text if has_position(text) else None,
        root=root,
        players=(tags.get("Black", ""), tags.get("White", "")),
        facts={name: value for name, value in tags.items() if name not in known},
        notes=text.notes + notes,
        line=text.line,
    )
    end = game.end()
    if end.result is not None:
        # Programs differ in whose points come first; the rules do not.
        game.scores, _, game.word = end.result
        game.reason = "rules"
    elif (scores := SCORES.get(text.result)) is not None:
        game.scores, game.reason = scores[::-1], termination(text)
    return game


def _read_move(state: History, text: str) -> str:
    """The legal move with these squares; a capture may be written jump by jump, `11x18 18x25`.
    Raises PartOfMove, ValueError."""
    path = list[int]()
    for jump in _DASH.sub(r"\1", text).split():
        more = squares(jump)
        path = path + more[1:] if path and path[-1] == more[0] else path + more
    found = matching_moves(state, path)
    if not found and begins_a_move(state, path):
        raise PartOfMove(text)
    if len({state.play(move).text for move in found}) > 1:
        raise ValueError("It could be more than one move.")
    if not found:
        raise ValueError("It is not a legal move.")
    return found[0]
