"""How clients and the server talk: every message of the sockets, and every body over HTTP.

A message on a socket is a JSON object; its `type` says which one it is, and so which fields it has.
Each direction of each socket has messages of its own, listed below with their fields and a sample.

How it grows. Types, keys, values and error codes are never renamed, retyped or removed, and never
get a second meaning; new ones are added beside them, a field with a default. A receiver must accept
what it does not know, so that a client that is years old still plays:

- a key that it does not know it ignores;
- a message of a `type` that it does not know it counts and skips. If the message has both `seq` and
  `at` it is one of the room's events: its `seq` counts as received, or the next one looks like
  a gap;
- a value that it does not know, where this page lists the values there are (as in `reason`, `what`,
  `kind`, `state`, `mode`), it keeps as a text and treats as it treats anything else;
- an error's `code` that it does not know means what its `message` says.

The server is stricter: it ignores unknown keys, but known ones must be as described here, or the
message is refused. A server sends something new only where an older client can do without it. What
a client may send is narrowed only where it was never carried out.

Times are integer milliseconds; instants (`at`) are milliseconds of Unix time. Seats count from 0.
Sockets: `/ws/lobby` (LobbyIn, LobbyOut) and `/ws/games/{id}` (RoomIn, RoomOut), subprotocol
`zeitnot.v1`, text frames of at most 4 KiB towards the server.
"""

# These modules are the only definition of the wire. The reference page, AsyncAPI, OpenAPI and the
# page's TypeScript types are generated from them: client authors read the docstrings here.

import inspect

from .codec import Decoder as Decoder
from .codec import decode_lobby_in as decode_lobby_in
from .codec import decode_lobby_out as decode_lobby_out
from .codec import decode_room_in as decode_room_in
from .codec import decode_room_out as decode_room_out
from .codec import encode as encode
from .commands import Abort as Abort
from .commands import Adjourn as Adjourn
from .commands import Chat as Chat
from .commands import Claim as Claim
from .commands import Draw as Draw
from .commands import Hello as Hello
from .commands import Info as Info
from .commands import Leave as Leave
from .commands import Move as Move
from .commands import Ready as Ready
from .commands import RematchWish as RematchWish
from .commands import Resign as Resign
from .commands import ResumeWish as ResumeWish
from .commands import RoomIn as RoomIn
from .commands import Sit as Sit
from .commands import Takeback as Takeback
from .constants import EXPORT_FORMAT as EXPORT_FORMAT
from .constants import FINAL_CLOSE_CODES as FINAL_CLOSE_CODES
from .constants import INVALID_TEXT as INVALID_TEXT
from .constants import MAX_FRAME_BYTES as MAX_FRAME_BYTES
from .constants import MAX_GRACE_S as MAX_GRACE_S
from .constants import MAX_HOPS as MAX_HOPS
from .constants import POLICY_VIOLATION as POLICY_VIOLATION
from .constants import RELOCATED as RELOCATED
from .constants import SERVICE_RESTART as SERVICE_RESTART
from .constants import SUBPROTOCOL as SUBPROTOCOL
from .constants import TRY_AGAIN_LATER as TRY_AGAIN_LATER
from .errors import SEND_AGAIN as SEND_AGAIN
from .errors import ErrorCode as ErrorCode
from .events import Ack as Ack
from .events import Answered as Answered
from .events import Clock as Clock
from .events import Countdown as Countdown
from .events import Error as Error
from .events import Event as Event
from .events import Finished as Finished
from .events import Moved as Moved
from .events import Offered as Offered
from .events import Paused as Paused
from .events import Presence as Presence
from .events import Reason as Reason
from .events import Relocated as Relocated
from .events import Rematch as Rematch
from .events import Resumed as Resumed
from .events import RoomEvent as RoomEvent
from .events import RoomOut as RoomOut
from .events import Said as Said
from .events import Seated as Seated
from .events import Started as Started
from .events import TakenBack as TakenBack
from .events import Threw as Threw
from .events import Turn as Turn
from .events import Welcome as Welcome
from .events import What as What
from .events import Withdrew as Withdrew
from .http import AccountView as AccountView
from .http import BookInfo as BookInfo
from .http import BookList as BookList
from .http import BookMove as BookMove
from .http import BookPage as BookPage
from .http import BotToken as BotToken
from .http import Catalogue as Catalogue
from .http import CatalogueGame as CatalogueGame
from .http import Export as Export
from .http import GameLocation as GameLocation
from .http import GamePage as GamePage
from .http import GameRecord as GameRecord
from .http import MoveValue as MoveValue
from .http import MoveValues as MoveValues
from .http import NewBot as NewBot
from .http import NewGame as NewGame
from .http import NewName as NewName
from .http import NewSession as NewSession
from .http import NewToken as NewToken
from .http import Problem as Problem
from .http import Rotation as Rotation
from .http import SeatCount as SeatCount
from .http import Session as Session
from .http import SettingView as SettingView
from .http import TokenList as TokenList
from .http import TokenSecret as TokenSecret
from .http import TokenView as TokenView
from .lobby import BotView as BotView
from .lobby import Invited as Invited
from .lobby import Lobby as Lobby
from .lobby import LobbyChanged as LobbyChanged
from .lobby import LobbyIn as LobbyIn
from .lobby import LobbyOut as LobbyOut
from .lobby import Watch as Watch
from .parts import BotName as BotName
from .parts import ClockView as ClockView
from .parts import CommandId as CommandId
from .parts import Control as Control
from .parts import Count as Count
from .parts import EngineLine as EngineLine
from .parts import EngineReport as EngineReport
from .parts import GameId as GameId
from .parts import GameSummary as GameSummary
from .parts import GameTurn as GameTurn
from .parts import LineText as LineText
from .parts import Message as Message
from .parts import Millis as Millis
from .parts import MoveText as MoveText
from .parts import Name as Name
from .parts import Player as Player
from .parts import PonderReport as PonderReport
from .parts import PositionText as PositionText
from .parts import Receipt as Receipt
from .parts import RoomView as RoomView
from .parts import Salt as Salt
from .parts import SeatRequest as SeatRequest
from .parts import SeatView as SeatView
from .parts import SettingNumber as SettingNumber
from .parts import Settings as Settings
from .parts import SettingText as SettingText
from .parts import Setup as Setup
from .parts import Stage as Stage
from .parts import Text as Text
from .parts import Value as Value
from .parts import Version as Version
from .rows import with_turn as with_turn

# What `import *` brings: these names, and not the modules that they are from.
__all__ = [name for name, v in vars().items() if name[0] != "_" and not inspect.ismodule(v)]
