"""`make killtest KILLS=N`: kills the server N times under load; no acknowledged move may be lost.

Bots play rated games. With `--play guests`, guests play, and sign in to existing accounts at random
moments: most kills come soon after such a request. With DB=postgresql the server uses PostgreSQL,
which is killed and recovers as well. `--games` and `--pause` reduce the load.

Prints the numbers of kills, acknowledged moves and lost moves, and the largest clock error. Exits
with 1 if a move, a rating or a sign-in is lost, a guest is merged in part, or a clock is wrong.
"""

import argparse
import contextlib
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import uvloop

from ...postgres import SAFE, running
from ...postgres_databases import Databases
from .logs import Postgresql
from .play import STANDARD, GuestPlay, Load, RatedPlay
from .trial import Verdict, trial

PLAYS = {"rated": RatedPlay, "guests": GuestPlay}
REPORT_S = 10.0


def main() -> int:
    """Runs the test; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="killtest", description="Kills a server under load and checks its data."
    )
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--db", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--play", choices=PLAYS, default="rated", help="who plays")
    parser.add_argument("--games", type=int, default=STANDARD.games, help="at a time")
    parser.add_argument(
        "--pause", type=float, default=0.0, help="milliseconds before each move, on average"
    )
    arguments = parser.parse_args()
    load = Load(arguments.games, arguments.pause / 1000)
    started = reported = time.monotonic()
    verdict = Verdict()

    def report(verdict: Verdict) -> None:
        nonlocal reported
        if time.monotonic() - reported >= REPORT_S:
            reported = time.monotonic()
            print(line(verdict, reported - started), flush=True)

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="killtest-")))
        folder.chmod(0o711)  # PostgreSQL may run as another user
        postgresql = None
        if arguments.db == "postgresql":
            cluster = stack.enter_context(running(folder / "postgresql", SAFE))
            postgresql = Postgresql(Databases(cluster))
        new_play = partial(PLAYS[arguments.play], load)
        try:
            uvloop.run(
                trial(
                    arguments.kills, folder, arguments.seed, report, postgresql, new_play, verdict
                )
            )
        finally:  # also if the trial itself fails, perhaps after hours
            print(line(verdict, time.monotonic() - started))
            for failure in verdict.failures[:50]:
                print(f"killtest: {failure}")
    print(f"killtest: seed {arguments.seed}: {'FAILED' if verdict.failures else 'passed'}")
    return 1 if verdict.failures else 0


def line(verdict: Verdict, seconds: float) -> str:
    """The results so far in one line."""
    count = verdict.database_kills
    of_database = f" ({count} of PostgreSQL)" if count else ""
    errors = sorted(verdict.clock_errors_ms) or [0.0]
    return (
        f"killtest: {verdict.kills} kills{of_database}, {verdict.moves} moves acknowledged"
        f" ({verdict.acknowledgements} commands), {len(verdict.lost)} lost;"
        f" {verdict.rated_games} rated games ended;"
        f" {verdict.sign_ins} sign-ins ({verdict.unanswered} requests without an answer),"
        f" {verdict.merged} guests merged;"
        f" clock error median {errors[len(errors) // 2]:.0f} ms, max {errors[-1]:.0f} ms"
        f" of {len(verdict.clock_errors_ms)} pauses; {verdict.crash_adjournments} adjourned after"
        f" crashes; {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
