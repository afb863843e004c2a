"""`make killtest KILLS=N`: the server is killed N times under load; nothing may be lost.

Prints kills, acknowledged moves, lost and the worst clock; exit 1 on any loss or wrong clock.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from .trial import Verdict, trial

EVERY_SECONDS = 10.0


def main() -> int:
    """Runs it and answers the exit code."""
    parser = argparse.ArgumentParser(prog="killtest", description="SIGKILL under load, checked.")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    began = text = time.monotonic()

    def say(verdict: Verdict) -> None:
        nonlocal text
        if time.monotonic() - text >= EVERY_SECONDS:
            text = time.monotonic()
            print(line(verdict, text - began), flush=True)

    with tempfile.TemporaryDirectory(prefix="killtest-") as folder:
        verdict = uvloop.run(trial(arguments.kills, Path(folder), arguments.seed, say))
    print(line(verdict, time.monotonic() - began))
    for wrong in (verdict.lost + verdict.broken + verdict.faults)[:50]:
        print(f"killtest: {wrong}")
    print(f"killtest: seed {arguments.seed}: {'passed' if verdict.passed else 'FAILED'}")
    return 0 if verdict.passed else 1


def line(verdict: Verdict, seconds: float) -> str:
    """One line of figures."""
    errors = sorted(verdict.clock_errors_ms) or [0.0]
    return (
        f"killtest: {verdict.kills} kills, {verdict.moves} moves acknowledged"
        f" ({verdict.acknowledgements} commands), {len(verdict.lost)} lost;"
        f" clock error median {errors[len(errors) // 2]:.0f} ms, max {errors[-1]:.0f} ms"
        f" of {len(verdict.clock_errors_ms)} pauses; {verdict.shelved} shelved; {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
