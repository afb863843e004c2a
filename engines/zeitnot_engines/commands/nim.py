"""`zeitnot nim`: nim-values of a sum of impartial games, or of many heaps."""

import json
import time
from functools import reduce
from operator import xor
from typing import Any

import click

from .._core import heap_values, nim_values
from ..games import Game, History
from ..known_values import KnownMoveValues
from .options import POSITIONS, game_options, make_history, no_options

MAX_HEAP = 1_000_000


@click.command(context_settings=POSITIONS)
@game_options
@click.argument("arguments", nargs=-1, metavar="[POSITION]")
@click.option(
    "--heaps",
    type=click.IntRange(1, MAX_HEAP),
    metavar="N",
    help="Instead show the heaps up to N with the value 0, and the largest value.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def nim(game: Game, arguments: tuple[str, ...], heaps: int | None, as_json: bool) -> None:
    """Explain POSITION, or the start, by nim-values.

    The game must be a sum of impartial games: both sides have the same moves, each in one of its
    components, and a player who cannot move loses. The side to move wins unless the exclusive or of
    the components' values is 0.
    """
    no_options(arguments)
    if len(arguments) > 1 or (arguments and heaps is not None):
        raise click.UsageError("Give one position (none: the start), or --heaps.")
    try:
        if heaps is not None:
            result = _heaps(game, heaps)
            text = _heaps_text(result)
        else:
            result = _position(make_history(game, arguments[0] if arguments else None))
            text = _position_text(result)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(json.dumps(result) if as_json else text)


def _position(state: History) -> dict[str, Any]:
    components = nim_values(state)
    moves = KnownMoveValues(state.game).known(state)
    return {
        "position": state.text,
        "components": [{"component": name, "value": value} for name, value in components],
        "value": reduce(xor, (value for _, value in components), 0),
        "winning": [move.move for move in moves if move.value == 1],
    }


def _position_text(result: dict[str, Any]) -> str:
    lines = [f"{part['component']}: {part['value']}" for part in result["components"]]
    if result["value"] == 0:
        lines.append("Exclusive or: 0, so the side to move loses.")
    else:
        lines.append(f"Exclusive or: {result['value']}, so the side to move wins.")
        lines.append(f"Winning moves: {', '.join(result['winning'])}")
    return "\n".join(lines)


def _heaps(game: Game, max_heap: int) -> dict[str, Any]:
    started = time.perf_counter()
    values = heap_values(game.name, max_heap)
    seconds = time.perf_counter() - started
    maximum = max(values)
    return {
        "heaps": max_heap,
        "seconds": round(seconds, 6),
        "zeros": [heap for heap, value in enumerate(values) if value == 0],
        "largest": maximum,
        "largest_at": values.index(maximum),
    }


def _heaps_text(result: dict[str, Any]) -> str:
    zeros = result["zeros"]
    return (
        f"Heaps from 0 to {result['heaps']} with the value 0: {len(zeros)}\n"
        f"{', '.join(map(str, zeros))}\n"
        f"The largest value is {result['largest']}, first at the heap {result['largest_at']}.\n"
        f"{result['seconds']:.2f} s"
    )
