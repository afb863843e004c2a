"""The protocols of external engines by name: which games each can play, and how one is started."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ..by_name import games_with
from .bounds import Bounds
from .dialogue import Dialogue
from .ecui import FACTS as ECUI_FACTS
from .ecui import Ecui
from .fen import FACTS as FEN_FACTS
from .gnubg import FACTS as GNUBG_FACTS
from .gnubg import Gnubg, GnubgProcess
from .gomocup import FACTS as GOMOCUP_FACTS
from .gomocup import Gomocup
from .gtp import FACTS as GTP_FACTS
from .gtp import Gtp
from .json_lines import JsonLines
from .process import Process
from .running import Transport
from .situation import Setup
from .ucci import Ucci, has_ucci
from .uci import Uci
from .xboard import Xboard


@dataclass(frozen=True, slots=True)
class Protocol:
    """A protocol. `talk`: makes the dialogue of one game; raises Unsupported.

    `summary`: the protocol in a few words, for lists of options. `facts`: the name of the modules
    of the games that it can play, empty: any game; `plays`: which of those games. `connect`: starts
    the program. `has_throws`: whether it can play games with dice or cards.
    """

    talk: Callable[[Setup], Dialogue]
    summary: str
    facts: str = ""
    plays: Callable[[str], bool] = bool
    connect: Callable[[tuple[str, ...], Bounds | None, Path | None], Transport] = Process
    has_throws: bool = False

    @property
    def games(self) -> tuple[str, ...] | None:
        """The games that it can play; None: any with two seats."""
        return tuple(filter(self.plays, games_with(self.facts))) if self.facts else None


PROTOCOLS: Mapping[str, Protocol] = MappingProxyType(
    {
        "uci": Protocol(Uci, "the Universal Chess Interface"),
        "xboard": Protocol(Xboard, "the protocol of xboard"),
        "ucci": Protocol(Ucci, "UCCI 3.0", facts=FEN_FACTS, plays=has_ucci),
        "gtp": Protocol(Gtp, "the Go Text Protocol", facts=GTP_FACTS),
        "gomocup": Protocol(Gomocup, "the Gomocup AI protocol", facts=GOMOCUP_FACTS),
        "gnubg": Protocol(
            Gnubg, "GNU Backgammon", facts=GNUBG_FACTS, connect=GnubgProcess, has_throws=True
        ),
        "json": Protocol(JsonLines, "Botzone's JSON lines", has_throws=True),
        "ecui": Protocol(Ecui, "`get …` in, `from to` out", facts=ECUI_FACTS, has_throws=True),
    }
)
