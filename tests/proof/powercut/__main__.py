"""`make powercut CUTS=N`: simulates N power failures; no acknowledged move may be lost.

Then does the same with a planted fault, synchronous=NORMAL, which must lose some moves. Exits with
1 if either result differs.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from .trial import NORMAL, Verdict, cut, record

MOVES = 3000
PLANTED_MOVES, PLANTED_CUTS = 800, 40


async def run(cuts: int, seed: int, folder: Path) -> bool:
    """Runs both trials; returns whether both have the expected result."""
    for name in ("full", "normal"):
        (folder / name).mkdir()
    recording = await record(folder / "full", MOVES, seed)
    verdict = await cut(recording, folder / "cut", cuts, seed)
    print(line("unchanged", verdict), flush=True)
    for failure in (verdict.lost + verdict.damages)[:20]:
        print(f"powercut: {failure}")
    planted = await record(folder / "normal", PLANTED_MOVES, seed, NORMAL)
    caught = await cut(planted, folder / "cut", PLANTED_CUTS, seed)
    print(line("with synchronous=NORMAL planted", caught))
    return not verdict.lost and not verdict.damages and bool(caught.lost)


def line(kind: str, verdict: Verdict) -> str:
    """The results of a trial in one line."""
    return (
        f"powercut: {kind}: {verdict.cuts} cuts in {verdict.writes} writes and {verdict.syncs}"
        f" syncs, {verdict.moves} moves acknowledged, {verdict.checked} acknowledgements looked"
        f" up, {len(verdict.lost)} lost, {len(verdict.damages)} broken"
    )


def main() -> int:
    """Runs the test; returns the exit code."""
    parser = argparse.ArgumentParser(prog="powercut", description="Simulates power failures.")
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="powercut-") as folder:
        passed = asyncio.run(run(arguments.cuts, arguments.seed, Path(folder)))
    print(f"powercut: seed {arguments.seed}: {'passed' if passed else 'FAILED'}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
