"""`make bench-strength`: matches against other engines, at 10 s plus 0.1 s a move.

Each match is a call of `zeitnot match` with a log in the folder, so that all can be interrupted and
continued; a finished one is only read. The result is a Markdown table for
docs/measurements/strength.md. Openings are random but near level, each from both sides; in Go games
begin with the empty board, since neither engine plays the same game twice. Each engine has one
thread and does not ponder. A program that ignores clocks has unlimited time, and
ours is a fixed time a move: the pairing's `move_s`, by default about what 10 s plus 0.1 s would
give.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PLIES = {"chess": 8, "xiangqi": 8, "othello": 8, "connect4": 4, "go": 0}
MOVE_S = 0.4  # our time a move without clocks
GNUGO = "gtp:gnugo --mode gtp --level 10 --capture-all-dead --positional-superko --chinese-rules"
PATIENCE_S = 7200  # the other program's time a move without clocks: only exceeded if it hangs
BALANCE = {"chess": 60.0, "xiangqi": 60.0, "othello": 4.0}  # in the game's unit


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of the house engine. `goal`: the score to reach, empty if it is only measured;
    `clocks` false: the other program ignores clocks, and our engine has `move_s` a move."""

    game: str
    name: str
    player: str
    games: int
    goal: str = ""
    clocks: bool = True
    move_s: float = MOVE_S
    settings: tuple[str, ...] = ()

    @property
    def log(self) -> str:
        """The name of its log file."""
        return f"{self.game}-{self.name.replace(' ', '-')}.jsonl"


PAIRINGS = (
    Pairing("chess", "phalanx", "xboard:phalanx -l-", 100, "60 %"),
    Pairing("chess", "hoichess", "xboard:hoichess", 100, "60 %"),
    Pairing("chess", "gnuchess", "uci:gnuchess -u", 40),
    Pairing("chess", "toga2", "uci:toga2,OwnBook=false", 40),
    Pairing("xiangqi", "hoixiangqi", "xboard:hoixiangqi", 100, "60 %"),
    Pairing("xiangqi", "fairy-stockfish", "uci:fairy-stockfish", 40),
    Pairing("othello", "gtp-rhino level 3", "gtp:gtp-rhino -l 3", 100, "60 %"),
    Pairing("othello", "gtp-rhino level 5", "gtp:gtp-rhino -l 5", 20, clocks=False),
    Pairing("connect4", "mcts", "house:method=mcts", 100),
    Pairing("go", "gnugo 9x9", GNUGO, 200, "75 %", False, 1.0, ("size=9",)),
    Pairing("go", "gnugo 13x13", GNUGO, 100, "", False, 5.0, ("size=13",)),
    Pairing("go", "gnugo 19x19", GNUGO, 100, "", False, 5.0, ("size=19",)),
)


def limits(pairing: Pairing, tc: str) -> list[str]:
    """Both players and their time, as arguments of `zeitnot match`."""
    if pairing.clocks:
        return ["house:hash=64", pairing.player, "--tc", tc]
    return [f"house:hash=64,time={pairing.move_s}", pairing.player, "--time", str(PATIENCE_S)]


def start(pairing: Pairing) -> list[str]:
    """The game's settings and openings, as arguments of `zeitnot match`."""
    arguments = [word for setting in pairing.settings for word in ("--set", setting)]
    if pairing.game in BALANCE:
        arguments += ["--balance", str(BALANCE[pairing.game])]
    return [*arguments, "--plies", str(PLIES[pairing.game])]


def play(pairing: Pairing, folder: Path, tc: str, games: int, concurrency: int) -> dict[str, Any]:
    """Plays the missing games of a match and returns its result. Raises CalledProcessError."""
    command = [
        *(sys.executable, "-m", "zeitnot_server.cli", "match", pairing.game),
        *limits(pairing, tc),
        *("--games", str(games), "--concurrency", str(concurrency)),
        *start(pairing),
        *("--log", str(folder / pairing.log), "--json"),
    ]
    env = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/games"}
    completed = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(completed.stdout)
    return result


def row(pairing: Pairing, result: dict[str, Any]) -> str:
    """A line of the table."""
    elo = "" if result["elo"] is None else f"{result['elo']:+.0f}"
    error = "" if result["error"] is None else f" ± {result['error']:.0f}"
    return (
        f"| {pairing.game} | {pairing.name} | {result['games']} "
        f"| {result['wins']} / {result['draws']} / {result['losses']} "
        f"| {100 * result['score']:.1f} % | {elo}{error} | {pairing.goal} | {result['faults']} |"
    )


HEAD = (
    "| game | against | games | won / drawn / lost | score | Elo | goal | faults |\n"
    "|---|---|---|---|---|---|---|---|"
)


def main(arguments: list[str]) -> int:
    """Prints the table, line by line as the matches end."""
    parser = argparse.ArgumentParser(prog="bench-strength", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    parser.add_argument("--tc", default="10+0.1")
    parser.add_argument("--games", type=int, help="instead of what each match has")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--only", default="", help="part of a game's or an engine's name")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    print(HEAD, flush=True)
    for pairing in PAIRINGS:
        if options.only not in f"{pairing.game} {pairing.name}":
            continue
        games = options.games or pairing.games
        try:
            result = play(pairing, options.folder, options.tc, games, options.concurrency)
        except KeyboardInterrupt:
            return 130
        except subprocess.CalledProcessError as failed:
            return failed.returncode
        print(row(pairing, result), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
