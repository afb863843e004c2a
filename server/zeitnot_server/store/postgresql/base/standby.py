"""Checks that the synchronous standby answers, before a process begins to write.

While it does not answer, a COMMIT waits for it and can no longer be undone, because its rows are on
the primary's disk. So a starting server or command first commits only a record in the WAL.
"""

import time
from collections.abc import Callable

from ...address import Address
from ...errors import Unavailable
from ...sql.base.connection import Connection
from .blocking import connected
from .connection import STANDBY_SAYS

SECONDS = 5.0
_SETTINGS = """
SELECT current_setting('synchronous_standby_names'), pg_is_in_recovery(),
    concat_ws(':', host(inet_server_addr()), current_setting('port'))
"""
# A transaction that only gets a number writes nothing to the WAL, and so waits for no standby.
PROBE = "SELECT pg_logical_emit_message(true, 'zeitnot', '')"
PAUSE_SECONDS = 0.2  # between two attempts: a database that is down refuses at once


def check(connection: Connection, address: Address) -> None:
    """Returns when a record has reached the standby, if one is configured. Raises Unavailable when
    the connection's statement timeout is over."""
    names, is_standby, server = connection.execute(_SETTINGS).fetchone()
    if is_standby:
        raise Unavailable(f"{address} {STANDBY_SAYS}.")
    if not names:
        return
    try:
        connection.execute(PROBE)
    except TimeoutError:
        if len(address.hosts) > 1:  # says which: after a promotion there may be an old primary
            who, unless = f"{server} of {address}", ", if this really is the newest primary"
        else:
            who, unless = f"{address}", ""
        raise Unavailable(
            f'{who} waits for its standby (synchronous_standby_names = "{names}"):'
            f" start the standby, or change that setting{unless}."
        ) from None


def wait(
    address: Address, say: Callable[[str], None], sleep: Callable[[float], None] = time.sleep
) -> None:
    """Waits without limit until everything written has reached the standby. Calls `say` once if
    that takes long. Raises ReadFailed."""
    has_reported = False
    while True:
        try:
            with connected(address, "standby", command_s=SECONDS) as connection:
                return check(connection, address)
        except Unavailable as waits:
            if not has_reported:
                say(f"{waits}")
            has_reported = True
            sleep(PAUSE_SECONDS)
