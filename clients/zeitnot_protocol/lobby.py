"""Messages to and from the lobby."""

from typing import Annotated

from msgspec import Meta

from .clubs import LadderChallenged
from .constants import MAX_TAKES
from .events import Error
from .invitations import Accept, Decline, Takes
from .parts import (
    Control,
    GameSummary,
    GameTurn,
    Message,
    Player,
    ProcessId,
    Series,
    Settings,
    Value,
    Version,
)
from .people import Followed
from .pool import MAX_POOL, PoolEntry
from .seeks import EndSeek, Paired, Seek, SeekEnded, Seeking, WaitingPeople


class Watch(Message, tag="watch"):
    """The first message on the lobby socket. A bot names the games that it plays, and is online
    from then on. `changes`: after the first `lobby`, send only changes, as `lobby_changed`.

    `most_games`: how many games the bot plays at a time; more are refused with `bot_busy`. A
    correspondence game, or one without clocks, counts a quarter. Null: 100, with no limit for games
    created on the server's machine. `several_seats`: the bot can have several seats in one game,
    each invited and connected separately (`seat` of the hello); a game counts once for each seat.

    `process`: an id that this process of the bot has chosen, for all its sockets. A bot may run as
    several processes, anywhere, each with its own games and capacity. Then each game is given to
    only one of them: the least loaded of those that can play it and have room. Only that process is
    invited, and has the game among `yours`. When its last lobby socket is gone, another process is
    invited to its games. Empty: the bot is one process, which gets every game that no other can
    take.

    `version`: of the bot's program, for lists and records. All processes of a bot must have the
    same version, except those of the server's own bots. Another version is refused while they run
    (`other_version`), or with `replace` takes over their games; they are told so (`replaced`). In
    either case the refused or replaced socket is closed with 1008, and its client should not come
    back. Send `replace` only in a process's first `watch`.

    `takes`: the kinds of games that this process takes, of the games in `plays`; empty: all. A
    game is taken if it fits one of them. Other games are refused (`bot_takes_not`) before they are
    created. At most 1 KiB, as compact JSON.

    `pool`: what the bot plays in the server's pool. The server pairs bots that have entered the
    same, one game at a time for each bot, and invites both, if `takes` allows that game. Empty: it
    is not in the pool.

    `followed`: send those whom the account follows, and then changes, as `followed`.

    `clubs`: send new challenges to the account on ladders of clubs, as `ladder_challenged`.

    `challenges`: a person takes challenges: while this socket is open, bots that know the account,
    because they have played with it, may invite it (`person` in SeatRequest).
    """

    plays: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=64)] = []
    levels: Annotated[int, Meta(ge=0, le=10)] = 0
    changes: bool = False
    most_games: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    several_seats: bool = False
    process: ProcessId = ""
    version: Version = ""
    replace: bool = False
    takes: Annotated[list[Takes], Meta(max_length=MAX_TAKES)] = []
    pool: Annotated[list[PoolEntry], Meta(max_length=MAX_POOL)] = []
    followed: bool = False
    clubs: bool = False
    challenges: bool = False


LobbyIn = Watch | Accept | Decline | Seek | EndSeek


class BotView(Value):
    """A bot that is online. `levels`: how many strengths it offers, 0 for only one; `most_games`:
    how many games at a time, null if unknown; `busy`: it is playing that many; `house`: it is the
    server's own; `owner`: the name of its owner (see BotToken), null if unknown; `lesson`: of the
    page's lessons, the one that explains how it plays, null if there is none;
    `several_seats`: it can have several seats in one game; `version`: of its program, null if
    unknown; `takes`: the kinds of games that it takes, as in `watch`, empty: all that it plays;
    `pool`: what it plays in the pool. For several processes: the games that any of them plays, the
    most levels, the sum of their games, the kinds that any of them takes, as far as they fit into
    1 KiB, and what any of them plays in the pool, as far as the limit of one allows."""

    name: str
    plays: list[str]
    levels: int = 0
    most_games: int | None = None
    busy: bool = False
    house: bool = False
    owner: str | None = None
    several_seats: bool = False
    version: str | None = None
    takes: list[Takes] = []
    lesson: str | None = None
    pool: list[PoolEntry] = []


class Lobby(Message, tag="lobby"):
    """The whole lobby, sent after `watch`, and again after each change to clients that did not ask
    for `changes`. Clients that did ask get it again if they have read too slowly for changes.

    `open`: games with a free seat and a waiting player; `running`: games that have begun and not
    ended. Both have the newest of each, one per player before any player has a second one, and for
    open games also one per address. `yours`: your games; of more than fifty, those in which it is
    your turn, then the newest. Positions may be some seconds old. `at`: with `yours`, the server's
    clock when this was sent (Unix ms), by which `turn_ends_at` is read. `waiting`: how many people
    look for an opponent (`seek`), by their terms, those first that have waited longest.
    """

    open: list[GameSummary]
    running: list[GameSummary]
    yours: list[GameSummary]
    bots: list[BotView]
    at: int = 0
    waiting: list[WaitingPeople] = []


class LobbyChanged(Message, tag="lobby_changed"):
    """The changes of the lobby; null: no change. `games`: the new and changed rows of `open` and
    `running`; `open`, `running`: the ids of their games now, in order. `bots`, `yours`, `waiting`:
    all of them. `turns`: games of `yours` in which somebody has moved, left or come back; not sent
    to bots. `at`: as in `lobby`, with `yours` and `turns`."""

    games: list[GameSummary] = []
    open: list[str] | None = None
    running: list[str] | None = None
    bots: list[BotView] | None = None
    yours: list[GameSummary] | None = None
    turns: list[GameTurn] = []
    at: int = 0
    waiting: list[WaitingPeople] | None = None


class Invited(Message, tag="invited"):
    """A seat in `game` is reserved for you, or already yours: connect to its room, and sit down
    unless the welcome says that you have the seat. `assignment`: the number by which a game of a
    bot is given to this process, for the hello; it grows each time the game is given to another
    process. 0: not given to a process.

    `deadline`: until when a bot, or a person whom a bot has asked, has to answer (Unix ms): it sits
    down, or sends `accept` or `decline`; later its seats are open to all. After an outage it may
    have passed: then answer at once. Null: no answer is needed, because the seat is yours or the
    game has begun; or the server is older, and does not know `accept` and `decline`. `asker`: the
    player who has created the game, null if that account does not play in it; `opponents`: the
    players on the other seats or invited to them, without your own seats, null for a free seat;
    `rated`, `series`: as in Setup."""

    game: str
    game_type: str
    settings: Settings
    control: Control
    seat: int
    level: int | None = None
    assignment: int = 0
    deadline: int | None = None
    asker: Player | None = None
    opponents: list[Player | None] = []
    rated: bool = False
    series: Series | None = None


class FollowedChanged(Message, tag="followed"):
    """What has changed of those whom the account follows, after `watch` with `followed`: they have
    come online or gone, or a game of theirs has begun or ended. Changes are collected for three
    seconds. The first one has all who are followed; so has one after a client was slow to read."""

    people: list[Followed]


LobbyOut = (
    Lobby
    | LobbyChanged
    | Invited
    | Seeking
    | Paired
    | SeekEnded
    | FollowedChanged
    | LadderChallenged
    | Error
)
