"""Sets up an external GTP engine for a game of Othello. Pure."""

from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.gtp import GtpSetup
from zeitnot_client.drivers.situation import Start

SIZE = 8


def gtp_setup(start: Start) -> GtpSetup:
    """The setup of a game that begins here. Raises Unsupported: GTP has no other starts."""
    size = int(start.settings.get("size", SIZE))
    if start.position not in ("", usual_position(size)):
        raise Unsupported("The protocol gtp can begin this game only at its usual start.")
    return GtpSetup(size)


def usual_position(size: int) -> str:
    """The position at which games begin, on a board of this even size."""
    rows = [["-"] * size for _ in range(size)]
    low, high = size // 2 - 1, size // 2
    rows[low][low], rows[low][high] = "O", "X"
    rows[high][low], rows[high][high] = "X", "O"
    return f"{''.join(map(''.join, rows))} X"
