"""Persistent data: the log of the rooms, accounts, history. No database is named here.

`Store` is the interface of a database, by domain; `sqlite` implements it.
"""

from .accounts import Account, Accounts, BotsADay, NewAccount
from .audit import Act, By, OperatorEnd
from .errors import (
    BadFilter,
    BadName,
    Busy,
    Conflict,
    CrashedBefore,
    Damaged,
    DatabaseInUse,
    NameFixed,
    NameMixed,
    NameReserved,
    NameTaken,
    NameUnfit,
    NoSuchToken,
    OtherName,
    ReadFailed,
    ReadOnly,
    Relocated,
    RulesChanged,
    SchemaError,
    SlowRead,
    StoreError,
    TooManyBots,
    TooManyTokens,
    Unavailable,
    WriteFailed,
)
from .filters import GameFilter
from .games import BotGame, Games, Holder, RecordTurn, StoredGame
from .heartbeat_file import AtWork
from .moderation import Moderation
from .nodes import Node, Nodes, OtherNode
from .room_log import LOG_CHUNK, Commit, Loaded, RoomLog, RulesFor
from .runs import Heartbeats, Run, Runs
from .sanctions import BannedGame, Sanction
from .shared import Shared
from .store import Damage, Store
from .tally import Histogram, WriterTally
from .tokens import Credential, NewToken, SeatedToken, Token, Tokens

__all__ = [
    "LOG_CHUNK",
    "Account",
    "Accounts",
    "Act",
    "AtWork",
    "BadFilter",
    "BadName",
    "BannedGame",
    "BotGame",
    "BotsADay",
    "Busy",
    "By",
    "Commit",
    "Conflict",
    "CrashedBefore",
    "Credential",
    "Damage",
    "Damaged",
    "DatabaseInUse",
    "GameFilter",
    "Games",
    "Heartbeats",
    "Histogram",
    "Holder",
    "Loaded",
    "Moderation",
    "NameFixed",
    "NameMixed",
    "NameReserved",
    "NameTaken",
    "NameUnfit",
    "NewAccount",
    "NewToken",
    "NoSuchToken",
    "Node",
    "Nodes",
    "OperatorEnd",
    "OtherName",
    "OtherNode",
    "ReadFailed",
    "ReadOnly",
    "RecordTurn",
    "Relocated",
    "RoomLog",
    "RulesChanged",
    "RulesFor",
    "Run",
    "Runs",
    "Sanction",
    "SchemaError",
    "SeatedToken",
    "Shared",
    "SlowRead",
    "Store",
    "StoreError",
    "StoredGame",
    "Token",
    "Tokens",
    "TooManyBots",
    "TooManyTokens",
    "Unavailable",
    "WriteFailed",
    "WriterTally",
]
