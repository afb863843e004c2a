"""`zeitnot train blindtictactoe`: learns a near-equilibrium strategy by counterfactual regrets."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click

from zeitnot_client.plurals import counted
from zeitnot_engines._core import BlindTicTacToeLearner
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.commands.progress import track
from zeitnot_engines.learning.stopping import stop
from zeitnot_engines.learning.training_state import TrainingState
from zeitnot_engines.sentences import sentence

GAME = "blindtictactoe"
DEFAULT_ITERATIONS = 2_000
FIRST_MILESTONE = 100
CHUNK = 10  # iterations between two looks for Ctrl-C
MEMORIES = ("order", "count", "nothing")


@click.command(GAME)
@folder_argument
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=DEFAULT_ITERATIONS,
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
@source_option("blindtictactoe", "strategy")
@click.pass_context
def blindtictactoe(
    ctx: click.Context, folder: Path, iterations: int, memory: str, source: Path | None
) -> None:
    """Find a strategy for blind tic-tac-toe that nobody can exploit much.

    FOLDER keeps the regrets (`state.bin`), the strategy (`blindtictactoe.weights`) and in
    `curve.csv`, each time the number of iterations has doubled, how much each seat can gain at most
    against the strategy when it forgets nothing, and the exploitability, the mean of both (points).
    Ctrl-C keeps what is learnt.
    """
    try:
        if source is not None and memory != MEMORIES[0]:
            raise ValueError("The strategy that is played remembers the order of refusals.")
        state = TrainingState.open(folder / "state.bin", GAME, memory=memory)
        learner = BlindTicTacToeLearner(memory)
        if state.data:
            learner.restore(state.data)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    weight_files = [folder / f"{GAME}.weights", *([source] if source else [])]
    session = TrainingSession(learner, state, weight_files if memory == MEMORIES[0] else [])
    try:
        session.learn(iterations)
    except KeyboardInterrupt:
        session.save(None)
        stop(ctx, _counted(state))
    _, first, second = state.rows[-1]
    click.echo(
        f"{_counted(state)}, {learner.information_sets} information sets up to symmetry; "
        f"exploitability {(first + second) / 2:.4f} points"
    )


@dataclass
class TrainingSession:
    """The learner and its files. `weights`: the files for the strategy; none if it is not to be
    played."""

    learner: BlindTicTacToeLearner
    state: TrainingState
    weights: list[Path]

    def learn(self, iterations: int) -> None:
        """Learns until `iterations`; measures and saves at each milestone. After a
        KeyboardInterrupt the learner has complete iterations that are not saved yet."""
        done = self.state.games
        marks = milestones(done, iterations)
        if not marks and not self.is_measured:
            self.save(self.learner.best_gains())
        ends = sorted({*range(done + CHUNK, iterations, CHUNK), *marks})
        steps = list(pairwise([done, *ends]))
        sizes = {step: step[1] - step[0] for step in steps}
        for step in track(
            steps, iterations, f"{GAME}, iterations", done=done, weight=sizes.__getitem__
        ):
            self.learner.iterate(sizes[step])
            if step[1] in marks:
                self.save(self.learner.best_gains())

    @property
    def is_measured(self) -> bool:
        """Whether the last measurement is of the current state."""
        return bool(self.state.rows) and self.state.rows[-1][0] == self.state.games

    def save(self, measured: tuple[float, float] | None) -> None:
        """Writes the state and the strategy, with a measurement if there is one."""
        added = self.learner.iterations - self.state.games
        if not added and measured is None:
            return
        self.state.add(added, measured, self.learner.state())
        folder = self.state.path.parent
        (folder / "curve.csv").write_text(_csv(self.state), encoding="ascii")
        for path in self.weights:
            path.write_bytes(self.learner.packed())


def _counted(state: TrainingState) -> str:
    return counted(state.games, "iteration", "iterations")


def milestones(done: int, iterations: int) -> list[int]:
    """The numbers of iterations after which the strategy is measured: doubled each time, and the
    last."""
    marks = [FIRST_MILESTONE]
    while marks[-1] < iterations:
        marks.append(2 * marks[-1])
    return sorted({min(mark, iterations) for mark in marks if min(mark, iterations) > done})


def _csv(state: TrainingState) -> str:
    rows = [f"{count:.0f},{a:.5f},{b:.5f},{(a + b) / 2:.5f}" for count, a, b in state.rows]
    return "\n".join(["iterations,first,second,exploitability", *rows]) + "\n"
