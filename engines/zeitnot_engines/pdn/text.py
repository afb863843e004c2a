"""Tokenises PDN: the tags and words of each game, without comments, variations and annotations.

A file is read in blocks, so its size does not matter. All tokens have a maximum length, because a
missing quotation mark or bracket would otherwise consume the rest of the file.
"""

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from ..text_files import BadFile

MAX_TAG = 8_192  # characters, including brackets; also for any other word
MAX_COMMENT = 1 << 20
MAX_TAGS = 1_000  # of a game
MAX_WORDS = 20_000  # moves, or jumps of them, of a game
MAX_DEPTH = 1_000  # of variations
MAX_SKIPPED = 100_000  # ignored words, or words within variations
_BLOCK = 1 << 16

_TOKEN = re.compile(
    rf"""
    (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:\\.|[^"\\\n]){{0,{MAX_TAG}}}+)"\s*\])
    | (?P<comment>\{{)
    | (?P<rest>;|(?<![^\n])%)
    | (?P<open>\() | (?P<close>\))
    | (?P<result>(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?![\w/-]))
    | (?P<number>[0-9]+\.+)
    | (?P<move>[0-9]{{1,2}}(?:\s?[-xX:]\s?[0-9]{{1,2}})+)
    | (?P<mark>\$[0-9]+|[!?*()]+)
    | (?P<blank>\s+)
    """,
    re.VERBOSE,
)
_ENDS = {"comment": ("}", "a comment"), "rest": ("\n", "the rest of the line")}


class BadPdn(BadFile):
    """The file is not valid PDN; the message is a sentence, with the line if it is known."""


@dataclass(slots=True)
class GameText:
    """The text of one game. `line`: where it begins; `words`: the moves and the result, each with
    its line."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    words: list[tuple[int, str]] = field(default_factory=list)


def games_in(file: BinaryIO) -> Iterator[GameText]:
    """Yields the games of a file. A tag after a move, or anything after a result, begins the next
    game. Raises BadPdn, also for a file without games."""
    game, ended, tags = GameText(0), False, 0
    for line, kind, match in _main_lines(file):
        if ended or (kind == "tag" and game.words):
            yield game
            game, tags = GameText(0), 0
        tags += kind == "tag"
        game.line, ended = game.line or line, kind == "result"
        if kind == "tag":
            game.tags[match["name"]] = re.sub(r"\\(.)", r"\1", match["value"])
        else:
            game.words.append((line, re.sub(r"\s", "", match[0])))
        if tags > MAX_TAGS or len(game.words) > MAX_WORDS:
            limit = f"{MAX_TAGS} tags" if kind == "tag" else f"{MAX_WORDS} moves"
            raise BadPdn(line, f"the game has more than {limit}")
    if not game.line:
        raise BadPdn(0, "There is no game in the file")
    yield game


def _main_lines(file: BinaryIO) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yields the tags, moves and results outside of variations."""
    depth = opened_at = skipped = 0
    for line, kind, match in _Scanner(file).tokens():
        skipped += kind != "blank"
        if skipped > MAX_SKIPPED:
            raise BadPdn(line, f"more than {MAX_SKIPPED} words without a move or tag")
        if kind == "open":
            depth, opened_at = depth + 1, opened_at if depth else line
            if depth > MAX_DEPTH:
                raise BadPdn(line, f"more than {MAX_DEPTH} nested variations")
        elif kind == "close" and depth == 0:
            raise BadPdn(line, "a closing bracket without an opening one")
        elif kind == "close":
            depth -= 1
        elif kind == "tag" and depth:
            break
        elif kind in ("tag", "move", "result") and not depth:
            skipped = 0
            yield line, kind, match
    if depth:
        raise BadPdn(opened_at, "a variation is not closed")


class _Scanner:
    """Scans a file from start to end, with some lookahead."""

    def __init__(self, file: BinaryIO) -> None:
        decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._file, self._decoder = file, io.IncrementalNewlineDecoder(decoder, translate=True)
        self._text, self._at, self._line = "\n", 1, 1
        self._ended = False

    def tokens(self) -> Iterator[tuple[int, str, re.Match[str]]]:
        """Yields all tokens with their lines. Raises BadPdn."""
        while self._look_ahead():
            match = _TOKEN.match(self._text, self._at)
            if match is None or (match.lastgroup != "blank" and len(match[0]) > 2 * MAX_TAG):
                raise self._unknown()
            kind = match.lastgroup or ""
            yield self._line, kind, match
            self._go_to(match.end())
            if kind in _ENDS:
                self._skip(*_ENDS[kind])

    def _look_ahead(self) -> bool:
        """Reads until the longest possible token is available. False: the file has ended."""
        while len(self._text) - self._at <= 3 * MAX_TAG and not self._ended:
            block = self._file.read(_BLOCK)
            self._ended = not block
            read = self._decoder.decode(block, final=not block)
            self._text = self._text[self._at - 1 :] + read  # a token may look at what is before it
            self._at = 1
        return self._at < len(self._text)

    def _go_to(self, place: int) -> None:
        self._line += self._text.count("\n", self._at, place)
        self._at = place

    def _skip(self, end: str, what: str) -> None:
        start_line, length = self._line, 0
        while self._look_ahead():
            found = self._text.find(end, self._at)
            if found >= 0:
                return self._go_to(found + 1)
            length += len(self._text) - self._at
            if length > MAX_COMMENT:
                break
            self._go_to(len(self._text))
        if end == "}":
            long = f", or longer than {MAX_COMMENT} characters" if length > MAX_COMMENT else ""
            raise BadPdn(start_line, f"{what} is not closed{long}")
        if length > MAX_COMMENT:
            raise BadPdn(start_line, f"{what} is longer than {MAX_COMMENT} characters")

    def _unknown(self) -> BadPdn:
        word = self._text[self._at : self._at + 20].split()[0]
        if word[0] == "[":
            return BadPdn(
                self._line,
                f"tag {word!r} is not closed or longer than {MAX_TAG} characters",
            )
        return BadPdn(self._line, f"{word!r} is neither a tag nor a move")
