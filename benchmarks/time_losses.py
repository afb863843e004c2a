"""How often `zeitnot match` lets a player lose on time at a very fast time control.

    python -m benchmarks.time_losses [--games 20000] [--tc 0.2+0.002] [--concurrency N] [PLAYER ...]

Each player plays against itself in chess, so every loss on time is a delay of the match, of the
machine, or of the player's own clock management. The log in the folder lets a run be interrupted
and continued. Prints the Markdown table of docs/measurements/matches.md; the goal is that of
fastchess, at most 10 losses on time in 20,000 games at 0.2+0.002 s.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PLAYERS = ("uci:stockfish,Hash=1", "house:hash=1")
GOAL = 10 / 20_000
HEAD = "| player | games | on time | per 20,000 games | other faults |\n|---|---|---|---|---|"


def command(player: str, options: argparse.Namespace) -> list[str]:
    """The match of a player against itself."""
    name = "".join(letter if letter.isalnum() else "-" for letter in player)
    return [
        *(sys.executable, "-m", "zeitnot_server.cli", "match", options.game, player, player),
        *("--games", str(options.games), "--tc", options.tc, "--plies", "8"),
        *("--concurrency", str(options.concurrency), "--json"),
        *("--log", str(options.folder / f"{options.game}-{name}-{options.tc}.jsonl")),
    ]


def row(player: str, result: dict[str, Any]) -> str:
    """A line of the table."""
    games, late = result["games"], result["ends"].get("time", 0)
    scaled = f"{20_000 * late / games:.1f}" if games else ""
    return f"| `{player}` | {games} | {late} | {scaled} | {result['faults'] - late} |"


def main(arguments: list[str]) -> int:
    """Prints the table; returns 1 if a player has lost more often than the goal allows."""
    parser = argparse.ArgumentParser(prog="time_losses", description=__doc__)
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER")
    parser.add_argument("--game", default="chess")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--tc", default="0.2+0.002")
    parser.add_argument("--concurrency", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--folder", type=Path, default=Path("build/time-losses"))
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    env = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/games"}
    print(HEAD, flush=True)
    is_met = True
    for player in options.players:
        played = subprocess.run(
            command(player, options), env=env, stdout=subprocess.PIPE, text=True, check=False
        )
        if played.returncode:
            return played.returncode
        result = json.loads(played.stdout)
        print(row(player, result), flush=True)
        is_met &= result["ends"].get("time", 0) <= GOAL * result["games"]
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
