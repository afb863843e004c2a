"""`zeitnot train go`: trains a policy and a value in stages, without a GPU."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_engines._core import GoLearner
from zeitnot_engines.commands.cluster_option import cluster_option, executor_at
from zeitnot_engines.commands.options import folder_argument, source_option
from zeitnot_engines.commands.progress import track
from zeitnot_engines.jobs.run import Executor
from zeitnot_engines.learning.training_state import TrainingState
from zeitnot_engines.sentences import sentence
from zeitnot_engines.text_files import (
    MALFORMED_ERRORS,
    MB,
    complete_lines,
    drop_partial_line,
    read_text,
)

from .train_games import SelfPlayGamesJob, read_games
from .train_matches import Cost, PairsJob, Side, learnt, playouts_only, summary

EPOCHS = 6
IMITATION_RATE, IMPROVEMENT_RATE, VALUE_RATE = 0.1, 0.02, 0.05
HELD_OUT = 10  # every tenth recorded game is for testing
IMPROVEMENT_CHUNK, VALUE_CHUNK = 2_000, 5_000  # games between two rows of the table
TEST_GAMES = 2_000  # to test the value, with numbers that training does not use
FIRST_TEST_GAME = 1 << 40


@dataclass
class Plan:
    """The options of the command, and the report so far."""

    folder: Path
    size: int
    playouts: int
    matches: int
    executor: Executor
    report: dict[str, Any]
    games: str = ""  # a hash of the recorded games

    def add_to_report(self, stage: str, **numbers: float) -> None:
        """Adds numbers about a stage to the report."""
        self.report.setdefault(stage, {}).update(
            {name: round(number, 4) for name, number in numbers.items()}
        )


@click.command()
@folder_argument
@click.option("--games", type=click.IntRange(20), default=600, show_default=True, metavar="N")
@click.option(
    "--sgf",
    "files",
    type=PathType(exists=True, path_type=Path),
    multiple=True,
    metavar="PATH",
    help="Imitate the games of this file or folder instead of own ones; may be repeated.",
)
@click.option("--size", type=click.Choice(["5", "7", "9", "13", "19"]), default="9")
@click.option("--playouts", type=click.IntRange(1), default=200, show_default=True, metavar="N")
@click.option("--improve", type=click.IntRange(1), default=60_000, show_default=True, metavar="N")
@click.option("--values", type=click.IntRange(1), default=200_000, show_default=True, metavar="N")
@click.option("--matches", type=click.IntRange(0), default=200, show_default=True, metavar="N")
@source_option("go")
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def go(
    ctx: click.Context,
    folder: Path,
    games: int,
    files: tuple[Path, ...],
    size: str,
    playouts: int,
    improve: int,
    values: int,
    matches: int,
    source: Path | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Learn a policy and a value of Go, and write the weights.

    First a policy imitates recorded games: --games of the engine with itself, with --playouts a
    move, or those of --sgf. Then --improve games against earlier selves improve it. Then the
    value learns from one position of each of --values games of the policy. Each stage plays a
    match of --matches games.

    FOLDER keeps the games (`games.sgf`), the state of each stage, the matches (`matches.json`), the
    weights (`go.weights`), and in `imitation.weights` the same with the policy of the first stage.
    A cluster plays the engine's games and the matches with a search; each stage learns from one
    game after the other, on this machine.
    """
    executor = ctx.with_resource(executor_at(cluster))
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(folder, int(size), playouts, matches, executor, {})
    learner = GoLearner()
    try:
        recorded = read_games(files or [_self_play_games(plan, games)])
        _imitate(plan, learner, recorded)
        _improve(plan, learner, improve)
        _learn_value(plan, learner, values)
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    for path in (folder / "go.weights", *([source] if source else [])):
        path.write_bytes(learner.packed("improved"))
    (folder / "imitation.weights").write_bytes(learner.packed("imitation"))
    _search_matches(plan, learner)
    (folder / "report.json").write_text(json.dumps(plan.report, indent=1) + "\n", encoding="ascii")
    click.echo(json.dumps(plan.report) if as_json else _as_text(plan.report))


def _as_text(report: dict[str, Any]) -> str:
    return "\n".join(
        f"{stage}: " + ", ".join(f"{name} {number:g}" for name, number in numbers.items())
        for stage, numbers in report.items()
    )


# ── the stages ─────────────────────────────────────────────────────────────────────────────────


def _self_play_games(plan: Plan, count: int) -> Path:
    """Plays games until the file has `count`, one per line; drops an incomplete last line."""
    path = plan.folder / "games.sgf"
    played = sum(1 for _ in complete_lines(path))
    drop_partial_line(path)
    job = SelfPlayGamesJob(plan.size, plan.playouts)
    with plan.executor.run(job, range(played, count)) as run:
        for game in track(run, count, f"go: {count} games", done=played):
            with path.open("a", encoding="ascii") as file:
                file.write(game + "\n")
    return path


def _stage(
    plan: Plan,
    learner: GoLearner,
    name: str,
    chunks: tuple[int, int],
    learn: Callable[[int, int], tuple[float, ...]],
) -> TrainingState:
    """Learns `chunks[0]` games in chunks of `chunks[1]`, from where an earlier run stopped.

    `learn(start, count)` learns one chunk and returns its measurements. Raises ValueError for a
    damaged state.
    """
    total, chunk = chunks
    state = TrainingState.open(plan.folder / f"{name}.bin", f"go {name} {plan.games}")
    if state.data:
        learner.restore(state.data)
    starts = range(state.games, total, chunk)
    for start in track(starts, len(starts), f"go: {name}, {total} by {chunk}"):
        measured = learn(start, min(chunk, total - start))
        state.add(min(chunk, total - start), measured, learner.state())
    return state


def _imitate(plan: Plan, learner: GoLearner, recorded: list[Any]) -> None:
    learn = [game for at, game in enumerate(recorded) if at % HELD_OUT]
    test = [game for at, game in enumerate(recorded) if at % HELD_OUT == 0]
    plan.games = sha256(repr(recorded).encode()).hexdigest()[:8]

    def epoch(before: int, _: int) -> tuple[float, ...]:
        moves, logs, _likeliest = learner.imitate(learn, IMITATION_RATE / (1 + before))
        return (logs / moves, *_measured(learner, test))

    state = _stage(plan, learner, "imitation", (EPOCHS, 1), epoch)
    _, training, held_out, accuracy = state.rows[-1]
    plan.add_to_report(
        "imitation",
        games=len(recorded),
        log_likelihood_learnt=training,
        log_likelihood=held_out,
        accuracy=accuracy,
    )
    _policy_match(plan, learner, "imitation", "patterns")


def _measured(learner: GoLearner, test: list[Any]) -> tuple[float, float]:
    moves, logs, likeliest = learner.imitate(test, 0)
    return logs / moves, likeliest / moves


def _improve(plan: Plan, learner: GoLearner, games: int) -> None:
    def chunk(before: int, count: int) -> tuple[float, ...]:
        if before == 0:
            learner.begin_improvement()
        return (learner.improve(before, count, plan.size, IMPROVEMENT_RATE),)

    _stage(plan, learner, "improved", (games, IMPROVEMENT_CHUNK), chunk)
    plan.add_to_report("improvement", games=games)
    _policy_match(plan, learner, "improved", "imitation")
    _policy_match(plan, learner, "improved", "patterns")


def _learn_value(plan: Plan, learner: GoLearner, games: int) -> None:
    def chunk(before: int, count: int) -> tuple[float, ...]:
        error, _ = learner.learn_value(before, count, 0, VALUE_RATE)
        return error, *learner.learn_value(FIRST_TEST_GAME, TEST_GAMES, plan.size, 0)

    state = _stage(plan, learner, "value", (games, VALUE_CHUNK), chunk)
    _, training, error, guess = state.rows[-1]
    plan.add_to_report(
        "value", games=games, error_learnt=training, error=error, error_of_one_half=guess
    )


# ── matches ────────────────────────────────────────────────────────────────────────────────────


def _policy_match(plan: Plan, learner: GoLearner, first: str, second: str) -> None:
    """Plays a match between policies without search."""
    if plan.matches < 2:
        return
    score, error = summary(learner.trial(first, second, plan.size, plan.matches // 2))
    plan.add_to_report(f"{first} against {second}", score=score, error=error)


def _search_matches(plan: Plan, learner: GoLearner) -> None:
    """Plays matches of the learnt evaluator against playouts: plain UCT and the default search with
    equal playouts, and the default search with equal CPU time."""
    if plan.matches < 2:
        return
    packed, first_stage = (learner.packed(name) for name in ("improved", "imitation"))
    count = plan.playouts
    plain = playouts_only(packed, count, plain=True)
    _match(plan, "learnt against plain UCT", learnt(packed, count), plain)
    imitating = learnt(first_stage, count)
    _match(plan, "improved policy against imitation", learnt(packed, count), imitating)
    first, second = learnt(packed, count), playouts_only(packed, count, plain=False)
    ratio = _match(plan, "learnt against playouts", first, second)
    slower = playouts_only(packed, round(count * ratio), plain=False)
    _match(plan, "learnt against playouts, equal time", learnt(packed, count), slower)


def _stored_matches(path: Path) -> dict[str, Any]:
    """Reads the matches so far, by name. Raises ValueError."""
    if not path.exists():
        return {}
    try:
        stored: dict[str, Any] = json.loads(read_text(path, MB))
        for entry in stored.values():
            _ = entry["weights"], list(map(float, entry["scores"])), Cost(*entry["costs"][2:])
    except MALFORMED_ERRORS:
        raise ValueError(f"{path} is damaged.") from None
    return stored


def _match(plan: Plan, name: str, first: Side, second: Side) -> float:
    """Plays or continues a match. Returns how many playouts of the second side take as long as one
    of the first."""
    path = plan.folder / "matches.json"
    stored = _stored_matches(path)
    pairs = plan.matches // 2
    weights = sha256((plan.folder / "go.weights").read_bytes()).hexdigest()[:8]
    entry = stored.get(name, {})
    if entry.get("weights") != weights or len(entry["scores"]) > pairs:
        entry = {"weights": weights, "scores": [], "costs": [0.0, 0, 0.0, 0]}
    scores, numbers = entry["scores"], entry["costs"]
    costs = Cost(*numbers[:2]), Cost(*numbers[2:])
    job = PairsJob(first, second, plan.size)
    with plan.executor.run(job, range(len(scores), pairs)) as run:
        for pair in track(run, pairs, f"go: {name}", done=len(scores)):
            scores.append(pair.score)
            for cost, added in zip(costs, pair.costs, strict=True):
                cost.add(added)
            entry["costs"] = [each for cost in costs for each in (cost.seconds, cost.played)]
            stored[name] = entry
            draft = path.with_suffix(".tmp")
            draft.write_text(json.dumps(stored), encoding="ascii")
            draft.replace(path)
    mean, error = summary(scores)
    plan.add_to_report(
        name,
        score=mean,
        error=error,
        playouts=first.playouts,
        playouts_of_the_other=second.playouts,
        microseconds=1e6 * costs[0].each,
        microseconds_of_the_other=1e6 * costs[1].each,
    )
    return costs[0].each / max(costs[1].each, 1e-9)
