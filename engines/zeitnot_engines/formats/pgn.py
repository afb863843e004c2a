"""Reads and writes games of chess and xiangqi in PGN (Portable Game Notation; S. Edwards, 1994).

Xiangqi has the same form with `[Game "Chinese Chess"]`, players named Red and Black, and moves in
WXF, ICCS or Chinese notation.
"""

from collections.abc import Iterator, Mapping

from ..games import NAMES, History, Value
from ..notations import PgnForm, notation_of
from .movetext import Syntax, TextGame, games_in
from .movetext_tree import tree_of
from .movetext_writer import movetext, write_game
from .record import BadGame, FileGame
from .source import Source
from .tags import SCORES, has_position, known_tags, result_text, start_of, termination

NULL_MOVES = frozenset(("--", "Z0", "z0", "null", "@@@@", "0000", "pass"))
_END = r"\s(){};\[\]$!?±∓⩲⩱∞□‼⁇⁉⁈"
_SYNTAX = Syntax(
    "PGN",
    # e8(Q), and everything else up to a blank, a sign or a bracket.
    move=r"[a-hA-H](?:x[a-h])?[18]\([QRBNqrbn]\)"
    rf"|[^{_END}]{{1,20}}?(?=(?:\+/?-|-/?\+|\+?=|=\+)?(?:[{_END}]|$))",
)
_SEVEN = ("Event", "Site", "Date", "Round")  # of the Seven Tag Roster; players and result follow
_UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}


_FORMS = {game: form for game in NAMES if (form := notation_of(game).pgn) is not None}
GAMES = tuple(_FORMS)


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
    """The text of one game. Raises ValueError for a game that PGN is not used for."""
    if game.game not in _FORMS:
        raise ValueError(f"Games of {game.game} cannot be written as PGN.")
    form, start = _FORMS[game.game], game.start()
    moves = movetext(
        game.root, start, notation_of(game.game).writers[form.writer], _first_number(start), "--"
    )
    return write_game(_tags(game, form, start), [*moves, result_text(game.scores)])


# ── reading ────────────────────────────────────────────────────────────────────────────────────


def _game(text: TextGame) -> FileGame:
    name = _game_name(text)
    form, start = _FORMS[name], start_of(text, name)
    settings = form.settings(start.text)
    if settings:
        start = start_of(text, name, settings=settings)
    root, notes = tree_of(text, start, notation_of(name).read, NULL_MOVES)
    game = FileGame(
        game=name,
        settings=settings,
        position=start.text if has_position(text) and not _is_usual(start, settings) else None,
        root=root,
        players=(_player(text, form.seats[0]), _player(text, form.seats[1])),
        facts=_facts(text, form),
        notes=text.notes + notes,
        line=text.line,
    )
    _set_result(game, text)
    return game


def _is_usual(start: History, settings: Mapping[str, Value]) -> bool:
    """Whether the settings say where the game begins."""
    return bool(settings) and start == start.game.start()


def _game_name(text: TextGame) -> str:
    """The game that the tags name, or whose seats they have. Raises BadGame."""
    said = {text.tags.get(tag, "").strip().lower() for tag in ("Variant", "Game")}
    usual = next(game for game, form in _FORMS.items() if "" in form.names)
    by_seats = (g for g, form in _FORMS.items() if g != usual and form.seats[0] in text.tags)
    for game in [*by_seats, *_FORMS]:
        if said <= _FORMS[game].names | {""} and (game != usual or said & _FORMS[usual].names):
            return game
    unknown = next(name for name in said if name)
    raise BadGame(text.line, f"the game is {unknown[:30]!r}", " or ".join(_FORMS))


def _player(text: TextGame, tag: str) -> str:
    # The player of the side that moves first may be in the tag White, whatever that side is.
    tags = known_tags(text)
    return tags.get(tag) or (tags.get("White", "") if tag != "Black" else "")


def _facts(text: TextGame, form: PgnForm) -> dict[str, str]:
    """The tags that say neither the players, nor the result, nor where the game begins."""
    known = {*form.seats, "White", "Result", "FEN", "SetUp", *form.tags}
    return {name: value for name, value in known_tags(text).items() if name not in known}


def _set_result(game: FileGame, text: TextGame) -> None:
    """Sets the file's result, or that of the rules if the file has none."""
    end = game.end()
    claimed = SCORES.get(text.result)
    if end.result is not None and claimed in (None, end.result[0]):
        game.scores, _, game.word = end.result
        game.reason = "rules"
        return
    game.scores = claimed
    if claimed is None:
        return
    game.reason = termination(text)
    if end.result is not None:
        game.notes.append((text.line, "the result is not that of the last position"))


# ── writing ────────────────────────────────────────────────────────────────────────────────────


def _tags(game: FileGame, form: PgnForm, start: History) -> dict[str, str]:
    players = {tag: name or "?" for tag, name in zip(form.seats, game.players, strict=True)}
    tags = {name: game.facts.get(name, _UNKNOWN[name]) for name in _SEVEN}
    tags = {**form.tags, **tags, **players, "Result": result_text(game.scores)}
    if variant := form.variant(game.settings, start):
        tags["Variant"] = variant
    if game.position is not None or variant:
        tags |= {"SetUp": "1", "FEN": start.text}
    return tags | {name: value for name, value in game.facts.items() if name not in tags}


def _first_number(start: History) -> int:
    """The number of the first move, the last field of a FEN."""
    last = start.text.split()[-1]
    return int(last) if last.isdecimal() else 1
