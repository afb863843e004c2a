"""`zeitnot tune`: tunes the weights of an evaluation, from games of the engine against itself."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted

from .._core import weights_of
from ..games import Game
from ..interrupts import INTERRUPTS
from ..jobs.run import Executor
from ..learning.training_games import SelfPlayJob, TrainingGame, TrainingGameFile
from ..learning.tuning import BLOCK, Round, Tuner, TunerConfig, rewrite_weights
from ..sentences import sentence
from ..text_files import MALFORMED_ERRORS, MB, read_text
from .cluster_option import cluster_option, concurrency_option, executor_at
from .finite import FiniteRange
from .options import folder_argument, game_options, require_two_seats
from .progress import track


@click.command()
@game_options
@folder_argument
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, metavar="N")
@click.option(
    "--nodes",
    type=click.IntRange(100),
    default=3000,
    show_default=True,
    metavar="N",
    help="Nodes to search for each move of the games.",
)
@concurrency_option
@cluster_option
@click.option("--rounds", type=click.IntRange(0), default=3, show_default=True, metavar="N")
@click.option("--epochs", type=click.IntRange(1), default=300, show_default=True, metavar="N")
@click.option(
    "--blend",
    type=FiniteRange(0, 1),
    default=0.3,
    show_default=True,
    help="Share of the search's value, rather than the game's result, in the target of a position.",
)
@click.option(
    "--pull",
    type=FiniteRange(0),
    default=1e-7,
    show_default=True,
    help="How strongly weights are pulled towards their former values.",
)
@click.option(
    "--source",
    type=PathType(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also put the weights into the table of this source file.",
)
@click.pass_context
def tune(
    ctx: click.Context,
    /,
    game: Game,
    folder: Path,
    games: int,
    nodes: int,
    concurrency: int | None,
    cluster: str | None,
    rounds: int,
    epochs: int,
    blend: float,
    pull: float,
    source: Path | None,
) -> None:
    """Tune GAME's evaluation in FOLDER, by Texel's method; print the new table of weights.

    FOLDER stores the games (`games.jsonl`) and the weights after each round (`weights.json`). Run
    the command again to continue where it stopped, also after Ctrl-C, or with more games or rounds.
    With --cluster, only the games are played there; the rounds are computed on this machine.
    """
    require_two_seats(game)
    executor = ctx.with_resource(executor_at(cluster, concurrency))
    try:
        weights = weights_of(game.name)
        if source:
            rewrite_weights(read_text(source, 16 * MB), weights)
        folder.mkdir(parents=True, exist_ok=True)
        file = TrainingGameFile(folder / "games.jsonl")
        weights_file = WeightsFile(folder / "weights.json", weights)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    code = 0
    try:
        make_games(file, game, games, nodes, executor)
        config = TunerConfig(epochs=epochs, blend=blend, pull=pull)
        for round_ in run_rounds(game, file.training_games[:games], config, weights_file, rounds):
            click.echo(as_text(weights_file.rounds, round_), err=True)
    except KeyboardInterrupt:
        code = INTERRUPTS.exit_code
    if source:
        source.write_text(
            rewrite_weights(source.read_text(encoding="utf-8"), weights_file.weights), "utf-8"
        )
    click.echo(table(weights_file.weights))
    ctx.exit(code)


def make_games(
    file: TrainingGameFile, game: Game, games: int, nodes: int, executor: Executor
) -> None:
    """Plays the games whose seeds are not in the file yet, and adds them."""
    present = {training_game.seed for training_game in file.training_games}
    todo = [seed for seed in range(games) if seed not in present]
    with executor.run(SelfPlayJob(game.name, game.settings, nodes), todo) as run:
        for training_game in track(run, len(todo), "games"):
            file.add(training_game)


class WeightsFile:
    """The weights in a file, and the number of rounds that have changed them. Raises ValueError."""

    def __init__(self, path: Path, weights: list[int]) -> None:
        self._path = path
        self.weights, self.rounds = weights, 0
        if path.exists():
            try:
                stored: dict[str, Any] = json.loads(read_text(path, MB))
                self.weights, self.rounds = list(map(int, stored["weights"])), int(stored["rounds"])
            except MALFORMED_ERRORS:
                raise ValueError(f"{path} does not contain weights.") from None
        if len(self.weights) != len(weights):
            raise ValueError(
                f"{path} has {counted(len(self.weights), 'weight', 'weights')}, but the table has "
                f"{len(weights)}."
            )

    def add(self, round_: Round) -> None:
        """Stores the weights after one more round; they are on disk when it returns."""
        self.weights, self.rounds = round_.weights, self.rounds + 1
        text = json.dumps({"rounds": self.rounds, "scale": round_.scale, "weights": self.weights})
        temporary = self._path.with_suffix(".new")
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._path)


def run_rounds(
    game: Game,
    training_games: list[TrainingGame],
    config: TunerConfig,
    weights_file: WeightsFile,
    rounds: int,
) -> Iterator[Round]:
    """Runs the remaining rounds, and stores each when it ends."""
    if weights_file.rounds >= rounds:
        return
    tuner = Tuner(game, config)
    for _ in track(tuner.add(training_games), len(training_games), "reading games"):
        pass
    while weights_file.rounds < rounds:
        blocks = -(-len(weights_file.weights) // BLOCK)  # rounded up
        for _ in track(tuner.trace(weights_file.weights), blocks, "weights"):
            pass
        round_ = tuner.descend(weights_file.weights)
        weights_file.add(round_)
        yield round_


def as_text(number: int, round_: Round) -> str:
    """A round for people."""
    return (
        f"round {number}: loss {round_.losses[0]:.5f} -> {round_.losses[1]:.5f}, "
        f"on test games {round_.test_losses[0]:.5f} -> {round_.test_losses[1]:.5f}"
    )


def table(weights: list[int], width: int = 10) -> str:
    """The weights as rows of a table in source code."""
    rows = [weights[i : i + width] for i in range(0, len(weights), width)]
    return "\n".join("    " + " ".join(f"{weight}," for weight in row) for row in rows)
