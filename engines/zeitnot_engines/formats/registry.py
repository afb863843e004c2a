"""The formats of other programs to which stored games can be exported."""

from collections.abc import Callable
from dataclasses import dataclass

import zeitnot_protocol as p

from ..pdn.export import GAMES_WITH_PDN, as_pdn
from ..sgf.export import GAMES_WITH_SGF, as_sgf


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format; `name` is also the suffix of its files. `write` raises ValueError for games that
    are not in `games`."""

    name: str
    games: tuple[str, ...]
    content_type: str
    write: Callable[[p.Export], bytes]

    @property
    def title(self) -> str:
        """The name for people."""
        return self.name.upper()


FORMATS = {
    form.name: form
    for form in (
        FileFormat("pdn", GAMES_WITH_PDN, "text/x-pdn; charset=utf-8", as_pdn),
        FileFormat("sgf", GAMES_WITH_SGF, "application/x-go-sgf", as_sgf),
    )
}
"""The formats by name."""
