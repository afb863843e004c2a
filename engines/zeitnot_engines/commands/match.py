"""`zeitnot match`: plays many games between two players, without a server."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.drivers.process import kill_soon

from ..games import Game
from ..interrupts import INTERRUPTS, RESULT_GRACE_S
from ..jobs.run import Run
from ..matches.contest import (
    OPENING_PLIES,
    Fixture,
    Opening,
    Played,
    TimeControl,
    default_opening_plies,
    fixtures,
    random_openings,
    without_marking,
)
from ..matches.gamelog import GameLog, WrongLog
from ..matches.match_job import MatchJob
from ..matches.players import BadPlayer, Spec
from ..matches.standing import Margin, PairCounts, Sprt, Standing
from ..sentences import sentence
from ..text_files import BadFile, lines_of
from .cluster_option import cluster_option, concurrency_option, executor_at
from .finite import FiniteRange
from .match_types import PlayerType, SprtType, TimeControlType
from .moves import play_actions
from .options import game_options, require_two_seats
from .progress import track

MAX_OPENING_BYTES = 1 << 16  # bytes of a line
MAX_OPENINGS = 100_000


@click.command()
@game_options(may_draw=True)
@click.argument("a", type=PlayerType(), metavar="A")
@click.argument("b", type=PlayerType(), metavar="B")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True, metavar="N"
)
@click.option(
    "--time",
    "seconds",
    type=FiniteRange(0, 86400, min_open=True),
    default=0.1,
    show_default=True,
    metavar="S",
    help="Time per move for an engine without its own limits, when there are no clocks.",
)
@click.option(
    "--tc",
    "control",
    type=TimeControlType(),
    metavar="S+S",
    help="Clocks: seconds (not minutes) for the game, and for each move, as in 10+0.1. A "
    "player who runs out of time loses.",
)
@click.option(
    "--margin",
    type=click.IntRange(0, 10_000),
    default=20,
    show_default=True,
    metavar="MS",
    help="How far a clock may be overstepped without loss.",
)
@concurrency_option
@cluster_option
@click.option(
    "--openings",
    type=PathType(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with one opening per line, as moves from the start; # begins a comment.",
)
@click.option(
    "--plies",
    type=click.IntRange(0, 100),
    metavar="N",
    help=f"Length of random openings ({OPENING_PLIES}, or 0 in games that hide something).",
)
@click.option(
    "--balance",
    type=FiniteRange(0),
    metavar="V",
    help="Random openings must not be further from level than this, by a short search, in the "
    "game's unit: 60 where that is the centipawn, 4 where it is the disc.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the openings and throws."
)
@click.option(
    "--sprt",
    type=SprtType(),
    metavar="E0,E1[,A,B]",
    help="Stop when it is clear whether A is E0 or E1 Elo above B (pentanomial GSPRT).",
)
@click.option(
    "--log",
    type=PathType(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the games in FILE, and continue where it ends; the games in it count as played.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def match(ctx: click.Context, /, as_json: bool, **options: Any) -> None:
    """Play a match between A and B in a game for two; print A's result and its Elo above B.

    A and B are `random`, `house`, `house:SETTINGS` or an external engine. SETTINGS are separated by
    commas, as in `house:depth=3,hash=64`: depth, nodes, time, threads and hash; or level=2 for a
    bot's level instead of these; method=mcts for another method than the game's first; weights=FILE
    for weights written by `zeitnot train`; tables=DIR for tables made by `zeitnot tablebase`;
    strategy=FILE for a strategy written by `zeitnot strategy solve`; and eval=NAME for another
    evaluation: hand (by hand, in a game with a learnt one), table or bare (a textbook's table, with
    or without a bonus for the win), playouts (Go without what it has learnt), plain (by hand
    without patterns) or playbook (that with patterns counted from games, from weights=FILE).

    External engines are `uci:COMMAND`, `xboard:COMMAND`, `gtp:COMMAND` and `gomocup:COMMAND`,
    followed by options of the engine as in `uci:stockfish,Skill Level=3`, and for GNU Backgammon
    `gnubg:COMMAND,plies=0`.

    Each opening is played twice, with the seats exchanged and the same throws. A crash, an illegal
    move or a fallen flag loses the game. Ctrl-C prints the result of the games finished so far.

    ± is half the 95 % interval of the Elo, over games and over pairs. The two games of a pair share
    an opening, so the second is the better estimate. With --json, these are `error` and
    `pair_error`, and `pairs` has the numbers of pairs in which A got 0, ½, 1, 1½ and 2 points.

    Equal seeds give equal games, on one machine or many, unless a player's limit is time.
    """
    plan = Plan(**options)
    with executor_at(plan.cluster, plan.concurrency) as executor, plan.open_log() as log:
        results = Results(plan.sprt, log.played if log else [], plan.game.unit)
        all_games = plan.fixtures()
        todo = [f for f in all_games if f.number not in results.scores]
        run = executor.run(plan.job, [] if results.verdict else todo)
        code = play_out(run, results, log, len(all_games), len(all_games) - len(todo))
    click.echo(json.dumps(results.as_dict()) if as_json else results.as_text())
    ctx.exit(code)


def play_out(
    run: Run[Fixture, Played], results: "Results", log: GameLog | None, games: int, before: int
) -> int:
    """Adds the games to the results and the log, in order, until the test accepts a hypothesis.
    Returns the exit code. After Ctrl-C or SIGTERM, it adds the finished games in any order.
    `games`: how many the match has; `before`: how many an earlier run has played."""
    with INTERRUPTS.handled(grace_s=RESULT_GRACE_S), run:
        try:
            for played in track(_until_decided(run, results), games, "match", done=before):
                add(played, results, log)
            return 0
        except KeyboardInterrupt:
            kill_soon()
            run.close()
    for played in run.finished():
        add(played, results, log)
    return INTERRUPTS.exit_code


def _until_decided(run: Run[Fixture, Played], results: "Results") -> Iterator[Played]:
    for played in run:
        yield played
        if results.verdict:
            return


def add(played: Played, results: "Results", log: GameLog | None) -> None:
    """Adds a game to the results and the log, and prints a player's fault."""
    if log:
        log.add(played)
    results.add(played)
    if played.fault:
        click.echo(f"game {played.number}: {played.fault}", err=True)


class Plan:
    """The match requested on the command line. Raises click.UsageError."""

    def __init__(
        self,
        game: Game,
        a: Spec,
        b: Spec,
        games: int,
        seconds: float,
        control: TimeControl | None,
        margin: int,
        concurrency: int | None,
        cluster: str | None,
        openings: Path | None,
        plies: int | None,
        balance: float | None,
        seed: int,
        sprt: Sprt | None,
        log: Path | None,
    ) -> None:
        game = without_marking(require_two_seats(game))
        self.game, self.games, self.seed, self.sprt = game, games, seed, sprt
        self.concurrency, self.cluster = concurrency, cluster
        ms = max(1, round(1000 * seconds))
        clock = control or TimeControl()
        with_margin = TimeControl(clock.base_ms, clock.increment_ms, margin)
        self.job = MatchJob(game.name, game.settings, (a, b), ms, with_margin, seed)
        self._log = log
        try:
            self.job.try_players(everywhere=cluster is None)
            if cluster is not None:
                self.job = self.job.packed()
        except (BadPlayer, OSError) as bad:
            raise click.UsageError(sentence(bad)) from None
        plies = default_opening_plies(game) if plies is None else plies
        pairs_of_games = (games + 1) // 2
        self._openings = (
            read_openings(game, openings)
            if openings
            else random_openings(game, pairs_of_games, seed, plies, balance)
        )
        texts = [" ".join(opening.actions) for opening in self._openings] if openings else []
        self._log_header = {
            "game": game.name,
            "settings": game.settings,
            "a": _spec_dict(a),
            "b": _spec_dict(b),
            "time_ms": ms if control is None else None,
            "clock_ms": [clock.base_ms, clock.increment_ms] if control else None,
            "margin_ms": margin,
            "seed": seed,
            "openings": sha256("\n".join(texts).encode()).hexdigest()[:16] if texts else plies,
            "balance": balance,
        }

    def fixtures(self) -> list[Fixture]:
        """All games of the match, finished or not."""
        return fixtures(self._openings, self.games, self.seed * 1_000_003)

    def open_log(self) -> Any:
        """The log as a context manager, or one that yields None."""
        if self._log is None:
            return nullcontext()
        try:
            return GameLog(self._log, self._log_header)
        except (WrongLog, OSError) as bad:
            raise click.UsageError(sentence(bad)) from None


def _spec_dict(spec: Spec) -> dict[str, Any]:
    """The fields of a player that differ from their defaults."""
    fields = {name: getattr(spec, name) for name in Spec.__dataclass_fields__}
    for name in ("weights", "strategy"):
        if fields[name]:
            fields[name] = sha256(Path(fields[name]).read_bytes()).hexdigest()[:16]
    return {
        name: [list(x) if isinstance(x, tuple) else x for x in v] if isinstance(v, tuple) else v
        for name, v in fields.items()
        if v not in (None, ())
    }


@dataclass(slots=True)
class Results:
    """The scores by game, and their statistics. `unit`: of the margins, as the game names it."""

    sprt: Sprt | None
    unit: str
    scores: dict[int, float]
    pairs: PairCounts
    margins: dict[int, int]
    faults: int

    def __init__(self, sprt: Sprt | None, played: list[Played], unit: str) -> None:
        self.sprt, self.unit = sprt, unit
        self.scores, self.pairs, self.margins, self.faults = {}, PairCounts(), {}, 0
        for game in played:
            self.add(game)

    def add(self, played: Played) -> None:
        """Adds a game, unless one with its number was added before."""
        if played.number in self.scores:
            return
        other = self.scores.get(played.number ^ 1)  # the same opening from the other side
        if other is not None:
            self.pairs.add(played.score + other)
        self.scores[played.number] = played.score
        self.margins[played.number] = played.margin
        self.faults += bool(played.fault)

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio, if a test was requested."""
        return self.sprt.llr(self.pairs.counts) if self.sprt else None

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the test has accepted, or None."""
        return self.sprt.verdict(self.sprt.llr(self.pairs.counts)) if self.sprt else None

    def as_dict(self) -> dict[str, Any]:
        """The result as `--json` prints it; Elo and its errors are null where they are infinite."""
        standing, margin = Standing.of(list(self.scores.values())), Margin.of(self.margins)
        result: dict[str, Any] = {
            "games": standing.games,
            "wins": standing.wins,
            "draws": standing.draws,
            "losses": standing.losses,
            "score": standing.score,
            "elo": standing.elo,
            "error": standing.error,
            "pair_error": self.pairs.error,
            "pairs": self.pairs.counts,
            "margin": margin.mean,
            "margin_error": margin.error,
            "faults": self.faults,
        }
        if self.sprt:
            bounds = [self.sprt.lower, self.sprt.upper]
            result |= {"llr": self.llr, "bounds": bounds, "accepted": self.verdict}
        return result

    def as_text(self) -> str:
        """The result for people."""
        standing = Standing.of(list(self.scores.values()))
        if not standing.games:
            return "no games were finished"
        elo = "" if standing.elo is None else f", {standing.elo:+.0f} Elo"
        error = "" if standing.error is None else f" ± {standing.error:.0f}"
        if error and self.pairs.error is not None:
            error += f" (± {self.pairs.error:.0f} over pairs)"
        lines = [
            f"A: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost of "
            f"{standing.games}: {100 * standing.score:.1f} %{elo}{error}"
        ]
        if any(abs(margin) > 1 for margin in self.margins.values()):
            margin = Margin.of(self.margins)
            error = "" if margin.error is None else f" ± {margin.error:.3f} (standard error)"
            lines.append(f"by {margin.mean:+.3f}{error} {self.unit} a game")
        if self.sprt:
            bounds = f"{self.sprt.lower:.2f} to {self.sprt.upper:.2f}"
            lines.append(
                f"SPRT {self.sprt.elo0:g} against {self.sprt.elo1:g} Elo: LLR {self.llr:.2f} "
                f"({bounds}), {self.verdict or 'undecided'}"
            )
        if self.faults:
            lines.append(f"games decided by a fault or a claim: {self.faults}")
        return "\n".join(lines)


def read_openings(game: Game, path: Path) -> list[Opening]:
    """The unfinished positions after the moves of each line of a file. Raises click.UsageError."""
    if game.start_throw is not None:
        raise click.UsageError("Openings of a file need a start that is not drawn.")
    openings: list[Opening] = []
    try:
        for number, line in lines_of(path, MAX_OPENING_BYTES):
            if not (moves := line.partition("#")[0].strip()):
                continue
            state, actions = play_actions(game.start(), moves)
            if state.result is not None:
                raise BadFile(number, "the game is over")
            if len(openings) == MAX_OPENINGS:
                raise BadFile(number, f"there are more than {MAX_OPENINGS} openings")
            openings.append(Opening(state, tuple(actions)))
    except click.UsageError as bad:
        raise click.UsageError(f"{path}, line {number}: {bad.message}") from None
    except BadFile as bad:
        raise click.UsageError(f"{path}, {bad}") from None
    except OSError as bad:
        raise click.UsageError(f"{path}: {bad.strerror}.") from None
    if not openings:
        raise click.UsageError(f"{path} has no openings.")
    return openings
