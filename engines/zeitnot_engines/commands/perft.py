"""`zeitnot perft`: counts the paths of a given length."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass

import click

from zeitnot_client.plurals import counted

from ..games import Game, History
from .options import POSITIONS, game_options, make_history, no_options
from .progress import track

MAX_DEPTH = 99
_SPLIT_PLIES = 4  # shallower parts are so fast that they need not be split


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the work: `depth` plies below `state`, counted under the first move `label`."""

    label: str
    state: History
    depth: int


@click.command(context_settings=POSITIONS)
@game_options
@click.argument("arguments", nargs=-1, required=True, metavar="[POSITION] DEPTH")
@click.option("--divide", is_flag=True, help="Print one line for each first move (or throw).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(game: Game, arguments: tuple[str, ...], divide: bool, as_json: bool) -> None:
    """Count the paths of exactly DEPTH plies from POSITION, or from the start.

    A throw is not a ply, but each of its outcomes makes separate paths. Games that end earlier are
    not counted.
    """
    position, depth = _split(arguments)
    history = make_history(game, position)
    if history.due is not None and not history.outcomes():
        raise click.UsageError("There are too many deals to count. Give a position after the deal.")
    started = time.perf_counter()
    counts = count(history, depth)
    nodes = sum(counts.values()) if depth else 1
    seconds = time.perf_counter() - started
    if as_json:
        rows = {"divide": counts} if divide else {}
        click.echo(json.dumps({"nodes": nodes, "seconds": round(seconds, 6), **rows}))
        return
    for label, below in counts.items() if divide else ():
        click.echo(f"{label}: {below}")
    click.echo(f"{counted(nodes, 'node', 'nodes')} in {seconds:.2f} s")


def count(history: History, depth: int) -> dict[str, int]:
    """The paths of exactly `depth` plies below each first move, or first throw; with progress."""
    if depth == 0:
        return {}
    parts = [p for part in _children(history, depth) for p in _subparts(part)]
    counts: dict[str, int] = {}
    for part in track(parts, len(parts), f"perft {depth}"):
        counts[part.label] = counts.get(part.label, 0) + part.state.perft(part.depth)
    return counts


def _children(history: History, depth: int) -> Iterator[Part]:
    """The parts after each move, or after each throw, which does not count as a ply."""
    for values, _ in history.outcomes():
        yield Part(" ".join(map(str, values)), history.throw(values), depth)
    for move in history.legal():
        yield Part(move, history.play(move), depth - 1)


def _subparts(part: Part) -> Iterator[Part]:
    """The part, or its children if it is large, so that progress can be shown."""
    if part.depth < _SPLIT_PLIES:
        yield part
        return
    for child in _children(part.state, part.depth):
        yield Part(part.label, child.state, child.depth)


def _split(arguments: tuple[str, ...]) -> tuple[str | None, int]:
    """Splits the arguments into the position, if there is one, and the depth."""
    no_options(arguments)
    if len(arguments) > 2:
        raise click.UsageError("Put a position that contains spaces in quotes.")
    depth = arguments[-1]
    if not (depth.isascii() and depth.isdecimal() and int(depth) <= MAX_DEPTH):
        raise click.UsageError(
            f'DEPTH must be a whole number from 0 to {MAX_DEPTH}, not "{depth}".'
        )
    return (arguments[0] if len(arguments) == 2 else None), int(depth)
