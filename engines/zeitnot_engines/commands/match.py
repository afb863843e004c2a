"""`zeitnot match`: two players against each other, many games, without a server."""

import json
import random
from pathlib import Path
from typing import Any

import click

from ..contest import (
    BadPlayer,
    Fixture,
    Mover,
    Spec,
    Standing,
    contest,
    fixtures,
    random_openings,
    read_player,
)
from ..games import Game, History
from .moves import play_moves
from .options import game_options
from .progress import track

INTERRUPTED = 130


class Player(click.ParamType[Spec]):
    """A player on the command line."""

    name = "player"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Spec:
        if isinstance(value, Spec):
            return value
        try:
            return read_player(value)
        except BadPlayer as bad:
            raise click.UsageError(str(bad)) from None


@click.command()
@game_options
@click.argument("a", type=Player(), metavar="A")
@click.argument("b", type=Player(), metavar="B")
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, metavar="N")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0, 86400, min_open=True),
    default=0.1,
    show_default=True,
    metavar="S",
    help="A move's time for a house engine without limits of its own.",
)
@click.option(
    "--openings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="One opening a line, as moves from the start; # begins a comment.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of openings and throws.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def match(
    ctx: click.Context,
    game: Game,
    a: Spec,
    b: Spec,
    games: int,
    seconds: float,
    openings: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Let A and B play; print A's result and its Elo above B.

    A and B are `random`, `house`, or `house:depth=3` (also nodes, time, threads, hash, with commas
    between). Each opening is played twice with the seats exchanged. Ctrl-C gives the result of the
    games that are finished.
    """
    pairs = (games + 1) // 2
    starts = read_openings(game, openings) if openings else random_openings(game, pairs, seed)
    ms = max(1, round(1000 * seconds))
    work = [Fixture(f.opening, f.seat, seed * 1_000_003 + f.seed) for f in fixtures(starts, games)]

    def fresh(spec: Spec, side: str) -> Any:
        def make(number: int) -> Mover:
            return spec.mover(game, random.Random(f"{seed} {side} {number}"), ms)

        return make

    scores: list[float] = []
    code = 0
    try:
        for score in track(contest(work, fresh(a, "a"), fresh(b, "b")), games, "match"):
            scores.append(score)
    except KeyboardInterrupt:
        code = INTERRUPTED
    standing = Standing.of(scores)
    click.echo(json.dumps(as_dict(standing)) if as_json else as_text(standing))
    ctx.exit(code)


def read_openings(game: Game, path: Path) -> list[History]:
    """The unfinished positions that the lines of a file lead to. Raises click.UsageError."""
    found = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise click.UsageError(f"{path} cannot be read as text.") from None
    for number, line in enumerate(lines, 1):
        moves = line.partition("#")[0].strip()
        if not moves:
            continue
        try:
            state = play_moves(game.start(), moves)
        except click.UsageError as bad:
            raise click.UsageError(f"{path}, line {number}: {bad.message}") from None
        if state.result is not None:
            raise click.UsageError(f"{path}, line {number}: the game is over.")
        found.append(state)
    if not found:
        raise click.UsageError(f"{path} holds no opening.")
    return found


def as_dict(standing: Standing) -> dict[str, float | int | None]:
    """The result as `--json` prints it; `elo` and `error` are null where they have no end."""
    return {
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "score": standing.score,
        "elo": standing.elo,
        "error": standing.error,
    }


def as_text(standing: Standing) -> str:
    """The result for people."""
    elo = "" if standing.elo is None else f", {standing.elo:+.0f} Elo"
    error = "" if standing.error is None else f" ± {standing.error:.0f}"
    return (
        f"A: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost of "
        f"{standing.games}: {100 * standing.score:.1f} %{elo}{error}"
    )
