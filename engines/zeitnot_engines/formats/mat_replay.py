"""Plays the actions of a MAT file by the rules."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ..games import History
from .mat_board import BAR, END_WORDS, fields_of, gains_of, other_men, point_of
from .mat_rows import Action
from .record import BadGame, Node

_NO_PLAY = re.compile(r"(?:cannot|can't|no\b|danc|fan|pass|\(no).*", re.IGNORECASE)
_UNKNOWN = re.compile(r"\?{1,4}")
_POINT = r"(?:bar|off|2[0-5]|1[0-9]|[0-9])\*?"
_WORD = re.compile(rf"({_POINT}(?:[/-]{_POINT})+)(?:\(([234])\)\*?)?")
_SPACES = re.compile(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended by the rules. `seat`: the winner's; `times`: how often the stake counted;
    `word`: as in the rules."""

    seat: int
    points: int
    times: int
    word: str


class Replay:
    """A game of a file from its start. `root`: its moves and throws so far; `notes`: see FileGame;
    `won`: its end by the rules; `resigned`: the seat that has resigned."""

    def __init__(self, start: History) -> None:
        self.root = Node()
        self.notes = list[tuple[int, str]]()
        self.won: Won | None = None
        self.resigned: int | None = None
        self._state, self._node = start, self.root

    def add(self, action: Action, *, is_last: bool) -> None:
        """Plays an action; the last one of a game may be a roll without its play. Raises
        BadGame."""
        if self.won is not None:
            what = f"the game is over ({self.won.word})"
            raise BadGame(action.line, what, "its result")
        if action.kind == "raccoon":
            raise BadGame(action.line, "raccoons are not played here", "Takes or Drops")
        if action.kind == "resign":
            self.resigned = action.side
        elif action.kind in ("dice", "dance"):
            self._roll(action)
            self._play(action, is_last)
        else:
            self._answer(action)

    def _answer(self, action: Action) -> None:
        legal, word = self._state.legal(), action.kind
        if word == "double" and "beaver" in legal:
            word = "beaver"  # as GNU Backgammon writes it
        if word not in legal:
            kind = "an answer to a double" if word in ("take", "drop", "beaver") else "a double"
            raise BadGame(
                action.line, f"{kind} is not possible here", " or ".join(legal) or "a roll"
            )
        self._check_side(action)
        self._add(Node(word, line=action.line))

    def _roll(self, action: Action) -> None:
        if fields_of(self._state)[4] == "B":
            self._add(Node("take", line=action.line))  # Jellyfish does not write it
        if "take" in self._state.legal():
            raise BadGame(action.line, "a roll before the double is answered", "Takes or Drops")
        if "roll" in self._state.legal():
            self._add(Node("roll", line=action.line))
        if _turn(self._state) is None:
            values = self._opening(action)
        else:
            self._check_side(action)
            values = self._missing_dice(action) if action.dice is None else action.dice
        self._add(Node(throw=values, line=action.line))

    def _opening(self, action: Action) -> tuple[int, int]:
        if action.dice is None or action.dice[0] == action.dice[1]:
            raise BadGame(action.line, "the game does not begin with two different dice", "as 31:")
        high, low = max(action.dice), min(action.dice)
        return (high, low) if action.side == 0 else (low, high)

    def _missing_dice(self, action: Action) -> tuple[int, int]:
        """Dice with which no play is possible, for a side that did not roll."""
        for values, _ in self._state.outcomes():
            if self._state.throw(values).legal() == ["pass"]:
                first, second = values
                note = f"no dice in the file; read as {first}{second}"
                self.notes.append((action.line, note))
                return first, second
        raise BadGame(action.line, "the dice are missing", "as 31: Cannot Move")

    def _check_side(self, action: Action) -> None:
        turn = _turn(self._state)
        if not action.is_alone and action.side != turn:
            column = ("left", "right")[turn or 0]
            raise BadGame(
                action.line, "the other side is to move", f"its move in the {column} column"
            )

    def _play(self, action: Action, is_last: bool) -> None:
        legal, text = self._state.legal(), action.text
        if legal == ["pass"] and (not text or _NO_PLAY.fullmatch(text) or _UNKNOWN.fullmatch(text)):
            self._add(Node("pass", line=action.line))
            return
        if len(legal) == 1 and _UNKNOWN.fullmatch(text):
            self._add(Node(legal[0], line=action.line))
            return
        found = self._plays(legal, text)
        if found:
            self._add(Node(found[0], line=action.line))
            if len(found) > 1:
                self.notes.append((action.line, f"{text!r} is read as {found[0]}"))
        elif not is_last:
            what = f"{text[:40]!r} is not a play of {fields_of(self._state)[4]}"
            raise BadGame(action.line, what, "a legal play")
        elif text and not _UNKNOWN.fullmatch(text):
            self.notes.append((action.line, f"the last play, {text[:40]!r}, is left out"))

    def _plays(self, legal: list[str], text: str) -> list[str]:
        """The plays that the text may mean: those that move the same checkers and hit on the same
        points, or else move the same checkers."""
        written = _paths(text.lower().strip())
        if not written:
            return []
        change, blots = _change(written), _blots(self._state)
        landed = {point for path in written for point in path.landings}
        hits = _hits(written) | (blots & landed)
        plays = {move: _paths(move) for move in legal}
        same = [move for move, paths in plays.items() if _change(paths) == change]
        return [move for move in same if _hits(plays[move]) == hits] or same

    def _add(self, node: Node) -> None:
        before = self._state
        state = before.play(node.move) if node.throw is None else before.throw(node.throw)
        self._node.children.append(node)
        self._state, self._node = state, node
        self.won = _won(before, state, node.move)


@dataclass(frozen=True, slots=True)
class _Path:
    """What one word of a play does. `change`: the checkers gained or lost, by point; `landings`:
    the points after the first; `hits`: those with a star."""

    change: tuple[tuple[int, int], ...]
    landings: tuple[int, ...]
    hits: frozenset[int]


@lru_cache(maxsize=4_096)
def _path(word: str) -> _Path | None:
    """The steps of a word; None if it has none."""
    found = _WORD.fullmatch(word)
    if found is None:
        return None
    names, times = re.split("[/-]", found[1]), int(found[2] or 1)
    points = [point_of(name) for name in names]
    hits = {point for point, name in zip(points, names, strict=True) if name.endswith("*")}
    if word.endswith("*"):
        hits.add(points[-1])
    change = ((points[0], -times), (points[-1], times))
    return _Path(change, tuple(points[1:]), frozenset(hits))


def _paths(text: str) -> list[_Path]:
    """The steps of a play in any notation; none if the text is no play."""
    paths = [path for word in _SPACES.split(text) if (path := _path(word)) is not None]
    return paths if len(paths) == len(_SPACES.split(text)) else []


def _change(paths: list[_Path]) -> dict[int, int]:
    change = dict[int, int]()
    for path in paths:
        for point, count in path.change:
            change[point] = change.get(point, 0) + count
    return {point: count for point, count in change.items() if count}


def _hits(paths: list[_Path]) -> frozenset[int]:
    return frozenset().union(*(path.hits for path in paths))


def _blots(state: History) -> frozenset[int]:
    """The points, as the side to move counts them, where the other side has one checker."""
    counts = other_men(state)
    return frozenset(point for point in range(1, BAR) if counts[point] == 1)


def _turn(state: History) -> int | None:
    """The seat that decides or rolls; None before the opening roll."""
    sign = fields_of(state)[3]
    roller = {"1": 0, "-1": 1}.get(sign)
    return roller if state.turn is None else state.turn


def _won(before: History, state: History, move: str) -> Won | None:
    gains = gains_of(before, state)
    if not any(gains):
        return None
    seat = 0 if gains[0] else 1
    times = gains[seat] >> int(fields_of(before)[1])
    return Won(seat, gains[seat], times, "double dropped" if move == "drop" else END_WORDS[times])
