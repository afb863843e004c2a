"""Logs requests with a wrong Origin. Usually they come from the operator's own page, behind a proxy
that does not pass on the original host or scheme."""

import time
from collections.abc import Callable, Sequence

import structlog

from ...limits.throttle import Throttle

SHOWN = 100  # characters of a client's header in the log
HINT = "docs/how-to/behind-a-proxy.md#when-it-says-wrong_origin"

logger = structlog.get_logger()


class WrongOrigins:
    """Logs at most one line a minute, because any client can cause one. `seconds`: any clock."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._throttle = Throttle(seconds)

    def log_refusal(self, origins: Sequence[str], own_origin: str) -> None:
        """Logs a refused request with these Origins; only `own_origin` would have been accepted."""
        if not self._throttle.allows():
            return
        shown_origins = ascii(" | ".join(origins)[:SHOWN])
        explanation = reason(origins, own_origin)
        logger.warning(
            "wrong origin",
            page=shown_origins,
            asked=ascii(own_origin[:SHOWN]),
            why=explanation,
            see=HINT,
        )


def reason(origins: Sequence[str], own_origin: str) -> str:
    """Why they were refused, and which setting may be wrong if it is our own page."""
    if len(origins) != 1:
        return "more than one Origin"
    scheme, _, host = own_origin.partition("://")
    if not host:
        return "no Host"
    other, _, page = origins[0].partition("://")
    if page == host and other != scheme:
        return (
            "another scheme: the proxy does not send X-Forwarded-Proto, or is not in "
            "trusted_proxies"
        )
    return "another host: a foreign page, or a proxy that does not pass Host on"
