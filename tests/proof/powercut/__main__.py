"""`make powercut CUTS=N`: the power fails N times; nothing acknowledged may be lost.

Then the same with synchronous=NORMAL planted, where it must be. Exit 1 if either is not so.
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
    """Both trials; whether both came out as they must."""
    for name in ("full", "normal"):
        (folder / name).mkdir()
    recording = await record(folder / "full", MOVES, seed)
    verdict = await cut(recording, folder / "cut", cuts, seed)
    print(line("as it is", verdict), flush=True)
    for wrong in (verdict.lost + verdict.broken)[:20]:
        print(f"powercut: {wrong}")
    planted = await record(folder / "normal", PLANTED_MOVES, seed, NORMAL)
    caught = await cut(planted, folder / "cut", PLANTED_CUTS, seed)
    print(line("with synchronous=NORMAL planted", caught))
    return not verdict.lost and not verdict.broken and bool(caught.lost)


def line(kind: str, verdict: Verdict) -> str:
    """One line of figures."""
    return (
        f"powercut: {kind}: {verdict.cuts} cuts in {verdict.writes} writes and {verdict.syncs}"
        f" syncs, {verdict.moves} moves acknowledged, {verdict.checked} acknowledgements looked"
        f" up, {len(verdict.lost)} lost, {len(verdict.broken)} broken"
    )


def main() -> int:
    """Runs it and answers the exit code."""
    parser = argparse.ArgumentParser(prog="powercut", description="Power failures, rebuilt.")
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="powercut-") as folder:
        passed = asyncio.run(run(arguments.cuts, arguments.seed, Path(folder)))
    print(f"powercut: seed {arguments.seed}: {'passed' if passed else 'FAILED'}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
