"""Everything on disk: the move log and its one writer, accounts, history. SQLite in WAL mode.

`Store` is all that the rest of the server sees.
"""

from .accounts import NewAccount
from .alive import Alive, Beat, Mark
from .commit import Commit
from .errors import (
    BadFilter,
    Conflict,
    CrashedBefore,
    Damaged,
    DatabaseInUse,
    NameTaken,
    ReadFailed,
    ReadOnly,
    RulesChanged,
    SchemaError,
    SlowRead,
    StoreError,
    WriteFailed,
)
from .filters import GameFilter
from .load import Loaded, RulesFor
from .runs import Run
from .store import Store

__all__ = [
    "Alive",
    "BadFilter",
    "Beat",
    "Commit",
    "Conflict",
    "CrashedBefore",
    "Damaged",
    "DatabaseInUse",
    "GameFilter",
    "Loaded",
    "Mark",
    "NameTaken",
    "NewAccount",
    "ReadFailed",
    "ReadOnly",
    "RulesChanged",
    "RulesFor",
    "Run",
    "SchemaError",
    "SlowRead",
    "Store",
    "StoreError",
    "WriteFailed",
]
