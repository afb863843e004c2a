"""`zeitnot train holdem`: learns a blueprint by counterfactual regret minimisation."""

from pathlib import Path

import click

from zeitnot_client.plurals import counted
from zeitnot_engines._core import HoldemAbstraction, HoldemLearner
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.commands.progress import track
from zeitnot_engines.learning.stopping import stop
from zeitnot_engines.learning.training_state import TrainingState
from zeitnot_engines.sentences import sentence

CHUNK = 500  # iterations between two rows of the curve
FLOPS_PER_STEP = 5
BOARDS = 50  # per trial


@click.command()
@folder_argument
@click.option(
    "--iterations", type=click.IntRange(1), default=20_000, show_default=True, metavar="N"
)
@source_option("holdem", "blueprint")
@click.pass_context
def holdem(ctx: click.Context, folder: Path, iterations: int, source: Path | None) -> None:
    """Group hold'em's hands, play every betting on random boards, write the blueprint.

    FOLDER keeps the groups of hands (`abstraction.bin`), which take a minute or two to compute, all
    that is learnt (`state.bin`), the blueprint (`holdem.weights`) and in `curve.csv` after every
    500 iterations the chips a hand won from a player that always calls and from one that always
    raises, each with its standard error. An iteration is one board with all hands of both players.
    """
    try:
        groups = TrainingState.open(folder / "abstraction.bin", "holdem")
        state = TrainingState.open(folder / "state.bin", "holdem")
        learner = HoldemLearner(groups.data or _build_abstraction(groups))
        if state.data:
            learner.restore(state.data)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    try:
        _learn(learner, state, iterations)
    except KeyboardInterrupt:
        if learner.iterations > state.games:
            state.add(learner.iterations - state.games, None, learner.state())
        stop(ctx, counted(state.games, "iteration", "iterations"))
    for path in (folder / "holdem.weights", *([source] if source else [])):
        path.write_bytes(learner.packed())
    if state.rows:
        _, calling, call_error, raising, raise_error = state.rows[-1]
        click.echo(
            f"{counted(state.games, 'iteration', 'iterations')}; {calling:+.3f} ± {call_error:.3f} "
            f"chips a hand against calls alone, {raising:+.3f} ± {raise_error:.3f} against raises"
        )


def _learn(learner: HoldemLearner, state: TrainingState, iterations: int) -> None:
    """Learns in chunks; measures and stores each."""
    chunks = range(learner.iterations, iterations, CHUNK)
    for done in track(chunks, len(chunks), f"holdem, chunks of {CHUNK} iterations"):
        count = min(CHUNK, iterations - done)
        learner.iterate(count)
        measured = [number for pair in learner.trial(BOARDS) for number in pair]
        state.add(count, tuple(measured), learner.state())
        (state.path.parent / "curve.csv").write_text(_csv(state), encoding="ascii")


def _build_abstraction(groups: TrainingState) -> bytes:
    """Computes the abstraction and stores it."""
    builder = HoldemAbstraction()
    starts = range(0, HoldemAbstraction.flops, FLOPS_PER_STEP)
    for _ in track(starts, len(starts), f"holdem: {HoldemAbstraction.flops} flops"):
        builder.add_flops(FLOPS_PER_STEP)
    groups.add(HoldemAbstraction.flops, (), builder.finished())
    return groups.data


def _csv(state: TrainingState) -> str:
    rows = [",".join(f"{number:g}" for number in row) for row in state.rows]
    return "\n".join(["iterations,call,call_error,raise,raise_error", *rows]) + "\n"
