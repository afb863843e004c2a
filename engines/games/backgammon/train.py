"""`zeitnot train backgammon`: trains networks by temporal differences in self-play."""

from pathlib import Path

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted
from zeitnot_engines._core import BackgammonLearner
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.commands.progress import track
from zeitnot_engines.learning.curve import svg_curve
from zeitnot_engines.learning.training_state import TrainingState
from zeitnot_engines.sentences import sentence

CHUNK = 20_000  # games between two rows of the curve
RATE, LAST_RATE = 0.03, 0.0005  # learning rates of the first game and of the last
TRIALS = 500  # pairs of games against the evaluation by hand after each chunk


@click.command()
@folder_argument
@click.option("--games", type=click.IntRange(1), default=1_800_000, show_default=True, metavar="N")
@source_option("backgammon")
@click.option(
    "--curve",
    type=PathType(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the learning curve there, as SVG.",
)
def backgammon(folder: Path, games: int, source: Path | None, curve: Path | None) -> None:
    """Play games of backgammon, learn from every position, write the weights.

    FOLDER keeps the networks (`state.bin`), their weights (`backgammon.weights`) and in
    `curve.csv` after every 20,000 games the points a game won against the evaluation by hand, both
    playing what looks best at once, and their standard error. The steps shrink towards the last
    of the --games games, so that more games later are not the same as more at once.
    """
    learner = BackgammonLearner()
    try:
        state = TrainingState.open(folder / "state.bin", "backgammon")
        if state.data:
            learner.restore(state.data)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    chunks = range(state.games, games, CHUNK)
    for chunk in track(chunks, len(chunks), f"backgammon: {games} games, by {CHUNK}"):
        count = min(CHUNK, games - chunk)
        learner.play(chunk + 1, count, RATE, LAST_RATE, games)
        state.add(count, learner.trial(TRIALS), learner.state())
        (folder / "curve.csv").write_text(_csv(state), encoding="ascii")
    for path in (folder / "backgammon.weights", *([source] if source else [])):
        path.write_bytes(learner.packed())
    if curve:
        points = [(row[0] / 1e6, row[1]) for row in state.rows]
        curve.write_text(svg_curve(points, "million games", "points a game"), encoding="utf-8")
    _, points_a_game, error = state.rows[-1]
    click.echo(
        f"{counted(state.games, 'game', 'games')}; "
        f"{points_a_game:+.3f} ± {error:.3f} points a game against the evaluation "
        "by hand"
    )


def _csv(state: TrainingState) -> str:
    rows = [f"{games:.0f},{points:.4f},{error:.4f}" for games, points, error in state.rows]
    return "\n".join(["games,points,error", *rows]) + "\n"
