"""Reads and writes games of Othello in GGF, the Generic Game Format of GGS (M. Buro,
skatgame.net/mburo/ggsa/ggf).

A game is `(;GM[Othello]PB[…]PW[…]RE[+4.00]BO[8 … *]B[F5/eval/seconds]W[D6]…;)`. Text between games,
such as the number before a pair of synchronous games, is skipped.
"""

import math
import re
from collections.abc import Iterator

from ..games import History, load
from .record import BadGame, EndReason, FileGame, Node, after
from .source import Source

GAME = "othello"
GAMES = (GAME,)
PASS = "pass"
SIGN = re.compile(r"\(;\s{0,9}GM ?\[(?i:Othello|Amazons|Reversi)\]")
"""The beginning of a game in GGF."""
MAX_GAME = 1 << 16  # characters
_MARK = re.compile(r"\(;|;\)")
_PROPERTY = re.compile(r"\s*([A-Z]{1,3})\s*\[([^\[\]]*)\]")
_TAGS = {
    **{"PC": "Site", "RB": "BlackElo", "RW": "WhiteElo", "TI": "TimeControl", "TY": "Type"},
    **{"TB": "BlackTime", "TW": "WhiteTime"},
}
_TYPE = "8"  # the usual: a board of 8 by 8, from the usual start
_FLAGS: dict[str, EndReason] = {"r": "resign", "t": "flag", "s": "agreed", "l": "flag"}
_RESULT = re.compile(r"([+-]?[0-9]{1,3}(?:\.[0-9]{1,3})?)(?::([rtsl]))?")
_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})(?:_([0-9:]{8}))?")
MOVE = r"([A-Ha-h][1-8]|[Pp][Aa](?:[Ss][Ss]?)?)"
"""The pattern of a move without its value and time; see `wire_move`."""
_MOVE = re.compile(MOVE + r"(?:/([^/]*)(?:/([0-9.]{1,12}))?)?")


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read. Raises
    OSError."""
    found = False
    for line, text in _texts(source):
        found = True
        try:
            if isinstance(text, BadGame):
                raise text
            yield _game(line, text)
        except BadGame as bad:
            yield bad
    if not found:
        yield BadGame(0, "there is no game in the file", f"(;GM[{GAME.title()}]…;)")


def write(game: FileGame) -> str:
    """The text of one game: its main line. Raises ValueError for another game or board size."""
    start = game.start()
    if game.game != GAME or _size(start) != 8:
        raise ValueError(f"Games of {game.game} cannot be written as GGF.")
    facts = game.facts
    head = {
        "GM": GAME.title(),
        "PC": facts.get("Site", ""),
        "DT": "_".join(filter(None, (facts.get("Date"), facts.get("UTCTime")))),
        **{name: player or "?" for name, player in zip(("PB", "PW"), game.players, strict=True)},
        **{name: facts[fact] for name, fact in _TAGS.items() if name != "PC" and fact in facts},
        "TY": facts.get("Type", _TYPE),
        "RE": _result_text(game),
        "BO": _board_text(start),
    }
    words = [f"{name}[{_clean(value)}]" for name, value in head.items() if value]
    state = start
    for node in game.main_line():
        words.append(f"{'BW'[state.turn or 0]}[{_move_text(node)}]")
        state = after(state, node)
    return f"(;{''.join(words)};)\n"


def wire_move(text: str) -> str:
    """A move of the format, such as `F5` or `PA`, as on the wire."""
    return PASS if text[0] in "Pp" else text.lower()


def move_text(move: str) -> str:
    """A move of the wire in the format."""
    return "PA" if move == PASS else move.upper()


# ── reading ────────────────────────────────────────────────────────────────────────────────────


def _texts(source: Source) -> Iterator[tuple[int, str | BadGame]]:
    """What is between `(;` and `;)`, with the line of its beginning."""
    text, line = "", 1  # what is in view, and the line at its beginning
    for block in source.blocks():
        text += block
        counted, begin, done = 0, -1, 0
        for mark in _MARK.finditer(text):
            if mark[0] == "(;":
                if begin >= 0:
                    yield line, _not_closed(line)
                begin = mark.start()
                line, counted = line + text.count("\n", counted, begin), begin
            elif begin >= 0:
                is_long = mark.start() - begin > MAX_GAME
                yield line, _not_closed(line) if is_long else text[begin + 2 : mark.start()]
                begin = -1
            done = mark.end()
        if 0 <= begin < len(text) - MAX_GAME:
            yield line, _not_closed(line)
            begin = -1
        # A mark may lie across the border of two blocks.
        rest = begin if begin >= 0 else max(done, len(text) - 1)
        line, text = line + text.count("\n", counted, rest), text[rest:]
    if text.startswith("(;"):
        yield line, BadGame(line, "the file ends within a game", ";)")


def _not_closed(line: int) -> BadGame:
    return BadGame(line, "the game is too long or not closed", ";)")


def _game(line: int, text: str) -> FileGame:
    properties: dict[str, str] = {}
    moves: list[tuple[int, str, str]] = []
    text, at, at_line = text.rstrip(), 0, line
    while at < len(text):
        found = _PROPERTY.match(text, at)
        if found is None:
            raise BadGame(at_line, f"{text[at : at + 12]!r} is not a property", "as PB[name]")
        name, value = found[1], found[2].strip()
        at_line += text.count("\n", at, found.start(1))
        if name in ("B", "W"):
            moves.append((at_line, name, value))
        else:
            properties[name] = value
        at_line += text.count("\n", found.start(1), found.end())
        at = found.end()
    if properties.get("GM", "").lower() not in (GAME, "reversi"):
        raise BadGame(line, f"the game is {properties.get('GM', '')[:20]!r}", GAME.title())
    if "a" in properties.get("TY", ""):
        raise BadGame(
            line, "this is Anti-Othello, which the player with fewer discs wins", "Othello"
        )
    start, is_usual = _start(line, properties)
    game = FileGame(
        game=GAME,
        settings={},
        position=None if is_usual else start.text,
        root=_line(start, moves),
        players=(_name(properties, "PB"), _name(properties, "PW")),
        facts=_facts(properties),
        line=line,
    )
    if re.search("[1-9]", komi := properties.get("KO", "")[:10]):
        game.notes.append((line, f"the komi of {komi} discs is left out"))
    _set_result(game, properties.get("RE", ""))
    return game


def _name(properties: dict[str, str], key: str) -> str:
    name = properties.get(key, "")
    return "" if name == "?" else name


def _facts(properties: dict[str, str]) -> dict[str, str]:
    facts = {
        fact: properties[name]
        for name, fact in _TAGS.items()
        if properties.get(name, "?") not in ("", "?")
    }
    if facts.get("Type") == _TYPE:
        del facts["Type"]
    if date := _DATE.match(properties.get("DT", "")):
        facts["Date"] = ".".join(date.groups()[:3])
        if date[4]:
            facts["UTCTime"] = date[4]
    return facts


def _start(line: int, properties: dict[str, str]) -> tuple[History, bool]:
    """The position of `BO`, and whether it is the usual start."""
    usual = load(GAME).start()
    if "BO" not in properties:
        return usual, True
    cells = "".join(properties["BO"].split())
    board, side = cells[1:65], cells[65:]
    if cells[:1] != "8" or len(board) != 64 or side not in ("*", "O"):
        raise BadGame(line, "BO is not a board of 8 by 8", "8, 64 cells of *, O and -, a side")
    text = f"{board.replace('*', 'X')} {'X' if side == '*' else 'O'}"
    try:
        start = load(GAME).parse(text)
    except ValueError as bad:
        raise BadGame(line, f"BO: {str(bad).rstrip('.')}", "a position") from None
    return start, start.text == usual.text


def _line(state: History, moves: list[tuple[int, str, str]]) -> Node:
    """The root with the moves below it. Raises BadGame for an illegal one."""
    root = node = Node()
    for line, colour, text in moves:
        found = _MOVE.fullmatch(text)
        if found is None:
            raise BadGame(line, f"{text[:20]!r} is not a move", "a move as F5/eval/seconds")
        move = wire_move(found[1])
        if state.turn == "BW".index(colour) ^ 1 and state.legal() == [PASS]:
            child = Node(PASS, line=line)  # left out by programs in which passes are implied
            node.children.append(child)
            state, node = after(state, child), child
        child = Node(move, line=line, value=(found[2] or "").strip() or None)
        try:
            if state.turn != "BW".index(colour):
                raise ValueError("the other side is to move")
            state = after(state, child)
        except ValueError as bad:
            what = f"{text[:20]!r}, move {state.ply + 1}, is not possible"
            raise BadGame(line, f"{what} ({str(bad).rstrip('.')})", "a legal move") from None
        node.children.append(child)
        node = child
    return root


def _set_result(game: FileGame, text: str) -> None:
    end = game.end()
    if end.result is not None:
        game.scores, _, game.word = end.result
        game.reason = "rules"
        return
    if found := _RESULT.fullmatch(text):
        margin = float(found[1])
        game.scores = (0.5, 0.5) if margin == 0 else (1.0, 0.0) if margin > 0 else (0.0, 1.0)
        game.reason = _FLAGS.get(found[2] or "", "unknown")
        game.facts["Margin"] = found[1]


# ── writing ────────────────────────────────────────────────────────────────────────────────────


def _size(state: History) -> int:
    return math.isqrt(len(state.text) - 2)


def _board_text(state: History) -> str:
    cells, side = state.text.replace("X", "*").split()
    rows = (cells[at : at + 8] for at in range(0, 64, 8))
    return f"8 {' '.join(rows)} {side}"


def _move_text(node: Node) -> str:
    move = move_text(node.move)
    return move if node.value is None else f"{move}/{node.value}"


def _result_text(game: FileGame) -> str:
    if game.scores is None:
        return ""
    if (margins := game.end().margins) is not None:
        return f"{margins[0]:+.2f}"
    margin = game.facts.get("Margin") or f"{(game.scores[0] - game.scores[1]) * 64:+.2f}"
    flag = next((flag for flag, reason in _FLAGS.items() if reason == game.reason), None)
    return f"{margin}:{flag}" if flag else margin


def _clean(value: str) -> str:
    """The value without square brackets, for which the format has no escapes."""
    return value.replace("[", "(").replace("]", ")")
