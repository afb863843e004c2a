"""`zeitnot analyse`: searches a position."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType

from ..engine import Engine
from ..games import NAMES, Game, History
from ..interrupts import INTERRUPTS
from ..notations import notation_of, write_line
from ..strategy_files import strategy_for
from ..tablebase import open_tablebase
from ..weights_files import weights_in
from .file_option import file_option
from .finite import FiniteRange
from .moves import play_moves
from .open_hands import METHOD as OPEN_HANDS
from .open_hands import has_open_hands, require_open_hands
from .options import POSITIONS, game_options, make_history, no_options, tables_option
from .reports import advice, as_dict, as_text
from .seats import seats_named
from .thinking import Interrupted, think, value_text
from .views import deals, history_from, is_view

DEFAULT_S = 2.0
MAX_NODES = 2**62
SAMPLING = "blueprint"  # a method that uses all of its time only if the nodes are limited, too
_NO_MEMORY = "There is not enough memory for a table of {} MB. Try a smaller --hash."
_NOTATIONS = ", ".join(
    f"{' or '.join(writers)} for {game}" for game in NAMES if (writers := notation_of(game).writers)
)


@click.command(context_settings=POSITIONS)
@game_options
@file_option
@click.argument("arguments", nargs=-1, metavar="[POSITION]")
@click.option("--moves", default="", metavar="MOVES", help="Moves to play from the position first.")
@click.option("--time", "seconds", type=FiniteRange(0, 10_000_000, min_open=True), metavar="S")
@click.option(
    "--depth",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Depth of the search, in plies, or for some methods in throw+move pairs.",
)
@click.option("--nodes", type=click.IntRange(1, MAX_NODES), metavar="N")
@click.option("--threads", type=click.IntRange(1, 256), default=1, metavar="N")
@click.option(
    "--lines",
    type=click.IntRange(1, 1000),
    default=1,
    metavar="K",
    help="How many best moves to show.",
)
@click.option("--hash", "hash_mb", type=click.IntRange(0, 65536), default=64, metavar="MB")
@click.option(
    "--method",
    default="auto",
    metavar="M",
    help="How to search, such as alphabeta, retrograde or mcts.",
)
@click.option(
    "--eval",
    "evaluation",
    default="",
    metavar="NAME",
    help="Name of one of the game's evaluations.",
)
@click.option(
    "--raw",
    is_flag=True,
    help="Show values on the evaluation's own scale (minimax, plain-alphabeta, expectiminimax).",
)
@click.option(
    "--alliance",
    default="",
    metavar="SEAT+SEAT",
    help="Seats, by their names, that maximise the sum of their values (maxn).",
)
@click.option(
    "--against", default="", metavar="SEAT", help="... or minimise the sum of these seats."
)
@tables_option()
@click.option(
    "--weights",
    type=PathType(path_type=Path),
    metavar="FILE",
    help="File of weights written by `zeitnot train`, instead of the package's.",
)
@click.option(
    "--strategy",
    type=PathType(path_type=Path),
    metavar="FILE",
    help="Strategy file written by `zeitnot strategy solve`, used instead of solving the game.",
)
@click.option(
    "--notation",
    metavar="NAME",
    help=f"How to write moves: {_NOTATIONS}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def analyse(
    ctx: click.Context,
    game: Game,
    in_file: History | None,
    arguments: tuple[str, ...],
    moves: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    threads: int,
    lines: int,
    hash_mb: int,
    method: str,
    evaluation: str,
    raw: bool,
    alliance: str,
    against: str,
    tables: Path | None,
    weights: Path | None,
    strategy: Path | None,
    notation: str | None,
    as_json: bool,
) -> None:
    """Search POSITION, or the start, until a limit or a proof; by default for two seconds.

    Values are seen from the side to move. Before a throw there is one line for each outcome; before
    a deal, one for each hand of the side to move. A position with hidden cards may be given as the
    side to move sees it (`K?/ 1 0 --/`). Where the best play is random, `mix` says how often
    each move is played. Textbook methods (minimax, maxn, …) count leaves.
    """
    if method == OPEN_HANDS and has_open_hands(game) and (arguments or not moves):
        require_open_hands(game, arguments)
    state = _position(game, in_file, arguments, moves)
    format_moves = _writer(state, notation)
    try:
        engine = Engine(
            game,
            threads=threads,
            hash_mb=hash_mb,
            method=method,
            evaluation=evaluation,
            raw=raw,
            alliance=seats_named(alliance, game),
            against=seats_named(against, game),
            weights=weights_in(weights, game.name) if weights else None,
            tablebase=open_tablebase(game.name, tables),
            strategy=strategy_for(strategy, game) if strategy else None,
        )
        limits = _limits(engine, seconds, depth, nodes, lines)
        report, code = think(engine, state, **limits), 0
    except (ValueError, MemoryError) as bad:
        raise _usage_error(bad, hash_mb) from None
    except Interrupted as stopped:
        report, code = stopped.report, INTERRUPTS.exit_code
    if as_json:
        click.echo(json.dumps(as_dict(report, engine.method)))
        ctx.exit(code)
    rows = [] if code or report.throws else _rows_by_hand(engine, state, limits)
    click.echo("\n".join([*rows, as_text(report, engine.method, format_moves)]))
    ctx.exit(code)


def _usage_error(bad: ValueError | MemoryError, hash_mb: int) -> click.UsageError:
    no_memory = isinstance(bad, MemoryError)
    return click.UsageError(_NO_MEMORY.format(hash_mb) if no_memory else str(bad))


def _limits(
    engine: Engine, seconds: float | None, depth: int | None, nodes: int | None, lines: int
) -> dict[str, Any]:
    """The limits of the search; the default time if none is given."""
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_S
    ms = None if seconds is None else max(1, round(1000 * seconds))
    if ms is not None and nodes is None and engine.method == SAMPLING:
        nodes = MAX_NODES
    return {"depth": depth, "nodes": nodes, "ms": ms, "lines": lines}


def _position(
    game: Game, in_file: History | None, arguments: tuple[str, ...], moves: str
) -> History:
    """The position to search. Raises click.UsageError."""
    no_options(arguments)
    if in_file is not None:
        if arguments:
            raise click.UsageError("Give a file or POSITION, not both.")
        return play_moves(in_file, moves)
    if len(arguments) > 1:
        raise click.UsageError("Put a position that contains spaces in quotes.")
    text = arguments[0] if arguments else None
    if text is not None and is_view(game, text):
        return history_from(game, text, moves)
    return play_moves(make_history(game, text), moves)


def _writer(state: History, notation: str | None) -> Callable[[Sequence[str]], list[str]]:
    """The function that formats a line of moves from here for people."""
    if notation is None:
        return list
    name, writers = state.game.name, notation_of(state.game.name).writers
    if notation not in writers:
        alternatives = f" but {' and '.join(writers)}" if writers else ""
        raise click.UsageError(f'{name} has no notation "{notation}"{alternatives}.')
    return partial(write_line, state, write=writers[notation])


def _rows_by_hand(engine: Engine, state: History, limits: dict[str, Any]) -> list[str]:
    """Before a deal, a line for each hand of the side to move. Ctrl-C skips the rest."""
    rows = []
    with suppress(Interrupted):
        for hand, position in deals(state).items():
            report = think(engine, position, **limits)
            value = value_text(report.value, report.unit)
            rows.append(f"{hand}: {value}  {' '.join(advice(report))}")
    return rows
