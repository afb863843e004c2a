"""`python -m tests.bench.late_brain`: verifies that `zeitnot gomocup` is never late.

A manager's side of the Gomocup protocol: games of one brain with itself, by `BOARD`, in a process
of its own. A move's time runs from the command that asks for it to the brain's line, as a manager
measures it, waiting for a core included: other programs should be quiet.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Iterator

from zeitnot_engines.games import load
from zeitnot_engines.gomocup.board import OPPONENT, OWN
from zeitnot_engines.gomocup.text import from_move, read_point, to_move, write_point

COMMAND = [sys.executable, "-m", "zeitnot_server.cli", "gomocup"]
RULES = {0: "freestyle", 1: "standard", 4: "renju"}


class Manager:
    """One brain that plays both sides."""

    def __init__(self, words: list[str]) -> None:
        self._brain = subprocess.Popen(
            [*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *lines: str) -> tuple[str, float]:
        """The answer to these lines, and its time in milliseconds."""
        assert self._brain.stdin is not None
        assert self._brain.stdout is not None
        started = time.perf_counter()
        self._brain.stdin.write("".join(f"{line}\r\n" for line in lines))
        self._brain.stdin.flush()
        answer = self._brain.stdout.readline().strip()
        return answer, 1000 * (time.perf_counter() - started)

    def close(self) -> None:
        """Ends the brain."""
        self._brain.communicate("END\r\n")


def play(manager: Manager, turn_ms: int, seed: int) -> Iterator[float]:
    """The milliseconds by which each move of a game is over its time; negative if it is not."""
    rule = random.Random(seed).choice(list(RULES))
    size = random.Random(seed).randint(9, 20)
    state = load("gomoku", {"size": size, "rule": RULES[rule]}).start()
    manager.ask(f"INFO rule {rule}", f"START {size}")
    moves: list[str] = []
    while state.result is None:
        owners = (OWN, OPPONENT) if len(moves) % 2 == 0 else (OPPONENT, OWN)
        rows = [
            f"{write_point(from_move(move, size))},{owners[i % 2]}" for i, move in enumerate(moves)
        ]
        info = f"INFO timeout_turn {turn_ms}"
        answer, ms = manager.ask(info, "BOARD", *rows, "DONE")
        moves.append(to_move(read_point(answer), size))
        state = state.play(moves[-1])
        yield ms - turn_ms


def main(words: list[str]) -> int:
    """Prints the result; 1 if a move was late."""
    parser = argparse.ArgumentParser(prog="late_brain", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ms", type=int, default=100, help="a move")
    options, others = parser.parse_known_args(words)
    manager = Manager(others)
    over_ms = sorted(
        over for seed in range(options.games) for over in play(manager, options.ms, seed)
    )
    manager.close()
    late = sum(over > 0 for over in over_ms)
    print(
        f"{options.games} games, {len(over_ms)} moves of {options.ms} ms: {late} late; the slowest "
        f"{-over_ms[-1]:.1f} ms before its time, half of them {-over_ms[len(over_ms) // 2]:.1f} ms"
    )
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
