"""`zeitnot train othello`: patterns, learnt from games of the engine with itself."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import click

from ..._core import OthelloFit, othello_book, othello_samples
from ...weights_files import package_weights
from ..finite import FiniteRange
from ..progress import track

CHUNK = 100  # games between two writes of `state.json`
SAMPLE_BYTES = 24
MIN_SEEN = 100  # times that a pattern of the play book was seen
BOOK_SHAPES = ("edge", "corner 3x3", "corner 2x5")
TEST_EVERY = 50  # one sample of fifty is held out for testing


@dataclass
class Store:
    """The games of one folder: `samples.bin`, and in `state.json` how much of it is valid."""

    folder: Path
    games: int = 0
    size: int = 0

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """The games of earlier runs; an incomplete chunk is dropped."""
        folder.mkdir(parents=True, exist_ok=True)
        store = cls(folder)
        if store.state.exists():
            stored = json.loads(store.state.read_text(encoding="utf-8"))
            store.games, store.size = stored["games"], stored["bytes"]
            os.truncate(store.samples, store.size)
        return store

    @property
    def samples(self) -> Path:
        """Positions of all games, in the engine's own form."""
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


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", type=click.IntRange(1), default=60_000, show_default=True, metavar="N")
@click.option("--first", type=click.IntRange(0), default=1, show_default=True, help="First seed.")
@click.option("--depth", type=click.IntRange(1, 10), default=4, show_default=True, metavar="N")
@click.option("--epochs", type=click.IntRange(1), default=6, show_default=True, metavar="N")
@click.option("--rate", type=FiniteRange(0, 1, min_open=True), default=0.15, metavar="R")
@click.option(
    "--play-book/--no-play-book",
    default=True,
    help="Without it edges and corners count nothing, and the weights become "
    "without_book.weights: to see in a match what they bring.",
)
@click.option(
    "--source",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the weights there too: the package's stand in weights/othello.weights.",
)
def othello(
    folder: Path,
    games: int,
    first: int,
    depth: int,
    epochs: int,
    rate: float,
    play_book: bool,
    source: Path | None,
) -> None:
    """Play games, fit Othello's patterns to how they ended, and write the weights into FOLDER.

    FOLDER keeps the games, and in `book.csv` the play book: edges and corners with the mean margin
    of their games. Called again, or after Ctrl-C, it goes on where it stopped.
    """
    store = Store.open(folder)
    weights = package_weights("othello")
    assert weights is not None
    chunks = range(store.games, games, CHUNK)
    for chunk in track(chunks, len(chunks), f"othello: {games} games, by hundreds"):
        count = min(CHUNK, games - chunk)
        store.add(count, othello_samples(first + chunk, count, depth, weights))
    learn, test = split(store.samples.read_bytes()[: store.size])
    write_book(folder / "book.csv", learn)
    fit = OthelloFit(play_book)
    for epoch in track(range(epochs), epochs, "othello: epochs"):
        fit.learn(learn, rate / (1 + 0.3 * epoch), epoch)
    name = "othello.weights" if play_book else "without_book.weights"
    for path in (folder / name, *([source] if source else [])):
        path.write_bytes(fit.packed())
    click.echo(
        f"{store.games} games, {store.size // SAMPLE_BYTES} positions; "
        f"off by {fit.error(test) ** 0.5:.2f} discs (root mean square)"
    )


def write_book(path: Path, samples: bytes) -> None:
    """The play book: edges and corners, how often they were seen, and how their games ended."""
    rows = ["shape,squares,seen,margin"]
    for (shape, squares), (count, margin) in othello_book(samples, MIN_SEEN):
        rows.append(f"{BOOK_SHAPES[shape]},{squares},{count},{margin:+.2f}")
    path.write_text("\n".join(rows) + "\n", encoding="ascii")


def split(samples: bytes) -> tuple[bytes, bytes]:
    """Training samples, and the last ones for testing; at most one game is in both."""
    count = len(samples) // SAMPLE_BYTES
    border = (count - max(1, count // TEST_EVERY)) * SAMPLE_BYTES
    return samples[:border], samples[border:]
