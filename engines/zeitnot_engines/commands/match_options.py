"""The options of `zeitnot match`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted

from ..matches.checking import check_log
from ..matches.gamelog import WrongLog
from ..matches.luck import LUCKS
from ..matches.openings import OPENING_PLIES
from ..matches.schedule import TOURNAMENTS
from ..sentences import sentence
from ..text_files import has_partial_line
from .cluster_option import cluster_option, concurrency_option
from .finite import FiniteRange
from .match_plan import MAX_GAMES
from .match_types import DrawType, ResignType, SprtType, TimeControlType

GIVEN = "zeitnot.match.given"  # the raw values of the command line, by parameter


def check(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Checks a log instead of playing a match, and ends the command: with status 1 if a game is
    wrong. A last line that is cut off is named on stderr. Raises click.UsageError."""
    if path is None:
        return
    given = ctx.meta.get(GIVEN, {})
    game, as_json = given.get("game"), given.get("as_json") is True
    games = throws = 0
    wrong: dict[int, str] = {}
    try:
        is_cut_off = has_partial_line(path)
        for checked in check_log(path, game if isinstance(game, str) else None):
            games, throws = games + 1, throws + checked.throws
            if checked.problem:
                wrong[checked.number] = checked.problem
    except (WrongLog, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None
    if is_cut_off:
        click.echo("the last line is cut off; its game is not checked", err=True)
    if as_json:
        problems = [{"game": number, "problem": problem} for number, problem in wrong.items()]
        click.echo(json.dumps({"games": games, "throws": throws, "wrong": problems}))
    else:
        for number, problem in wrong.items():
            click.echo(f"game {number}: {problem}")
        click.echo(
            f"{counted(games, 'game', 'games')} and {counted(throws, 'throw', 'throws')} checked, "
            f"{len(wrong)} wrong"
        )
    ctx.exit(1 if wrong else 0)


class MatchCommand(click.Command):
    """A command whose eager options can see what else was given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[GIVEN], *_ = self.make_parser(ctx).parse_args(list(args))
        return super().parse_args(ctx, args)


_OPTIONS: tuple[Callable[..., Any], ...] = (
    click.option(
        "--games",
        type=click.IntRange(1, MAX_GAMES),
        default=20,
        show_default=True,
        metavar="N",
        help="Games of each two players that meet.",
    ),
    click.option(
        "--tournament",
        type=click.Choice(TOURNAMENTS),
        default=TOURNAMENTS[0],
        show_default=True,
        help="With more than two players: each meets each, or the first meets all others.",
    ),
    click.option(
        "--time",
        "seconds",
        type=FiniteRange(0, 86400, min_open=True),
        default=0.1,
        show_default=True,
        metavar="S",
        help="Time per move for an engine without its own limits, when there are no clocks.",
    ),
    click.option(
        "--tc",
        "control",
        type=TimeControlType(),
        metavar="[N/]S+S",
        help="Clocks: seconds (not minutes) for the game, and for each move, as in 10+0.1, or for "
        "every 40 moves in 40/10+0.1. A player who runs out of time loses.",
    ),
    click.option(
        "--margin",
        "time_margin",
        type=click.IntRange(0, 10_000),
        default=20,
        show_default=True,
        metavar="MS",
        help="How far a clock may be overstepped without loss.",
    ),
    click.option("--ponder", "ponders", is_flag=True, help="Players think on the opponent's time."),
    concurrency_option,
    cluster_option,
    click.option(
        "--openings",
        type=PathType(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Openings: games (.pgn, .sgf and other formats), positions (.epd, .fen), or else a "
        "line of moves each; # begins a comment.",
    ),
    click.option(
        "--order",
        type=click.Choice(("file", "random")),
        default="file",
        show_default=True,
        help="Order in which a file's openings are taken.",
    ),
    click.option(
        "--plies",
        type=click.IntRange(0, 100),
        metavar="N",
        help=f"Length of random openings ({OPENING_PLIES}, or 0 in games that hide something); of "
        "a file's openings, the most that is played.",
    ),
    click.option(
        "--balance",
        type=FiniteRange(0),
        metavar="V",
        help="Random openings must not be further from level than this, by a short search, in the "
        "game's unit: 60 where that is the centipawn, 4 where it is the disc.",
    ),
    click.option(
        "--seed", type=int, default=1, show_default=True, help="Seed of the openings and throws."
    ),
    click.option(
        "--luck",
        type=click.Choice(LUCKS),
        default=LUCKS[0],
        show_default=True,
        help="Throws of the two games of a pair: one sequence; one for each seat, so that each "
        "player gets what the other got; or different ones.",
    ),
    click.option(
        "--resign",
        type=ResignType(),
        metavar="V,N[,both]",
        help="A player loses that reports -V or less for N moves in a row (both: while the other "
        "reports V or more).",
    ),
    click.option(
        "--draw",
        type=DrawType(),
        metavar="V,N[,M]",
        help="Draw when both report at most V either way for N moves in a row, from move M on.",
    ),
    click.option(
        "--max-moves",
        type=click.IntRange(1, 10_000),
        metavar="N",
        help="Draw after N moves of each player.",
    ),
    click.option(
        "--exact", is_flag=True, help="End games at positions whose value is known exactly."
    ),
    click.option(
        "--tables",
        type=PathType(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="For --exact: tables made by `zeitnot tablebase`.",
    ),
    click.option(
        "--sprt",
        type=SprtType(),
        metavar="E0,E1[,A,B]",
        help="Stop when it is clear whether A is E0 or E1 Elo above B (pentanomial GSPRT).",
    ),
    click.option(
        "--log",
        type=PathType(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Keep the games in FILE, and continue where it ends; the games in it count as played.",
    ),
    click.option(
        "--pgn",
        "record",
        type=PathType(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Append the games to FILE with values, depths and times: as PGN, or in the game's own "
        "format, which the suffix may name (.sgf, .pdn, .mat, .ggf).",
    ),
    click.option(
        "--dialogue",
        type=PathType(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write all lines to and from external engines to FILE.",
    ),
    click.option(
        "--check-log",
        type=PathType(exists=True, dir_okay=False, path_type=Path),
        is_eager=True,
        expose_value=False,
        callback=check,
        metavar="LOG",
        help="Only check the games of LOG: moves by the rules, throws by the seed. GAME may be "
        "left out.",
    ),
)


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds all options but --json, whose values `Options` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
