"""The log of a match, from which an interrupted match can be resumed: a JSON object on each line.

The first line describes the match: `{"match": {…}, "format": "zeitnot-match-2"}`; the first format
had no name. Each further line is a finished game, `{"game": 0, "seat": 0, "score": 1.0, "reason":
"checkmate", "moves": "e2e4 e7e5 …", …}`:

- `players`: the two that play, by index, if the match has more than A and B; `seat`, `score` and
  `margin` are the first one's. `margin` is left out if it is 1 for a win.
- `moves`: all moves and throws from `start`, or from the usual start; the first `opening` of them
  are the opening. `left_ms`: the clocks of both players at the end.
- `end`: one of `ENDS`; `fault`: a player's fault (in old logs also `claim`, which is none).
- `ms`, `depth`, `value`, `distance`, `nodes`: lists of what is known of each move after the
  opening, without the throws: its time, and what the player said, with the value for the player
  that moves; null where it said nothing.

An incomplete last line was being written when the machine stopped; its game is played again.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..text_files import MALFORMED_ERRORS, BadFile, complete_lines, drop_partial_line
from .played import ENDS, FinishedGame, Thought

FORMAT = "zeitnot-match-2"
_SAID = ("depth", "value", "distance", "nodes")


class WrongLog(ValueError):
    """The file is not a log, or that of another match; the message says how it differs."""


class GameLog:
    """The log of `match`, whose description must be the same every time; `played`: the games in the
    file so far. Raises WrongLog, OSError.
    """

    def __init__(self, path: Path, match: dict[str, Any]) -> None:
        self.played: list[FinishedGame] = []
        self._read(path, match)
        self._file = path.open("ab")
        if not self._file.tell():
            self._write({"match": match, "format": FORMAT})

    def add(self, played: FinishedGame) -> None:
        """Appends a game, and syncs the file."""
        self._write(as_dict(played))
        self.played.append(played)

    def __enter__(self) -> "GameLog":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, path: Path, match: dict[str, Any]) -> None:
        """Reads the log, and removes an incomplete last line."""
        lines = read_log(path)
        if (previous := next(lines, None)) is not None:
            _check_same(path, previous, match)
            self.played += lines
        try:
            drop_partial_line(path)
        except BadFile as bad:
            raise WrongLog(f"{path} is not a log of a match: {bad}") from None


def read_log(path: Path) -> Iterator[Any]:
    """The description of the match in a log, then its games as `FinishedGame`; nothing for a file
    that is empty or does not exist. Raises WrongLog, OSError."""
    number = 1
    try:
        for number, line in complete_lines(path):
            stored = json.loads(line)
            if number > 1:
                yield _played(stored)
                continue
            if stored.get("format", FORMAT) != FORMAT:
                raise WrongLog(f"{path} was written by another version: it is not {FORMAT}.")
            yield dict(stored["match"])
    except WrongLog:
        raise
    except BadFile as bad:
        raise WrongLog(f"{path} is not a log of a match: {bad}") from None
    except MALFORMED_ERRORS:
        raise WrongLog(f"{path} is not a log of a match: see line {number}.") from None


def _check_same(path: Path, previous: dict[str, Any], match: dict[str, Any]) -> None:
    """Raises WrongLog if the log is of another match."""
    names = [name for name in {**previous, **match} if previous.get(name) != match.get(name)]
    if names:
        name = names[0]
        raise WrongLog(
            f"{path} is of another match: its {name} is {json.dumps(previous.get(name))}, "
            f"not {json.dumps(match.get(name))}."
        )


def as_dict(played: FinishedGame) -> dict[str, Any]:
    """The log line of a game."""
    line: dict[str, Any] = {
        "game": played.number,
        "seat": played.seat,
        "score": played.score,
        "reason": played.reason,
        "moves": _joined(played.actions),
    }
    if played.players != (0, 1):
        line["players"] = list(played.players)
    if played.left_ms is not None:
        line["left_ms"] = list(played.left_ms)
    if played.fault:
        line["fault"] = played.fault
    if played.margin != _default_margin(played.score):
        line["margin"] = played.margin
    if played.end is not None:
        line |= {"end": played.end, "opening": played.opening_plies}
    if played.start:
        line["start"] = played.start
    return line | _columns(played.thoughts)


def _columns(thoughts: tuple[Thought, ...]) -> dict[str, list[Any]]:
    """A list for the times, and for each fact that a player said of any move."""
    if not thoughts:
        return {}
    columns: dict[str, list[Any]] = {"ms": [thought.ms for thought in thoughts]}
    for name in _SAID:
        said = [getattr(thought, name) for thought in thoughts]
        if any(each is not None for each in said):
            columns[name] = [round(x, 4) if isinstance(x, float) else x for x in said]
    return columns


def _thoughts(line: dict[str, Any]) -> tuple[Thought, ...]:
    times = line.get("ms", [])
    columns = [line.get(name, [None] * len(times)) for name in _SAID]
    rows = zip(times, *columns, strict=True)
    return tuple(Thought(int(ms), *said) for ms, *said in rows)


def _default_margin(score: float) -> int:
    return (score > 0.5) - (score < 0.5)


def _joined(actions: tuple[str, ...]) -> str:
    """The actions as text; moves that contain blanks are separated by commas."""
    return (", " if any(" " in action for action in actions) else " ").join(actions)


def _split_moves(moves: str) -> tuple[str, ...]:
    return tuple(moves.split(", ") if ", " in moves else moves.split())


def _played(line: dict[str, Any]) -> FinishedGame:
    left_ms, score, end = line.get("left_ms"), float(line["score"]), line.get("end")
    first, second = line.get("players", (0, 1))
    if score not in (0.0, 0.5, 1.0) or end not in (None, *ENDS):
        raise ValueError(f"a score of {score}, or the end {end}")
    return FinishedGame(
        int(line["game"]),
        int(line["seat"]),
        score,
        str(line["reason"]),
        _split_moves(line["moves"]),
        None if left_ms is None else (int(left_ms[0]), int(left_ms[1])),
        "" if line.get("fault") == "claim" else str(line.get("fault", "")),
        int(line.get("margin", _default_margin(score))),
        (int(first), int(second)),
        end,
        int(line.get("opening", 0)),
        str(line.get("start", "")),
        _thoughts(line),
    )
