"""Recorded games of Go for imitation: self-play games, as SGF, and games of other SGF files."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zeitnot_engines.engine import Engine
from zeitnot_engines.formats import sgf
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.sgf_tree import letters_of
from zeitnot_engines.formats.source import Source, files_in
from zeitnot_engines.games import load
from zeitnot_engines.go.area import number
from zeitnot_engines.go.komi import komi_of, usual_komi
from zeitnot_engines.go.points import from_vertex
from zeitnot_engines.go.position import BLACK, WHITE, Position
from zeitnot_engines.jobs.job import Job, Stop, Stopped

Recorded = tuple[int, float, list[int], list[int], int, list[int]]
"""A game in the form that `GoLearner.imitate` expects."""

GAME = "go"
SAMPLED_PLIES = 10  # moves at the start are sampled by visits so that games differ
DECISIVE = 0.98  # a game ends when a side wins with this probability
MAX_PLIES = 250


@dataclass(frozen=True)
class SelfPlayGamesJob(Job[int, str]):
    """Plays self-play games, one for each seed."""

    word = "game"

    size: int
    playouts: int

    def run(self, task: int, stop: Stop) -> str:
        """Plays the game with this seed; returns it as SGF on one line."""
        return self_play_game(task, self.size, self.playouts, stop.is_set)


def self_play_game(
    seed: int, size: int, playouts: int, should_stop: Callable[[], bool] = lambda: False
) -> str:
    """Plays Monte-Carlo tree search against itself; returns SGF on one line. Raises Stopped when
    `should_stop()` is true."""
    game = load("go", {"size": size, "marking": "no"})
    rng = random.Random(seed)
    engine = Engine(game, method="mcts", hash_mb=16, seed=seed + 1, evaluation="playouts")
    state, winner = game.start(), None
    moves: list[str] = []
    while state.result is None and len(moves) < MAX_PLIES and winner is None:
        if should_stop():
            raise Stopped
        report = engine.search(state, nodes=playouts, lines=64)
        move = report.best
        assert move is not None
        if len(moves) < SAMPLED_PLIES:
            weights = [line.visits or 0 for line in report.lines]
            move = rng.choices([line.move for line in report.lines], weights)[0]
        elif abs(report.value - 0.5) > DECISIVE - 0.5:
            seat = state.turn or 0
            winner = seat if report.value > 0.5 else 1 - seat
        state = state.play(move)
        moves.append(move)
    return _as_sgf(size, moves, winner)


def _as_sgf(size: int, moves: Sequence[str], winner: int | None) -> str:
    nodes = [
        f";{'BW'[ply % 2]}[{'' if move == 'pass' else letters_of(from_vertex(move, size))}]"
        for ply, move in enumerate(moves)
    ]
    result = "" if winner is None else f"RE[{'BW'[winner]}+R]"
    komi = number(usual_komi(size))
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]KM[{komi}]{result}{''.join(nodes)})"


def read_games(paths: Sequence[Path]) -> list[Recorded]:
    """The main lines of all games in these files and folders. Raises ValueError with the file's
    name."""
    files = [file for path in paths for file in files_in(path, (".sgf",))]
    return [_recorded(game) for file in files for game in _games(file)]


def _games(file: Path) -> Iterator[FileGame]:
    """Raises ValueError."""
    try:
        with file.open("rb") as opened:
            for game in sgf.read(Source(opened, str(file))):
                if isinstance(game, BadGame):
                    raise ValueError(game.located(str(file)))
                if game.game != GAME:
                    raise ValueError(f"{file}:{game.line}: the game is not Go; expected GM[1]")
                yield game
    except OSError as failed:
        raise ValueError(f"{file}: {failed}") from None


def _recorded(game: FileGame) -> Recorded:
    """The game up to a set-up of stones."""
    start = Position.read(game.start().text)
    size = start.size

    def number(column: int, row: int) -> int:
        return (size - 1 - row) * size + column

    moves = []
    for node in game.main_line():
        if node.position is not None:
            break
        if node.move == "pass":
            moves.append(-1)
        elif node.move[0].isupper():
            moves.append(number(*from_vertex(node.move, size)))
    black, white = (
        [number(*point) for point, stone in start.stones.items() if stone == colour]
        for colour in (BLACK, WHITE)
    )
    komi = float(game.facts.get("Komi", komi_of(game.rules)))
    return size, komi, black, white, start.side, moves
