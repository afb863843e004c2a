"""`zeitnot analyse`: what an engine thinks of a position."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType

from .._core import Line, Report
from ..engine import Engine
from ..games import NAMES, Game, History
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
from .plurals import counted
from .seats import seats_named, seats_text
from .thinking import Interrupted, depth_text, think, value_text
from .views import deals, history_from, is_view

DEFAULT_S = 2.0
INTERRUPTED = 130
ESTIMATES = ("centipawns", "men")  # units in which no game is counted
MIN_PROBABILITY = 0.0005  # rarer moves are remnants of the search's first iterations
_NOTATIONS = ", ".join(
    f"{' or '.join(writers)} for {game}" for game in NAMES if (writers := notation_of(game).writers)
)


@click.command(context_settings=POSITIONS)
@game_options
@file_option
@click.argument("arguments", nargs=-1, metavar="[POSITION]")
@click.option("--moves", default="", metavar="MOVES", help="Played from the position first.")
@click.option("--time", "seconds", type=FiniteRange(0, 10_000_000, min_open=True), metavar="S")
@click.option(
    "--depth", type=click.IntRange(1, 1000), metavar="N", help="Plies, or throw+move pairs."
)
@click.option("--nodes", type=click.IntRange(1, 2**62), metavar="N")
@click.option("--threads", type=click.IntRange(1, 256), default=1, metavar="N")
@click.option(
    "--lines", type=click.IntRange(1, 1000), default=1, metavar="K", help="How many moves."
)
@click.option("--hash", "hash_mb", type=click.IntRange(0, 65536), default=64, metavar="MB")
@click.option("--method", default="auto", metavar="M", help="As alphabeta, retrograde or mcts.")
@click.option("--eval", "evaluation", default="", metavar="NAME", help="Of the game's evaluations.")
@click.option(
    "--alliance",
    default="",
    metavar="SEAT+SEAT",
    help="Seats, by their names, that want the greatest sum (maxn).",
)
@click.option("--against", default="", metavar="SEAT", help="... or the least of these seats.")
@tables_option()
@click.option(
    "--weights",
    type=PathType(path_type=Path),
    metavar="FILE",
    help="Learnt weights that `zeitnot train` has written, instead of the package's.",
)
@click.option(
    "--strategy",
    type=PathType(path_type=Path),
    metavar="FILE",
    help="Do not solve the game, but read what `zeitnot strategy solve` has written.",
)
@click.option(
    "--notation",
    metavar="NAME",
    help=f"How moves are written for people: {_NOTATIONS}.",
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
    alliance: str,
    against: str,
    tables: Path | None,
    weights: Path | None,
    strategy: Path | None,
    notation: str | None,
    as_json: bool,
) -> None:
    """Search POSITION, or the start, until a limit or a proof; without a limit for two seconds.

    Values are seen from the side to move. Before a throw there is one line for each outcome; before
    a deal, one for each hand of the side to move. A position with hidden cards may be given as the
    side to move sees it (`K?/ 1 0 --/`). Where the best play is drawn by lot, `mix` says how often
    each move is played. Textbook searches of small games (minimax, maxn, …) count leaves.
    """
    state = _position(game, in_file, arguments, moves)
    if method == OPEN_HANDS and has_open_hands(game) and (arguments or not moves):
        require_open_hands(game, arguments)
    format_moves = _writer(state, notation)
    limits = {**_limits(seconds, depth, nodes), "lines": lines}
    try:
        engine = Engine(
            game,
            threads=threads,
            hash_mb=hash_mb,
            method=method,
            evaluation=evaluation,
            alliance=seats_named(alliance, game),
            against=seats_named(against, game),
            weights=weights_in(weights, game.name) if weights else None,
            tablebase=open_tablebase(game.name, tables),
            strategy=strategy_for(strategy, game) if strategy else None,
        )
        report = think(engine, state, **limits)
        code = 0
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    except MemoryError:
        raise click.UsageError(f"There is no memory for a table of {hash_mb} MB.") from None
    except Interrupted as stopped:
        report, code = stopped.report, INTERRUPTED
    if as_json:
        click.echo(json.dumps(as_dict(report)))
        ctx.exit(code)
    rows = [] if code or report.throws else _rows_by_hand(engine, state, limits)
    click.echo("\n".join([*rows, as_text(report, format_moves)]))
    ctx.exit(code)


def _limits(seconds: float | None, depth: int | None, nodes: int | None) -> dict[str, Any]:
    """The limits of the search; the usual time where there are none."""
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_S
    ms = None if seconds is None else max(1, round(1000 * seconds))
    return {"depth": depth, "nodes": nodes, "ms": ms}


def _position(
    game: Game, in_file: History | None, arguments: tuple[str, ...], moves: str
) -> History:
    """The position to search. Raises click.UsageError."""
    no_options(arguments)
    if in_file is not None:
        if arguments:
            raise click.UsageError("A file and POSITION exclude each other.")
        return play_moves(in_file, moves)
    if len(arguments) > 1:
        raise click.UsageError("A position with spaces in it must stand in quotes.")
    text = arguments[0] if arguments else None
    if text is not None and is_view(game, text):
        return history_from(game, text, moves)
    return play_moves(make_history(game, text), moves)


def _writer(state: History, notation: str | None) -> Callable[[Sequence[str]], list[str]]:
    """The function that writes a line of moves from here for people."""
    if notation is None:
        return list
    name, writers = state.game.name, notation_of(state.game.name).writers
    if notation not in writers:
        alternatives = f" but {' and '.join(writers)}" if writers else ""
        raise click.UsageError(f'{name} has no notation "{notation}"{alternatives}.')
    return partial(write_line, state, write=writers[notation])


def _rows_by_hand(engine: Engine, state: History, limits: dict[str, Any]) -> list[str]:
    """Before a deal: a line for each hand of the side to move. Ctrl-C leaves out the rest."""
    rows = []
    with suppress(Interrupted):
        for hand, position in deals(state).items():
            report = think(engine, position, **limits)
            value = value_text(report.value, report.unit)
            rows.append(f"{hand}: {value}  {' '.join(_advice(report))}")
    return rows


def as_dict(report: Report) -> dict[str, Any]:
    """The report as `--json` prints it. `distance`: plies to the forced end, or null."""
    return {
        "best": report.best,
        "value": report.value,
        "unit": report.unit,
        "exact": report.exact,
        "distance": report.distance,
        "depth": report.depth,
        "seldepth": report.seldepth,
        "nodes": report.nodes,
        **({} if report.leaves is None else {"leaves": report.leaves}),
        **({"seats": report.seats} if report.seats else {}),
        "nps": report.nps,
        "seconds": round(report.seconds, 6),
        "pv": report.pv,
        "lines": [_line(line) for line in report.lines]
        + [
            {
                "throw": row.values,
                "probability": row.probability,
                "move": row.move,
                "value": row.value,
                "pv": row.pv,
            }
            for row in report.throws
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    """`probability` only where the method mixes its moves, `visits` where it counts them,
    `prior` where it asks, `seats` where it values the move for each seat."""
    extras = {
        "probability": line.probability,
        "visits": line.visits,
        "prior": line.prior,
        "seats": line.seats or None,
    }
    given = {name: value for name, value in extras.items() if value is not None}
    return {"move": line.move, "value": line.value, "pv": line.pv, **given}


def as_text(report: Report, format_moves: Callable[[Sequence[str]], list[str]] = list) -> str:
    """The report for people: lines, their cost, then the best move, or the mix of moves.
    `format_moves`: writes a line of moves."""
    if report.depth == 0 and not report.exact:
        return _nothing_found(report, format_moves)
    rows = []
    # The method draws the move that it puts first; people look for the likeliest.
    for line in sorted(report.lines, key=lambda line: -(line.probability or 0)):
        move, *expected = format_moves([line.move, *line.pv[1:]])
        if line.probability is not None:
            expected.insert(0, f"{line.probability:.1%} of the time")
        if line.visits is not None:
            expected.insert(0, counted(line.visits, "visit", "visits"))
        if line.seats:
            expected.insert(0, seats_text(line.seats))
        rows.append(_row(move, _worth(line.value, report.unit, line.distance), expected))
    for row in report.throws:
        thrown = " ".join(map(str, row.values))
        rows.append(
            f"{thrown}: " + _row(row.move or "-", value_text(row.value, report.unit), row.pv[1:])
        )
    certainty = "proved" if report.exact else depth_text(report)
    value = _worth(report.value, report.unit, report.distance)
    leaves = "" if report.leaves is None else f"{counted(report.leaves, 'leaf', 'leaves')}, "
    if report.seats:
        value = f"{value} {seats_text(report.seats)}"
    nodes = counted(report.nodes, "node", "nodes")
    cost = f"{leaves}{nodes}, {report.nps} nodes/s, {report.seconds:.2f} s"
    last = f"{certainty}{_end(report)}: {value} ({cost})"
    return "\n".join([*rows, last, *_advice(report, format_moves)])


def _nothing_found(report: Report, format_moves: Callable[[Sequence[str]], list[str]]) -> str:
    """What a search says that was stopped before it had valued any move."""
    cost = f"{counted(report.nodes, 'node', 'nodes')}, {report.seconds:.2f} s"
    return "\n".join(
        [
            f"stopped before any value was found ({cost}): allow more, or less --depth",
            *(f"first {move}" for move in format_moves(report.pv[:1])),
        ]
    )


def _end(report: Report) -> str:
    if report.distance is None or report.unit in ESTIMATES:
        return ""
    return f", {counted(report.distance, 'ply', 'plies')} to the end"


def _advice(report: Report, format_moves: Callable[[Sequence[str]], list[str]] = list) -> list[str]:
    """`best e2e4`; `mix bet 66.8%, check 33.2%` where the method mixes several moves."""
    mixed = [
        (line.probability, format_moves([line.move])[0])
        for line in report.lines
        if line.probability is not None and line.probability >= MIN_PROBABILITY
    ]
    if len(mixed) > 1:
        shares = [f"{move} {share:.1%}" for share, move in sorted(mixed, reverse=True)]
        return [f"mix {', '.join(shares)}"]
    return [f"best {format_moves([report.best])[0]}"] if report.best else []


def _row(move: str, value: str, expected: list[str]) -> str:
    return f"{move:8} {value:>14}  {' '.join(expected)}".rstrip()


def _worth(value: float, unit: str, distance: int | None) -> str:
    """A value with its unit; where that is an estimate, a forced end by its plies instead."""
    if distance is None or unit not in ESTIMATES:
        return value_text(value, unit)
    return f"{'won' if value > 0 else 'lost'} in {counted(distance, 'ply', 'plies')}"
