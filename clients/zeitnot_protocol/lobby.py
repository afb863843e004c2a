"""Messages to and from the lobby."""

from typing import Annotated

from msgspec import Meta

from .events import Error
from .parts import Control, GameSummary, GameTurn, Message, ProcessId, Settings, Value, Version


class Watch(Message, tag="watch"):
    """First on the lobby socket. A bot names the games that it plays; it is online from then on.
    `changes`: after the first `lobby`, send only changes, as `lobby_changed`. `most_games`: the
    bot's games at a time; more are refused with `bot_busy`. A correspondence game, or one without
    clocks, counts a quarter. Null: 100, and no bound for games made on the server's machine.
    `several_seats`: the bot can have several seats of one game, each invited and connected on its
    own (`seat` of the hello); a game counts once for each of them.

    `process`: an id that this process of the bot has made up, for all its sockets. A bot may run as
    several processes, anywhere, each with what it plays and how much. Then each game is given to
    one of them, which alone is invited and has it among `yours`: the least loaded of those that can
    play it and have room. When its last lobby socket is gone, another one is invited to its games.
    Empty: the bot is one process, which gets all that no other can take.

    `version`: of the bot's program, for lists and records. All processes of a bot have the same
    one, except the server's own bots. Another one is refused while they run (`other_version`), or,
    with `replace`, takes their games over: they are told so (`replaced`). Either socket is closed
    with 1008, and its client should not come back: `replace` is for a process's first `watch`.
    """

    plays: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=64)] = []
    levels: Annotated[int, Meta(ge=0, le=10)] = 0
    changes: bool = False
    most_games: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    several_seats: bool = False
    process: ProcessId = ""
    version: Version = ""
    replace: bool = False


LobbyIn = Watch


class BotView(Value):
    """A bot that is online. `levels`: how many strengths it offers, 0 for one only; `most_games`:
    how many games at a time, null if it has not said; `busy`: it plays that many now; `house`: it
    is the server's own; `owner`: the name of the person who registered it, null if that is not
    known; `several_seats`: it can have several seats of one game; `version`: of its program, null
    if it has not said. Of several processes: what any of them plays, the most levels, all their
    games.
    """

    name: str
    plays: list[str]
    levels: int = 0
    most_games: int | None = None
    busy: bool = False
    house: bool = False
    owner: str | None = None
    several_seats: bool = False
    version: str | None = None


class Lobby(Message, tag="lobby"):
    """The whole lobby; sent after `watch` and, to clients that did not ask for `changes`, again
    when something in it has changed. Clients that did ask get it again after reading too slowly for
    changes.

    `open`: games with a free seat in which somebody waits now; `running`: games that have begun and
    not ended; the newest of each, but of no player a second one before the first of every other,
    and of open ones no second of an address either. `yours`: of many the newest fifty, but first
    those in which it is your turn. Positions may be some seconds old. `at`: with `yours`, the
    server's clock when this was sent (Unix ms), by which `turn_ends_at` is read.
    """

    open: list[GameSummary]
    running: list[GameSummary]
    yours: list[GameSummary]
    bots: list[BotView]
    at: int = 0


class LobbyChanged(Message, tag="lobby_changed"):
    """The changes of the lobby; null: no change. `games`: the rows, of `open` and `running`, that
    are new or have changed; `open`, `running`: the ids of their games now, in order. `bots`,
    `yours`: all of them. `turns`: of games of `yours` in which somebody has moved, left or come
    back; bots do not get them. `at`: as in `lobby`, with `yours` and `turns`.
    """

    games: list[GameSummary] = []
    open: list[str] | None = None
    running: list[str] | None = None
    bots: list[BotView] | None = None
    yours: list[GameSummary] | None = None
    turns: list[GameTurn] = []
    at: int = 0


class Invited(Message, tag="invited"):
    """A seat in `game` is reserved for you, or yours: connect to its room, and sit down unless the
    welcome says that you do.

    `assignment`: the number by which a game of a bot is given to this process, for the hello; it
    grows each time that the game is given to another. 0: to no process.
    """

    game: str
    game_type: str
    settings: Settings
    control: Control
    seat: int
    level: int | None = None
    assignment: int = 0


LobbyOut = Lobby | LobbyChanged | Invited | Error
