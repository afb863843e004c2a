"""`zeitnot solve`: the exact value of a small game."""

import json
import time

import click

from .._core import solve as solve_game
from ..games import NAMES, Game, load
from .options import game_options

WORDS = {1: "won", 0: "drawn", -1: "lost"}


@click.command()
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def solve(game: Game, as_json: bool) -> None:
    """Solve a whole game by retrograde analysis.

    The value is the start's, for the side that begins: 1 won, 0 drawn, -1 lost.
    """
    started = time.perf_counter()
    try:
        solution = solve_game(game)
    except ValueError as bad:
        raise click.UsageError(f"{bad} Games that can be: {', '.join(solvable_games())}.") from None
    result = {
        "value": solution.value,
        "unit": game.unit,
        "seconds": round(time.perf_counter() - started, 6),
        "exact": True,
        "distance": solution.distance,
        "positions": solution.positions,
        "won": list(solution.won),
        "drawn": solution.drawn,
        "longest": solution.longest,
    }
    click.echo(json.dumps(result) if as_json else as_text(result))


def solvable_games() -> list[str]:
    """The games small enough to be solved."""
    games = []
    for name in NAMES:
        try:
            solve_game(load(name))
        except ValueError:
            continue
        games.append(name)
    return games


def as_text(result: dict[str, object]) -> str:
    """The solution for people."""
    end = f" in {result['distance']} plies" if result["distance"] is not None else ""
    won = result["won"]
    assert isinstance(won, list)
    assert isinstance(result["value"], int)
    return (
        f"The start is {WORDS[result['value']]}{end} for the side that begins.\n"
        f"{result['positions']} positions: {won[0]} won by seat 0, {won[1]} by seat 1, "
        f"{result['drawn']} drawn; the longest forced win takes {result['longest']} plies.\n"
        f"{result['seconds']} s"
    )
