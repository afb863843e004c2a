"""A UCI engine that misbehaves: `python bad_engine.py FAULT [FOLDER]`. It plays a2a3, a7a6, then
other pawn moves, until its fault shows. FOLDER: where it leaves the numbers of its children.

The faults are the names of the functions below. Without its fault, it moves at once.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

FAULT = sys.argv[1]
FOLDER = Path(sys.argv[2]) if len(sys.argv) > 2 else Path()
MOVES = [f"{file}{ranks}" for ranks in ("23", "76") for file in "abcdefgh"]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hang() -> None:
    while True:
        time.sleep(60)


def bestmove(played: int) -> str:
    file = "abcdefgh"[played // 2 % 8]
    return f"bestmove {file}2{file}3" if played % 2 == 0 else f"bestmove {file}7{file}6"


# ── faults before the engine is ready ──────────────────────────────────────────────────────────


def no_handshake() -> None:
    hang()


def ends_at_once() -> None:
    sys.stderr.write("no licence\n")
    sys.exit(7)


def closes_stdout() -> None:
    os.close(1)
    hang()


def only_stderr() -> None:
    for number in range(10_000):
        sys.stderr.write(f"line {number} \x1b[31m\n")
    sys.stderr.flush()
    hang()


def ignores_quit_and_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def starts_children() -> None:
    """One in its group, one in another session, and one whose parent has ended."""
    code = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
    for name, in_session in (("group", False), ("session", True)):
        command = [sys.executable, "-c", code, str(FOLDER / name)]
        subprocess.Popen(command, start_new_session=in_session)
    child = f"{[sys.executable, '-c', code]!r} + sys.argv[1:]"
    parent = ["import subprocess, sys", f"subprocess.Popen({child}, start_new_session=True)"]
    orphan = [sys.executable, "-c", "\n".join(parent), str(FOLDER / "orphan")]
    subprocess.run(orphan, check=True)
    while len([*FOLDER.iterdir()]) < 3:
        time.sleep(0.01)


# ── faults at the second move ──────────────────────────────────────────────────────────────────


def crash(played: int) -> None:
    sys.stderr.write("Segmentation fault (not really)\n")
    os.kill(os.getpid(), signal.SIGABRT)


def crash_once(played: int) -> None:
    """Crashes in the first process, and plays on in the next."""
    marker = FOLDER / "crashed"
    if not marker.exists():
        marker.touch()
        os._exit(3)
    say(bestmove(played))


def hang_thinking(played: int) -> None:
    hang()


def flood(played: int) -> None:
    while True:
        write(b"info depth 1 score cp 1 pv e2e4\n" * 100)


def flood_then_move(played: int) -> None:
    for _ in range(300):
        write(b"info string nothing\n" * 100)
    say(bestmove(played))


def long_line(played: int) -> None:
    """Megabytes without a line end, in which a move is hidden."""
    write(b"info string " + b"bestmove h2h4 " * 300_000 + b"\n")
    say(bestmove(played))


def no_line_end(played: int) -> None:
    write(bestmove(played).encode())
    hang()


def noise(played: int) -> None:
    write(bytes(range(256)) * 40 + b"\n\x00\xff\xfe bestmove\n" + b"\xf0\x9f\n")
    say(bestmove(played))


def illegal(played: int) -> None:
    say("bestmove e1e8")


def wrong_side(played: int) -> None:
    say(bestmove(played + 1))


def nonsense_move(played: int) -> None:
    say("bestmove \x1b[2J" + "x" * 5_000)


def twice(played: int) -> None:
    say(bestmove(played))
    say(bestmove(played))


def none(played: int) -> None:
    say("bestmove (none)")


def memory(played: int) -> None:
    blocks = []
    while True:
        blocks.append(bytearray(64 * 1024**2))


def processor(played: int) -> None:
    while True:
        pass


def files(played: int) -> None:
    opened = [os.open("/dev/null", os.O_RDONLY) for _ in range(10_000)]
    say(f"info string {len(opened)}")


def big_file(played: int) -> None:
    with (FOLDER / "big").open("wb") as file:
        while True:
            file.write(bytes(1024**2))


START_FAULTS: dict[str, Callable[[], None]] = {
    f.__name__: f
    for f in (
        *(no_handshake, ends_at_once, closes_stdout, only_stderr),
        *(ignores_quit_and_sigterm, starts_children),
    )
}


def go(played: int, is_first: bool) -> None:
    """Moves, or shows the fault; a search for `late_after_stop` lasts until `stop`."""
    if FAULT in START_FAULTS or is_first:
        say(bestmove(played))
    elif FAULT != "late_after_stop":
        globals()[FAULT](played)


def main() -> None:
    if FAULT in START_FAULTS:
        START_FAULTS[FAULT]()
    played, is_first = 0, True
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "uci":
                say("id name Bad Engine")
                say("uciok")
            case "isready":
                say("readyok")
            case "position":
                played = len(words) - 3 if "moves" in words else 0
            case "go":
                go(played, is_first)
                is_first = False
            case "stop":
                say(bestmove(played))
            case "quit" if FAULT != "ignores_quit_and_sigterm":
                return
    if FAULT == "ignores_quit_and_sigterm":
        hang()


main()
