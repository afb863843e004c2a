"""The log of a match, from which an interrupted match can be resumed: a JSON object on each line.

The first line describes the match: `{"match": {…}}`. Each further line is a finished game:
`{"game": 0, "seat": 0, "score": 1.0, "reason": "checkmate", "moves": "e2e4 e7e5 …", …}`, with A's
seat and score, all moves and throws from the start, the times left to A and B in milliseconds, a
player's fault, and A's margin if it is not 1 for a win. An incomplete last line was being written
when the machine stopped; its game is played again.
"""

import json
import os
from pathlib import Path
from typing import Any

from ..text_files import MALFORMED_ERRORS, BadFile, complete_lines, drop_partial_line
from .contest import Played


class WrongLog(ValueError):
    """The file is not a log, or that of another match; the message says how it differs."""


class GameLog:
    """The log of `match`, whose description must be the same every time; `played`: the games in the
    file so far. Raises WrongLog, OSError.
    """

    def __init__(self, path: Path, match: dict[str, Any]) -> None:
        self.played: list[Played] = []
        self._read(path, match)
        self._file = path.open("ab")
        if not self._file.tell():
            self._write({"match": match})

    def add(self, played: Played) -> None:
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
        number = 1
        try:
            for number, line in complete_lines(path):
                stored = json.loads(line)
                if number == 1:
                    _check_same(path, stored["match"], match)
                else:
                    self.played.append(_played(stored))
            drop_partial_line(path)
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


def as_dict(played: Played) -> dict[str, Any]:
    """The log line of a game."""
    line: dict[str, Any] = {
        "game": played.number,
        "seat": played.seat,
        "score": played.score,
        "reason": played.reason,
        "moves": _joined(played.actions),
    }
    if played.left_ms is not None:
        line["left_ms"] = list(played.left_ms)
    if played.fault:
        line["fault"] = played.fault
    if played.margin != _default_margin(played.score):
        line["margin"] = played.margin
    return line


def _default_margin(score: float) -> int:
    return (score > 0.5) - (score < 0.5)


def _joined(actions: tuple[str, ...]) -> str:
    """The actions as text; moves that contain blanks are separated by commas."""
    return (", " if any(" " in action for action in actions) else " ").join(actions)


def _split_moves(moves: str) -> tuple[str, ...]:
    return tuple(moves.split(", ") if ", " in moves else moves.split())


def _played(line: dict[str, Any]) -> Played:
    left_ms, score = line.get("left_ms"), float(line["score"])
    if score not in (0.0, 0.5, 1.0):
        raise ValueError(f"a score of {score}")
    return Played(
        int(line["game"]),
        int(line["seat"]),
        score,
        str(line["reason"]),
        _split_moves(line["moves"]),
        None if left_ms is None else (int(left_ms[0]), int(left_ms[1])),
        str(line.get("fault", "")),
        int(line.get("margin", _default_margin(score))),
    )
