"""Messages that a room sends: numbered events, and other messages without numbers."""

from typing import Literal

from .commands import Info
from .invitations import Declined
from .parts import ClockView, EngineReport, Message, Receipt, RoomView, SeatView, Value


class Welcome(Message, tag="welcome"):
    """The answer to hello. The events after `since` follow, up to `seq`, then messages without
    numbers.

    A `seq` below the `since` of the hello means that the server has lost events, for example
    because a backup was restored: forget the game, and send hello with `since` 0 on a new
    connection. Do the same if `since_at` is not the `at` of the event number `since` that you know:
    the server lost events, and has as many again. `since_at` is the `at` (Unix ms) of the server's
    own event of that number; null if it has none, or `since` was 0.

    `commitment` is the SHA-256 (hex) of the game's seed. `you` is your seat, null for a spectator.
    `source` is sent only to bots that the server itself runs: eight characters, the same for all
    games created from one address until the server restarts.
    """

    game: str
    room: RoomView
    seq: int
    commitment: str
    you: int | None = None
    source: str | None = None
    since_at: int | None = None


class Event(Message):
    """Base of the numbered events: each is on disk, and everybody gets each once, in order."""

    game: str
    seq: int
    at: int


class Seated(Event, tag="seated"):
    """A seat was taken or left, or its player is ready and `seat_view.salt` is set. `seat`: its
    index. If `seat_view.player` is null, the seat was left. During the game: another version of the
    bot plays on (`seat_view.player.version`), from its next action; or, after `vacated`, a bot has
    taken the seat of a person. `declined`: the seat was reserved for a player who will not come,
    and is open to all."""

    seat: int
    seat_view: SeatView
    declined: Declined | None = None


class Started(Event, tag="started"):
    """The game has started. The salts, one per seat, are now final. `position`: where it begins; if
    the start is drawn, the throw with number 0 has chosen it. `turn` is null while a throw is due.
    `done`: as in `moved`. `counts`: false in a rated game that will change no ratings, because two
    players share a network address or are bots of one owner, or one is the other's bot."""

    salts: list[str]
    position: str
    clock: ClockView
    turn: int | None = None
    done: list[int] = []
    counts: bool = True


class Threw(Event, tag="threw"):
    """Throw number `k` of this game. `dice`: faces; `shuffle`: the order of the cards. During the
    game, -1 replaces each die or card that you may not see. `seat`: the seat that throws; null for
    a throw that belongs to no seat, such as a deal, and in records of older versions."""

    k: int
    ply: int
    kind: Literal["dice", "shuffle"]
    values: list[int]
    position: str
    turn: int | None = None
    seat: int | None = None


class Moved(Event, tag="moved"):
    """A move; `ply` is its number, from 0. `turn` is null while a throw is due. During the game, a
    move that you may not see is shown as `?`, and only the mover's seat gets `engine` (and
    spectators, as in `info`); after the end the record shows it to everybody. `by_server`: the seat
    let the time of an uncharged turn pass, and the server moved for it. `done`: all seats that have
    finished while the others play on. They have no more turns, agree to nothing, and can neither
    resign nor abort."""

    seat: int
    ply: int
    move: str
    position: str
    receipt: Receipt
    clock: ClockView
    turn: int | None = None
    engine: EngineReport | None = None
    by_server: bool = False
    done: list[int] = []


What = Literal["draw", "takeback", "adjourn", "resume"]


class Offered(Event, tag="offered"):
    """A seat makes an offer to the others; for `resume`, it is ready to go on."""

    seat: int
    what: What = "draw"


class Answered(Event, tag="answered"):
    """An offer was declined, or accepted by one of several who must accept. The last acceptance
    shows as the event that follows from it: `finished`, `taken_back`, `paused`, `resumed`. A
    `resume` that is not accepted has lapsed: `seat`, which had sent it, was away when another seat
    sent one."""

    seat: int
    accept: bool = False
    what: What = "draw"


class TakenBack(Event, tag="taken_back"):
    """The last `plies` moves are undone, back to and including one of `seat`; `ply` is the next to
    be played. No time is given back: `clock` goes on from its current state. `elapsed_ms`: as in
    `paused`. `done`: as in `moved`."""

    seat: int
    plies: int
    ply: int
    position: str
    clock: ClockView
    elapsed_ms: int
    turn: int | None = None
    done: list[int] = []


class Withdrew(Event, tag="withdrew"):
    """One of three or more seats has left, and the others play on. It has no more turns, and ranks
    behind those who stay. Open offers lapse, and nothing from before can be taken back.

    `reason`: it has resigned, its `flag` has fallen, or it is `abandoned`. Its clock is stopped in
    `clock`; if it was its turn, the next turn begins. `elapsed_ms`: as in `paused`. `turn` is null
    while a throw is due. If this ends the game, `finished` follows.
    """

    seat: int
    reason: Literal["resign", "flag", "abandoned"]
    position: str
    clock: ClockView
    elapsed_ms: int
    turn: int | None = None


class Vacated(Event, tag="vacated"):
    """The person on this seat has left for good, and a bot takes the place: `seated` follows at
    once, with the bot. The person has lost, and is a spectator from now on. Open offers lapse.

    `reason`: as in `withdrew`; with `flag`, the first move was not made in time. If it was this
    seat's turn, it begins anew. `clock`: the bot has the seat's time, but at least 30 s.
    `elapsed_ms`: as in `paused`.
    """

    seat: int
    reason: Literal["resign", "flag", "abandoned"]
    clock: ClockView
    elapsed_ms: int


class Paused(Event, tag="paused"):
    """No clock runs. `outage`: the server was down; the game goes on when the seat to move is back.
    `agreed`: adjourned; it goes on when every seat has sent `resume`. `crashed`: the position has
    crashed the server twice; adjourned. `elapsed_ms`: how long the turn's clock had run since it
    was last started."""

    reason: Literal["outage", "agreed", "crashed"]
    clock: ClockView
    elapsed_ms: int


class Resumed(Event, tag="resumed"):
    """The clocks run again."""

    clock: ClockView


class Said(Event, tag="said"):
    """Chat. `seat` is null for a spectator. `kept`: as in `Player`."""

    name: str
    text: str
    seat: int | None = None
    kept: bool = False


Reason = Literal[
    "rules",
    "resign",
    "flag",
    "agreed",
    "repetition",
    "move_limit",
    "dead",
    "abandoned",
    "aborted",
    "adjudicated",
]


class Finished(Event, tag="finished"):
    """The end. `scores`: one per seat; null without a result (aborted, abandoned by all, or
    abandoned before every seat had moved).

    `word`: the reason in the game's words, such as `five in a row`; or `ended by the operator`; or,
    if the operator decided the game, `adjudicated by the operator`, each followed by a colon and
    the operator's reason if there is one; or `the bot was wanted by others` (the game had waited
    long, and the bot was full); or `only bots were left` (the last of the people who began it has
    left, and the bots share the ranks).

    `seed` (hex) lets anybody verify the throws. `ended_by`: the seat that aborted, or that did not
    make its first move in time (then `clock` has no `free_ms` left), or that was away in a game
    abandoned before every seat had moved.
    """

    reason: Reason
    seed: str
    clock: ClockView
    scores: list[float] | None = None
    word: str | None = None
    ended_by: int | None = None


class Rematch(Event, tag="rematch"):
    """A seat asks for a rematch. `next` is the new game's id, once all seats (two or more) have
    asked. Seats that left the game need not ask: if they do not, their places are open. In a link
    game (`listed` false) only the players see `next`; for others it is empty."""

    seat: int
    next: str | None = None


class RematchDropped(Event, tag="rematch_dropped"):
    """A seat has withdrawn its request for a rematch; or it has `declined`, and then no request is
    left."""

    seat: int
    declined: bool = False


class Ack(Message, tag="ack"):
    """The command is on disk as event `seq`. Sending it again gets the same answer."""

    game: str
    id: str
    seq: int
    clock: ClockView | None = None


class Error(Message, tag="error"):
    """A refusal: nothing has changed. `code` is for programs, `message` for people. `id`: the
    refused command, if it had one. `state`: the room's state, if that is the cause."""

    code: str
    message: str
    game: str | None = None
    id: str | None = None
    state: str | None = None


class Turn(Message, tag="turn"):
    """Only to the seat to move: it is your turn, and these are the legal moves. `against`, only to
    bots: the accounts on the other seats, in seat order and without the bot's own, so that a bot in
    many games can share its time fairly among its opponents."""

    game: str
    ply: int
    legal: list[str]
    against: list[str] = []


class Clock(Message, tag="clock"):
    """The clocks at this moment; sent when a clock starts, and after hello."""

    game: str
    clock: ClockView


class Presence(Message, tag="presence"):
    """The connected players (one flag per seat), and the number of spectators."""

    game: str
    seats: list[bool]
    spectators: int


class Countdown(Message, tag="countdown"):
    """A player is away: unless `seat` is back within `ends_in_ms`, the game is abandoned. Null: the
    player is back, or the countdown has been dropped."""

    game: str
    seat: int
    ends_in_ms: int | None = None


class RatingChange(Value):
    """How a rated game has changed one player's rating, in whole points. `provisional`: `after` is
    uncertain, and shown with a question mark; `weight`: how much the game has counted, from 0 (not
    at all) to 1."""

    before: int
    after: int
    provisional: bool = False
    weight: float = 1.0


class Ratings(Message, tag="ratings"):
    """What a rated game that has ended has changed, one item per seat. Sent shortly before or after
    `finished` reaches you, and after a later hello."""

    game: str
    seats: list[RatingChange]


class Relocated(Message, tag="relocated"):
    """Another node of the server has this room. This is the only message, and then the connection
    is closed with 4421. Connect again: to `url`, the base address of that node, such as
    `https://two.example.org`, or without `url` to the address that you know, with the query
    parameter `node`, by which a balancer routes: `/ws/games/{id}?node=two`. A page can only ask the
    server that it came from, so it always does the latter.

    Then go on as after any other outage: send unanswered commands again with their ids. Keep to
    that address until the connection is lost and cannot be made again, or was closed with 1012;
    then ask the address that you knew first. After five of these in a row without a `welcome`, or
    if the node that you went to is named again (by a node that answers in its place), no node has
    the room at the moment: try again a little later, as without a connection.
    """

    game: str
    node: str
    url: str | None = None


RoomEvent = (
    Seated
    | Started
    | Threw
    | Moved
    | Offered
    | Answered
    | TakenBack
    | Withdrew
    | Vacated
    | Paused
    | Resumed
    | Said
    | Finished
    | Rematch
    | RematchDropped
)
RoomOut = (
    RoomEvent
    | Welcome
    | Ack
    | Error
    | Turn
    | Clock
    | Presence
    | Countdown
    | Ratings
    | Info
    | Relocated
)
