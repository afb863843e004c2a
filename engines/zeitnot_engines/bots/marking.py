"""Which stones a bot marks as dead after two passes, in Go: those that playouts hold for dead, but
none in seki.

It answers a pass by a pass where it then wins, so that nobody has to fill the board. After a few
disagreements it resumes play, after which the board is scored as it stands.
"""

from collections.abc import Sequence

from ..games import History
from ..go.area import areas, margin
from ..go.komi import GAME, komi_of
from ..go.points import vertex
from ..go.position import Position
from ..go.status import DEAD as DEAD_CHAINS
from ..go.status import statuses

DONE, RESUME, DEAD, PASS = "done", "resume", "dead ", "pass"
PLAYOUTS = 500
SETTLED = 4  # on a board with less than a quarter of its points filled a pass offers no end
MAX_AGREEMENTS = 3  # of ours in one marking: the other side does not accept them


def is_marking(legal: Sequence[str]) -> bool:
    """Whether dead stones are being marked."""
    return DONE in legal and RESUME in legal


def may_agree(legal: Sequence[str]) -> bool:
    """Whether `agreed_move` may have a move here."""
    return is_marking(legal) or PASS in legal


def agreed_move(history: History, own_moves: Sequence[str]) -> str | None:
    """The move that agrees with the other side on the end of the game, or says where it differs;
    None: there is nothing to agree on. `own_moves`: of this side, up to now."""
    if is_marking(history.legal()):
        return marking_move(history, agreements_in(own_moves))
    return PASS if history.game.name == GAME and accepts_pass(history) else None


def accepts_pass(history: History) -> bool:
    """Whether the other side has just passed and a pass wins: by the result, or in the marking."""
    position = Position.read(history.text)
    is_late = len(position.stones) * SETTLED >= position.size**2
    if position.passes != 1 or not is_late or PASS not in history.legal():
        return False
    after, seat = history.play(PASS), position.side
    if after.result is not None:
        return after.result[0][seat] == 1
    if not is_marking(after.legal()):
        return False
    dead = [point for chain in statuses(history, PLAYOUTS)[DEAD_CHAINS] for point in chain]
    lead = margin(areas(position.size, position.stones, dead), komi_of(history.game))
    return lead > 0 if seat == 0 else lead < 0


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
    if agreements >= MAX_AGREEMENTS:
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
