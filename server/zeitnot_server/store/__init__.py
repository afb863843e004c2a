"""Persistent data: the rooms' logs, accounts, history. Independent of the database.

`Store` is the interface of a database, by domain; `sqlite` and `postgresql` implement it.
"""

from .accounts import Account, Accounts, DailyBotLimits, NewAccount
from .audit import AuditActor, AuditEntry, Termination
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
    TooManyTickets,
    TooManyTokens,
    Unavailable,
    WriteFailed,
)
from .filters import GameFilter
from .games import BotGame, Games, Holder, RecordTurn, StoredGame
from .heartbeat_file import CrashMark
from .moderation import Moderation
from .nodes import Node, Nodes, OtherNode
from .room_log import LOG_CHUNK, Commit, Loaded, RoomLog, RulesFor
from .runs import Heartbeats, Run, Runs
from .sanctions import BannedParticipant, Sanction
from .single_flight import SingleFlight
from .store import Damage, Store
from .tally import Histogram, WriterTally
from .tokens import (
    Credential,
    NewToken,
    SeatedToken,
    Ticket,
    TicketLimits,
    Tickets,
    Token,
    Tokens,
)

__all__ = [
    "LOG_CHUNK",
    "Account",
    "Accounts",
    "AuditActor",
    "AuditEntry",
    "BadFilter",
    "BadName",
    "BannedParticipant",
    "BotGame",
    "Busy",
    "Commit",
    "Conflict",
    "CrashMark",
    "CrashedBefore",
    "Credential",
    "DailyBotLimits",
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
    "SingleFlight",
    "SlowRead",
    "Store",
    "StoreError",
    "StoredGame",
    "Termination",
    "Ticket",
    "TicketLimits",
    "Tickets",
    "Token",
    "Tokens",
    "TooManyBots",
    "TooManyTickets",
    "TooManyTokens",
    "Unavailable",
    "WriteFailed",
    "WriterTally",
]
