"""Which stones a bot marks as dead after two passes, in Go: those that playouts hold for dead, but
none in seki.

After a few disagreements it resumes play, after which the board is scored as it stands.
"""

from collections.abc import Sequence

from ..games import History
from ..go.points import vertex
from ..go.position import Position
from ..go.status import DEAD as DEAD_CHAINS
from ..go.status import statuses

DONE, RESUME, DEAD = "done", "resume", "dead "
PLAYOUTS = 500
MOST_AGREEMENTS = 3  # of ours in one marking: the other side does not accept them


def is_marking(legal: Sequence[str]) -> bool:
    """Whether dead stones are being marked."""
    return DONE in legal and RESUME in legal


def marking_move(history: History, agreements: int) -> str:
    """The move in a marking: the next chain to mark or to unmark, or `done`, or `resume`.

    `agreements`: how often this side has said `done` since play stopped.
    """
    position = Position.read(history.text)
    found = statuses(history, PLAYOUTS)
    held_dead = {point for chain in found[DEAD_CHAINS] for point in chain}
    differing = sorted(held_dead ^ position.dead)
    if not differing:
        return DONE
    if agreements >= MOST_AGREEMENTS:
        return RESUME
    return DEAD + vertex(differing[0], position.size)


def agreements_in(moves: Sequence[str]) -> int:
    """How many of one side's last moves said `done` in the present marking."""
    count = 0
    for move in reversed(moves):
        if move != DONE and not move.startswith(DEAD):
            break
        count += move == DONE
    return count
