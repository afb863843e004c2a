"""Writing to the terminal. On a real one the line above the prompt is kept up to date.

Names, chat and refusals are others' text: they cannot control the terminal.
"""

from typing import TextIO

from rich.console import Console
from rich.text import Text

from ..printable import printable

PROMPT = "> "


class Display:
    """Prints blocks; on a terminal also a status line that `refresh` writes over."""

    def __init__(self, out: TextIO, *, live: bool) -> None:
        self._out = out
        self._live = live
        self._prompted = False
        self._console = Console(file=out, highlight=False, soft_wrap=True)

    def show(self, *blocks: Text | str) -> None:
        """Prints blocks, over an open prompt if there is one."""
        if self._prompted:
            self._out.write("\r\x1b[1A\x1b[J")
            self._prompted = False
        for block in blocks:
            self._console.print(_tame(block))
        self._out.flush()

    def prompt(self, status: str) -> None:
        """Ends a block: status line and prompt, on a terminal only."""
        if self._live:
            self._out.write(f"{self._cut(status)}\n{PROMPT}")
            self._out.flush()
            self._prompted = True

    def entered(self) -> None:
        """The user has pressed return at the prompt: it is not open any more."""
        self._prompted = False

    def refresh(self, status: str) -> None:
        """Rewrites the status line; the line that is being typed below it stays."""
        if self._prompted:
            self._out.write(f"\x1b7\x1b[1A\r\x1b[2K{self._cut(status)}\x1b8")
            self._out.flush()

    def _cut(self, status: str) -> str:
        return printable(status)[: self._console.width - 1]


def _tame(block: Text | str) -> Text:
    shown = block.copy() if isinstance(block, Text) else Text(block)
    shown.plain = printable(shown.plain, keep="\n")  # as long, so that styles stay where they are
    return shown
