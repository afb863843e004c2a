"""`make simulate SEEDS=3000 FIRST=0`: plays one game per seed and prints the seeds that fail.

`make simulate SEEDS=1 FIRST=n` repeats the game of seed n exactly and prints the traceback. With
ARGS=--several, all games have three to six seats, some of which leave while the others play on.
"""

import gc
import sys
import time
import traceback
from collections import Counter

import click

from .world import play

MAX_REPORTS = 20
GC_EVERY = 100  # games; rare garbage collection makes them a tenth faster


@click.command()
@click.option("--seeds", default=3000, show_default=True, help="How many games.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option(
    "--several",
    "only_multiplayer",
    is_flag=True,
    help="Only games of three to six seats that continue when a seat leaves.",
)
def main(seeds: int, first: int, only_multiplayer: bool) -> None:
    """Plays games in a simulated world and checks the invariants after every event."""
    tally: Counter[str] = Counter()
    failed = 0
    started = time.monotonic()
    gc.disable()
    for seed in range(first, first + seeds):
        if seed % GC_EVERY == 0:
            gc.collect()
        try:
            tally.update(play(seed, only_multiplayer))
        except Exception as error:
            failed += 1
            if failed <= MAX_REPORTS:
                click.echo(failure(seed, error, only_multiplayer), err=True)
            if seeds == 1:
                traceback.print_exc()
        if (seed - first + 1) % 10_000 == 0:
            click.echo(f"{seed - first + 1:,} games, {failed} failed", err=True)
    elapsed_s = time.monotonic() - started
    click.echo(f"{seeds:,} games (seeds {first} to {first + seeds - 1}) in {elapsed_s:.0f} s")
    for kind, count in sorted(tally.items()):
        click.echo(f"  {count:>11,} {kind}")
    click.echo(f"{failed} failed")
    sys.exit(1 if failed else 0)


def failure(seed: int, error: Exception, only_multiplayer: bool) -> str:
    """A line that describes the violation and how to reproduce it."""
    kind = type(error).__name__
    command = f"make simulate SEEDS=1 FIRST={seed}{' ARGS=--several' if only_multiplayer else ''}"
    return f"seed {seed}: {kind}: {error}  [again: {command}]"


main()
