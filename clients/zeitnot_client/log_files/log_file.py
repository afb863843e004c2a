"""Writes a bot's log file, and renames it when it is full: FILE.1 is the newest of the old ones."""

import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

OLD_FILES = 4
DEFAULT_BYTES = 16 << 20


class LogFile(RotatingFileHandler):
    """Appends lines to a file that only its owner may read; only one process may write to it.

    `max_bytes`: of the file, after which it is renamed and a new one begins; OLD_FILES old ones are
    kept. An error, such as a full disk, is reported once on standard error, and the bot plays on.
    Raises OSError if the file cannot be opened.
    """

    def __init__(self, path: Path, max_bytes: int = DEFAULT_BYTES) -> None:
        self._has_failed = False
        super().__init__(path, maxBytes=max_bytes, backupCount=OLD_FILES, encoding="utf-8")
        self.setFormatter(logging.Formatter("%(message)s"))

    def _open(self):  # type: ignore[no-untyped-def]  # an io.TextIOWrapper, as in the base class
        """Opens the file, for its owner only if it is new."""
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
        return super()._open()

    def doRollover(self) -> None:
        """Renames the file. Windows refuses that while another program reads it; then the file
        grows beyond its limit, and the next line tries again."""
        try:
            super().doRollover()
        except PermissionError:
            self.stream = self.stream or super()._open()

    def write(self, line: str) -> None:
        """Appends a line, given without its line break."""
        self.handle(logging.makeLogRecord({"msg": line}))

    def handleError(self, record: logging.LogRecord) -> None:
        """Reports the first error only."""
        if not self._has_failed:
            self._has_failed = True
            error = sys.exception()
            print(f"the bot's log is incomplete: {self.baseFilename}: {error}", file=sys.stderr)
