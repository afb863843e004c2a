"""Writes tags and movetext, the form that PGN and PDN share."""

import re
import textwrap
from collections.abc import Callable

from ..games import History
from .movetext_tree import without_braces
from .record import Node, after

GLYPH_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_LINE = re.compile(r"\n(?=[\[%])")
_TEXT = textwrap.TextWrapper(79, break_on_hyphens=False, break_long_words=False)


def write_game(tags: dict[str, str], words: list[str]) -> str:
    """The text of a game: tags, a blank line, the movetext in lines of at most 80 characters (PGN
    standard, 4.3 and 8.2), a blank line."""
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    # A line of a comment must not look like a tag or an escaped line.
    text = _LINE.sub("\n ", _TEXT.fill(" ".join(words)))
    return f"{head}\n{text}\n\n"


def movetext(
    root: Node, start: History, write: Callable[[History, str], str], first_number: int, null: str
) -> list[str]:
    """The words of all moves with comments, glyphs and variations. `first_number`: of the move at
    the start; `write`: a legal move of a position in the notation of the format."""
    writer = _MovetextWriter(write, first_number, start, null)
    return [*comment_words(root), *writer.line(root, start, 0, True)]


class _MovetextWriter:
    """Writes lines of moves. It recurs only for variations, whose depth the reader bounds."""

    def __init__(
        self, write: Callable[[History, str], str], first: int, start: History, null: str
    ) -> None:
        self._write, self._first, self._null = write, first, null
        self._offset = start.turn or 0

    def line(self, node: Node, state: History, ply: int, numbered: bool) -> list[str]:
        """The words after a node. `numbered`: whether the first move has a number in any case."""
        words = list[str]()
        while node.children:
            main, *others = node.children
            words += self._move(state, main, ply, numbered)
            for other in others:
                inner = [
                    *self._move(state, other, ply, True),
                    *self.line(other, after(state, other), ply + 1, _is_annotated(other)),
                ]
                inner[0], inner[-1] = f"({inner[0]}", f"{inner[-1]})"
                words += inner
            numbered = bool(others) or _is_annotated(main)
            state, node, ply = after(state, main), main, ply + 1
        return words

    def _move(self, state: History, node: Node, ply: int, numbered: bool) -> list[str]:
        count = ply + self._offset
        number = f"{self._first + count // 2}{'...' if count % 2 else '.'}"
        text = self._null if node.is_null else self._write(state, node.move)
        signs = [GLYPH_SIGNS[nag] for nag in node.nags[:1] if nag in GLYPH_SIGNS]
        nags = [f"${nag}" for nag in node.nags[len(signs) :]]
        words = [number] if count % 2 == 0 or numbered else []
        return [*words, text + "".join(signs), *nags, *comment_words(node)]


def _is_annotated(node: Node) -> bool:
    return bool(node.comments or _commands(node))


def _commands(node: Node) -> list[str]:
    commands = [] if node.clock_ms is None else [f"[%clk {_clock_text(node.clock_ms)}]"]
    return commands if node.value is None else [f"[%eval {node.value}]", *commands]


def comment_words(node: Node) -> list[str]:
    """The comments of a node, with its clock and value first."""
    texts = [without_braces(text) for text in node.comments]
    if commands := _commands(node):
        texts = [" ".join([*commands, *texts[:1]]), *texts[1:]]
    return [f"{{{text}}}" for text in texts]


def _clock_text(ms: int) -> str:
    seconds, rest = divmod(max(0, ms), 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text


def _quoted(value: str) -> str:
    value = " ".join(value.split())
    return value.replace("\\", "\\\\").replace('"', '\\"')
