"""Tags and movetext, the form that PGN and PDN share (PGN standard, 1994; PDN 3.0, 2012).

A file is read block by block and yields one game at a time. Nothing in it may be longer than a
bound: a quotation mark or bracket that is missing would otherwise take the rest of the file. After
an error, reading goes on at the next line that looks like a first tag.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .record import MAX_NODES, BadGame
from .source import Source

MAX_TAG = 8_192  # characters, brackets included; also of any other word
MAX_COMMENT = 1 << 16
MAX_TEXT = 1 << 20  # characters of all comments of a game
MAX_TAGS = 200
MAX_DEPTH = 200  # of variations
_GLYPHS = {
    **{"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6},
    **{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13},
    **{"+=": 14, "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19, "±": 16, "∓": 17},
    **{"⩲": 14, "⩱": 15, "TN": 146, "N": 146},
}
"""Numeric Annotation Glyphs of the signs that people write (PGN standard, 10)."""
_RESULTS = {
    **dict.fromkeys(("1-0", "1–0", "1:0"), "1-0"),
    **dict.fromkeys(("0-1", "0–1", "0:1"), "0-1"),
    **dict.fromkeys(("1/2-1/2", "1/2", "½-½", "½"), "1/2-1/2"),
    "*": "*",
}
_NO_WINNER = "0-0"  # both have lost; as a move it is castling
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **{"×": "x", "♙": "", "♟": ""},
        **dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, strict=True)),
    }
)
"""Dashes and figures in moves, as books and pages of the web have them."""
_TAG_NAMES = {
    name.lower(): name
    for name in ("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp")
}


@dataclass(frozen=True, slots=True)
class Syntax:
    """What differs between the formats. `move`, `number`, `ignored`: regular expressions, `ignored`
    of what is skipped beside the usual; `results`: beside those of PGN, what they are in PGN."""

    name: str
    move: str
    number: str = r"[0-9]{1,4}\s?(?:\.+|…|\))|\.+|…|[0-9]{1,4}(?=\s)"
    ignored: str = r"(?!)"
    results: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class TextGame:
    """One game. `line`: where it begins; `words`: kind, line and text of everything in its
    movetext; the kinds are `move`, `comment`, `nag`, `open`, `close` and `result`; `notes`: what
    was left out, each with its line."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    words: list[tuple[str, int, str]] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)

    @property
    def result(self) -> str:
        """The result at the end of the movetext; that of the tags if it says none."""
        if self.words and self.words[-1][0] == "result" and self.words[-1][2] != "*":
            return self.words[-1][2]
        return self.tags.get("Result", "*")


def games_in(source: Source, syntax: Syntax) -> Iterator[TextGame | BadGame]:
    """Yields the games of a file, and a BadGame in place of each that cannot be read. A file
    without games yields one BadGame. Raises OSError."""
    found = False
    for game in _Reader(source, syntax).games():
        found = True
        yield game
    if not found:
        yield BadGame(0, "there is no game in the file", f"{syntax.name} tags or moves")


class _Reader:
    """Assembles games from the tokens of a file."""

    def __init__(self, source: Source, syntax: Syntax) -> None:
        self._scanner = _Scanner(source, syntax)
        self._results = {**_RESULTS, **syntax.results}
        self._has_tags = False  # the game that is being read

    def games(self) -> Iterator[TextGame | BadGame]:
        while True:
            try:
                game = self._game()
            except BadGame as bad:
                self._scanner.skip_to_next(self._has_tags)
                yield bad
                continue
            if game is None:
                return
            yield game

    def _game(self) -> TextGame | None:
        """The next game; None at the end of the file. Raises BadGame."""
        reading, self._has_tags = _Reading(self._results), False
        while not reading.ended and (token := self._scanner.peek()) is not None:
            kind, line, text = token
            if kind == "tag" and reading.has_begun_moves:
                return reading.done()
            self._has_tags = self._has_tags or kind in ("tag", "bad_tag")
            self._scanner.advance()
            if kind == "comment":
                text = self._scanner.comment(text)
            reading.add(kind, line, text)
        if reading.ended:  # a comment behind the result is still of this game
            while (token := self._scanner.peek()) and token[:2] == ("comment", line):
                self._scanner.advance()
                reading.add_before_result(line, self._scanner.comment(token[2]))
        return reading.done()


class _Reading:
    """A game that is being read, token by token."""

    def __init__(self, results: dict[str, str]) -> None:
        self._results = results
        self._game = TextGame(0)
        self._open: list[int] = []  # the lines on which the open variations begin
        self._length = 0  # of all comments
        self._has_moves = False  # or anything else but tags and comments
        self.ended = False

    @property
    def has_begun_moves(self) -> bool:
        """Whether a tag now would be that of the next game."""
        return self._has_moves

    def done(self) -> TextGame | None:
        """The game; None if it has no tokens. Raises BadGame."""
        if self._open:
            raise BadGame(self._open[0], "a variation is not closed", "a )")
        game = self._game
        result = game.tags.get("Result", "")
        game.tags |= {"Result": self._results.get(result, result)} if result else {}
        if result == _NO_WINNER and game.words and game.words[-1][2] == _NO_WINNER:
            game.words.pop()
        return game if game.tags or self._has_moves else None

    def add_before_result(self, line: int, comment: str) -> None:
        """Adds a comment behind the result. Raises BadGame."""
        result = self._game.words.pop()
        self.add("comment", line, comment)
        self._game.words.append(result)

    def add(self, kind: str, line: int, text: str) -> None:
        """Raises BadGame."""
        self._game.line = self._game.line or line
        match kind:
            case "tag":
                self._add_tag(line, text)
                return
            case "bad_tag":
                self._leave_out(line, text)
                return
            case "comment":
                self._length += len(text)
                _bound(line, self._length, MAX_TEXT, "the comments are too long", "characters")
            case "open":
                self._open.append(line)
                _bound(line, len(self._open), MAX_DEPTH, "variations are nested too deeply", "deep")
            case "close":
                if not self._open:
                    raise BadGame(line, "a variation is closed that was not opened", "a move")
                self._open.pop()
            case "result":
                if self._open:
                    return  # some programs end a variation with the result
                text, self.ended = self._results[text], True
        self._has_moves = self._has_moves or kind != "comment"
        self._game.words.append((kind, line, text))
        _bound(line, len(self._game.words), 4 * MAX_NODES, "the game is too long", "words")

    def _add_tag(self, line: int, text: str) -> None:
        found = _TAG.fullmatch(text)
        assert found is not None
        name = "_".join(found["name"].split())
        value = re.sub(r"\\([\\\"])", r"\1", found["value"])
        self._game.tags[_TAG_NAMES.get(name.lower(), name)] = " ".join(value.split())
        _bound(line, len(self._game.tags), MAX_TAGS, "the game has too many tags", "tags")

    def _leave_out(self, line: int, text: str) -> None:
        if self.has_begun_moves:
            raise _unreadable_tag(line, text)
        self._game.notes.append((line, f"the tag {text[:40]!r} cannot be read; it is left out"))
        _bound(line, len(self._game.notes), MAX_TAGS, "the game has too many tags", "tags")


def _bound(line: int, number: int, limit: int, what: str, unit: str) -> None:
    """Raises BadGame if the number is over the limit."""
    if number > limit:
        raise BadGame(line, what, f"up to {limit} {unit}")


def _unreadable_tag(line: int, text: str) -> BadGame:
    what = "is not a tag" if "]" in text else "is not closed"
    return BadGame(line, f"{text.split()[0][:20]!r} {what}", '[Name "value"]')


_NAME = r"\w[\w \t]{0,60}"
_TAG = re.compile(rf'\[\s*(?P<name>{_NAME}?)\s*"(?P<value>[^\n]*)"\s*\]')
_NEXT_GAME = re.compile(r'^(?=\[Event\s*")', re.MULTILINE)
# Behind a game that cannot be read, its other tags must not look like the next game.
_AFTER_TAGS = re.compile(rf'^(?=\[Event\s*")|\n[ \t]*\n[ \t]*(?=\[\s*{_NAME}")', re.MULTILINE)
_AFTER_MOVES = re.compile(rf"{_AFTER_TAGS.pattern}|\n[ \t]*\n[ \t]*(?=1[ \t]*[.)…])", re.MULTILINE)


def _pattern(syntax: Syntax) -> re.Pattern[str]:
    results = "|".join(
        re.escape(text) for text in sorted({**_RESULTS, **syntax.results}, key=len, reverse=True)
    )
    return re.compile(
        rf"""
        (?P<tag>\[\s*{_NAME}"[^\n]{{0,{MAX_TAG}}}?"\s*\]
            (?=\s*(?:\n|\[|$|[0-9]{{1,4}}\s?[.…]|\{{|\*|1-0|0-1|1/2)))
        | (?P<bad_tag>(?<=\n)\[[^\n]{{0,{MAX_TAG}}}\](?=[ \t]*(?:\n|$)))
        | (?P<comment>\{{|;)
        | (?P<escape>(?<=\n)%[^\n]{{0,{MAX_TAG}}})
        | (?P<blank>\s+)
        | (?P<open>\() | (?P<close>\))
        | (?P<skipped>{syntax.ignored})
        | (?P<result>(?:{results})(?=[\s(){{}};\[]|$))
        | (?P<nag>\$[0-9]{{1,3}}|[!?]{{1,2}}|[±∓⩲⩱∞□‼⁇⁉⁈]
            |(?:\+=|=\+|\+/-|-/\+|\+-|-\+|=|TN|N)(?=[\s(){{}};]|$))
        | (?P<number>{syntax.number})
        | (?P<ignored>(?:e\.?p|(?:dbl\.?\s?)?ch|mate|[+#†‡]{{1,2}})\.?(?=[\s(){{}};]|$)
            |<[^>\n]{{0,80}}>|\\|-(?=\s))
        | (?P<move>{syntax.move})
        """,
        re.VERBOSE,
    )


class _Scanner:
    """Splits a file into tokens, and keeps only a window of its text. `_at`: the position in the
    window, which also holds the character before it."""

    def __init__(self, source: Source, syntax: Syntax) -> None:
        self._blocks = source.blocks()
        self._pattern, self._syntax = _pattern(syntax), syntax
        self._text, self._at, self._line = "\n", 1, 1
        self._ended = self._is_in_tags = False
        self._token: tuple[str, int, str] | None = None

    def peek(self) -> tuple[str, int, str] | None:
        """Kind, line and text of the next token; None at the end. Raises BadGame."""
        while self._token is None and self._look_ahead():
            found = self._pattern.match(self._text, self._at)
            if found is None:
                raise self._unknown()
            kind = found.lastgroup or ""
            if kind not in ("blank", "escape", "number", "skipped", "ignored"):
                self._token = kind, self._line, _plain(kind, found[0])
            self._go_to(found.end())
        return self._token

    def advance(self) -> None:
        """Drops the token that `peek` returned."""
        self._token = None

    def comment(self, opening: str) -> str:
        """The rest of a comment that begins with this sign, with its blanks. Raises BadGame."""
        end = "}" if opening == "{" else "\n"
        begun, parts, length = self._line, list[str](), 0
        while self._look_ahead():
            found = self._text.find(end, self._at)
            stop = found if found >= 0 else len(self._text)
            part = self._text[self._at : stop]
            if next_game := _NEXT_GAME.search(self._text, self._at, stop):
                self._go_to(next_game.start())
                raise BadGame(begun, "a comment is not closed", "a }")
            parts.append(part)
            length += len(part)
            self._go_to(self._at + len(part) + (found >= 0))
            if found >= 0 or length > MAX_COMMENT:
                break
        else:
            if end == "}":
                raise BadGame(begun, "a comment is not closed", "a }")
        if length > MAX_COMMENT:
            raise BadGame(begun, "a comment is too long or not closed", "a } or the line's end")
        return "".join(parts)

    def skip_to_next(self, has_tags: bool) -> None:
        """Goes on to the next game, or to the end. `has_tags`: whether the present one has any."""
        if self._token is not None and self._token[0] == "tag":
            return
        next_game = _AFTER_TAGS if has_tags or self._is_in_tags else _AFTER_MOVES
        self._token, self._is_in_tags = None, False
        while self._look_ahead():
            found = next_game.search(self._text, self._at)
            if found:
                return self._go_to(found.end())
            # Of the window's last characters, more may be needed to see a tag.
            self._go_to(max(self._at + 1, len(self._text) - MAX_TAG * (not self._ended)))

    def _look_ahead(self) -> bool:
        """Reads until the window holds the longest token that may follow; returns whether any text
        is left."""
        while len(self._text) - self._at <= 2 * MAX_TAG and not self._ended:
            block = next(self._blocks, None)
            self._ended = block is None
            self._text = self._text[self._at - 1 :] + (block or "")
            self._at = 1
        return self._at < len(self._text)

    def _go_to(self, place: int) -> None:
        self._line += self._text.count("\n", self._at, place)
        self._at = place

    def _unknown(self) -> BadGame:
        word, line = self._text[self._at : self._at + 20].split()[0], self._line
        self._go_to(self._at + len(word))
        if word[0] == "[":
            self._is_in_tags = True
            return _unreadable_tag(line, word)
        return BadGame(line, f"{word!r} is not {self._syntax.name}", "a tag or a move")


def _plain(kind: str, text: str) -> str:
    """The text of a token in the form of the standard."""
    if kind == "nag":
        return str(nag_of(text))
    return text.translate(_PLAIN) if kind == "move" else text


def nag_of(sign: str) -> int:
    """The Numeric Annotation Glyph that a sign such as `$14`, `!?` or `±` means. Raises
    ValueError."""
    if sign[:1] == "$":
        return int(sign[1:])
    if sign not in _GLYPHS:
        raise ValueError(f"{sign!r} is no sign of a move")
    return _GLYPHS[sign]


def sign_of(nag: int) -> str:
    """The usual sign of a Numeric Annotation Glyph, `$nag` if it has none."""
    signs = [sign for sign, glyph in _GLYPHS.items() if glyph == nag]
    return signs[-1] if signs else f"${nag}"
