"""Writes to the terminal, and keeps a status line above the prompt up to date.

Control characters are replaced, because names, chat and refusals come from other people.
"""

from typing import TextIO

from rich.console import Console
from rich.text import Text

from ..printable import printable

PROMPT = "> "


class Display:
    """Prints blocks and, on a terminal, a status line that `refresh` overwrites. A console that
    does not know escape sequences, such as an old one of Windows, gets the blocks only."""

    def __init__(self, out: TextIO, *, live: bool) -> None:
        self._out = out
        self._has_prompt = False
        console = self._console = Console(file=out, highlight=False, soft_wrap=True)
        self._live = live and not (console.legacy_windows or console.is_dumb_terminal)

    def show(self, *blocks: Text | str) -> None:
        """Prints blocks, over an open prompt if there is one."""
        if self._has_prompt:
            self._out.write("\r\x1b[1A\x1b[J")
            self._has_prompt = False
        for block in blocks:
            self._console.print(_printable_block(block))
        self._out.flush()

    def prompt(self, status: str) -> None:
        """Writes the status line and the prompt; only on a terminal."""
        if self._live:
            self._out.write(f"{self._cut(status)}\n{PROMPT}")
            self._out.flush()
            self._has_prompt = True

    def close_prompt(self) -> None:
        """Call it when the user has pressed return, which ends the prompt's line."""
        self._has_prompt = False

    def refresh(self, status: str) -> None:
        """Rewrites the status line, but not the line that is being typed below it."""
        if self._has_prompt:
            self._out.write(f"\x1b7\x1b[1A\r\x1b[2K{self._cut(status)}\x1b8")
            self._out.flush()

    def _cut(self, status: str) -> str:
        return printable(status)[: self._console.width - 1]


def _printable_block(block: Text | str) -> Text:
    shown = block.copy() if isinstance(block, Text) else Text(block)
    shown.plain = printable(shown.plain, keep="\n")  # same length, so the styles stay in place
    return shown
