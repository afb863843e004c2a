"""`zeitnot bench`: fixed searches, whose total of nodes is the engine's signature.

The signature is the same on every machine. It changes only when a commit changes the behaviour of
the search, so commits to the engine state it.
"""

import json
import time

import click

from ..engine import Engine
from ..games import MANIFESTS, load
from ..manifest import BenchSearch
from .progress import track

SEARCHES: tuple[tuple[str, BenchSearch], ...] = tuple(
    (game, search) for game, manifest in MANIFESTS.items() for search in manifest.bench
)
"""Each game with a search of it, from the games' manifests."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(as_json: bool) -> None:
    """Run fixed searches on one thread; the sum of their nodes is the engine's signature."""
    started = time.perf_counter()
    nodes = sum(_nodes(*search) for search in track(SEARCHES, len(SEARCHES), "bench"))
    seconds = time.perf_counter() - started
    nps = round(nodes / seconds)
    if as_json:
        click.echo(json.dumps({"nodes": nodes, "seconds": round(seconds, 6), "nps": nps}))
    else:
        click.echo(f"{nodes} nodes  {nps} nodes/s  {seconds:.2f} s")


def _nodes(name: str, search: BenchSearch) -> int:
    game = load(name)
    state = game.parse(search.position) if search.position else game.start()
    return Engine(game).search(state, depth=search.depth).nodes
