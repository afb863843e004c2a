"""Matches of each bot's level against the next lower one.

    python -m benchmarks.levels [--folder DIR] [--steps 40,100,200,400] [GAME…]

Each match is a call of `zeitnot match` with a log in the folder, so that it can be interrupted and
continued. It is played in steps, until the 95 % interval (Wilson's) lies above 50 % or the last
step is played. The result is a Markdown table for docs/measurements/levels.md. Without GAME: every
game with levels.
"""

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from zeitnot_engines._core import methods_of
from zeitnot_engines.games import NAMES, load
from zeitnot_engines.levels import levels_of

STEPS = (40, 100, 200, 400)
Z95 = 1.96
HEAD = (
    "| game | level | games | won / drawn / lost | score, 95 % interval | above |\n"
    "|---|---|---|---|---|---|"
)


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's score interval: it is also sound where all games are won (Wilson 1927)."""
    centre = (score + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    spread = math.sqrt(score * (1 - score) / games + Z95**2 / (4 * games**2))
    half = Z95 * spread / (1 + Z95**2 / games)
    return centre - half, centre + half


def play(game: str, level: int, games: int, folder: Path) -> dict[str, float]:
    """Plays those of `games` games that are not in the log yet. Raises CalledProcessError."""
    arguments = [game, f"house:level={level}", f"house:level={level - 1}", "--json"]
    log = folder / f"{game}-{level}.jsonl"
    command = [sys.executable, "-m", "zeitnot_server.cli", "match", *arguments]
    command += ["--games", str(games), "--log", str(log)]
    completed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, float] = json.loads(completed.stdout)
    return result


def row(game: str, level: int, result: dict[str, float]) -> str:
    """A line of the table."""
    score, games = result["score"], int(result["games"])
    low, high = interval(score, games)
    played = f"{result['wins']} / {result['draws']} / {result['losses']}"
    above = "yes" if low > 0.5 else "no"
    return (
        f"| {game} | {level} over {level - 1} | {games} | {played} "
        f"| {100 * score:.1f} %, {100 * low:.0f} to {100 * high:.0f} % | {above} |"
    )


def rows(games: Sequence[str], steps: Sequence[int], folder: Path) -> Iterator[str]:
    """The lines, as the matches end."""
    for game in games:
        for level in list(levels_of(game))[1:]:
            for step in steps:
                result = play(game, level, step, folder)
                if interval(result["score"], step)[0] > 0.5:
                    break
            yield row(game, level, result)


def main(arguments: Sequence[str]) -> int:
    """Prints the table; returns the exit status."""
    parser = argparse.ArgumentParser(prog="levels", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--folder", type=Path, default=Path("build/levels"))
    parser.add_argument("--steps", default=",".join(map(str, STEPS)))
    options = parser.parse_args(arguments)
    games = options.games or [n for n in NAMES if methods_of(n) and load(n).start().seats == 2]
    options.folder.mkdir(parents=True, exist_ok=True)
    print(HEAD, flush=True)
    try:
        for line in rows(games, [int(step) for step in options.steps.split(",")], options.folder):
            print(line, flush=True)
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
