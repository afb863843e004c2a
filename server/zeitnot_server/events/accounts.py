"""The facts about accounts that are published on the bus (`events.bus`)."""

from dataclasses import dataclass

import zeitnot_protocol as p


@dataclass(frozen=True, slots=True)
class Banned:
    """A ban has come into force: of an account, or of an address."""


@dataclass(frozen=True, slots=True)
class AccountRenamed:
    """An account has another name; it is stored. `unloaded`: the rows of the
    account's unfinished games whose rooms are not in memory."""

    account: str
    name: str
    unloaded: tuple[p.GameSummary, ...] = ()
