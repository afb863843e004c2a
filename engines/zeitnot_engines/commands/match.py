"""`zeitnot match`: plays many games between players, without a server."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import click

from zeitnot_client.drivers.process import kill_soon

from ..interrupts import INTERRUPTS, RESULT_GRACE_S
from ..jobs.run import Run
from ..matches.dialogue_log import DialogueLog
from ..matches.gamelog import GameLog
from ..matches.played import FinishedGame
from ..matches.schedule import Fixture
from .cluster_option import executor_at
from .match_options import MatchCommand, match_options
from .match_plan import Options, Plan
from .match_record import Record
from .match_results import Results
from .match_types import PlayerType
from .options import game_options
from .progress import track


@click.command(cls=MatchCommand)
@game_options(may_draw=True)
@click.argument("players", type=PlayerType(), nargs=-1, metavar="A B [C...]")
@match_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def match(ctx: click.Context, /, as_json: bool, **options: Any) -> None:
    """Play a match in a game for two between A and B, or a tournament of more players; print the
    result of A and its Elo above B, or a cross-table.

    A player is `random`, `house`, `house:SETTINGS` or an external engine. SETTINGS are separated by
    commas, as in `house:depth=3,hash=64`: depth, nodes, time, threads and hash; or level=2 for a
    bot's level instead of these; method=mcts for another method than the game's first; weights=FILE
    for weights written by `zeitnot train`; tables=DIR for tables made by `zeitnot tablebase`;
    strategy=FILE for a strategy written by `zeitnot strategy solve`; and eval=NAME for another
    evaluation: hand (by hand, in a game with a learnt one), table or bare (a textbook's table, with
    or without a bonus for the win), playouts (Go without what it has learnt), plain (by hand
    without patterns) or playbook (that with patterns counted from games, from weights=FILE).

    External engines are `uci:COMMAND`, or xboard, ucci, gtp, gomocup, ecui, json or gnubg instead
    of uci, followed by options of the engine as in `uci:stockfish,Skill Level=3`.

    Every player may also have tc=40/60+0.5 for a clock of its own, ponder=on or off, and name=TEXT.

    Each opening is played twice, with the seats exchanged and, without --luck each, the same
    throws. A crash, an illegal move or a fallen flag loses the game. Ctrl-C prints the result of
    the games finished so far.

    ± is half of the 95 % interval of the Elo, over games and over pairs. The two games of a pair
    share an opening, so the second is the better estimate. ∞ means that the interval has no bound:
    there are too few games, or they are too one-sided. With --json, these are `error` and
    `pair_error`, and null where they are infinite; `pairs` has the numbers of pairs in which A got
    0, ½, 1, 1½ and 2 points.

    Equal seeds give equal games, on one machine or many, unless a player's limit is time.
    """
    plan = Plan(Options(**options))
    chosen, names = plan.options, plan.names
    with ExitStack() as stack:
        executor = stack.enter_context(executor_at(chosen.cluster, chosen.concurrency))
        record = stack.enter_context(plan.open_record(_today()))
        log = stack.enter_context(plan.open_log())
        dialogue = stack.enter_context(plan.open_dialogue())
        job = replace(plan.job, dialogue=DialogueLog(dialogue)) if dialogue else plan.job
        results = Results(chosen.sprt, log.played if log else [], plan.game.unit, names)
        all_games = plan.fixtures()
        todo = [f for f in all_games if f.number not in results.numbers]
        run = executor.run(job, [] if results.verdict else todo)
        games = Games(results, log, record)
        code = play_out(run, games, len(all_games), len(all_games) - len(todo))
    click.echo(json.dumps(results.as_dict()) if as_json else results.as_text())
    ctx.exit(code)


def _today() -> str:
    return datetime.now(UTC).strftime("%Y.%m.%d")


class Games:
    """Where finished games go: the result, the log, and the file of games."""

    def __init__(self, results: Results, log: GameLog | None, record: Record | None) -> None:
        self.results, self._log, self._record = results, log, record

    def add(self, played: FinishedGame) -> None:
        """Adds a game, and prints a player's fault."""
        if self._log is not None:
            self._log.add(played)
        if self._record is not None:
            self._record.add(played)
        self.results.add(played)
        if played.fault:
            click.echo(f"game {played.number}: {played.fault}", err=True)


def play_out(run: Run[Fixture, FinishedGame], games: Games, total: int, before: int) -> int:
    """Adds the games in order, until the test accepts a hypothesis. Returns the exit code. After
    Ctrl-C or SIGTERM, it adds the finished games in any order. `total`: how many games the match
    has; `before`: how many an earlier run has played."""
    with INTERRUPTS.handled(grace_s=RESULT_GRACE_S), run:
        note = games.results.progress
        try:
            for played in track(_until_decided(run, games), total, "match", done=before, note=note):
                games.add(played)
            return 0
        except KeyboardInterrupt:
            kill_soon()
            run.close()
    for played in run.finished():
        games.add(played)
    return INTERRUPTS.exit_code


def _until_decided(run: Run[Fixture, FinishedGame], games: Games) -> Iterator[FinishedGame]:
    for played in run:
        yield played
        if games.results.verdict:
            return
