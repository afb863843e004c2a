"""Games that UCI, UCCI and xboard engines know by FEN. Each game's is the `FEN_GAME` in its module
`driver_fen`, found by name."""

from collections.abc import Callable
from dataclasses import dataclass

from ..by_name import module_of
from .failures import Unsupported
from .situation import Start

FACTS = "driver_fen"


def _never(start: str) -> bool:
    return False


def _as_sent(before: str, move: str) -> str:
    return move


@dataclass(frozen=True, slots=True, kw_only=True)
class FenGame:
    """How these engines see a game.

    `usual`: the position at which engines begin; `is_shuffled`: whether a game from this start is
    one of Chess960 for an engine, which then needs the option `shuffled_option`; `write_shuffled`:
    writes a move, after the position before it, for such an engine; `to_variant`, `from_variant`:
    convert a move to and from the form of engines with UCI_Variant; `has_ucci`: it is the game of
    UCCI.
    """

    usual: str
    shuffled_option: str = ""
    is_shuffled: Callable[[str], bool] = _never
    write_shuffled: Callable[[str, str], str] = _as_sent
    to_variant: Callable[[str], str] = str
    from_variant: Callable[[str], str] = str
    has_ucci: bool = False


def fen_game(start: Start, protocol: str) -> FenGame | None:
    """The game's facts; None for a game that engines know only by name. Raises Unsupported for a
    start that cannot be sent."""
    if start.seats != 2:
        raise Unsupported(f"The protocol {protocol} is for two seats.")
    module = module_of(start.game, FACTS)
    if module is not None:
        game = module.FEN_GAME
        assert isinstance(game, FenGame)
        return game
    if not start.is_usual:
        raise Unsupported(
            f"The protocol {protocol} can begin {start.game} only at its usual start and with its "
            "usual settings."
        )
    return None
