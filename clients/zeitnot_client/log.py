"""Shows the log of a bot, which is the logger `zeitnot.bot`."""

import logging

FORMAT = "%(asctime)s bot %(levelname)s %(message)s"
NOISY = ("httpx", "httpcore", "websockets")


def show_log() -> None:
    """Shows a bot's log on standard error: each game's end, and all problems. Without this call, or
    the program's own `logging` configuration, Python shows only warnings and errors."""
    logging.basicConfig(level=logging.INFO, format=FORMAT)
    for noisy in NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)
