"""`make nemesis FAULTS=N`: injects N faults into three nodes, their database and their broker under
load; no acknowledged ply may be lost, be out of order, or have two owners.

Prints each fault, figures after each round, and every finding. Exits with 1 if there is a finding,
a wrong clock or a late takeover, if too few moves were played, or if no wrong clock could have been
detected. docs/why/proof.md explains the figures.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from .faults import Kind, plan
from .trial import trial


def main() -> int:
    """Runs the trial; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="nemesis", description="Injects faults under load and checks the data."
    )
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument(
        "--kind", type=Kind, action="append", help="only this kind; may be repeated"
    )
    parser.add_argument("--apart", type=float, help="seconds between faults, to time takeovers")
    parser.add_argument("--keep", type=Path, help="a folder for logs and journals")
    arguments = parser.parse_args()
    started = time.monotonic()

    def report(text: str) -> None:
        print(f"nemesis: {time.monotonic() - started:6.1f} s  {text}", flush=True)

    faults = plan(arguments.faults, arguments.seed, tuple(arguments.kind or Kind))
    with tempfile.TemporaryDirectory(prefix="nemesis-") as folder:
        home = arguments.keep or Path(folder)
        verdict = uvloop.run(trial(faults, home, arguments.seed, report, arguments.apart))
    for name, count in sorted(verdict.faults.items()):
        report(f"{count} × {name}")
    for finding in verdict.findings[:50]:
        report(f"FOUND {finding}")
    for charge in verdict.wrong_clocks[:50]:
        report(f"WRONG {charge}")
    if verdict.is_blind:
        report("BLIND: no pause had bounds that would show a wrong clock")
    if verdict.is_idle:
        report("IDLE: so few moves were acknowledged that nothing could have been lost")
    report(f"seed {arguments.seed}: {'passed' if verdict.passed else 'FAILED'}; {verdict}")
    return 0 if verdict.passed else 1


if __name__ == "__main__":
    sys.exit(main())
