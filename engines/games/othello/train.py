"""`zeitnot train othello`: learns the weights of patterns from self-play."""

from pathlib import Path

import click

from zeitnot_client.plurals import counted
from zeitnot_engines._core import OthelloCounts, OthelloFit
from zeitnot_engines.commands.cluster_option import cluster_option, executor_at
from zeitnot_engines.commands.finite import FiniteRange
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.commands.progress import track

from .train_games import SAMPLE_BYTES, SelfPlayJob, Store
from .train_play_book import othello_playbook, write_book

MORE = (othello_playbook,)  # further training commands of this game
TEST_SHARE = 50  # the last fiftieth of the samples is held out for testing


@click.command()
@folder_argument
@click.option("--games", type=click.IntRange(1), default=60_000, show_default=True, metavar="N")
@click.option("--first", type=click.IntRange(0), default=1, show_default=True, help="First seed.")
@click.option("--depth", type=click.IntRange(1, 10), default=4, show_default=True, metavar="N")
@click.option("--epochs", type=click.IntRange(1), default=6, show_default=True, metavar="N")
@click.option("--rate", type=FiniteRange(0, 1, min_open=True), default=0.15, metavar="R")
@click.option(
    "--play-book/--no-play-book",
    default=True,
    help="Without it the tables of edges and corners are not used, and the weights become "
    "without_book.weights: to measure in a match what they bring.",
)
@source_option("othello")
@cluster_option
def othello(
    folder: Path,
    games: int,
    first: int,
    depth: int,
    epochs: int,
    rate: float,
    play_book: bool,
    source: Path | None,
    cluster: str | None,
) -> None:
    """Play games, fit Othello's patterns to how they ended, and write the weights into FOLDER.

    FOLDER keeps the games, and in `book.csv` the play book: edges and corners with the mean margin
    of their games. Called again, or after Ctrl-C, it goes on where it stopped. A cluster plays the
    games; the fit is one computation, on this machine.
    """
    with executor_at(cluster) as executor:
        store = Store.open(folder)
        store.play(games, first, SelfPlayJob(depth), executor)
    learn, test = split(store.samples.read_bytes()[: store.size])
    counts = OthelloCounts()
    counts.add(learn)
    write_book(folder / "book.csv", counts)
    fit = OthelloFit(play_book)
    for epoch in track(range(epochs), epochs, "othello: epochs"):
        fit.learn(learn, rate / (1 + 0.3 * epoch), epoch)
    name = "othello.weights" if play_book else "without_book.weights"
    for path in (folder / name, *([source] if source else [])):
        path.write_bytes(fit.packed())
    click.echo(
        f"{counted(store.games, 'game', 'games')}, "
        f"{counted(store.size // SAMPLE_BYTES, 'position', 'positions')}; "
        f"off by {fit.error(test) ** 0.5:.2f} discs (root mean square)"
    )


def split(samples: bytes) -> tuple[bytes, bytes]:
    """Splits off the last samples for testing; at most one game is in both parts."""
    count = len(samples) // SAMPLE_BYTES
    border = (count - max(1, count // TEST_SHARE)) * SAMPLE_BYTES
    return samples[:border], samples[border:]
