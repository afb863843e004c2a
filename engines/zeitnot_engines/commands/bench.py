"""`zeitnot bench`: fixed searches; their nodes together are the engine's signature.

The signature is the same on every machine. It changes exactly when a commit changes what the search
does, so commits of the engine state it.
"""

import json
import time

import click

from .._core import Engine
from ..games import load
from .progress import track

# game, position (None: the start), depth
SEARCHES: tuple[tuple[str, str | None, int], ...] = (
    ("tictactoe", None, 9),
    ("niujiaoqi", None, 60),
    ("niujiaoqi", "3 6 9 r", 40),
    ("othello", None, 10),
    ("othello", "---O-------XO-----OXOO----OXOX---OOXXX----OX------X------------- X", 9),
    ("othello", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 11),
    ("chess", None, 6),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8),
    ("xiangqi", None, 6),
    ("xiangqi", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 5),
    ("xiangqi", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", 6),
    ("ewn", None, 5),
    ("ewn", "B 2 25 24 14 12 0 15 1 8 3 6 19 23", 5),
    ("ewn", "R 0 13 0 9 0 0 20 0 2 0 12 0 17", 6),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", 2),
    ("backgammon", "XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:-1:00:0:0:0:0:10", 1),
)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(as_json: bool) -> None:
    """Run fixed searches on one thread; the sum of their nodes is the engine's signature."""
    begun = time.perf_counter()
    nodes = sum(_nodes(*search) for search in track(SEARCHES, len(SEARCHES), "bench"))
    seconds = time.perf_counter() - begun
    nps = round(nodes / seconds)
    if as_json:
        click.echo(json.dumps({"nodes": nodes, "seconds": round(seconds, 6), "nps": nps}))
    else:
        click.echo(f"{nodes} nodes  {nps} nodes/s  {seconds:.2f} s")


def _nodes(name: str, position: str | None, depth: int) -> int:
    game = load(name)
    state = game.parse(position) if position else game.start()
    return Engine(game).search(state, depth=depth).nodes
