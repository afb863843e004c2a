"""UCCI 3.0, the Universal Chinese Chess Protocol (www.xqbase.com, 2007).

It differs from UCI: options have neither `name` nor `value`, the times of a `go` are the mover's
and the opponent's, in seconds unless the option `usemillisec` is set, and a `bestmove` may offer a
draw or resign. Ranks are counted from 0, as on the wire.
"""

from collections.abc import Sequence

from ..by_name import module_of
from .dialogue import Chose, Event, NoMoveFound, Resigned
from .failures import Unsupported
from .fen import FACTS
from .situation import Limits, Setup
from .uci import Uci

_MILLISECONDS = "usemillisec"


class Ucci(Uci):
    """The dialogue of UCCI. Raises Unsupported."""

    protocol = "ucci"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if not has_ucci(setup.start.game):
            raise Unsupported(f"The protocol ucci does not support {setup.start.game}.")

    def read_line(self, line: str) -> list[Event]:
        if line.split()[:1] == ["ucciok"]:
            return [] if self._has_begun else self._set_up()
        return super().read_line(line)

    def _chosen(self, tokens: Sequence[str]) -> Event:
        if tokens[0] == "nobestmove":
            return NoMoveFound()
        words = tokens[2:]
        if "resign" in words:
            return Resigned()
        chosen = super()._chosen(tokens)
        if isinstance(chosen, Chose) and "draw" in words:
            return Chose(chosen.move, chosen.expects, offers_draw=True)
        return chosen

    def _variant_lines(self) -> list[str]:
        names = [_MILLISECONDS, *(["ponder"] if self._setup.ponders else [])]
        return [self._option(self._offered[n].name, "true") for n in names if n in self._offered]

    def _option(self, name: str, value: str) -> str:
        return f"setoption {name} {value}".rstrip()

    def _new_game(self) -> list[str]:
        return ["setoption newgame"] if "newgame" in self._offered else []

    def _position(self, moves: Sequence[str]) -> str:
        assert self._game is not None
        played = f" moves {' '.join(moves)}" if moves else ""
        return f"position fen {self._start.position or self._game.usual}{played}"

    def _go(self, limits: Limits, seat: int) -> str:
        if limits.depth is not None:
            return f"depth {limits.depth}"
        if limits.nodes is not None:
            return f"nodes {limits.nodes}"
        clocks = limits.clocks
        if limits.move_ms is not None:
            return f"time {self._time(limits.move_ms)} movestogo 1"
        if clocks is None:
            return "infinite"
        own, other = clocks.left_ms[seat], clocks.left_ms[1 - seat]
        increment = clocks.increment_ms // self._unit_ms
        other_increment = clocks.opponents_increment_ms // self._unit_ms
        # The protocol has either an increment or a number of moves.
        to_go = clocks.moves_to_go
        mode = f"increment {increment}" if to_go is None else f"movestogo {to_go}"
        return (
            f"time {self._time(own)} {mode} "
            f"opptime {self._time(other)} oppincrement {other_increment}"
        )

    @property
    def _unit_ms(self) -> int:
        return 1 if _MILLISECONDS in self._offered else 1000

    def _time(self, ms: int) -> int:
        return max(1, ms // self._unit_ms)


def has_ucci(game: str) -> bool:
    """Whether UCCI is a protocol for this game."""
    module = module_of(game, FACTS)
    return module is not None and bool(module.FEN_GAME.has_ucci)
