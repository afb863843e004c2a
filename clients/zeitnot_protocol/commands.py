"""Messages from a client to a room."""

from typing import Annotated, Literal

from msgspec import Meta

from .parts import (
    CommandId,
    Count,
    EngineLine,
    EngineReport,
    GameId,
    LineText,
    Message,
    MoveText,
    ProcessId,
    Salt,
    Text,
    Version,
)

# Everything with an `id` is durable: sent again with the same id it gets its first answer again.


class Hello(Message, tag="hello"):
    """First on every room socket. `since`: the last sequence number received (0: none). It may be
    sent again, and a client that cannot see pings, as a page, does so after a silence: the welcome
    shows that the connection still works.

    `seat`, for a bot that has several seats: the one that this connection is for; it sees what that
    seat sees, and its commands are that seat's, with ids that count for it alone. Null: the first
    one. The first hello decides.

    `process` and `assignment`, of a bot: as in its `watch`, and in the newest `invited` to this
    game. Of two processes in one room the one with the older number is told to leave: the error
    `played_elsewhere`, then a close with 1008. 0: not given to this process by number, so that
    neither leaves. A number that cannot have been given yet is refused (`malformed`).

    `version`, of a bot: as in its `watch`, for the record of the game. Empty: as the process has
    said in the lobby.
    """

    game: GameId
    since: Count = 0
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    process: ProcessId = ""
    assignment: Count = 0
    version: Version = ""


class Sit(Message, tag="sit"):
    """Takes a seat; without `seat`, the one reserved for you, otherwise the first that is free."""

    game: GameId
    id: CommandId
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Leave(Message, tag="leave"):
    """Gives a seat up before the game has started."""

    game: GameId
    id: CommandId


class Ready(Message, tag="ready"):
    """A seated player is ready; `salt` goes into every throw. The game starts when all are.

    Send it at once: a player in somebody else's listed game who is not ready after 30 s loses the
    seat. Where the clock starts at once, so does a player who is ready and away when the last one
    gets ready; a reserved seat can be taken again."""

    game: GameId
    id: CommandId
    salt: Salt


class Move(Message, tag="move"):
    """Plays `move` in the game's notation. `ply`: how many plies have been played before it."""

    game: GameId
    id: CommandId
    ply: Count
    move: MoveText
    engine: EngineReport | None = None


class Resign(Message, tag="resign"):
    """Resigns. This ends the game, unless its rules let the others play on (`withdrew`)."""

    game: GameId
    id: CommandId


class Draw(Message, tag="draw"):
    """Offers a draw, or answers the other side's offer. A move of the side asked declines.

    Here and below: with more than two seats everybody must accept, and one refusal declines. The
    same offer can be made again only when the board has changed.
    """

    game: GameId
    id: CommandId
    action: Literal["offer", "accept", "decline"]


class Takeback(Message, tag="takeback"):
    """Offers to take back one's own last move and all that followed, or answers such an offer.

    Never over a throw or a deal. A move of the side asked declines.
    """

    game: GameId
    id: CommandId
    action: Literal["ask", "accept", "decline"]


class Adjourn(Message, tag="adjourn"):
    """Offers an adjournment, or answers such an offer."""

    game: GameId
    id: CommandId
    action: Literal["offer", "accept", "decline"]


class ResumeWish(Message, tag="resume"):
    """Ready to resume an adjourned game, which goes on when every seat is. Where an absent player
    would get a countdown, or run out of time within 4 h, the `resume` of a seat that is away lapses
    when another sends one (`answered`); after 50 of those it is refused (`absent`) until all who
    have sent one are connected."""

    game: GameId
    id: CommandId


class Abort(Message, tag="abort"):
    """Ends a game without a result, until every seat has moved; later only as `claim`. Before the
    start, from a seat that was open to all and is not the maker's, it is a `leave`."""

    game: GameId
    id: CommandId


class Claim(Message, tag="claim"):
    """Wins a game without a clock in which another seat has been to move for three days; where the
    others play on, that seat is abandoned instead."""

    game: GameId
    id: CommandId


class RematchWish(Message, tag="rematch"):
    """Asks for another game in which each player has the next seat; it is created when everybody
    has asked."""

    game: GameId
    id: CommandId


class Chat(Message, tag="chat"):
    """A line of chat to all in the room."""

    game: GameId
    text: Text


class Info(Message, tag="info"):
    """An engine's analysis, at most four a second. Relayed to the room, never stored.

    Values are those of `value_seat`, or where that is left out of the side to move in the position
    that is searched. `unit`, `pv` and `lines` are as in EngineReport; other texts are left out.
    `time_ms`: how long it has searched. The server adds `seat`, the engine's.

    Other seats and spectators get `mode`, `depth` and `time_ms` only, since more would be advice to
    the opponent; in a game with hidden cards they get nothing: when reports come may depend on the
    cards. Where `engine_lines` of the room's setup is `spectators`, spectators get all fields.
    """

    game: GameId
    ply: Count
    mode: Literal["thinking", "pondering"]
    depth: Count = 0
    seldepth: Count = 0
    nodes: Count = 0
    nps: Count = 0
    value: float | None = None
    unit: Annotated[str, Meta(max_length=24)] | None = None
    pv: LineText = ""
    seat: int | None = None
    time_ms: Count = 0
    lines: Annotated[list[EngineLine], Meta(max_length=8)] = []
    value_seat: Annotated[int, Meta(ge=0, le=15)] | None = None


RoomIn = (
    Hello
    | Sit
    | Leave
    | Ready
    | Move
    | Resign
    | Draw
    | Takeback
    | Adjourn
    | ResumeWish
    | Abort
    | Claim
    | RematchWish
    | Chat
    | Info
)
