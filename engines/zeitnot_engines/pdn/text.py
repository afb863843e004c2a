"""The texts of PDN: tags and words of each game, without comments, variations and marks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_BYTES = 64 * 1024 * 1024

_TOKEN = re.compile(
    r"""
    (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:\\.|[^"\\\n])*)"\s*\])
    | (?P<comment>\{[^}]*\})
    | (?P<rest>;[^\n]*|(?<![^\n])%[^\n]*)
    | (?P<open>\() | (?P<close>\))
    | (?P<result>(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?![\w/-]))
    | (?P<number>[0-9]+\.+)
    | (?P<move>[0-9]{1,2}(?:\s?[-xX:]\s?[0-9]{1,2})+)
    | (?P<mark>\$[0-9]+|[!?*()]+)
    | (?P<blank>\s+)
    """,
    re.VERBOSE,
)


class BadPdn(ValueError):
    """A sentence for people, with the line of the file where it is known."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}." if line else f"{problem}.")


@dataclass(slots=True)
class GameText:
    """One game. `line`: where it begins; `words`: moves and the result, each with its line."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    words: list[tuple[int, str]] = field(default_factory=list)


def games_in(data: bytes) -> Iterator[GameText]:
    """The games of a file; a tag after a move, or what follows a result, begins the next. Raises
    BadPdn, also for a file without games."""
    if len(data) > MAX_BYTES:
        raise BadPdn(0, f"A PDN file may have {MAX_BYTES >> 20} MB")
    text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    game, ended = GameText(0), False
    for line, kind, match in _main_lines(text):
        if ended or (kind == "tag" and game.words):
            yield game
            game = GameText(0)
        game.line, ended = game.line or line, kind == "result"
        if kind == "tag":
            game.tags[match["name"]] = re.sub(r"\\(.)", r"\1", match["value"])
        else:
            game.words.append((line, re.sub(r"\s", "", match[0])))
    if not game.line:
        raise BadPdn(0, "There is no game in the file")
    yield game


def _main_lines(text: str) -> Iterator[tuple[int, str, re.Match[str]]]:
    """The tags, moves and results outside variations."""
    depth = opened_at = 0
    for line, kind, match in _tokens(text):
        if kind == "open":
            depth, opened_at = depth + 1, opened_at if depth else line
        elif kind == "close" and depth == 0:
            raise BadPdn(line, "a variation is closed that was not opened")
        elif kind == "close":
            depth -= 1
        elif kind == "tag" and depth:
            break
        elif kind in ("tag", "move", "result") and not depth:
            yield line, kind, match
    if depth:
        raise BadPdn(opened_at, "a variation is not closed")


def _tokens(text: str) -> Iterator[tuple[int, str, re.Match[str]]]:
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadPdn(line, f"{text[at : at + 20].split()[0]!r} is neither a tag nor a move")
        yield line, match.lastgroup or "", match
        line += match[0].count("\n")
        at = match.end()
