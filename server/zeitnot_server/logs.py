"""Logging: one line for each event on stderr, readable by people and by machines (logfmt). Text of
users is escaped, so that it cannot control a terminal; tokens and tickets are shortened to their
prefix, because libraries log headers at DEBUG."""

import logging
import re
import sys
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict, WrappedLogger

from zeitnot_client.printable import printable

from .log_writer import LogWriter
from .outage_log_filter import OutageLogFilter

SECRET = re.compile(
    r"(zn_|ticket\.)[!-~]{16,}"
)  # an operator may choose any such text for the house bots
KEPT_CHARACTERS = "\n\t"  # of a traceback; the renderer escapes line feeds


def configure() -> None:
    """Sets up structlog and sends the libraries' warnings the same way."""
    writer = LogWriter(sys.stderr.fileno())
    handler = logging.StreamHandler(writer)
    handler.setFormatter(_Printable("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    structlog.configure(
        processors=[
            OutageLogFilter(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            _all_printable,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, writer)),
    )


def name_node(name: str) -> None:
    """Adds the name of this node to all later lines of the server."""

    def named(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        return {"node": name, **event}

    structlog.configure(processors=[named, *structlog.get_config()["processors"]])


class _Printable(logging.Formatter):
    """Formats the lines of libraries."""

    def format(self, record: logging.LogRecord) -> str:
        return _shown(super().format(record))


def _all_printable(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A structlog processor."""
    return {
        key: _shown(f"{value}") if isinstance(value, str | Exception) else value
        for key, value in event.items()
    }


def _shown(text: str) -> str:
    """The text as it is logged."""
    return SECRET.sub(r"\1…", printable(text, keep=KEPT_CHARACTERS))
