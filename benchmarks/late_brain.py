"""`python -m benchmarks.late_brain`: verifies that `zeitnot gomocup` is never late.

This is the manager's side of the Gomocup protocol: a brain in another process plays games with
itself, asked by `BOARD`. A move's time runs from the command that asks for it to the brain's line,
as a manager measures it. The time that the threads of both processes wait for a core, as the kernel
counts it (`schedstat`), is subtracted, as in late.py.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from zeitnot_client.drivers.gomocup_text import (
    OPPONENT,
    OWN,
    from_move,
    read_point,
    to_move,
    write_point,
)
from zeitnot_engines.games import load

COMMAND = [sys.executable, "-m", "zeitnot_server.cli", "gomocup"]
RULES = {0: "freestyle", 1: "standard", 4: "renju"}


class Manager:
    """One brain that plays both sides."""

    def __init__(self, arguments: list[str]) -> None:
        self._brain = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *lines: str) -> tuple[str, float, float]:
        """The answer to these lines, and its time in milliseconds, without and with waiting."""
        assert self._brain.stdin is not None
        assert self._brain.stdout is not None
        waited_before, started = self._waited_ms(), time.perf_counter()
        self._brain.stdin.write("".join(f"{line}\r\n" for line in lines))
        self._brain.stdin.flush()
        answer = self._brain.stdout.readline().strip()
        ms = 1000 * (time.perf_counter() - started)
        return answer, ms - (self._waited_ms() - waited_before), ms

    def _waited_ms(self) -> float:
        """How long the threads of both sides have waited for a core."""
        total = 0.0
        for process in ("self", self._brain.pid):
            for schedstat in Path(f"/proc/{process}/task").glob("*/schedstat"):
                with suppress(OSError, IndexError, ValueError):
                    total += int(schedstat.read_text().split()[1]) / 1e6
        return total

    def close(self) -> None:
        """Ends the brain."""
        self._brain.communicate("END\r\n")


def play(manager: Manager, turn_ms: int, seed: int) -> Iterator[tuple[float, float]]:
    """The milliseconds by which each move of a game is over its time, negative if it is not;
    without and with waiting."""
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
        answer, ms, total_ms = manager.ask(info, "BOARD", *rows, "DONE")
        moves.append(to_move(read_point(answer), size))
        state = state.play(moves[-1])
        yield ms - turn_ms, total_ms - turn_ms


def main(arguments: list[str]) -> int:
    """Prints the result; 1 if a move was late."""
    parser = argparse.ArgumentParser(prog="late_brain", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ms", type=int, default=100, help="a move")
    options, others = parser.parse_known_args(arguments)
    manager = Manager(others)
    over_ms = [over for seed in range(options.games) for over in play(manager, options.ms, seed)]
    manager.close()
    late = sum(over > 0 for over, _ in over_ms)
    print(
        f"{options.games} games, {len(over_ms)} moves of {options.ms} ms: {late} late; "
        f"{sum(over > 0 for _, over in over_ms)} with waiting for a core, "
        f"the worst by {max(over for _, over in over_ms):.1f} ms"
    )
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
