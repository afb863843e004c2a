"""Writes games of backgammon as MAT, the way GNU Backgammon does: a step a die, the bar as 25, off
as 0. A match is written with all its games."""

from dataclasses import dataclass, field
from itertools import pairwise

from ..games import History
from .mat_board import OFF, fields_of, gains_of, other_men, point_of, scores_of
from .mat_rows import name_in_row
from .record import FileGame, Node, after

GAME = "backgammon"
FACT_NAMES = {"EventDate": "Date", "Match ID": "GameId"}
"""How tags of MAT are named here, where that differs."""
_HEAD = ("Site", "Match ID", "Event", "Round", "EventDate", "EventTime", "Place", "Transcriber")
_LEFT, _NAME_WIDTH = 27, 30  # columns of the left player's cell and name
_WINS = (6, 34)  # the column of the result, by the winner's seat
_ON = ("Off", "On")


def write(game: FileGame) -> str:
    """The text of one game, or of all games of a match: the main line. Raises ValueError for
    another game, and for one that begins within a game."""
    if game.game != GAME:
        raise ValueError(f"Games of {game.game} cannot be written as MAT.")
    state = game.start()
    if fields_of(state)[3] != "0":
        raise ValueError("A game that begins at a position cannot be written as MAT.")
    writer = _Writer(game, state)
    for node in game.main_line():
        writer.add(node)
    return writer.text()


@dataclass(slots=True)
class _Table:
    """The rows of a game; a cell is None where nothing is written."""

    rows: list[list[str | None]] = field(default_factory=list)

    def add(self, seat: int, cell: str) -> None:
        if seat == 0 or not self.rows or self.rows[-1][1] is not None:
            self.rows.append([None, None])
        self.rows[-1][seat] = cell

    @property
    def is_right_free(self) -> bool:
        """Whether the last row has only a left cell."""
        return bool(self.rows) and self.rows[-1][1] is None

    def lines(self) -> list[str]:
        return [
            f"{number:3}) {left or '':{_LEFT}} {right or ''}".rstrip()
            for number, (left, right) in enumerate(self.rows, start=1)
        ]


class _Writer:
    """Writes a game node by node."""

    def __init__(self, game: FileGame, start: History) -> None:
        self._game, self._state = game, start
        number = game.facts.get("Game", "")
        self._number = int(number) if number.isascii() and number.isdecimal() else 1
        self._lines = [*_head(game, start), "", f" {fields_of(start)[8]} point match", ""]
        self._begin()

    def add(self, node: Node) -> None:
        """Adds a move or throw. Raises ValueError if it is not possible."""
        before = self._state
        state = after(before, node)
        if self._is_between:
            self._number += 1
            self._begin()
        is_accepted = node.move == "take" and fields_of(before)[4] == "B"  # no program writes that
        cell = None if node.throw is not None or is_accepted else _cell(before, node.move)
        if cell is not None and before.turn is not None:
            self._table.add(before.turn, cell)
        self._state = state
        gains = gains_of(before, state)
        if any(gains):
            self._end(0 if gains[0] else 1, max(gains))

    def text(self) -> str:
        """The whole text."""
        if self._is_between:
            return "\n".join(self._lines)
        dice, turn = fields_of(self._state)[4], self._state.turn
        if turn is not None and dice.isdecimal() and dice != "00":
            self._table.add(turn, f"{dice}:")
        if (scores := self._game.scores) is None:
            self._lines += [*self._table.lines(), ""]
        else:
            winner = 0 if scores[0] > scores[1] else 1
            self._end(winner, self._points_given_up(winner))
        return "\n".join(self._lines)

    def _begin(self) -> None:
        first, second = map(name_in_row, self._game.players)
        self._scores = scores_of(self._state)
        self._table, self._is_between = _Table(), False
        mine, theirs = self._scores
        names = f" {f'{first} : {mine}':{_NAME_WIDTH}} {second} : {theirs}"
        self._lines += [f" Game {self._number}", names]

    def _end(self, winner: int, points: int) -> None:
        noun = "point" if points == 1 else "points"
        is_over = 0 < int(fields_of(self._state)[8]) <= self._scores[winner] + points
        match = " and the match" if is_over else ""
        result = f"Wins {points} {noun}{match}"
        if winner == 1 and self._table.is_right_free:
            # GNU Backgammon mistakes a result on a line of its own for a beaver.
            self._table.add(1, f" {result}")
            self._lines += [*self._table.lines(), ""]
        else:
            self._lines += [*self._table.lines(), f"{'':{_WINS[winner]}}{result}", ""]
        self._is_between = True

    def _points_given_up(self, winner: int) -> int:
        """What the winner gets if the other side has given up: the file's points; here a match, of
        which it gets all that it needs."""
        points = self._game.facts.get("Points", "")
        if points.isascii() and points.isdecimal():
            return int(points)
        fields = fields_of(self._state)
        if int(fields[8]) == 0:
            return 1 << int(fields[1])
        return int(fields[8]) - int(fields[5 + winner])


# ── plays ──────────────────────────────────────────────────────────────────────────────────────


def _cell(state: History, move: str) -> str | None:
    """What a move is in its cell; None for `roll`, which is not written."""
    offered = 2 << int(fields_of(state)[1])
    match move:
        case "roll":
            return None
        case "double":
            return f" Doubles => {offered}"
        case "take":
            return " Takes"
        case "drop":
            return " Drops"
        case "beaver":
            return f" Beavers => {2 * offered}"
    dice = fields_of(state)[4]
    return f"{dice}: {' '.join(_steps(state, move))}".rstrip()


def _steps(state: History, move: str) -> list[str]:
    """A play as one step for each die."""
    if move == "pass":
        return []
    dice, counts = [int(die) for die in fields_of(state)[4]], other_men(state)
    steps = list[str]()
    for word in move.split():
        path, _, times = word.removesuffix(")").partition("(")
        for time in range(int(times or 1)):
            # Where several checkers land, only the first one hits.
            names = path.split("/") if time == 0 else path.replace("*", "").split("/")
            for start, end in pairwise(names):
                points = _split(point_of(start), point_of(end), dice, counts)
                steps += [f"{one}/{next_}" for one, next_ in pairwise(points)]
                steps[-1] += "*" if end.endswith("*") else ""
    return steps


def _split(start: int, end: int, dice: list[int], counts: list[int]) -> list[int]:
    """The points that one checker passes, a die a step; it hits nothing between them.
    `counts`: the other side's checkers, by the mover's points."""
    length = start - end
    if length in dice or (end == OFF and length <= max(dice)):
        return [start, end]
    high, low = dice
    if high == low:
        return [*range(start, max(end, 0), -high), end]
    first = next(die for die in dice if start > die and counts[start - die] == 0)
    return [start, start - first, end]


# ── the head ───────────────────────────────────────────────────────────────────────────────────


def _head(game: FileGame, start: History) -> list[str]:
    facts, settings = game.facts, game.rules.settings
    tags = {name: facts.get(FACT_NAMES.get(name, name), "") for name in _HEAD}
    tags |= {"Player 1": game.players[0], "Player 2": game.players[1], "Variation": "Backgammon"}
    if settings["cube"] == "off":
        tags["CubeLimit"] = "1"
    elif int(fields_of(start)[8]) > 0:
        # A game after the Crawford game, written alone, would be read as that game.
        tags["Crawford"] = _ON[not _is_after_crawford(start)]
    else:
        rules = int(fields_of(start)[7])
        tags |= {"Jacoby": _ON[rules & 1], "Beaver": _ON[rules >> 1]}
    return [f'; [{name} "{_clean(value)}"]' for name, value in tags.items() if value]


def _is_after_crawford(start: History) -> bool:
    is_crawford, length = map(int, fields_of(start)[7:9])
    return not is_crawford and sum(score == length - 1 for score in scores_of(start)) == 1


def _clean(text: str) -> str:
    return " ".join(text.replace('"', "'").split())
