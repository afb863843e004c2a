"""Reads and writes games of black and white stones in SGF, the Smart Game Format FF[4] (A. Hollosi,
1999). What differs between the games is in their folders (`SgfForm`)."""

import re
from collections.abc import Iterator
from functools import cache

from ..games import NAMES, settings_of
from ..notations import notation_of
from ..sgf_form import Point, SgfForm, SgfHead, SgfStart
from . import sgf_results
from .record import BadGame, FileGame
from .sgf_text import simple_text
from .sgf_tokens import CLOSE, HEAD, Step, Tree, trees
from .sgf_tree import (
    Properties,
    SetUps,
    TreeBuilder,
    has_setup,
    moves_of,
    pairs_of,
    player_of,
    point_of,
    properties_of,
)
from .sgf_writer import write as write_form
from .source import Source

FORMS: dict[str, SgfForm] = {
    game: form for game in NAMES if (form := notation_of(game).sgf) is not None
}
GAMES = tuple(FORMS)
FACTS = {
    **{"EV": "Event", "PC": "Site", "RO": "Round", "GN": "Title", "AN": "Annotator"},
    **{"SO": "Source", "RU": "Rules", "BR": "BlackElo", "WR": "WhiteElo", "BT": "BlackTeam"},
    **{"WT": "WhiteTeam", "ON": "Opening", "GC": "Comment", "CP": "Copyright", "US": "User"},
}
_OF_MOVES = ("B", "W", "BL", "WL", "OB", "OW")
_SIZE = re.compile(r"([0-9]{1,2})(?:\s*[:x]\s*([0-9]{1,2}))?")
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_INCREMENT = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?) fischer", re.IGNORECASE)
_WHOLE = re.compile(r"[0-9]{1,6}")


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read. Raises
    OSError."""
    for tree in trees(source):
        if isinstance(tree, BadGame):
            yield tree
            continue
        try:
            yield _game(tree)
        except BadGame as bad:
            yield bad


def write(game: FileGame) -> str:
    """The text of one game. Raises ValueError for a game that SGF is not used for here."""
    if game.game not in FORMS:
        raise ValueError(f"Games of {game.game} cannot be written as SGF.")
    return write_form(game, FORMS[game.game], FACTS)


# ── reading ────────────────────────────────────────────────────────────────────────────────────


def _game(tree: Tree) -> FileGame:
    """Raises BadGame."""
    _split_root(tree)
    texts = _texts(_main_line(tree))
    name = _name(tree.line, texts)
    form, size = FORMS[name], _size(tree.line, FORMS[name], name, texts)
    before = _before_moves(tree)  # nodes that only set up the board
    start = _start(tree.line, form, _head(tree, before, form, size, texts))
    builder = TreeBuilder(form, start.state, size, tree.line)
    for properties in before:
        builder.annotate(properties)
    taken, items = start.taken, tree.items
    items.reverse()
    del items[len(items) - len(before) :]
    while items:  # each is freed once it has been played
        item = items.pop()
        if taken and not isinstance(item, str):
            taken -= 1
            builder.annotate(properties_of(item))
        else:
            builder.add(item)
    rules = start.state.game
    game = FileGame(
        game=name,
        settings=start.settings,
        position=None if start.state.text == rules.start().text else start.state.text,
        root=builder.root,
        players=(texts.get("PB", ""), texts.get("PW", "")),
        facts={fact: texts[key] for key, fact in FACTS.items() if texts.get(key)} | start.facts,
        notes=[(tree.line, note) for note in start.notes] + builder.notes + tree.notes,
        line=tree.line,
    )
    if form.head(rules.settings).get("RU", "").lower() == texts.get("RU", "").lower():
        game.facts.pop("Rules", None)  # a setting says it
    _add_times(game, texts)
    _set_result(game, builder, texts.get("RE", ""))
    return game


def _split_root(tree: Tree) -> None:
    """Moves the moves that some programs write into the root to a new node after it."""
    if tree.items and not isinstance(root := tree.items[0], str) and moves_of(root):
        of_root = [part for pair in pairs_of(root) if pair[0] not in _OF_MOVES for part in pair]
        of_move = [part for pair in pairs_of(root) if pair[0] in _OF_MOVES for part in pair]
        tree.items[:1] = [(root[0], tuple(of_root)), (root[0], tuple(of_move))]


def _main_line(tree: Tree) -> list[Step]:
    """The nodes of the main line."""
    main = list[Step]()
    for item in tree.items:
        if item == CLOSE:
            break
        if not isinstance(item, str):
            main.append(item)
    return main


def _texts(main: list[Step]) -> dict[str, str]:
    """The properties of the entire game, by the first value of each; some files have them in later
    nodes than the root."""
    texts: dict[str, str] = {}
    for step in main:
        for name, raw in pairs_of(step):
            if name in HEAD and name not in texts:
                texts[name] = simple_text(raw).strip()
    return texts


def _name(line: int, texts: dict[str, str]) -> str:
    """The game that GM names, or that of GM[1] without it. Raises BadGame."""
    said = texts.get("GM") or "1"
    for name, form in FORMS.items():
        if said == str(form.number):
            return name
    known = ", ".join(f"GM[{form.number}] ({name})" for name, form in FORMS.items())
    raise BadGame(line, f"the game is GM[{said[:20]}]", known)


def _size(line: int, form: SgfForm, name: str, texts: dict[str, str]) -> int:
    said = texts.get("SZ") or str(form.size)
    found = _SIZE.fullmatch(said)
    choices = _sizes(name)
    if found is None or found[2] not in (None, found[1]) or int(found[1]) not in choices:
        sizes = sorted(choices)
        known = ", ".join(map(str, sizes)) if len(sizes) < 9 else f"{sizes[0]} to {sizes[-1]}"
        raise BadGame(line, f"a board of {said[:20]}", f"{name} on a board of {known}")
    return int(found[1])


@cache
def _sizes(game: str) -> frozenset[int]:
    setting = next(setting for setting in settings_of(game) if setting.name == "size")
    return frozenset(map(int, setting.choices))


def _before_moves(tree: Tree) -> list[Properties]:
    """The nodes up to the first move or variation."""
    before = list[Properties]()
    for item in tree.items:
        if isinstance(item, str) or moves_of(item):
            break
        before.append(properties_of(item))
    return before


def _head(
    tree: Tree, before: list[Properties], form: SgfForm, size: int, texts: dict[str, str]
) -> SgfHead:
    """Raises BadGame."""
    set_ups = SetUps(form, size)
    lines = [item[0] for item in tree.items[: len(before)] if not isinstance(item, str)]
    stones = [
        stone
        for line, properties in zip(lines, before, strict=True)
        for stone in set_ups.of(line, properties)
    ]
    players = [player for node in before if (player := player_of(node)) is not None]
    moves = next((moves for step in _main_line(tree) if (moves := moves_of(step))), [])
    return SgfHead(
        size,
        texts,
        tuple(stones),
        seat=players[-1] if players else moves[0][0] if moves else None,
        leading=_leading(tree.items[len(before) :], form, size),
    )


def _leading(rest: list[Step | str], form: SgfForm, size: int) -> tuple[Point, ...]:
    """The stones that Black places before White's first move, one in each node; empty if there is
    only one, or anything else before that move."""
    points = list[Point]()
    for step in rest:
        moves = [] if isinstance(step, str) or has_setup(properties_of(step)) else moves_of(step)
        if len(moves) != 1:
            return ()
        seat, raw = moves[0]
        if seat == 1:
            return tuple(points) if len(set(points)) == len(points) > 1 else ()
        try:
            points.append(point_of(form, raw.strip(), size))
        except ValueError:
            return ()
    return ()


def _start(line: int, form: SgfForm, head: SgfHead) -> SgfStart:
    try:
        return form.start(head)
    except ValueError as bad:
        raise BadGame(line, str(bad).rstrip("."), "a possible start") from None


def _add_times(game: FileGame, texts: dict[str, str]) -> None:
    """Adds the date in the form of PGN, and the time control in that form if PGN can express it,
    otherwise as SGF has it."""
    if day := texts.get("DT"):
        game.facts["Date"] = ".".join(found.groups()) if (found := _DAY.fullmatch(day)) else day
    main, overtime = texts.get("TM", ""), texts.get("OT", "")
    increment = _INCREMENT.fullmatch(overtime)
    if _WHOLE.fullmatch(main) and (increment or not overtime):
        game.facts["TimeControl"] = f"{main}+{increment[1]}" if increment else main
        return
    game.facts |= {
        name: said for name, said in (("MainTime", main), ("Overtime", overtime)) if said
    }


def _set_result(game: FileGame, builder: TreeBuilder, said: str) -> None:
    """Sets the file's result, or that of the rules if the file has none."""
    claimed, end = sgf_results.read(said), builder.end.result
    if claimed is None and end is not None and said in ("", "?"):
        game.scores, _, game.word = end
        game.reason = "rules"
        return
    if claimed is None:
        if said:
            game.facts["Result"] = said
        if said.lower() not in sgf_results.NO_RESULTS:
            game.notes.append((game.line, f"RE[{said[:30]}] is not a result that is known here"))
        return
    game.scores, game.reason, game.word = claimed.scores, claimed.reason, claimed.word
    if end is None or claimed.reason not in ("unknown", "rules"):
        return
    # In a counted game, only the file knows the dead stones; otherwise the last position says all.
    is_counted = sgf_results.read(end[2]) is not None
    if end[0] != claimed.scores:
        if is_counted:
            return
        game.notes.append((game.line, "the result in the file is not that of the last position"))
    game.scores, game.reason = end[0], "rules"
    game.word = (is_counted and claimed.word) or end[2]
