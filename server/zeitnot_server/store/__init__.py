"""Everything on disk: the move log and its one writer, accounts, history. SQLite in WAL mode.

`Store` is all that the rest of the server sees.
"""

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
from .shared import Shared
from .sqlite.accounts import NewAccount
from .sqlite.alive import Alive, AtWork, Beat, Mark
from .sqlite.audit import Act, By
from .sqlite.commit import Commit
from .sqlite.load import PORTION, Loaded, RulesFor
from .sqlite.records import RecordTurn
from .sqlite.runs import Run
from .sqlite.sanctions import BannedGame, Sanction
from .sqlite.store import Store
from .sqlite.tokens import Credential, NewToken, Token
from .tally import Spread, WriterTally

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
