"""The environment variables ZEITNOT_… that our programs read. Any other is refused, because it is
probably misspelt and would have no effect.

The names are repeated here so that no command has to import the module of another one; a test
compares them with the settings and the commands.
"""

import difflib
from collections.abc import Iterable, Mapping

PREFIX = "ZEITNOT_"
CONFIG = "ZEITNOT_CONFIG"
SETTINGS = frozenset(
    {
        "ACCESS_LOG",
        "ADDRESS_BOTS_A_DAY",
        "ANONYMOUS_SOCKETS_PER_ADDRESS",
        "AUDIT_DAYS",
        "BOTS",
        "BOT_GAMES",
        "BOT_MEMORY",
        "BOT_METRICS_PORT",
        "BOT_TOKEN",
        "CONNECTIONS",
        "CORS_ORIGINS",
        "DB",
        "DISK_RESERVE_MB",
        "DRAIN_SECONDS",
        "GAMES_PER_ACCOUNT_WITH_BOTS",
        "GAMES_PER_ADDRESS_WITH_BOTS",
        "HOST",
        "HOSTS",
        "JOIN",
        "METRICS_FROM",
        "MQTT",
        "NODE",
        "NODE_URL",
        "OWNER_BOTS_A_DAY",
        "PORT",
        "PROXY_HEADER",
        "RATED_GAMES",
        "RATE_ONE_ADDRESS",
        "SOCKETS_PER_ACCOUNT",
        "SOCKETS_PER_ADDRESS",
        "TABLES",
        "TEXTBOOK_BOTS",
        "TRUSTED_PROXIES",
    }
)
OTHER_VARIABLES = frozenset(
    {
        "BOT_MEMORY_HALVED",
        "CONFIG",
        "METRICS_HOST",
        "METRICS_PORT",
        "PASSWORD",
        "PASSWORD_FILE",
        "SERVER",
        "TOKEN",
    }
)
KNOWN = frozenset(PREFIX + name for name in SETTINGS | OTHER_VARIABLES)


class UnknownVariable(ValueError):
    """The message names the variable, and the most similar known one."""


def check(environ: Mapping[str, str]) -> None:
    """Raises UnknownVariable for the first variable that none of our programs reads; empty ones are
    ignored."""
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in KNOWN and environ[name]:
            suggestion = suggest(name, sorted(KNOWN)) or "."
            raise UnknownVariable(f"{name}: no setting has this variable{suggestion}")


def suggest(name: str, known: Iterable[str]) -> str:
    """`; did you mean port?`, with the known name that is most similar; empty if none is."""
    similar = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {similar[0]}?" if similar else ""
