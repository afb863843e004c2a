"""The lines of the standard input, for programs that talk with a manager."""

import io
import os
import select
import sys
from collections.abc import Iterator

import click

from ..interrupts import INTERRUPTS

LONGEST = 1 << 20  # bytes of a line: ten thousand moves take less
_BLOCK = 1 << 16


def input_lines() -> Iterator[str]:
    """Each line as it comes, without its end, until the input ends or a signal comes. What is no
    text is given as backslashes and digits. Raises click.UsageError for a line that is too long."""
    try:
        descriptor = sys.stdin.fileno()
    except io.UnsupportedOperation:  # in a test
        for line in sys.stdin:
            yield line.rstrip("\r\n")
        return
    for line in _lines(descriptor, INTERRUPTS.wake_fd):
        yield line.decode(errors="backslashreplace").rstrip("\r")


def write_odd_text() -> None:
    """What cannot be encoded is written as backslashes and digits, too."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _lines(descriptor: int, wake: int | None) -> Iterator[bytes]:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if wake is not None:
        poll.register(wake, select.POLLIN)
    begun = b""
    number = 1
    while True:
        ready = dict(poll.poll())
        if wake is not None and wake in ready:
            return
        block = os.read(descriptor, _BLOCK)
        *lines, begun = (begun + block).split(b"\n")
        for line in lines:
            yield line
            number += 1
        if not block:
            if begun:
                yield begun
            return
        if len(begun) > LONGEST:
            raise click.UsageError(
                f"The standard input, line {number}: longer than {LONGEST} bytes."
            )
