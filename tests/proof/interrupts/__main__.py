"""`python -m tests.proof.interrupts`: sends SIGINT and SIGTERM at random moments of a command's
work.

Each try is a new process, forked from this one, which has already imported the commands. The
process gets its input and then SIGINT or SIGTERM, alternately, some time after its first output, or
after its start if it prints nothing before its end. This delay is log-uniform over four decades,
from ten microseconds on. The process must end within a second, not by force, with the promised exit
code, and leave no child process behind.
"""

import argparse
import importlib
import os
import random
import secrets
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from zeitnot_engines.interrupts import GRACE_S, INTERRUPTS

MARK = "TEST_OF_INTERRUPTS"  # environment variable of a try and its children
MAX_S = 1.0  # from the signal to the end
HANG_S = 30.0  # a process is killed after this time
CHILDREN_S = 5.0  # within this time the command's child processes must have ended
FAKE = Path(__file__).parents[2] / "clients/drivers/fake.py"
PROGRAM = f"{shlex.quote(sys.executable)} {shlex.quote(str(FAKE))}"
HANGING = f"uci:{PROGRAM} uci othello hang"
SLEEPING = "uci:sleep 1000"  # never gets ready, so that the match waits for it


@dataclass(frozen=True, slots=True)
class Scene:
    """A command's arguments, its input and its expected exit codes for SIGINT and SIGTERM.

    `sign`: the output that shows that it is working; None if it prints nothing before its end.
    `max_delay_s`: the longest delay of the signal. `opponent`: for a bot, the game that a guest
    plays with it, and its name; the bot is working when it has started to handle signals.
    """

    arguments: tuple[str, ...]
    input_text: str = ""
    sign: bytes | None = None
    max_delay_s: float = 0.1
    codes: tuple[int, int] = (128 + signal.SIGINT, 128 + signal.SIGTERM)
    opponent: str | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """How a process ended. `seconds`: from the signal to the end. `wrong`: a description of the
    error, or empty."""

    seconds: float
    code: int
    wrong: str


LONG = "--time=600"
BOT = ("bot", "--server=SERVER", "--token=TOKEN")
SCENES = {
    "uci": Scene(("uci",), "isready\ngo infinite\nstop\ngo infinite\n", b"readyok", codes=(0, 0)),
    "gtp": Scene(("gtp", "go", "--time=600"), "name\ngenmove b\n", b"=", codes=(0, 0)),
    "gtp analysis": Scene(("gtp", "go"), "name\nlz-analyze 1\n", b"info", codes=(0, 0)),
    "gomocup": Scene(
        ("gomocup",), "START 15\nINFO timeout_turn 600000\nBEGIN\n", b"OK", codes=(0, 0)
    ),
    "nboard": Scene(("nboard",), "set depth 60\nhint 1\n", b"search", codes=(0, 0)),
    "analyse": Scene(("analyse", "othello", LONG), max_delay_s=1.0),
    "match": Scene(
        ("match", "othello", "house:time=600", HANGING, "--concurrency=2"),
        max_delay_s=1.5,
    ),
    "match that starts": Scene(("match", "othello", "house:time=600", SLEEPING), max_delay_s=1.0),
    "solve": Scene(("solve", "connect4", "--hash=16"), max_delay_s=1.0),
    "strategy": Scene(("strategy", "solve", "leduc", LONG), max_delay_s=1.0),
    "tune": Scene(("tune", "xiangqi", "FOLDER/tuned", "--games=100000"), max_delay_s=1.0),
    "bot": Scene(
        (*BOT, "--games=othello"), max_delay_s=2.0, codes=(0, 0), opponent="othello:house-engine"
    ),
    "bot of a program": Scene(
        (*BOT, "--protocol=gomocup", f"--engine={PROGRAM} gomocup gomoku hang"),
        max_delay_s=1.0,
        codes=(0, 0),
        opponent="gomoku:hanging-program",
    ),
}
MODULES = (
    *("zeitnot_server.cli", "zeitnot_engines.engine", "concurrent.futures.thread"),
    *("rich.live", "rich.progress", "asyncio", "httpx", "websockets.asyncio.client"),
)


def run(scene: Scene, signal_number: int, delay_s: float, folder: Path, any_time: bool) -> Try:
    """Runs one process and sends it this signal after `delay_s`.

    No file object may be open at the fork: the child would close its descriptor on SystemExit, when
    the same descriptor may belong to a pipe of the command.
    """
    input_end, input_fd = os.pipe()
    output_fd, output_end = os.pipe()
    errors = os.open(folder / "errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    ready_fd, ready_end = os.pipe()
    child = os.fork()
    if child == 0:
        for at, descriptor in enumerate((input_end, output_end, errors)):
            os.dup2(descriptor, at)
        os.environ[MARK] = str(os.getppid())
        arguments = tuple(word.replace("FOLDER", str(folder)) for word in scene.arguments)
        run_command(arguments, ready_end, any_time, at_handled=scene.opponent is not None)
    for descriptor in (input_end, output_end, errors, ready_end):
        os.close(descriptor)
    os.read(ready_fd, 1)
    os.close(ready_fd)
    os.write(input_fd, scene.input_text.encode())
    output = b"" if scene.sign is None else _read_until(output_fd, scene.sign)
    deadline = time.perf_counter() + delay_s
    if delay_s > 0.001:
        time.sleep(delay_s - 0.0005)
    while time.perf_counter() < deadline:
        pass
    sent = time.monotonic()
    os.kill(child, signal_number)
    code = _wait_for_end(child, output_fd, sent)
    seconds = time.monotonic() - sent
    os.close(input_fd)
    os.close(output_fd)
    errors_text = (folder / "errors").read_bytes()
    return Try(seconds, code, _error_of(scene, signal_number, code, errors_text + output))


def run_command(
    arguments: Sequence[str], ready_end: int, any_time: bool, *, at_handled: bool
) -> None:
    """In the child: runs the command as from a shell. `ready_end`: the descriptor that it closes
    when it begins, or, with `at_handled`, when it starts to handle signals. `any_time`: it may
    take as long as it needs to end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for at, name in enumerate(("stdin", "stdout", "stderr")):
        setattr(sys, name, open(at, "r" if at == 0 else "w", buffering=1, closefd=False))  # noqa: SIM115
    sys.argv = ["zeitnot", *arguments]
    os.dup2(ready_end, 3)
    os.closerange(4, 1000)
    install, handled = INTERRUPTS.install, INTERRUPTS.handled

    def install_and_signal() -> None:
        install()
        if not at_handled:
            os.close(3)

    @contextmanager
    def handled_and_signal(
        call: Callable[[], object] | None = None, grace_s: float | None = GRACE_S
    ) -> Iterator[Future[int]]:
        with handled(call, None if any_time else grace_s) as requested:
            if at_handled:
                os.close(3)
            yield requested

    INTERRUPTS.install = install_and_signal  # type: ignore[method-assign]
    INTERRUPTS.handled = handled_and_signal  # type: ignore[method-assign]
    importlib.import_module("zeitnot_server.cli").main()


def _read_until(output_fd: int, sign: bytes) -> bytes:
    output = b""
    while sign not in output:
        block = os.read(output_fd, 4096)
        if not block:
            raise EOFError(f"it ended with {output!r}")
        output += block
    return output


def _wait_for_end(child: int, output_fd: int, sent: float) -> int:
    """Waits for the end and reads the remaining output; returns the exit code. Kills it if it
    hangs."""
    pidfd = os.pidfd_open(child)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.register(output_fd, select.POLLIN)
    while pidfd not in (ready := dict(poll.poll(1000))):
        if time.monotonic() - sent > HANG_S:
            os.kill(child, signal.SIGKILL)
        if output_fd in ready and not os.read(output_fd, 1 << 16):
            poll.unregister(output_fd)
    os.close(pidfd)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _error_of(scene: Scene, signal_number: int, code: int, errors_text: bytes) -> str:
    if (
        b"did not end" in errors_text
        or b"Traceback" in errors_text
        or b"ignored in" in errors_text
        or b" ERROR " in errors_text
    ):
        return errors_text.decode(errors="replace")
    if code != scene.codes[signal_number == signal.SIGTERM]:
        return f"exit code {code}"
    if left := _remaining_children():
        return f"left behind: {left}"
    return ""


def _remaining_children() -> list[int]:
    """Child processes that remain after a short wait. Kills them, so that the next try is not
    blamed for them."""
    deadline = time.monotonic() + CHILDREN_S
    while (found := _marked_processes()) and time.monotonic() < deadline:
        time.sleep(0.01)
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return found


def _marked_processes() -> list[int]:
    mark = f"{MARK}={os.getpid()}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (path / "environ").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


class Opponents:
    """A server with the bots of these scenes, and the guests that play with them. Not a context
    manager and without file objects, because of the forks."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        bots = [scene.opponent for scene in scenes if scene.opponent]
        self._process: subprocess.Popen[bytes] | None = None
        if not bots:
            return
        arguments = [sys.executable, "-m", "tests.proof.interrupts.bots", *bots]
        its_input, self._input = os.pipe()
        output, its_output = os.pipe()
        self._process = subprocess.Popen(arguments, stdin=its_input, stdout=its_output)
        os.close(its_input)
        os.close(its_output)
        printed = b""
        while printed.count(b"\n") <= len(bots):
            printed += _read_until(output, b"\n")
        os.close(output)
        self._server, *tokens = printed.decode().splitlines()
        self._tokens = dict(line.split() for line in tokens)

    def fill_in(self, scene: Scene) -> Scene:
        """Replaces SERVER and TOKEN in the arguments of a scene."""
        if scene.opponent is None:
            return scene
        token = self._tokens[scene.opponent.partition(":")[2]]
        arguments = (
            w.replace("SERVER", self._server).replace("TOKEN", token) for w in scene.arguments
        )
        return replace(scene, arguments=tuple(arguments))

    def close(self) -> None:
        """Ends server and guests."""
        if self._process is not None:
            os.close(self._input)
            self._process.wait()


def check_scene(name: str, scene: Scene, times: int, rng: random.Random, any_time: bool) -> bool:
    """Tests a scene and prints the results; returns whether all were right."""
    tries = []
    folder = Path(
        tempfile.mkdtemp()
    )  # not a context manager, which the children would exit as well
    for at in range(times):
        delay_s = scene.max_delay_s * 10 ** rng.uniform(-4, 0)
        number = (signal.SIGINT, signal.SIGTERM)[at % 2]
        tries.append(run(scene, number, delay_s, folder, any_time))
        if not tries[-1].wrong and tries[-1].seconds > MAX_S and not any_time:
            tries[-1] = replace(tries[-1], wrong=f"{tries[-1].seconds:.2f} s")
        if wrong := tries[-1].wrong:
            print(
                f"{name}: {number.name} after {1000 * delay_s:.2f} ms: {wrong.strip()}", flush=True
            )
    shutil.rmtree(folder)
    slowest = max(attempt.seconds for attempt in tries)
    codes = ", ".join(f"{n} × {code}" for code, n in sorted(Counter(t.code for t in tries).items()))
    passed = sum(not attempt.wrong for attempt in tries)
    print(
        f"{name}: {passed} of {times} passed; slowest {1000 * slowest:.0f} ms; exit codes {codes}",
        flush=True,
    )
    return passed == times


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if a process did not end as it must."""
    parser = argparse.ArgumentParser(prog="interrupts", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="signals for each command")
    parser.add_argument("--scenes", nargs="*", choices=SCENES, default=list(SCENES))
    parser.add_argument(
        "--any-time",
        action="store_true",
        help="commands may take longer than a second, for busy machines",
    )
    parser.add_argument("--seed", type=int, help="at random if not given")
    options = parser.parse_args(arguments)
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    for name in MODULES:
        importlib.import_module(name)
    cli = importlib.import_module("zeitnot_server.cli")
    for scene in options.scenes:
        importlib.import_module(cli.COMMANDS[SCENES[scene].arguments[0]].partition(":")[0])
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    opponents = Opponents([SCENES[name] for name in options.scenes])
    results = [
        check_scene(name, opponents.fill_in(SCENES[name]), options.times, rng, options.any_time)
        for name in options.scenes
    ]
    opponents.close()
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
