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
    """The first message on every room socket. `since`: the last sequence number received (0: none).
    It may be sent again: a client that cannot see pings, such as a page, sends it after a silence,
    and the welcome shows that the connection still works.

    `seat`, for a bot with several seats: the seat of this connection, which sees what that seat
    sees. Its commands are that seat's, and their ids count only for that seat. Null: the bot's
    first seat. Only the first hello sets it.

    `process` and `assignment`, of a bot: as in its `watch`, and in the newest `invited` to this
    game. If two processes are in one room, the one with the older number has to leave: it gets
    the error `played_elsewhere`, and its socket is closed with 1008. 0: the game was
    not assigned to this process, so neither leaves. A number that has not been given yet is
    refused (`malformed`).

    `version`, of a bot: as in its `watch`, for the record of the game. Empty: the version that the
    process has sent to the lobby.
    """

    game: GameId
    since: Count = 0
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    process: ProcessId = ""
    assignment: Count = 0
    version: Version = ""


class Sit(Message, tag="sit"):
    """Takes a seat: without `seat`, the one reserved for you, otherwise the first free one."""

    game: GameId
    id: CommandId
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Leave(Message, tag="leave"):
    """Gives a seat up before the game has started."""

    game: GameId
    id: CommandId


class Ready(Message, tag="ready"):
    """Marks your seat as ready. `salt` is your part in every throw. The game starts when all seats
    are ready. Send it at once: a player in somebody else's listed game who is not ready after 30 s
    loses the seat. Where clocks run from the start, so does a player who is ready but disconnected
    when the last player becomes ready; a reserved seat can be taken again."""

    game: GameId
    id: CommandId
    salt: Salt


class Move(Message, tag="move"):
    """Plays `move`, in the game's notation. `ply`: the number of plies played before it."""

    game: GameId
    id: CommandId
    ply: Count
    move: MoveText
    engine: EngineReport | None = None


class Resign(Message, tag="resign"):
    """Resigns. The game ends, unless its rules let the others play on (`withdrew`)."""

    game: GameId
    id: CommandId


class Draw(Message, tag="draw"):
    """Offers a draw, or answers the other side's offer. A move by a side that was asked declines
    the offer. Here and below: with more than two seats all must accept, and one refusal declines.
    The same offer can be made again only after the board has changed."""

    game: GameId
    id: CommandId
    action: Literal["offer", "accept", "decline"]


class Takeback(Message, tag="takeback"):
    """Offers to take back your last move and all that followed, or answers such an offer. Moves
    before the last throw cannot be taken back. A move by a side that was asked declines the
    offer."""

    game: GameId
    id: CommandId
    action: Literal["ask", "accept", "decline"]


class Adjourn(Message, tag="adjourn"):
    """Offers an adjournment, or answers such an offer."""

    game: GameId
    id: CommandId
    action: Literal["offer", "accept", "decline"]


class ResumeWish(Message, tag="resume"):
    """Says that you are ready to resume an adjourned game, which goes on when every seat is ready.
    Where an absent player would get a countdown, or would run out of time within 4 h, the `resume`
    of a disconnected seat lapses when another seat sends one (`answered`). After 50 such lapses a
    resume is refused (`absent`) until all who have sent one are connected."""

    game: GameId
    id: CommandId


class Abort(Message, tag="abort"):
    """Ends a game without a result, until every seat has moved; after that only where `claim` is
    possible. Before the start, from a seat that was open to all and is not the creator's, it means
    `leave`."""

    game: GameId
    id: CommandId


class Claim(Message, tag="claim"):
    """Wins a game without a clock in which another seat has been to move for three days. Where the
    others play on, that seat is withdrawn instead."""

    game: GameId
    id: CommandId


class RematchWish(Message, tag="rematch"):
    """Asks for a rematch in which each player takes the next seat. It is created when everybody has
    asked."""

    game: GameId
    id: CommandId


class NoRematch(Message, tag="no_rematch"):
    """Withdraws your request for a rematch; or, if others have asked, declines. After a seat has
    declined, the others cannot ask again (`rematch_declined`), but it can itself."""

    game: GameId
    id: CommandId


class Chat(Message, tag="chat"):
    """A line of chat to everybody in the room."""

    game: GameId
    text: Text


class Info(Message, tag="info"):
    """An engine's analysis, up to four a second. It is relayed to the room and never stored.

    Values are from the side of `value_seat`, or without it from the side to move in the searched
    position. `unit`, `pv` and `lines` are as in EngineReport; texts of another form are left out.
    `time_ms`: how long the engine has searched. The server adds `seat`, the engine's seat.

    Other seats and spectators get only `mode`, `depth` and `time_ms`, because more would be advice
    to the opponent. In a game with hidden cards they get nothing, because even the timing of
    reports may depend on the cards. If `engine_lines` of the room's setup is `spectators`,
    spectators get all fields.
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
    | NoRematch
    | Chat
    | Info
)
