"""`zeitnot solve`: the exact value of a small game, or of a position of a larger one."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_client.plurals import counted

from .._core import Solution, fully_solvable_games, games_with_solver_books, games_with_solvers
from .._core import solve as solve_game
from ..engine import Engine
from ..games import NAMES, Game, load
from ..interrupts import INTERRUPTS
from ..known_values import knowing_method
from .open_hands import has_open_hands, open_text, solved_open
from .options import POSITIONS, game_options, make_history, no_options
from .solving import MAX_HASH_MB, solve_position, write_book

WORDS = {1: "won", 0: "drawn", -1: "lost"}
OPEN_HANDS_MB = 256
ONE = {"men": "man"}  # singulars of units that are not the plural without its s


@click.command(context_settings=POSITIONS)
@game_options
@click.argument("arguments", nargs=-1, metavar="[POSITION]")
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1, MAX_HASH_MB),
    default=1024,
    metavar="MB",
    help="Memory for solving [default: 1024]. An entire game that needs more is not solved.",
)
@click.option(
    "--book",
    type=PathType(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a book: the values of all positions that occur while one side plays best.",
)
@click.option(
    "--plies",
    type=click.IntRange(0, 60),
    default=8,
    metavar="N",
    help="How many plies the book covers [default: 8].",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def solve(
    ctx: click.Context,
    game: Game,
    arguments: tuple[str, ...],
    hash_mb: int,
    book: Path | None,
    plies: int,
    as_json: bool,
) -> None:
    """Solve an entire game by retrograde analysis, or POSITION (by default the start) by search.

    In a trick-taking card game, POSITION is solved with all hands open: the tricks of each card. In
    a game that is solved entirely, POSITION is looked up. The value is for the side to move: 1 won,
    0 drawn, -1 lost; some solvers also give the margin. Tasks that need too much memory or time are
    refused. An interrupted book continues where it stopped, because solved positions are stored in
    FILE.journal.
    """
    no_options(arguments)
    if len(arguments) > 1:
        raise click.UsageError("Give one position, in quotes, or none for the start.")
    if book and game.name not in games_with_solver_books():
        raise click.UsageError(f"{game.name} has no book of exact values.")
    if has_open_hands(game):
        return _print(solved_open(game, arguments, min(hash_mb, OPEN_HANDS_MB)), as_json, open_text)
    by_position = game.name in games_with_solvers()
    if game.name in fully_solvable_games() and not (book or (arguments and by_position)):
        if arguments:
            return _print(_look_up(game, arguments[0], hash_mb), as_json, looked_up_text)
        return _print(_solve_game(game, hash_mb), as_json, as_text)
    if not by_position:
        raise click.UsageError(_not_solved(game))
    if book is not None:
        ctx.exit(0 if write_book(game, book, plies, hash_mb) else INTERRUPTS.exit_code)
    state = make_history(game, arguments[0] if arguments else None)
    if state.result is not None:
        raise click.UsageError("The game is over.")
    result = solve_position(game, state, hash_mb)
    if result is None:
        click.echo("Interrupted; nothing is saved.", err=True)
        ctx.exit(INTERRUPTS.exit_code)
    _print(result, as_json, position_text)


def _print(result: dict[str, Any], as_json: bool, text: Callable[[dict[str, Any]], str]) -> None:
    click.echo(json.dumps(result) if as_json else text(result))


def _solve_game(game: Game, max_mb: int) -> dict[str, Any]:
    """The solution of an entire game. Raises click.UsageError."""
    solution, seconds = _solution(game, max_mb)
    return {
        "value": solution.value,
        "seat": game.start().side,
        "unit": game.unit,
        "seconds": seconds,
        "exact": True,
        "distance": solution.distance,
        "positions": solution.positions,
        "reachable": solution.reachable,
        "won": list(solution.won),
        "drawn": solution.drawn,
        "longest": solution.longest,
    }


def _look_up(game: Game, text: str, max_mb: int) -> dict[str, Any]:
    """The value of a position, from the solution of the entire game. Raises click.UsageError."""
    solution, seconds = _solution(game, max_mb)
    state = make_history(game, text)
    if state.result is not None:
        raise click.UsageError("The game is over.")
    found = solution.find(state)
    if found is None:
        raise click.UsageError("This position cannot be reached from the start.")
    value, distance = found
    return {
        "value": value,
        "seat": state.side,
        "unit": game.unit,
        "seconds": seconds,
        "exact": True,
        "distance": distance,
        "best": Engine(game, method="retrograde", hash_mb=max_mb).search(state).best,
        "positions": solution.positions,
    }


def _solution(game: Game, max_mb: int) -> tuple[Solution, float]:
    """The solution of the game, and the seconds it took. Raises click.UsageError if the game is too
    large."""
    started = time.perf_counter()
    try:
        solution = solve_game(game, max_mb=max_mb)
    except ValueError as bad:
        raise click.UsageError(f"{bad} Try smaller settings or a larger --hash.") from None
    return solution, round(time.perf_counter() - started, 6)


def _not_solved(game: Game) -> str:
    """Why the game and its positions cannot be solved."""
    command = f"`zeitnot analyse {game.name}`"
    if knowing_method(game.name):
        return f"{game.name} needs no solving: {command} knows the exact value of every position."
    return (
        f"{game.name} cannot be solved; {command} searches a position. Games that can be "
        f"solved, completely or in late positions: {', '.join(solvable_games())}."
    )


def solvable_games() -> list[str]:
    """The games that can be solved, entirely or position by position."""
    solved = {*fully_solvable_games(), *games_with_solvers()}
    return [name for name in NAMES if name in solved or has_open_hands(load(name))]


def _end(result: dict[str, Any]) -> str:
    distance, margin = result["distance"], result.get("margin")
    if margin:
        one = ONE.get(unit := result["unit"], unit.removesuffix("s"))
        return f" by {counted(abs(margin), one, unit)}"
    return f" in {counted(distance, 'ply', 'plies')}" if distance is not None else ""


def as_text(result: dict[str, Any]) -> str:
    """The solution for people."""
    won = result["won"]
    is_partial = result["reachable"] < result["positions"]
    reachable = f", {result['reachable']} of them reachable from the start" if is_partial else ""
    return (
        f"The start is {WORDS[result['value']]}{_end(result)} for the side that begins.\n"
        f"{_positions(result)}{reachable}: {won[0]} won by seat 0, {won[1]} by seat 1, "
        f"{result['drawn']} drawn; the longest forced win takes "
        f"{counted(result['longest'], 'ply', 'plies')}.\n"
        f"{result['seconds']} s"
    )


def looked_up_text(result: dict[str, Any]) -> str:
    """The value of a position that was looked up, for people."""
    return f"{_verdict(result)}\n{_positions(result)} solved, {result['seconds']} s"


def _positions(result: dict[str, Any]) -> str:
    return counted(result["positions"], "position", "positions")


def _verdict(result: dict[str, Any]) -> str:
    word = WORDS[result["value"]].capitalize()
    return f"{word}{_end(result)} for the side to move; best {result['best']}."


def position_text(result: dict[str, Any]) -> str:
    """The value of a position for people."""
    return (
        f"{_verdict(result)}\n"
        f"{counted(result['nodes'], 'node', 'nodes')}, {result['nps']} nodes/s, "
        f"{result['seconds']} s"
    )
