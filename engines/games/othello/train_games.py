"""Games that train Othello's evaluation: self-play games, stored in a folder, and finished games
that a server has exported."""

import json
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import click
import msgspec

import zeitnot_protocol as p
from zeitnot_engines._core import Weights, othello_samples
from zeitnot_engines.commands.progress import track
from zeitnot_engines.games import History, load
from zeitnot_engines.jobs.job import Job, Stop
from zeitnot_engines.jobs.run import Executor
from zeitnot_engines.text_files import (
    MALFORMED_ERRORS,
    MAX_LINE_BYTES,
    MAX_RECORD_BYTES,
    BadFile,
    lines_of,
    read_text,
)
from zeitnot_engines.weights_files import package_weights

GAME = "othello"
CHUNK = 100  # games between two writes of `state.json`
SAMPLE_BYTES = 24
BOARD_TEXT = 8 * 8 + 2  # length of a position's text: the squares, a space, the side to move
MIN_EMPTY = 4  # positions with at most this many empty squares are left out, as in self-play

_export: p.Decoder[p.Export] = p.Decoder(p.Export)


@dataclass(frozen=True)
class SelfPlayJob(Job[tuple[int, int], bytes]):
    """Plays self-play games and returns their positions. A task is the first seed and the number of
    seeds. `weights`: the content of a file; None for the package's."""

    word = "games"

    depth: int
    weights: bytes | None = None

    def run(self, task: tuple[int, int], stop: Stop) -> bytes:
        """Like `othello_samples`. Ignores `stop` because a chunk takes only seconds."""
        return othello_samples(*task, self.depth, _unpacked(self.weights))


@lru_cache(maxsize=1)
def _unpacked(weights: bytes | None) -> Weights:
    found = package_weights(GAME) if weights is None else Weights(weights)
    assert found is not None
    return found


@dataclass
class Store:
    """The games of one folder: `samples.bin`, and `state.json` with its valid length."""

    folder: Path
    games: int = 0
    size: int = 0

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """Opens the games of earlier runs; drops an incomplete chunk. Raises click.UsageError."""
        folder.mkdir(parents=True, exist_ok=True)
        store = cls(folder)
        if store.state.exists():
            try:
                stored = json.loads(read_text(store.state, MAX_LINE_BYTES))
                store.games, store.size = int(stored["games"]), int(stored["bytes"])
                if store.samples.stat().st_size < store.size:
                    raise ValueError("the samples are fewer")
            except MALFORMED_ERRORS:
                raise click.UsageError(f"{store.state} is damaged.") from None
            except OSError as bad:
                raise click.UsageError(f"{bad.filename}: {bad.strerror}.") from None
            os.truncate(store.samples, store.size)
        return store

    @property
    def samples(self) -> Path:
        """The positions of all games, in the engine's binary format."""
        return self.folder / "samples.bin"

    @property
    def state(self) -> Path:
        """The file with the number of complete games and bytes."""
        return self.folder / "state.json"

    def add(self, games: int, samples: bytes) -> None:
        """Writes one chunk, then updates `state.json`."""
        with self.samples.open("r+b" if self.samples.exists() else "w+b") as file:
            file.seek(self.size)
            file.write(samples)
        self.games += games
        self.size += len(samples)
        draft = self.state.with_suffix(".tmp")
        draft.write_text(json.dumps({"games": self.games, "bytes": self.size}), encoding="utf-8")
        draft.replace(self.state)

    def play(self, games: int, first: int, job: SelfPlayJob, executor: Executor) -> None:
        """Plays until there are `games` games, with progress. `first`: the seed of the first."""
        chunks = [
            (first + start, min(CHUNK, games - start)) for start in range(self.games, games, CHUNK)
        ]
        with executor.run(job, chunks) as run:
            played = track(run, len(chunks), f"othello: {games} games, by hundreds")
            for (_, count), samples in zip(chunks, played, strict=True):
                self.add(count, samples)

    def read(self, begin: int, end: int) -> Iterator[bytes]:
        """The bytes from `begin` to `end`, some megabytes at a time."""
        block = 100_000 * SAMPLE_BYTES
        if begin >= end:
            return
        with self.samples.open("rb") as file:
            file.seek(begin)
            while begin < end:
                data = file.read(min(block, end - begin))
                begin += len(data)
                yield data


def recorded_samples(paths: Sequence[Path]) -> tuple[int, bytes]:
    """Counts and samples the games of these files that were played to their end on eight by eight.

    Each line of a file is an exported game. Other games are skipped, and so are duplicates. Raises
    ValueError with the file and the line.
    """
    seen: set[str] = set()
    samples: list[bytes] = []
    for path in paths:
        for where, record in _records(path):
            try:
                found = b"" if record.id in seen else _samples_of(record)
            except ValueError as bad:
                raise ValueError(f"{where}: game {record.id} cannot be used: {bad}") from None
            if found:
                seen.add(record.id)
                samples.append(found)
    return len(seen), b"".join(samples)


def _records(path: Path) -> Iterator[tuple[str, p.Export]]:
    """Each line's place and game. Raises ValueError."""
    try:
        for number, line in lines_of(path, MAX_RECORD_BYTES):
            if line.strip():
                yield f"{path}, line {number}", _export.decode(line)
    except BadFile as bad:
        raise ValueError(f"{path}, {bad}") from None
    except (msgspec.DecodeError, RecursionError) as bad:
        raise ValueError(f"{path}, line {number}: no game record: {bad}") from None


def _samples_of(record: p.Export) -> bytes:
    """The positions of a game with its margin; empty if it is another game or did not end by the
    rules."""
    if record.game_type != GAME:
        return b""
    game = load(GAME, record.settings)
    line = [game.start()]
    for event in record.events:
        match event:
            case p.Started():
                line = [game.parse(event.position)]
            case p.Moved():
                line.append(line[-1].play(event.move))
            case p.TakenBack():
                del line[len(line) - event.plies :]
    margins = line[-1].margins
    if margins is None or len(line[0].text) != BOARD_TEXT:
        return b""
    return b"".join(_sample(state, margins[0]) for state in line if _is_sampled(state))


def _is_sampled(state: History) -> bool:
    """As in self-play, leaves out the last squares and positions in which the side must pass."""
    return state.result is None and state.text.count("-") > MIN_EMPTY and state.legal() != ["pass"]


def _sample(state: History, margin: int) -> bytes:
    """`margin`: black's."""
    board, side = state.text.split(" ")
    own, enemy = (
        sum(1 << square for square, disc in enumerate(board) if disc == colour)
        for colour in (side, "XO".replace(side, ""))
    )
    return struct.pack("<QQq", own, enemy, margin if side == "X" else -margin)
