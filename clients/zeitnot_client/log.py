"""Shows the log of a bot, which is the logger `zeitnot.bot`."""

import logging
from pathlib import Path

FORMAT = "%(asctime)s bot %(levelname)s %(message)s"
NOISY = ("httpx", "httpcore", "websockets")


def show_log() -> None:
    """Shows a bot's log on standard error: each game's end, and all problems. Without this call, or
    the program's own `logging` configuration, Python shows only warnings and errors."""
    logging.basicConfig(level=logging.INFO, format=FORMAT)
    for noisy in NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)


def log_to_file(path: Path) -> None:
    """Appends what `show_log` shows to a file, too. Raises OSError."""
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter(FORMAT))
    logging.getLogger().addHandler(handler)
