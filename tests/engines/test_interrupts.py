"""SIGINT and SIGTERM, sent to programs of a few lines that handle them as our commands do."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from zeitnot_engines.interrupts import FORCED, Interrupts

WAIT_S = 60.0
BEGIN = """
import os, signal, sys, threading, time
from zeitnot_engines.interrupts import INTERRUPTS
INTERRUPTS.install()
INTERRUPTS.begin()
def say_begun(): print("begun", flush=True)
"""
ENDS_BY_ITSELF = """
try:
    say_begun()
    {blocked}
except KeyboardInterrupt:
    print("interrupted", INTERRUPTS.exit_code)
"""
# Each blocks for ever unless an interrupt ends it.
READING, LOCKED, WAITING, COMPUTING = (
    "sys.stdin.readline()",
    "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "threading.Event().wait()",
    "while True: pass",
)
LOSES_AN_INTERRUPT = """
class Lost:
    def __del__(self):
        say_begun()
        time.sleep(1000)
try:
    Lost()
    for _ in iter(int, 1):
        INTERRUPTS.check()
except KeyboardInterrupt:
    print("interrupted")
"""
# A signal comes when a child program has started but is not registered yet.
STARTS_A_PROGRAM = """
import subprocess
from zeitnot_client.drivers.process import Process
import zeitnot_engines.engine_processes
start = subprocess.Popen
def start_and_interrupt(*args, **options):
    child = start(*args, **options)
    print(child.pid)
    os.kill(os.getpid(), signal.SIGINT)
    while not INTERRUPTS.requested.done():
        time.sleep(0.001)
    return child
subprocess.Popen = start_and_interrupt
try:
    Process(["sleep", "1000"])
    threading.Event().wait()
except KeyboardInterrupt:
    print("interrupted")
"""
# A signal comes after a thread's work is created and before the context that would stop it.
SOLVES = """
from zeitnot_engines.commands import solving
from zeitnot_engines.games import load
init = solving.Solving.__init__
def init_and_interrupt(self, *args):
    init(self, *args)
    os.kill(os.getpid(), signal.SIGINT)
solving.Solving.__init__ = init_and_interrupt
try:
    solved = solving.solve_position(load("connect4"), load("connect4").start(), 16)
except KeyboardInterrupt:
    solved = None
print(solved)
"""
STUBBORN = """
with INTERRUPTS.handled(lambda: print("handled", flush=True), grace_s={grace_s}):
    say_begun()
    threading.Event().wait()
"""


def start(text: str, before: Callable[[], object] | None = None) -> subprocess.Popen[str]:
    """Starts a program and waits until it prints `begun`. `before` runs in the child first."""
    pipe = subprocess.PIPE
    # A background job of a shell ignores SIGINT, which its children inherit.
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN + text],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        preexec_fn=before or (lambda: signal.signal(signal.SIGINT, signal.default_int_handler)),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def run(text: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a program that sends itself a signal."""
    command = [sys.executable, "-c", BEGIN + text]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)
    return done.returncode, done.stdout, done.stderr


def finish(process: subprocess.Popen[str], *numbers: signal.Signals) -> tuple[int, str, str]:
    """Sends these signals; returns exit code, output and errors."""
    with process:
        try:
            for number in numbers:
                process.send_signal(number)
            output, errors = process.communicate(timeout=WAIT_S)
        finally:
            process.kill()
    return process.returncode, output, errors


def keeps_running(process: int) -> bool:
    """Whether this process is still running after five seconds. If so, kills it."""
    until = time.monotonic() + 5.0
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return False
        if state == "Z":
            return False
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("blocked", [READING, LOCKED, WAITING, COMPUTING])
def test_a_signal_interrupts_work(blocked: str, number: signal.Signals) -> None:
    process = start(ENDS_BY_ITSELF.format(blocked=blocked))
    assert finish(process, number) == (0, f"interrupted {128 + number}\n", "")


def test_a_signal_just_before_a_blocking_call_interrupts_it() -> None:
    """Python's handler has run already and raised nothing, so nothing else would end the call."""
    set_raising = "INTERRUPTS._set_raising"
    text = f"{set_raising}(False); os.kill(os.getpid(), signal.SIGINT); {set_raising}(True)"
    process = start(ENDS_BY_ITSELF.format(blocked=f"{text}; {WAITING}"))
    assert finish(process) == (0, "interrupted 130\n", "")


def test_an_interrupt_lost_in_a_destructor_is_raised_by_a_check() -> None:
    code, output, errors = finish(start(LOSES_AN_INTERRUPT), signal.SIGINT)
    assert (code, output) == (0, "interrupted\n")
    assert "Exception ignored in" in errors


def test_an_interrupt_kills_a_program_that_is_just_starting() -> None:
    code, output, _ = run(STARTS_A_PROGRAM)
    child, printed = output.splitlines()
    assert (code, printed) == (0, "interrupted")
    assert not keeps_running(int(child))


def test_an_interrupt_prevents_work_that_has_not_begun() -> None:
    """The thread of the work would keep the process alive."""
    assert run(SOLVES) == (0, "None\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_process_that_does_not_end_is_forced_to_exit(number: signal.Signals) -> None:
    process = start(STUBBORN.format(grace_s=0.05))
    assert finish(process, number) == (128 + number, "handled\n", FORCED)


def test_a_second_signal_ends_the_process_at_once() -> None:
    process = start(STUBBORN.format(grace_s=None))
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stdout.readline() == "handled\n"
    assert finish(process, signal.SIGTERM) == (130, "", "")


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    """A shell's background jobs ignore SIGINT; SIGTERM still ends the process."""

    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    text = "os.kill(os.getpid(), signal.SIGINT)" + ENDS_BY_ITSELF.format(blocked=WAITING)
    assert finish(start(text, ignore), signal.SIGTERM) == (0, "interrupted 143\n", "")


def test_a_signal_after_the_work_ends_the_process_at_once() -> None:
    process = start("INTERRUPTS.end(); say_begun(); threading.Event().wait()")
    assert finish(process, signal.SIGTERM) == (143, "", "")


def test_without_signals_no_handler_is_called() -> None:
    interrupts = Interrupts()
    with interrupts.handled(lambda: pytest.fail("called")) as requested:
        interrupts.check()
        assert not requested.done()
    assert interrupts.exit_code == 130
