"""`zeitnot train othello-playbook`: counts the values of edges and corners from games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted
from zeitnot_engines._core import OthelloCounts, Weights, othello_error
from zeitnot_engines.commands.cluster_option import cluster_option, executor_at
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.sentences import sentence
from zeitnot_engines.text_files import lines_of
from zeitnot_engines.weights_files import package_weights, weights_bytes, weights_in

from .train_games import SAMPLE_BYTES, SelfPlayJob, Store, recorded_samples

LONGEST_ROW = 1_000  # bytes

GAME = "othello"
MIN_SEEN = 100  # rarer configurations are not shown
SHAPES = ("edge", "corner 3x3", "corner 2x5")
HELD_OUT = 25  # one of every 25 positions fits the factors, and one tests them
EVALUATIONS = ("plain", "playbook", "patterns", "patterns+playbook")
DEFAULT_GAMES = 60_000


class Row(NamedTuple):
    """A configuration: X has the move, O has not. `margin`: mean, in discs; `score`: the share of
    points; both for X."""

    shape: int
    squares: str
    seen: int
    margin: float
    score: float


@click.command("othello-playbook")
@folder_argument
@click.option(
    "--games", type=click.IntRange(0), metavar="N", help=f"As many in all ({DEFAULT_GAMES})."
)
@click.option("--first", type=click.IntRange(0), default=1, show_default=True, help="First seed.")
@click.option("--depth", type=click.IntRange(1, 10), default=4, show_default=True, metavar="N")
@click.option(
    "--records",
    type=PathType(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Count the finished games of this file too, as `zeitnot games export` writes it; may be "
    "repeated.",
)
@click.option(
    "--weights",
    "patterns",
    type=PathType(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Learnt patterns to put the play book beside, instead of the package's.",
)
@click.option(
    "--show",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Draw the N best and worst; without other options, only that.",
)
@source_option("othello")
@cluster_option
def othello_playbook(
    folder: Path,
    games: int | None,
    first: int,
    depth: int,
    records: tuple[Path, ...],
    patterns: Path | None,
    show: int,
    source: Path | None,
    cluster: str | None,
) -> None:
    """Count Othello's play book: what edges and corners are worth, by stage of the game.

    The games are the engine's with itself, --games of them, which FOLDER shares with `zeitnot train
    othello`, and those of --records. FOLDER gets `playbook.weights`: the learnt patterns, and the
    play book for the evaluations `playbook` and `patterns+playbook` of `zeitnot match`; and
    `book.csv`, with what was seen a hundred times. Called again, or after Ctrl-C, it goes on where
    it stopped. A cluster plays the games; counting is one computation, on this machine.
    """
    if show and games is None and not (records or patterns or source):
        click.echo(drawn(read_book(folder / "book.csv"), show))
        return
    games = DEFAULT_GAMES if games is None else games
    packed_patterns = weights_bytes(patterns) if patterns else None
    weights = weights_in(patterns, GAME, packed_patterns) if patterns else package_weights(GAME)
    assert weights is not None
    try:
        recorded, positions = recorded_samples(records)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    if not games and not positions and not (folder / "samples.bin").exists():
        raise click.UsageError("There are no games to count: --games is 0, and no record ended.")
    with executor_at(cluster) as executor:
        store = Store.open(folder)
        store.play(games, first, SelfPlayJob(depth, packed_patterns), executor)
    samples = Samples(store, positions)
    counts = OthelloCounts()
    for block in samples.counted():
        counts.add(block)
    packed = counts.packed(weights, b"".join(samples.fitted()))
    for path in (folder / "playbook.weights", *([source] if source else [])):
        path.write_bytes(packed)
    write_book(folder / "book.csv", counts)
    if show:
        click.echo(drawn(rows_of(counts), show))
    click.echo(
        f"{counted(store.games + recorded, 'game', 'games')}, "
        f"{counted(samples.size // SAMPLE_BYTES, 'position', 'positions')}; off by "
        + _errors(Weights(packed), b"".join(samples.tested()))
        + " discs (root mean square)"
    )


@dataclass(frozen=True, slots=True)
class Samples:
    """All positions: those of records first, and then those of the folder. The last ones are held
    out: half of them fit the factors, half are for testing."""

    store: Store
    recorded: bytes

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.recorded) + self.store.size

    def counted(self) -> Iterator[bytes]:
        """The positions to count, some megabytes at a time."""
        return self._between(0, self._border(2))

    def fitted(self) -> Iterator[bytes]:
        """The positions to fit the factors to."""
        return self._between(self._border(2), self._border(1))

    def tested(self) -> Iterator[bytes]:
        """The positions to measure the error with."""
        return self._between(self._border(1), self.size)

    def _border(self, parts: int) -> int:
        """Where the last `parts` held-out parts begin, in bytes."""
        count = self.size // SAMPLE_BYTES
        return (count - parts * (count // HELD_OUT)) * SAMPLE_BYTES

    def _between(self, begin: int, end: int) -> Iterator[bytes]:
        border = len(self.recorded)
        yield self.recorded[begin:end]
        yield from self.store.read(max(begin - border, 0), max(end - border, 0))


def _errors(weights: Weights, samples: bytes) -> str:
    return ", ".join(
        f"{kind} {othello_error(weights, kind, samples) ** 0.5:.2f}" for kind in EVALUATIONS
    )


# ── display ─────────────────────────────────────────────────────────────────────────────────


def rows_of(counts: OthelloCounts) -> list[Row]:
    """The configurations that were seen often enough to show, the most frequent first, rounded like
    `book.csv`."""
    return [
        Row(shape, squares, seen, round(margin, 2), round(score, 3))
        for (shape, squares), (seen, (margin, score)) in counts.rows(MIN_SEEN)
    ]


def write_book(path: Path, counts: OthelloCounts) -> None:
    """Writes how often edges and corners were seen, and how their games ended."""
    lines = ["shape,squares,seen,margin,score"]
    for row in rows_of(counts):
        lines.append(
            f"{SHAPES[row.shape]},{row.squares},{row.seen},{row.margin:+.2f},{row.score:.3f}"
        )
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def read_book(path: Path) -> list[Row]:
    """Reads the file of `write_book`. Raises click.UsageError."""
    try:
        lines = [line for number, line in lines_of(path, LONGEST_ROW) if number > 1]
        return [
            Row(SHAPES.index(shape), squares, int(seen), float(margin), float(score))
            for shape, squares, seen, margin, score in (line.split(",") for line in lines)
        ]
    except FileNotFoundError:
        raise click.UsageError(
            f"There is no {path}: nothing has been counted yet; --games N counts."
        ) from None
    except OSError as bad:
        raise click.UsageError(f"{bad.filename}: {bad.strerror}.") from None
    except (ValueError, IndexError):
        raise click.UsageError(f"{path} is no book of configurations.") from None


def drawn(rows: Sequence[Row], count: int) -> str:
    """Draws the `count` best and worst configurations of each shape."""
    texts = []
    for shape, name in enumerate(SHAPES):
        by_margin = sorted((row for row in rows if row.shape == shape), key=lambda row: -row.margin)
        chosen = {"best": by_margin[:count], "worst": by_margin[::-1][:count]}
        for word, some in chosen.items():
            texts.append(f"{name}, {word} for X, who has the move:\n")
            texts += [_drawing(row) for row in some]
    return "\n".join(texts)


def _drawing(row: Row) -> str:
    """The squares at the top of a board, with dots for those outside the shape, and the figures
    beside the first row."""
    first, *others = _picture(row)
    figures = f"{row.margin:+6.1f} discs  {100 * row.score:3.0f} %  seen {row.seen}"
    return "\n".join(f"  {line}" for line in (f"{first}   {figures}", *others)) + "\n"


def _picture(row: Row) -> list[str]:
    """The rows from the edge inwards."""
    s = row.squares
    match SHAPES[row.shape]:
        case "edge":
            return [s[:8], f".{s[8]}....{s[9]}."]
        case "corner 3x3":
            return [s[:3], s[3:6], s[6:]]
        case _:
            return [s[:5], s[5:]]
