"""The log of a bot, which goes to the logger `zeitnot.bot`."""

import logging

FORMAT = "%(asctime)s bot %(levelname)s %(message)s"
NOISY = ("httpx", "httpcore", "websockets")


def show_log() -> None:
    """Shows a bot's log on standard error: each game's end, and what goes wrong. Without this, or a
    set-up of `logging` by the program itself, Python shows only warnings and errors."""
    logging.basicConfig(level=logging.INFO, format=FORMAT)
    for noisy in NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)
