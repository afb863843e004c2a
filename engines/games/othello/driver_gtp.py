"""Sets up an external GTP engine for a game of Othello."""

from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.gtp import GtpSetup
from zeitnot_client.drivers.situation import Start

SIZE = 8


def gtp_setup(start: Start) -> GtpSetup:
    """The setup of a game that begins here. Raises Unsupported: GTP has no other starts."""
    if not start.is_usual:
        raise Unsupported("The protocol gtp can begin this game only at its usual start.")
    return GtpSetup(int(start.settings.get("size", SIZE)))
