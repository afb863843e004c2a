"""What an external engine is told of a game of Go before it begins, in GTP's words, and which of
our moves it is not told: those of the marking."""

from collections.abc import Sequence

from zeitnot_engines.adapters.dialogue import GtpSetup
from zeitnot_engines.games import History
from zeitnot_engines.go.area import number
from zeitnot_engines.go.komi import komi_of
from zeitnot_engines.go.points import from_vertex, vertex
from zeitnot_engines.go.position import BLACK, Position

GAME = "go"
DONE, RESUME, DEAD = "done", "resume", "dead "
ROUNDS = 3  # of marking, after which play goes on


def gtp_setup(start: History) -> GtpSetup:
    """For a game that begins here. Stones at the start are given as a free handicap, or as a fixed
    one to engines that have no other. Raises ValueError for another position."""
    position = Position.read(start.text)
    stones = " ".join(vertex(point, position.size) for point in position.of(BLACK))
    if len(position.stones) != len(position.of(BLACK)) or (position.side == 1) != bool(stones):
        raise ValueError("GTP has no words for this position.")
    handicap = f"set_free_handicap {stones}" if stones else ""
    fixed = start.game.settings["handicap"]
    return GtpSetup(
        commands=(f"komi {number(komi_of(start.game))}", *([handicap] if handicap else [])),
        instead={handicap: f"fixed_handicap {fixed}"} if handicap and fixed else {},
        first_seat=position.side,
        is_played=is_played,
    )


def is_played(move: str) -> bool:
    """Whether the move is one on the board, or a pass."""
    return move not in (DONE, RESUME) and not move.startswith(DEAD)


def marking_move(history: History, moves: Sequence[str], dead: Sequence[str] | None) -> str | None:
    """The move of a program in the marking after `moves`: towards its own list of dead stones, and
    after some rounds without agreement to go on with play. None: nothing is to be marked now.

    `dead`: vertices; None: the program does not say, so it agrees with what is marked.
    """
    if DONE not in history.legal():
        return None
    if dead is None:
        return DONE
    position = Position.read(history.text)
    wanted = {from_vertex(word, position.size) for word in dead}
    wrong = [at for at in position.stones if (at in wanted) != (at in position.dead)]
    if not wrong:
        return DONE
    if _rounds(moves) >= ROUNDS:
        return RESUME
    return DEAD + vertex(min(wrong), position.size)


def _rounds(moves: Sequence[str]) -> int:
    """How often both sides have said that they are done in the marking at the end of `moves`."""
    done = 0
    for move in reversed(moves):
        if is_played(move):
            break
        done += move == DONE
    return done // 2
