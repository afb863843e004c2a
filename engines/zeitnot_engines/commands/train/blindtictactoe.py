"""`zeitnot train blindtictactoe`: a strategy near an equilibrium, by counterfactual regrets."""

from itertools import pairwise
from pathlib import Path

import click

from zeitnot_client.commands.paths import PathType

from ..._core import BlindTicTacToeLearner
from ..progress import track
from .state import TrainingState

GAME = "blindtictactoe"
USUAL_ITERATIONS = 2_000
FIRST = 100
MEMORIES = ("order", "count", "nothing")


@click.command(GAME)
@click.argument("folder", type=PathType(file_okay=False, path_type=Path))
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=USUAL_ITERATIONS,
    show_default=True,
    metavar="N",
    help="As many in all.",
)
@click.option(
    "--memory",
    type=click.Choice(MEMORIES),
    default=MEMORIES[0],
    show_default=True,
    help="What a seat remembers of the other's refused tries, beside what it knows of the board: "
    "in which order they came among all tries, how many, or nothing. Only the first is played.",
)
@click.option(
    "--source",
    type=PathType(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the strategy there too: the package's stands in weights/blindtictactoe.weights.",
)
def blindtictactoe(folder: Path, iterations: int, memory: str, source: Path | None) -> None:
    """Find a strategy for blind tic-tac-toe that nobody can exploit much.

    FOLDER keeps the regrets (`state.bin`), the strategy (`blindtictactoe.weights`) and in
    `curve.csv`, each time the number of iterations has doubled, how much each seat can gain at most
    against the strategy when it forgets nothing, and the exploitability, the mean of both (points).
    """
    try:
        if source is not None and memory != MEMORIES[0]:
            raise ValueError("The strategy that is played remembers the order of refusals.")
        state = TrainingState.open(folder / "state.bin", f"{GAME} {memory}")
        learner = BlindTicTacToeLearner(memory)
        if state.data:
            learner.restore(state.data)
    except (ValueError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    steps = list(pairwise([state.games, *milestones(state.games, iterations)]))
    for before, after in track(steps, len(steps), f"{GAME}: {iterations} iterations"):
        learner.iterate(after - before)
        first, second = learner.best_gains()
        state.add(after - before, (first, second), learner.state())
        (folder / "curve.csv").write_text(_csv(state), encoding="ascii")
    if memory == MEMORIES[0]:
        for path in (folder / f"{GAME}.weights", *([source] if source else [])):
            path.write_bytes(learner.packed())
    _, first, second = state.rows[-1]
    click.echo(
        f"{state.games} iterations, {learner.information_sets} information sets up to symmetry; "
        f"exploitability {(first + second) / 2:.4f} points"
    )


def milestones(done: int, wanted: int) -> list[int]:
    """The numbers of iterations after which the strategy is measured: doubled each time, and the
    last."""
    marks = [FIRST]
    while marks[-1] < wanted:
        marks.append(2 * marks[-1])
    return sorted({min(mark, wanted) for mark in marks if min(mark, wanted) > done})


def _csv(state: TrainingState) -> str:
    rows = [f"{count:.0f},{a:.5f},{b:.5f},{(a + b) / 2:.5f}" for count, a, b in state.rows]
    return "\n".join(["iterations,first,second,exploitability", *rows]) + "\n"
