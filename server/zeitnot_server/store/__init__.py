"""Everything on disk: the move log and its one writer, accounts, history. SQLite in WAL mode.

`Store` is all that the rest of the server sees.
"""

from .accounts import NewAccount
from .alive import Alive, AtWork, Beat, Mark
from .audit import Act, By
from .commit import Commit
from .errors import (
    BadFilter,
    BadName,
    Busy,
    Conflict,
    CrashedBefore,
    Damaged,
    DatabaseInUse,
    NameMixed,
    NameReserved,
    NameTaken,
    NameUnfit,
    NoSuchToken,
    OtherName,
    ReadFailed,
    ReadOnly,
    RulesChanged,
    SchemaError,
    SlowRead,
    StoreError,
    TooManyTokens,
    WriteFailed,
)
from .filters import GameFilter
from .load import PORTION, Loaded, RulesFor
from .records import RecordTurn
from .runs import Run
from .sanctions import BannedGame, Sanction
from .shared import Shared
from .store import Store
from .tally import Spread, WriterTally
from .tokens import Credential, NewToken, Token

__all__ = [
    "PORTION",
    "Act",
    "Alive",
    "AtWork",
    "BadFilter",
    "BadName",
    "BannedGame",
    "Beat",
    "Busy",
    "By",
    "Commit",
    "Conflict",
    "CrashedBefore",
    "Credential",
    "Damaged",
    "DatabaseInUse",
    "GameFilter",
    "Loaded",
    "Mark",
    "NameMixed",
    "NameReserved",
    "NameTaken",
    "NameUnfit",
    "NewAccount",
    "NewToken",
    "NoSuchToken",
    "OtherName",
    "ReadFailed",
    "ReadOnly",
    "RecordTurn",
    "RulesChanged",
    "RulesFor",
    "Run",
    "Sanction",
    "SchemaError",
    "Shared",
    "SlowRead",
    "Spread",
    "Store",
    "StoreError",
    "Token",
    "TooManyTokens",
    "WriteFailed",
    "WriterTally",
]
