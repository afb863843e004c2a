"""Standard input and output line by line, for commands that speak a protocol with a GUI."""

import io
import os
import select
import sys
from collections.abc import Iterator

import click

from ..interrupts import INTERRUPTS

MAX_LINE_BYTES = 1 << 20  # ten thousand moves need less
_BLOCK = 1 << 16


def input_lines() -> Iterator[str]:
    """Yields each line without its end, until the input ends or a signal comes. Bytes that are not
    UTF-8 become backslash escapes. Raises click.UsageError for a line that is too long."""
    try:
        descriptor = sys.stdin.fileno()
    except io.UnsupportedOperation:  # in a test
        for line in sys.stdin:
            yield line.rstrip("\r\n")
        return
    for line in _lines(descriptor, INTERRUPTS.wake_fd):
        yield line.decode(errors="backslashreplace").rstrip("\r")


def write_odd_text() -> None:
    """Makes standard output write characters that it cannot encode as backslash escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def write_line(line: str) -> None:
    """Writes a line that the GUI can read immediately."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _lines(descriptor: int, wake: int | None) -> Iterator[bytes]:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if wake is not None:
        poll.register(wake, select.POLLIN)
    partial_line = b""
    number = 1
    while True:
        ready = dict(poll.poll())
        if wake is not None and wake in ready:
            return
        block = os.read(descriptor, _BLOCK)
        *lines, partial_line = (partial_line + block).split(b"\n")
        for line in lines:
            yield line
            number += 1
        if not block:
            if partial_line:
                yield partial_line
            return
        if len(partial_line) > MAX_LINE_BYTES:
            raise click.UsageError(
                f"Standard input, line {number}: longer than {MAX_LINE_BYTES} bytes."
            )
