"""SIGINT and SIGTERM: what a command that is interrupted does, by programs of a few lines."""

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
def told(): print("begun", flush=True)
"""
ENDS_BY_ITSELF = """
try:
    told()
    {blocked}
except KeyboardInterrupt:
    print("interrupted", INTERRUPTS.exit_code)
"""
# Each blocks for ever unless the interrupt comes out of it.
READING, LOCKED, WAITING, COMPUTING = (
    "sys.stdin.readline()",
    "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "threading.Event().wait()",
    "while True: pass",
)
LOST = """
class Lost:
    def __del__(self):
        told()
        time.sleep(1000)
try:
    Lost()
    for _ in iter(int, 1):
        INTERRUPTS.check()
except KeyboardInterrupt:
    print("interrupted")
"""
# A signal comes when the program has started, but is not known yet.
STARTS_A_PROGRAM = """
import subprocess
from zeitnot_engines.adapters.process import Process
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
# A signal comes between the making of a thread's work and the context that would stop it.
SOLVES = """
from zeitnot_engines.commands import solving
from zeitnot_engines.games import load
made = solving.Solving.__init__
def made_and_interrupted(self, *args):
    made(self, *args)
    os.kill(os.getpid(), signal.SIGINT)
solving.Solving.__init__ = made_and_interrupted
try:
    solved = solving.solve_position(load("connect4"), load("connect4").start(), 16)
except KeyboardInterrupt:
    solved = None
print(solved)
"""
STUBBORN = """
with INTERRUPTS.handled(lambda: print("told", flush=True), grace_s={grace_s}):
    told()
    threading.Event().wait()
"""


def started(text: str, before: Callable[[], object] | None = None) -> subprocess.Popen[str]:
    """A program that has said that it has begun."""
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
    words = [sys.executable, "-c", BEGIN + text]
    done = subprocess.run(words, capture_output=True, text=True, timeout=WAIT_S, check=False)
    return done.returncode, done.stdout, done.stderr


def ended(process: subprocess.Popen[str], *numbers: signal.Signals) -> tuple[int, str, str]:
    """Exit code, output and errors after these signals."""
    with process:
        try:
            for number in numbers:
                process.send_signal(number)
            output, errors = process.communicate(timeout=WAIT_S)
        finally:
            process.kill()
    return process.returncode, output, errors


def is_running(process: int) -> bool:
    """Whether it neither has ended nor ends now."""
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
def test_work_is_interrupted(blocked: str, number: signal.Signals) -> None:
    process = started(ENDS_BY_ITSELF.format(blocked=blocked))
    assert ended(process, number) == (0, f"interrupted {128 + number}\n", "")


def test_a_signal_just_before_a_call_that_blocks_interrupts_it() -> None:
    """Which Python alone would not notice: its handler has been called, and raised nothing."""
    text = "INTERRUPTS._raise(False); os.kill(os.getpid(), signal.SIGINT); INTERRUPTS._raise(True)"
    process = started(ENDS_BY_ITSELF.format(blocked=f"{text}; {WAITING}"))
    assert ended(process) == (0, "interrupted 130\n", "")


def test_an_interrupt_that_was_lost_in_a_destructor_is_raised_by_a_check() -> None:
    code, output, errors = ended(started(LOST), signal.SIGINT)
    assert (code, output) == (0, "interrupted\n")
    assert "Exception ignored in" in errors


def test_a_program_that_is_just_starting_is_not_left_behind() -> None:
    code, output, _ = run(STARTS_A_PROGRAM)
    child, said = output.splitlines()
    assert (code, said) == (0, "interrupted")
    assert not is_running(int(child))


def test_work_that_is_just_to_begin_does_not_begin() -> None:
    """Its thread would keep the process."""
    assert run(SOLVES) == (0, "None\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_does_not_end_is_ended_by_force(number: signal.Signals) -> None:
    process = started(STUBBORN.format(grace_s=0.05))
    assert ended(process, number) == (128 + number, "told\n", FORCED)


def test_a_second_signal_ends_it_at_once() -> None:
    process = started(STUBBORN.format(grace_s=None))
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stdout.readline() == "told\n"
    assert ended(process, signal.SIGTERM) == (130, "", "")


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    """As of a background job; SIGTERM ends that one."""

    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    text = "os.kill(os.getpid(), signal.SIGINT)" + ENDS_BY_ITSELF.format(blocked=WAITING)
    assert ended(started(text, ignore), signal.SIGTERM) == (0, "interrupted 143\n", "")


def test_after_its_end_a_process_ends_at_once() -> None:
    process = started("INTERRUPTS.end(); told(); threading.Event().wait()")
    assert ended(process, signal.SIGTERM) == (143, "", "")


def test_without_signals_of_its_own_nothing_is_asked() -> None:
    interrupts = Interrupts()
    with interrupts.handled(lambda: pytest.fail("called")) as asked:
        interrupts.check()
        assert not asked.done()
    assert interrupts.exit_code == 130
