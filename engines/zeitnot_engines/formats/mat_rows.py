"""The text of MAT files: matches, their games, and what the players do in the two columns.

A file is read line by line and yields one game at a time. Lines between a result and the next
header are skipped. A game with a line that cannot be read is reported, and the next one is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from .record import BadGame
from .source import Source

Kind = Literal["dice", "dance", "double", "take", "drop", "beaver", "raccoon", "resign", "wins"]

MAX_LINE = 1_024  # characters
MAX_ACTIONS = 4_096  # of a game
MAX_TAGS = 64
_NEAR = 3  # blanks between a roll and its play
_RIGHT = 3  # a result that begins this much before the right player's name is still the right's
_WORDS: dict[str, Kind] = {
    **{"double": "double", "redouble": "double", "take": "take", "accept": "take"},
    **{"drop": "drop", "pass": "drop", "reject": "drop", "beaver": "beaver"},
    **{"raccoon": "raccoon", "resign": "resign", "win": "wins", "cannot": "dance"},
}
_MATCH = re.compile(
    r"\s*([0-9]{1,3})[ -]points? match\b|\s*(?:unlimited|money)\s+(?:game|match|session)\b",
    re.IGNORECASE,
)
_GAME = re.compile(r"\s*game\s+([0-9]{1,5})\b", re.IGNORECASE)
_TAG = re.compile(r"\s*[;#]\s*\[\s*([^\]\"]{1,40}?)\s*\"(.*)\"\s*\]")
_SET_POSITION = re.compile(r"\s*[;#]\s*set\s*pos", re.IGNORECASE)
_NAMES = re.compile(r"\s*(.*?)\s*:\s*([0-9]{1,4})\s+(\S.*?)\s*:\s*([0-9]{1,4})\s*")
_ROW = re.compile(r"\s*[0-9]{1,4}\)")
_ACTION = re.compile(
    r"(?<!\S)(?:(?P<dice>[1-6]\s?[1-6])\s?:"
    r"|(?P<word>(?:re)?doubles?|takes?|accepts?|drops?|rejects?|beavers?|raccoons?|resigns?|wins?"
    r"|pass(?:es)?|cannot move)(?!\S)(?:\s*=>\s*[0-9]+)?)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\s*([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does. `side`: whose column it is in; `is_alone`: nothing else is in its row, so
    that its column is only a guess; `dice`: of a throw; `text`: its play; `points`: of a result."""

    kind: Kind
    line: int
    side: int
    is_alone: bool
    dice: tuple[int, int] | None = None
    text: str = ""
    points: int | None = None


@dataclass(slots=True)
class TextMatch:
    """What precedes the games. `length`: in points, 0 for single games; `tags`: those of the
    comments, as `Site`."""

    length: int = 0
    tags: dict[str, str] = field(default_factory=dict)

    def says(self, tag: str) -> bool | None:
        """Whether a tag is `On` or `Off`; None if the file does not say it."""
        word = self.tags.get(tag, "").strip().lower()
        return {"on": True, "true": True, "off": False, "false": False}.get(word)


@dataclass(slots=True)
class TextGame:
    """One game. `line`: of its header; `column`: where the second player's name begins, near which
    his cells begin, too."""

    match: TextMatch
    number: int
    line: int
    players: tuple[str, str] | None = None
    scores: tuple[int, int] = (0, 0)
    actions: list[Action] = field(default_factory=list)
    column: int = 0

    @property
    def has_result(self) -> bool:
        """Whether its result has been read."""
        return any(action.kind == "wins" for action in self.actions[-2:])


def name_in_row(name: str) -> str:
    """A player's name as the row with the scores has it, where a colon ends a name."""
    return " ".join(name.replace(":", " ").split()) or "?"


def games_in(source: Source) -> Iterator[TextGame | BadGame]:
    """The games of a file, and in the place of each that cannot be read what is wrong with it. A
    file without games yields one BadGame. Raises OSError."""
    reader, found = _Reader(), False
    for number, line in source.lines(MAX_LINE):
        for done in reader.add(number, line):
            found = True
            yield done
    for done in reader.end():
        found = True
        yield done
    if not found:
        yield BadGame(0, "there is no game in the file", "a line such as Game 1")


class _Reader:
    """Puts the lines together to games."""

    def __init__(self) -> None:
        self._match = TextMatch()
        self._has_games = False  # of this match, so that a tag now is the next one's
        self._game: TextGame | None = None
        self._bad: BadGame | None = None

    def add(self, number: int, line: str) -> Iterator[TextGame | BadGame]:
        """The game that ends before this line, if any."""
        if _SET_POSITION.match(line):
            self._fail(BadGame(number, "the game begins at a position", "the usual start"))
        elif line.lstrip().startswith((";", "#")):
            yield from self._add_comment(line)
        elif self._game is not None and self._game.players is None and self._bad is None:
            self._add_line(number, line)
        elif found := _MATCH.match(line):
            yield from self.end()
            self._begin_match(int(found[1] or 0))
        elif found := _GAME.match(line):
            yield from self.end()
            self._game, self._has_games = TextGame(self._match, int(found[1]), number), True
        else:
            self._add_line(number, line)

    def end(self) -> Iterator[TextGame | BadGame]:
        """The game that has been read, at the end of it."""
        game, bad, self._game, self._bad = self._game, self._bad, None, None
        if bad is not None:
            yield bad
        elif game is not None and game.players is None:
            yield BadGame(game.line, "the game has no players", "names and scores")
        elif game is not None:
            yield game

    def _fail(self, bad: BadGame) -> None:
        if self._game is not None and self._bad is None:
            self._bad = bad

    def _begin_match(self, length: int) -> None:
        tags = {} if self._has_games else self._match.tags
        self._match, self._has_games = TextMatch(length, tags), False

    def _add_comment(self, line: str) -> Iterator[TextGame | BadGame]:
        found = _TAG.match(line)
        if found is None:
            return
        if self._has_games:  # the head of the next match
            yield from self.end()
            self._begin_match(0)
        if len(self._match.tags) < MAX_TAGS:
            self._match.tags[found[1]] = found[2]

    def _add_line(self, number: int, line: str) -> None:
        if self._game is None or self._bad is not None or not line.strip():
            return
        try:
            self._add_to(self._game, number, line)
        except BadGame as bad:
            self._fail(bad)

    def _add_to(self, game: TextGame, number: int, line: str) -> None:
        if len(line) > MAX_LINE:
            raise BadGame(number, "the line is too long", f"up to {MAX_LINE} characters")
        if game.players is None:
            found = _NAMES.fullmatch(line := line.expandtabs())
            if found is None:
                raise BadGame(number, f"{line.strip()[:40]!r} is not the players", "A : 0   B : 0")
            game.players, game.scores = (found[1], found[3]), (int(found[2]), int(found[4]))
            game.column = found.start(3)
            return
        if game.has_result:
            return
        game.actions += _actions(number, line, game.column)
        if len(game.actions) > MAX_ACTIONS:
            raise BadGame(number, "the game is too long", f"up to {MAX_ACTIONS} rolls and answers")


def _actions(number: int, line: str, column: int) -> list[Action]:
    """What a line of two columns says; the right one begins near `column`."""
    line = line.expandtabs()
    row = _ROW.match(line)
    begin = row.end() if row else 0
    found = list[re.Match[str]]()
    for match in _ACTION.finditer(line, begin):
        # `31: pass` and `31: Cannot Move` are one action.
        if not (found and found[-1]["dice"] and match.start() - found[-1].end() <= _NEAR):
            found.append(match)
    before = line[begin : found[0].start()] if found else line[begin:]
    if before.strip() or (not found and row is None) or len(found) > 2:
        what = f"{line.strip()[:40]!r} is not a row of two columns"
        raise BadGame(number, what, "such as 1) 31: 8/5 6/5   52: 13/8 13/11")
    actions = []
    for index, match in enumerate(found):
        is_alone = len(found) == 1
        side = int(match.start() > column / 2) if is_alone else index
        end = found[index + 1].start() if index + 1 < len(found) else len(line)
        action = _action(number, side, is_alone, match, line[match.end() : end].strip())
        if action.kind == "wins" and not is_alone:
            # GNU Backgammon may write the left player's result directly behind his last roll.
            action = replace(action, side=int(match.start() >= column - _RIGHT))
        actions.append(action)
    return actions


def _action(number: int, side: int, is_alone: bool, found: re.Match[str], text: str) -> Action:
    if dice := found["dice"]:
        values = (int(dice[0]), int(dice[-1]))
        return Action("dice", number, side, is_alone, dice=values, text=text)
    word = found["word"].lower()
    kind = next(kind for stem, kind in _WORDS.items() if word.startswith(stem))
    points = _NUMBER.match(text) if kind in ("wins", "resign") else None
    return Action(kind, number, side, is_alone, points=int(points[1]) if points else None)
