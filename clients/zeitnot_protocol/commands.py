"""What a client says to a room."""

from typing import Annotated, Literal

from msgspec import Meta

from .parts import CommandId, Count, EngineReport, GameId, LineText, Message, MoveText, Salt, Text

# Everything with an `id` is durable: sent again with the same id it gets its first answer again.


class Hello(Message, tag="hello"):
    """First on every room socket. `since`: the last sequence number already had (0: none).

    It may be said again, and a client that cannot see pings, as a page, does so after a silence:
    the welcome tells it that the line still holds.
    """

    game: GameId
    since: Count = 0


class Sit(Message, tag="sit"):
    """Takes a seat; without `seat`, the one reserved for you or else the first that is free."""

    game: GameId
    id: CommandId
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Leave(Message, tag="leave"):
    """Gives a seat up before the game has started."""

    game: GameId
    id: CommandId


class Ready(Message, tag="ready"):
    """Says that a seated player is ready; `salt` goes into every throw. The last one starts.

    To be sent at once: who sits in a listed game of somebody else and is not ready after 30 s has
    the seat no more. Where the clock starts at once, neither has who is ready and away when the
    last one is ready; a seat that is kept can be taken again."""

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
    """Gives the game up."""

    game: GameId
    id: CommandId


class Draw(Message, tag="draw"):
    """Offers a draw, or answers the other side's offer. A move of the side asked declines.

    Here and below: with more than two seats everybody must accept, and one refusal declines. The
    same thing is offered again only when the board has changed.
    """

    game: GameId
    id: CommandId
    action: Literal["offer", "accept", "decline"]


class Takeback(Message, tag="takeback"):
    """Asks to take back one's own last move and all that followed, or answers such a wish.

    Never over a throw or a deal. A move of the side asked declines.
    """

    game: GameId
    id: CommandId
    action: Literal["ask", "accept", "decline"]


class Adjourn(Message, tag="adjourn"):
    """Offers to stop here and go on another day, or answers such an offer."""

    game: GameId
    id: CommandId
    action: Literal["offer", "accept", "decline"]


class ResumeWish(Message, tag="resume"):
    """Ready to go on with an adjourned game; it goes on when every seat is. Where who is away would
    be missed, or be out of time within 4 h, the wish of a seat that is away lapses when another
    wishes it (`answered`); after 50 of those it is refused (`absent`) until all who
    have wished it are there."""

    game: GameId
    id: CommandId


class Abort(Message, tag="abort"):
    """Ends a game without a result, until every seat has moved; later only as `claim`."""

    game: GameId
    id: CommandId


class Claim(Message, tag="claim"):
    """Wins a game without a clock in which another seat has been to move for three days."""

    game: GameId
    id: CommandId


class RematchWish(Message, tag="rematch"):
    """Asks for another game with the seats swapped; it is made when everybody has asked."""

    game: GameId
    id: CommandId


class Chat(Message, tag="chat"):
    """Says something to all in the room."""

    game: GameId
    text: Text


class Info(Message, tag="info"):
    """What an engine thinks, at most four a second. Relayed to the room, never stored.

    Values are seen from the side to move in the position that is searched. `unit` and `pv` are as
    in EngineReport; the rest is told without what is none. `time_ms`: how long it has searched.
    From the server `seat` says whose engine it is.

    Other seats and spectators hear `mode`, `depth` and `time_ms` alone, of a game with hidden cards
    `mode` alone: the rest would be advice to the opponent. Where `engine_lines` of the room's setup
    is `spectators`, they hear all.
    """

    game: GameId
    ply: Count
    mode: Literal["thinking", "pondering"]
    depth: Count = 0
    nodes: Count = 0
    nps: Count = 0
    value: float | None = None
    unit: Annotated[str, Meta(max_length=24)] | None = None
    pv: LineText = ""
    seat: int | None = None
    time_ms: Count = 0


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
