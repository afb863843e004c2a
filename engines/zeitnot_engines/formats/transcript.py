"""Transcripts of Othello: a game a line, `f5d6c3…`, as players and programs write them."""

import re
from collections.abc import Iterator

from ..games import load
from .record import BadGame, FileGame, Node, after
from .source import Source

GAME = "othello"
GAMES = (GAME,)
MAX_LINE = 4_096
_PAIR = re.compile(r"[a-h][1-8]|pass|pa|--|ps")
_BLANK = re.compile(r"[\s,;.]+|[0-9]{1,2}\.")  # and numbers of moves
_PASSES = frozenset(("pass", "pa", "--", "ps"))


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read. Empty lines,
    and lines that begin with `#`, are skipped. Raises OSError."""
    found = False
    for number, line in source.lines(MAX_LINE):
        text = line.strip()
        if text.startswith("#") or (not text and len(line) <= MAX_LINE):
            continue
        found = True
        try:
            yield _game(number, line)
        except BadGame as bad:
            yield bad
    if not found:
        yield BadGame(0, "there is no game in the file", "a transcript, such as f5d6c3")


def write(game: FileGame) -> str:
    """The main line as a transcript, without passes. Raises ValueError for another game, and for
    one that does not begin at the start position."""
    if game.game not in GAMES or game.position is not None:
        raise ValueError(f"This game of {game.game} cannot be written as a transcript.")
    return "".join(move for move in game.moves() if move != "pass") + "\n"


def _game(number: int, line: str) -> FileGame:
    if len(line) > MAX_LINE:
        raise BadGame(number, "the line is too long", f"up to {MAX_LINE} characters")
    line = line.strip()
    words, state = line.lower(), load(GAME).start()
    root = node = Node()
    at = 0
    while at < len(words):
        if blank := _BLANK.match(words, at):
            at = blank.end()
            continue
        found = _PAIR.match(words, at)
        if found is None:
            raise BadGame(number, f"{line[at : at + 8]!r} is not a move", "moves such as f5")
        at = found.end()
        move = "pass" if found[0] in _PASSES else found[0]
        if move != "pass" and state.legal() == ["pass"]:
            node.children.append(passed := Node("pass", line=number))
            state, node = after(state, passed), passed
        child = Node(move, line=number)
        try:
            state = after(state, child)
        except ValueError as bad:
            what = f"{found[0]!r}, move {state.ply + 1}, is not possible"
            raise BadGame(number, f"{what} ({str(bad).rstrip('.')})", "a legal move") from None
        node.children.append(child)
        node = child
    if node is root:
        raise BadGame(number, f"{line[:20]!r} has no move", "moves such as f5")
    game = FileGame(GAME, {}, None, root, ("", ""), line=number)
    if state.result is not None:
        game.scores, _, game.word = state.result
        game.reason = "rules"
    return game
