"""`zeitnot train ewn`: trains a network by temporal differences in self-play."""

from pathlib import Path

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted
from zeitnot_engines._core import EwnFit
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.commands.progress import track
from zeitnot_engines.learning.curve import svg_curve
from zeitnot_engines.learning.training_state import TrainingState
from zeitnot_engines.sentences import sentence

CHUNK = 100_000  # games between two rows of the curve
LEARNING_RATE = 0.05  # at the start
HALVING_GAMES = 2_000_000  # games after which the rate has halved
TRIALS = 1000  # pairs of games against the table after each chunk


@click.command()
@folder_argument
@click.option("--games", type=click.IntRange(1), default=6_000_000, show_default=True, metavar="N")
@source_option("ewn")
@click.option(
    "--curve",
    type=PathType(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the errors of the values there, as SVG.",
)
def ewn(folder: Path, games: int, source: Path | None, curve: Path | None) -> None:
    """Play games of EinStein würfelt nicht!, learn from every position, write the weights.

    FOLDER keeps the network (`state.bin`), its weights (`ewn.weights`) and in `curve.csv` after
    every 100,000 games: how far values were from those a move later (root mean square), and the
    share of games won against the textbook's table, both looking one move ahead.
    """
    try:
        state = TrainingState.open(folder / "state.bin", "ewn")
        fit = EwnFit()
        if state.data:
            fit.restore(state.data)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    chunks = range(state.games, games, CHUNK)
    for chunk in track(chunks, len(chunks), f"ewn: {games} games, by {CHUNK}"):
        count = min(CHUNK, games - chunk)
        positions, squares = fit.play(chunk, count, LEARNING_RATE, HALVING_GAMES)
        state.add(count, ((squares / positions) ** 0.5, fit.trial(TRIALS)), fit.state())
        (folder / "curve.csv").write_text(_csv(state), encoding="ascii")
    for path in (folder / "ewn.weights", *([source] if source else [])):
        path.write_bytes(fit.packed())
    if curve:
        points = [(games / 1e6, 100 * error) for games, error, _ in state.rows]
        curve.write_text(svg_curve(points, "million games", "off by, in %"), encoding="utf-8")
    _, error, score = state.rows[-1]
    games_text = counted(state.games, "game", "games")
    click.echo(f"{games_text}; off by {error:.4f}; {100 * score:.1f} % against the table")


def _csv(state: TrainingState) -> str:
    rows = [f"{games:.0f},{error:.5f},{score:.4f}" for games, error, score in state.rows]
    return "\n".join(["games,off,score", *rows]) + "\n"
