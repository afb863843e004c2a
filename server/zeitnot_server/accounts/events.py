"""The facts that kept accounts publish."""

from dataclasses import dataclass

from ..store import StoredGame


@dataclass(frozen=True, slots=True)
class GuestMerged:
    """A guest's unfinished games are its account's now. `name`: the account's; `unloaded`: those
    games whose rooms are not in memory here."""

    guest: str
    account: str
    name: str
    unloaded: tuple[StoredGame, ...] = ()
