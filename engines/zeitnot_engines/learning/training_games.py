"""Games of the engine against itself, for training its evaluation.

Each line of the file is a game: `{"seed": 7, "points": 1.0, "moves": "e2e4 …", "quiet": [[12,
0.35], …]}`. It has seat 0's points, all moves from the start, and the plies of the quiet positions,
each with the search's value for seat 0 in the game's unit. An incomplete last line is dropped.

A position is quiet if a search of one ply changes its value little. An evaluation does not see
exchanges, so it is not trained on positions with pending ones.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from zeitnot_client.seat_value import SeatValue

from ..engine import Engine
from ..games import Game, History, Value, load
from ..jobs.job import Job, Stop, Stopped
from ..matches.openings import random_openings
from ..text_files import MALFORMED_ERRORS, BadFile, complete_lines, drop_partial_line
from ..uci.text import HUNDREDTHS

QUIET_HUNDREDTHS = 60.0  # of the unit: the maximum change by one ply in a quiet position
DECIDED_HUNDREDTHS = 1000.0  # of the unit: a game is decided when the values are this large…
DECIDED_PLIES = 6  # …for this many plies
OPENING_PLIES = 8
SKIPPED_PLIES = 2  # after a random opening, not used for training


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """A game of self-play. `points`: seat 0's; `quiet`: the ply of each quiet position, and the
    search's value for seat 0."""

    seed: int
    points: float
    moves: tuple[str, ...]
    quiet: tuple[tuple[int, float], ...]


class SelfPlay:
    """Plays games with a fixed number of nodes per move, so that a seed gives the same game on
    every machine."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._game = game
        self._nodes = nodes
        self._engine = Engine(game, hash_mb=4)
        self._shallow = Engine(game, hash_mb=1)
        self._unit = HUNDREDTHS[game.unit]

    def play(self, seed: int, is_stopped: Callable[[], bool] = lambda: False) -> TrainingGame:
        """Plays the game with this seed. Raises Stopped when `is_stopped` returns True."""
        opening = random_openings(self._game, 1, seed, OPENING_PLIES)[0]
        state, moves = opening.state, list(opening.actions)
        start, decided_plies = state.ply + SKIPPED_PLIES, 0
        quiet: list[tuple[int, float]] = []
        self._engine.clear()
        while state.result is None:
            if is_stopped():
                raise Stopped
            report = self._engine.search(state, nodes=self._nodes)
            assert report.best is not None
            value = SeatValue(report.seat, report.value, report.unit).value_for(0)
            hundredths = value * self._unit
            decided_plies = decided_plies + 1 if abs(hundredths) >= DECIDED_HUNDREDTHS else 0
            if decided_plies == DECIDED_PLIES:
                return TrainingGame(seed, float(value > 0), tuple(moves), tuple(quiet))
            if (
                state.ply >= start
                and abs(hundredths) < DECIDED_HUNDREDTHS
                and self._is_quiet(state)
            ):
                quiet.append((state.ply, round(value, 4)))
            state = state.play(report.best)
            moves.append(report.best)
        return TrainingGame(seed, state.result[0][0], tuple(moves), tuple(quiet))

    def _is_quiet(self, state: History) -> bool:
        self._shallow.clear()
        searched = self._shallow.search(state, depth=1).value
        return abs(searched - self._shallow.evaluate(state)) * self._unit <= QUIET_HUNDREDTHS


@dataclass(frozen=True)
class SelfPlayJob(Job[int, TrainingGame]):
    """A job that plays training games, one for each seed."""

    word = "game"

    game: str
    settings: Mapping[str, Value]
    nodes: int

    def run(self, task: int, stop: Stop) -> TrainingGame:
        """Plays the game with this seed."""
        return SelfPlay(load(self.game, self.settings), self.nodes).play(task, stop.is_set)


class TrainingGameFile:
    """A file to which games are appended. Raises ValueError if it is another kind of file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.training_games: list[TrainingGame] = []
        try:
            for number, line in complete_lines(path):
                line_name = f"line {number}"
                self.training_games.append(_read(line))
            drop_partial_line(path)
        except BadFile as bad:
            raise ValueError(f"{path} does not contain training games: {bad}") from None
        except MALFORMED_ERRORS:
            raise ValueError(f"{path} does not contain training games: see {line_name}.") from None

    def add(self, training_game: TrainingGame) -> None:
        """Appends a game, and syncs the file."""
        line = {
            "seed": training_game.seed,
            "points": training_game.points,
            "moves": " ".join(training_game.moves),
            "quiet": training_game.quiet,
        }
        with self._path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.training_games.append(training_game)


def positions(game: Game, training_game: TrainingGame) -> Iterator[tuple[History, float]]:
    """The quiet positions of a game, each with seat 0's value there."""
    values = dict(training_game.quiet)
    state = game.start()
    for move in training_game.moves:
        if state.ply in values:
            yield state, values[state.ply]
        state = state.play(move)


def _read(line: str) -> TrainingGame:
    stored = json.loads(line)
    quiet = tuple((int(ply), float(value)) for ply, value in stored["quiet"])
    return TrainingGame(
        int(stored["seed"]), float(stored["points"]), tuple(stored["moves"].split()), quiet
    )
