"""`make fuzz`: runs each game's fuzz target on random bytes for some time, under the sanitizers.

A target reads the bytes as a game's text, as a nearly valid text, or as the choices of a full game;
the invariants are in engines/core/tests/fuzz_game.hpp. Each run prints its seed. An input that
breaks a target is saved in build/, and `build/checks/tests/fuzz_GAME FILE` repeats it.
"""

import argparse
import os
import secrets
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.engines.building import ROOT, build_checks
from zeitnot_engines.games import NAMES

ABORT_ON_ERROR = {"ASAN_OPTIONS": "abort_on_error=1", "UBSAN_OPTIONS": "abort_on_error=1"}


def fuzz(program: Path, seconds: int, seed: int, failing_input: Path) -> bool:
    """Runs a target; returns whether it passed. If not, the input is saved in `failing_input`."""
    failing_input.unlink(missing_ok=True)
    result = subprocess.run(
        [program, "for", str(seconds), str(seed), failing_input],
        env=os.environ | ABORT_ON_ERROR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"{program.name}, seed {seed}: {result.stdout.strip()}", flush=True)
    if result.returncode != 0:
        print(f"failed; to reproduce it: {program} {failing_input}", flush=True)
    return result.returncode == 0


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if a target was broken."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for all games together")
    parser.add_argument("--games", nargs="*", choices=NAMES, default=NAMES)
    parser.add_argument("--seed", type=int, help="at random if not given")
    options = parser.parse_args(arguments)
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    programs = build_checks("checks", "address,undefined", *(f"fuzz_{g}" for g in options.games))
    seconds_each = max(1, options.seconds // len(options.games))
    passed = [
        fuzz(programs / f"fuzz_{game}", seconds_each, seed, ROOT / f"build/broken-{game}")
        for game in options.games
    ]
    return int(not all(passed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
