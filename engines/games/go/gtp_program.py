"""Sets up an external GTP engine for a game of Go, and handles the marking of dead stones, which
GTP does not have."""

from collections.abc import Sequence

from zeitnot_engines.adapters.dialogue import GtpSetup
from zeitnot_engines.games import History
from zeitnot_engines.go.area import number
from zeitnot_engines.go.komi import komi_of
from zeitnot_engines.go.points import from_vertex, vertex
from zeitnot_engines.go.position import BLACK, Position

GAME = "go"
DONE, RESUME, DEAD = "done", "resume", "dead "
MAX_ROUNDS = 3  # of marking; after them play resumes


def gtp_setup(start: History) -> GtpSetup:
    """The GTP commands for a game that begins here. Initial stones become a free handicap, or a
    fixed one for engines without free handicaps. Raises ValueError for other positions."""
    position = Position.read(start.text)
    stones = " ".join(vertex(point, position.size) for point in position.of(BLACK))
    if len(position.stones) != len(position.of(BLACK)) or (position.side == 1) != bool(stones):
        raise ValueError("GTP cannot set up this position.")
    handicap = f"set_free_handicap {stones}" if stones else ""
    fixed = start.game.settings["handicap"]
    return GtpSetup(
        commands=(f"komi {number(komi_of(start.game))}", *([handicap] if handicap else [])),
        instead={handicap: f"fixed_handicap {fixed}"} if handicap and fixed else {},
        first_seat=position.side,
        is_played=is_played,
    )


def is_played(move: str) -> bool:
    """Whether the move is a stone or a pass, not a move of the marking."""
    return move not in (DONE, RESUME) and not move.startswith(DEAD)


def marking_move(history: History, moves: Sequence[str], dead: Sequence[str] | None) -> str | None:
    """The move that a program makes in the marking after `moves`; None if there is no marking now.

    The marking approaches the program's list of dead stones. After some rounds without agreement,
    play resumes. `dead`: vertices; None if the program does not report them, so it agrees with the
    marking.
    """
    if DONE not in history.legal():
        return None
    if dead is None:
        return DONE
    position = Position.read(history.text)
    reported = {from_vertex(word, position.size) for word in dead}
    differing = [at for at in position.stones if (at in reported) != (at in position.dead)]
    if not differing:
        return DONE
    if _rounds(moves) >= MAX_ROUNDS:
        return RESUME
    return DEAD + vertex(min(differing), position.size)


def _rounds(moves: Sequence[str]) -> int:
    """How often both sides have been done in the marking at the end of `moves`."""
    done = 0
    for move in reversed(moves):
        if is_played(move):
            break
        done += move == DONE
    return done // 2
