"""The formats of other programs in which a stored game can be written."""

from collections.abc import Callable
from dataclasses import dataclass

import zeitnot_protocol as p

from ..pdn.export import GAMES_WITH_PDN, as_pdn
from ..sgf.export import GAMES_WITH_SGF, as_sgf


@dataclass(frozen=True, slots=True)
class FileFormat:
    """`name`: of the format, and of its files' suffix; `write` raises ValueError for other games
    than `games`."""

    name: str
    games: tuple[str, ...]
    content_type: str
    write: Callable[[p.Export], bytes]

    @property
    def title(self) -> str:
        """For people."""
        return self.name.upper()


FORMATS = {
    form.name: form
    for form in (
        FileFormat("pdn", GAMES_WITH_PDN, "text/x-pdn; charset=utf-8", as_pdn),
        FileFormat("sgf", GAMES_WITH_SGF, "application/x-go-sgf", as_sgf),
    )
}
"""By name."""
