"""Games of Go in SGF, as the formats' common form has them."""

import re
from collections.abc import Iterator

from ..games import History
from ..sgf.record import Record, Step, main_steps, record_of, steps
from ..sgf.results import Result
from ..sgf.text import simple_text
from ..sgf.tree import MAX_BYTES, BadSgf, parse_text, walk
from .record import BadGame, EndReason, FileGame, Node
from .source import Source

MAX_NODES = 5_000  # of a game: the position of each is kept until its variations are read
_FACTS = {
    **{"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "BR": "BlackElo"},
    **{"WR": "WhiteElo", "GN": "Title", "AN": "Annotator", "SO": "Source", "RU": "Rules"},
}
_REASONS: dict[str, EndReason] = {
    **{"score": "rules", "resign": "resign", "time": "flag", "forfeit": "adjudicated"}
}


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """The games of a file, and in the place of each that cannot be read what is wrong with it.
    Raises OSError."""
    text = ""
    for block in source.blocks():
        text += block
        if len(text) > MAX_BYTES:
            yield BadGame(0, "the file is too long", f"up to {MAX_BYTES >> 20} MiB")
            return
    try:
        roots = parse_text(text)
    except BadSgf as bad:
        yield _bad_game(bad, 0, "games in SGF")
        return
    for root in roots:
        try:
            yield _game(record_of(root))
        except BadSgf as bad:
            yield _bad_game(bad, root.line, "a game of Go")


_PLACE = re.compile(r"Line ([0-9]+): (.*)", re.DOTALL)


def _bad_game(bad: BadSgf, line: int, expected: str) -> BadGame:
    """The same problem. `line`: where, unless its message says it."""
    text = str(bad).rstrip(".")
    if found := _PLACE.fullmatch(text):
        line, text = int(found[1]), found[2]
    return BadGame(line, text, expected)


def _game(record: Record) -> FileGame:
    """Raises BadSgf for a main line that cannot be played."""
    if sum(1 for _ in walk(record.root)) > MAX_NODES:
        raise BadSgf(f"Line {record.root.line}: the game has more than {MAX_NODES} nodes")
    state = record.start
    for step in main_steps(record):
        if step.before.text != state.text:
            raise BadSgf(f"Line {step.node.line}: stones are placed, or a side moves twice")
        state = step.after
    usual = record.game.start().text
    game = FileGame(
        game="go",
        settings=dict(record.game.settings),
        position=None if record.start.text == usual else record.start.text,
        root=Node(line=record.root.line),
        players=record.players,
        facts={
            fact: text for name, fact in _FACTS.items() if (text := _text(record.root.first(name)))
        },
        line=record.root.line,
    )
    _add_moves(game, record)
    if record.result is not None:
        _set_result(game, record.result)
    return game


def _add_moves(game: FileGame, record: Record) -> None:
    """Adds the moves; a variation with an illegal one is left out with all after it."""
    parents = {id(record.root): (game.root, record.start)}
    try:
        for step in steps(record):
            if id(step.node) not in parents:
                continue  # below a node that is left out
            parent, state = parents[id(step.node)]
            if step.before.text != state.text:
                game.notes.append((step.node.line, "a variation is left out"))
                continue
            _add_step(step, parent, parents)
    except BadSgf as bad:
        rest = _bad_game(bad, record.root.line, "")
        game.notes.append((rest.line, f"variations are left out: {rest.what}"))


def _add_step(step: Step, parent: Node, parents: dict[int, tuple[Node, History]]) -> None:
    node = parent
    if step.move is not None:
        node = Node(step.move, line=step.node.line)
        parent.children.append(node)
    if text := _text(step.node.first("C")):
        node.comments.append(text)
    parents |= {id(child): (node, step.after) for child in step.node.children}


def _set_result(game: FileGame, result: Result) -> None:
    game.scores = (result.score(0), result.score(1))
    game.reason = _REASONS.get(result.how, "unknown")
    if result.how == "score" and result.winner is not None and result.margin:
        game.word = f"{'BW'[result.winner]}+{result.margin:g}"


def _text(value: str | None) -> str:
    return simple_text(value or "").strip()
