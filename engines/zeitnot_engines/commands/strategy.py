"""`zeitnot strategy`: computes equilibria of small games with hidden information."""

import json
import os
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType

from .._core import Strategy, StrategyRow, games_with_small_tree
from ..games import Game
from ..interrupts import INTERRUPTS
from ..minimising import METHODS, Goal, Minimisation
from ..strategy_files import BadStrategy, strategy_in, tree_of
from .finite import FiniteRange
from .options import POSITIONS, game_options, make_history, no_options
from .views import history_from, is_view

DEFAULT_GOAL = Goal(seconds=10.0, exploitability=0.001)
SHOWN_RATIO = 1.5  # the exploitability falls by at least this factor from line to line

_GAME = click.argument("game", type=click.Choice(games_with_small_tree()))
_FILE = click.argument("file", type=PathType(path_type=Path))
_LEGEND = (
    "Each line: what the seat sees (its card, the public card if there is one, the betting), "
    "then for each move how often it is made, and its gain in {unit}."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group()
def strategy() -> None:
    """Compute strategies for small games with hidden information.

    A strategy says how often each move is made, for everything that a seat may know. Its
    exploitability is what it loses, on average over both seats, against opponents who know it and
    play best responses: 0 for an equilibrium.
    """


@strategy.command()
@game_options
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="cfr",
    show_default=True,
    help="Algorithm: CFR+ on the whole tree (cfr), or external sampling (mccfr).",
)
@click.option("--iterations", type=click.IntRange(1, 10**12), metavar="N")
@click.option("--time", "seconds", type=FiniteRange(0, 10_000_000, min_open=True), metavar="S")
@click.option("--exploitability", type=FiniteRange(0, min_open=True), metavar="E")
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, help="Seed of mccfr's samples.")
@click.option(
    "--save",
    type=PathType(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the strategy to this file.",
)
@_JSON
@click.pass_context
def solve(
    ctx: click.Context,
    game: Game,
    method: str,
    iterations: int | None,
    seconds: float | None,
    exploitability: float | None,
    seed: int,
    save: Path | None,
    as_json: bool,
) -> None:
    """Approach an equilibrium of GAME, or of one of its hands, until a given goal is reached.

    Without a goal: until the exploitability is 0.001, or for 10 seconds. Ctrl-C ends it with the
    strategy found so far.
    """
    tree_of(game)
    goal = Goal(iterations, seconds, exploitability)
    work, code = Minimisation(game, method, seed), 0
    try:
        work.run(goal if goal != Goal() else DEFAULT_GOAL)
    except KeyboardInterrupt:
        code = INTERRUPTS.exit_code
    if save is not None:
        _write(save, work.strategy)
    result = {"method": method, **_measured(work.strategy), **_cost(work)}
    click.echo(json.dumps(result) if as_json else _solved_text(work, result))
    ctx.exit(code)


@strategy.command()
@_GAME
@_FILE
@_JSON
def exploit(game: str, file: Path, as_json: bool) -> None:
    """Print what the strategy in FILE loses against best responses, and what each gains."""
    result = _measured(strategy_in(file, game))
    click.echo(json.dumps(result) if as_json else _measured_text(result))


@strategy.command(context_settings=POSITIONS)
@_GAME
@_FILE
@click.argument("arguments", nargs=-1, metavar="[POSITION]")
@_JSON
def show(game: str, file: Path, arguments: tuple[str, ...], as_json: bool) -> None:
    """Print how often the strategy in FILE makes each move, everywhere or in POSITION, and what
    each gains on average.

    POSITION may be given as the seat to move sees it, with `?` for what it does not see.
    """
    no_options(arguments)
    if len(arguments) > 1:
        raise click.UsageError("Put a position that contains spaces in quotes.")
    found = strategy_in(file, game)
    rows = in_order(found.rows())
    if arguments:
        information = _information(found.game, arguments[0])
        rows = [row for row in rows if row.information == information]
    if as_json:
        click.echo(json.dumps([_row(row) for row in rows]))
    else:
        click.echo("\n".join([_LEGEND.format(unit=found.game.unit), *_rows_text(rows)]))


def _information(game: Game, position: str) -> str:
    """What the seat to move knows in a position. Raises click.UsageError."""
    viewed = is_view(game, position)
    state = history_from(game, position) if viewed else make_history(game, position)
    information = None if state.turn is None else state.information(state.turn)
    if information is None:
        raise click.UsageError("No seat is to move in this position.")
    return information


def _write(path: Path, found: Strategy) -> None:
    written = path.with_name(f"{path.name}.new")
    try:
        written.write_bytes(found.write())
        os.replace(written, path)
    except OSError as bad:
        raise BadStrategy(f"{path}: {bad.strerror}.") from None


def _measured(found: Strategy) -> dict[str, Any]:
    return {
        "game": found.game.name,
        "settings": found.game.settings,
        "origin": found.origin,
        "unit": found.game.unit,
        "value": found.value(),
        "best_responses": list(found.best_responses()),
        "exploitability": found.exploitability(),
    }


def _cost(work: Minimisation) -> dict[str, Any]:
    return {
        "histories": work.tree.histories,
        "ends": work.tree.ends,
        "information_sets": work.tree.information_sets,
        "points": [
            {
                "iterations": point.iterations,
                "seconds": round(point.seconds, 6),
                "exploitability": point.exploitability,
            }
            for point in work.points
        ],
    }


def _solved_text(work: Minimisation, result: dict[str, Any]) -> str:
    lines = [
        f"{work.tree.histories} histories, {work.tree.ends} of them terminal; "
        f"{work.tree.information_sets} information sets"
    ]
    shown = float("inf")
    for point in work.points:
        if point is work.points[-1] or point.exploitability * SHOWN_RATIO <= shown:
            shown = point.exploitability
            lines.append(
                f"{point.iterations:10} iterations {point.seconds:9.3f} s  "
                f"exploitability {point.exploitability:.6f}"
            )
    return "\n".join([*lines, _measured_text(result)])


def _measured_text(result: dict[str, Any]) -> str:
    first, second = result["best_responses"]
    unit = result["unit"]
    return (
        f"value {result['value']:+.6f} {unit} for seat 0\n"
        f"best responses: {first:+.6f} of seat 0, {second:+.6f} of seat 1\n"
        f"exploitability {result['exploitability']:.6f} {unit} ({result['origin']})"
    )


def _row(row: StrategyRow) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "information": row.information,
        "moves": [
            {"move": each.move, "probability": each.probability, "value": each.value}
            for each in row.choices
        ],
    }


def in_order(rows: list[StrategyRow]) -> list[StrategyRow]:
    """The rows by seat, then by length, then by cards in the order in which seat 0 gets them."""
    dealt = [row.information[0] for row in rows if row.seat == 0]
    ranks = {card: rank for rank, card in enumerate(dict.fromkeys(dealt))}

    def sort_key(row: StrategyRow) -> tuple[int, int, list[tuple[int, str]]]:
        seen = [(ranks.get(letter, len(ranks)), letter) for letter in row.information]
        return row.seat, len(seen), seen

    return sorted(rows, key=sort_key)


def _rows_text(rows: list[StrategyRow]) -> list[str]:
    """A line for each row, under the number of its seat."""
    width = max((len(row.information) for row in rows), default=0)
    lines: list[str] = []
    for seat, of_seat in groupby(rows, key=lambda row: row.seat):
        lines.append(f"seat {seat}")
        lines += [f"{row.information:{width}}  {_choices_text(row)}" for row in of_seat]
    return lines


def _choices_text(row: StrategyRow) -> str:
    return "  ".join(
        f"{each.move} {each.probability:.1%} {each.value:+.2f}" for each in row.choices
    )
