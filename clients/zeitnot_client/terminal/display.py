"""Writing to the terminal. On a real one the line above the prompt is kept up to date.

Names, chat and refusals come from others, so their control characters are replaced.
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
        self._has_prompt = False
        self._console = Console(file=out, highlight=False, soft_wrap=True)

    def show(self, *blocks: Text | str) -> None:
        """Prints blocks, over an open prompt if there is one."""
        if self._has_prompt:
            self._out.write("\r\x1b[1A\x1b[J")
            self._has_prompt = False
        for block in blocks:
            self._console.print(_printable_block(block))
        self._out.flush()

    def prompt(self, status: str) -> None:
        """Writes the status line and the prompt below a block, on a terminal only."""
        if self._live:
            self._out.write(f"{self._cut(status)}\n{PROMPT}")
            self._out.flush()
            self._has_prompt = True

    def close_prompt(self) -> None:
        """The user has pressed return: the prompt is closed."""
        self._has_prompt = False

    def refresh(self, status: str) -> None:
        """Rewrites the status line; the line that is being typed below it stays."""
        if self._has_prompt:
            self._out.write(f"\x1b7\x1b[1A\r\x1b[2K{self._cut(status)}\x1b8")
            self._out.flush()

    def _cut(self, status: str) -> str:
        return printable(status)[: self._console.width - 1]


def _printable_block(block: Text | str) -> Text:
    shown = block.copy() if isinstance(block, Text) else Text(block)
    shown.plain = printable(
        shown.plain, keep="\n"
    )  # of the same length, so that styles keep their places
    return shown
