"""`make fuzz`: every game's fuzz target on random bytes for a while, under the sanitizers.

A target reads the bytes as a game's text, as a nearly right text or as the choices of a whole game;
engines/core/tests/fuzz_game.hpp says what must hold. Other bytes come each time, by the seed that
is printed; what breaks a target is left in build/, and `build/checks/tests/fuzz_GAME FILE` runs it
again.
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

LOUD = {"ASAN_OPTIONS": "abort_on_error=1", "UBSAN_OPTIONS": "abort_on_error=1"}


def fuzz(program: Path, seconds: int, seed: int, left: Path) -> bool:
    """Whether one target stood so long. Its broken input is then in `left`."""
    left.unlink(missing_ok=True)
    result = subprocess.run(
        [program, "for", str(seconds), str(seed), left],
        env=os.environ | LOUD,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"{program.name}, seed {seed}: {result.stdout.strip()}", flush=True)
    if result.returncode != 0:
        print(f"broken; to see it again: {program} {left}", flush=True)
    return result.returncode == 0


def main(words: Sequence[str]) -> int:
    """1 if a target was broken."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for all games together")
    parser.add_argument("--games", nargs="*", choices=NAMES, default=NAMES)
    parser.add_argument("--seed", type=int, help="at random if not given")
    options = parser.parse_args(words)
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    programs = build_checks("checks", "address,undefined", *(f"fuzz_{g}" for g in options.games))
    each = max(1, options.seconds // len(options.games))
    stood = [
        fuzz(programs / f"fuzz_{game}", each, seed, ROOT / f"build/broken-{game}")
        for game in options.games
    ]
    return int(not all(stood))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
