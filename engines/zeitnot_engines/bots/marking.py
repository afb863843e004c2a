"""Marks dead stones after two passes in Go: those that are dead according to playouts, but none in
seki.

The bot answers a pass with a pass if it then wins, so that the board need not be filled. After a
few disagreements it resumes play, after which all stones on the board count as alive.
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
SETTLED = 4  # if less than a quarter of the points is filled, a pass does not offer to end the game
MAX_AGREEMENTS = 3  # of ours in one marking; after that the other side clearly disagrees


def is_marking(legal: Sequence[str]) -> bool:
    """Whether dead stones are being marked."""
    return DONE in legal and RESUME in legal


def may_agree(legal: Sequence[str]) -> bool:
    """Whether `agreed_move` can have a move here."""
    return is_marking(legal) or PASS in legal


def agreed_move(history: History, own_moves: Sequence[str]) -> str | None:
    """The move by which this side agrees to the end of the game, or shows where it disagrees. None:
    there is nothing to agree on. `own_moves`: of this side so far."""
    if is_marking(history.legal()):
        return marking_move(history, agreements_in(own_moves))
    return PASS if history.game.name == GAME and accepts_pass(history) else None


def accepts_pass(history: History) -> bool:
    """Whether the other side has just passed and passing wins, at once or after the marking."""
    position = Position.read(history.text)
    is_late = len(position.stones) * SETTLED >= position.size**2
    if position.passes != 1 or not is_late or PASS not in history.legal():
        return False
    after, seat = history.play(PASS), position.side
    if after.result is not None:
        scores, _, _ = after.result
        return scores[seat] == 1
    if not is_marking(after.legal()):
        return False
    dead = [point for chain in statuses(history, PLAYOUTS)[DEAD_CHAINS] for point in chain]
    lead = margin(areas(position.size, position.stones, dead), komi_of(history.game))
    return lead > 0 if seat == 0 else lead < 0


def marking_move(history: History, agreements: int) -> str:
    """The move while stones are marked: a chain to mark or unmark, `done`, or `resume`.

    `agreements`: how often this side has played `done` since play stopped.
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
    """How often a side has played `done` in the current marking."""
    count = 0
    for move in reversed(moves):
        if move != DONE and not move.startswith(DEAD):
            break
        count += move == DONE
    return count
