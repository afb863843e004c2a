"""What a room sends: its events, which have numbers, and other messages, which have none."""

from typing import Literal

from .commands import Info
from .parts import ClockView, EngineReport, Message, Receipt, RoomView, SeatView


class Welcome(Message, tag="welcome"):
    """Answer to hello. The events after `since` follow, up to `seq`, then unnumbered messages.

    A `seq` below the `since` of the hello means that the server has lost events, as after a
    restore: forget the game and send hello with `since` 0, on a new connection. Do the same where
    `since_at` is not the `at` of the event number `since` that you know: the server had lost
    events, and has as many again. `since_at` is the `at` (Unix ms) of the server's own event
    of that number; null where it has none, or `since` was 0.

    `commitment` is the SHA-256 (hex) of the game's seed. `you` is your seat, null for a spectator.
    `source`, sent only to bots that the server runs itself: eight characters, the same for all
    games made from one address until the server restarts.
    """

    game: str
    room: RoomView
    seq: int
    commitment: str
    you: int | None = None
    source: str | None = None
    since_at: int | None = None


class Event(Message):
    """Base of numbered events: each is on disk, and comes once, in order, to everybody."""

    game: str
    seq: int
    at: int


class Seated(Event, tag="seated"):
    """A seat was taken or left, or its player is ready and `seat_view.salt` set. `seat`: its index.
    `seat_view.player` null: it was left. While the game is on: another version of the bot plays on
    (`seat_view.player.version`), from its next action."""

    seat: int
    seat_view: SeatView


class Started(Event, tag="started"):
    """The game has started. Salts are final, one a seat. `turn` is null while a throw is to
    come. `done`: as in `moved`."""

    salts: list[str]
    position: str
    clock: ClockView
    turn: int | None = None
    done: list[int] = []


class Threw(Event, tag="threw"):
    """Chance: throw number `k` of this game. `dice`: faces; `shuffle`: the order of the cards.

    While the game lasts, -1 stands for a die or card that you may not see. `seat`: the seat that
    throws; null for a throw that belongs to no seat, such as a deal, and in records of older
    versions.
    """

    k: int
    ply: int
    kind: Literal["dice", "shuffle"]
    values: list[int]
    position: str
    turn: int | None = None
    seat: int | None = None


class Moved(Event, tag="moved"):
    """A move; `ply` is its number, the first is 0. `turn` is null while a throw is to come.

    While the game lasts, a move that you may not see is shown as `?`, and `engine` reaches only
    the mover's own seat (and spectators, as in `info`); after the end the record has it for all.
    `by_server`: the seat let the time of an uncharged turn pass, and the server moved for it.
    `done`: all seats that have finished by now while the others play on, and have no turns any
    more; they agree to nothing and can neither resign nor abort.
    """

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
    """A seat makes an offer to the others; `resume`: it is ready to go on."""

    seat: int
    what: What = "draw"


class Answered(Event, tag="answered"):
    """An offer was declined, or accepted by one of several who must.

    The last acceptance is the event that follows from it: `finished`, `taken_back`, `paused`,
    `resumed`. A `resume` that is not accepted has lapsed: `seat`, which had sent it, was away when
    another sent one.
    """

    seat: int
    accept: bool = False
    what: What = "draw"


class TakenBack(Event, tag="taken_back"):
    """The last `plies` moves are undone, down to one of `seat`; `ply` is the next to be played.

    No time is given back: `clock` goes on from what it was. `elapsed_ms`: as in `paused`. `done`:
    as in `moved`.
    """

    seat: int
    plies: int
    ply: int
    position: str
    clock: ClockView
    elapsed_ms: int
    turn: int | None = None
    done: list[int] = []


class Withdrew(Event, tag="withdrew"):
    """Of at least three seats one has left, and the others play on: it has no turns any more and
    ranks behind those who stay. Open offers lapse, and nothing from before can be taken back.

    `reason`: it has resigned, its `flag` has fallen, or it is `abandoned`. Its clock stands in
    `clock`; if it was its turn, the next one begins. `elapsed_ms`: as in `paused`. `turn` is null
    while a throw is to come. Where this ends the game, `finished` follows.
    """

    seat: int
    reason: Literal["resign", "flag", "abandoned"]
    position: str
    clock: ClockView
    elapsed_ms: int
    turn: int | None = None


class Paused(Event, tag="paused"):
    """No clock runs. `outage`: the server was away; it goes on when the seat to move is back.
    `agreed`: adjourned; it goes on when every seat has sent `resume`. `crashed`: the position has
    crashed the server, twice; adjourned.

    `elapsed_ms`: how long the turn's clock had run since it was last started.
    """

    reason: Literal["outage", "agreed", "crashed"]
    clock: ClockView
    elapsed_ms: int


class Resumed(Event, tag="resumed"):
    """The clocks run again."""

    clock: ClockView


class Said(Event, tag="said"):
    """Chat. `seat` null: a spectator."""

    name: str
    text: str
    seat: int | None = None


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
    """The end. `scores`: one a seat, null without a result (aborted, abandoned by all, or abandoned
    before every seat had moved); `word`: the reason in the game's words, as `five in a row`, or
    `ended by the operator`, or of a game that the operator has decided
    `adjudicated by the operator`, with a colon and the reason behind it if there is one, or
    `the bot was wanted by others`: the game had waited long, and the bot was full; or
    `only bots were left`: people had begun it, and the last of them has gone; the bots share ranks.

    `seed` (hex) lets anybody verify the throws. `ended_by`: the seat that has aborted, or that has
    not made its first move in time; then no `free_ms` is left in `clock`; or, of a game abandoned
    before every seat had moved, the one that was away.
    """

    reason: Reason
    seed: str
    clock: ClockView
    scores: list[float] | None = None
    word: str | None = None
    ended_by: int | None = None


class Rematch(Event, tag="rematch"):
    """A seat asks for a rematch; `next` is the new game's id once everybody does, of two at least.
    Seats that had left the game need not ask: without their wish their places are open. In a link
    game (`listed` false) `next` is empty for all but the players."""

    seat: int
    next: str | None = None


class Ack(Message, tag="ack"):
    """The command is on disk as event `seq`. A resend gets the same answer."""

    game: str
    id: str
    seq: int
    clock: ClockView | None = None


class Error(Message, tag="error"):
    """A refusal: nothing has changed. `code` is for programs, `message` for people.

    `id`: the command refused, where it had one. `state`: the room's state, where that is the cause.
    """

    code: str
    message: str
    game: str | None = None
    id: str | None = None
    state: str | None = None


class Turn(Message, tag="turn"):
    """To the seat to move alone: it is your turn, and these are the legal moves.

    `against`, to bots only: the accounts on the other seats, in their order, by which a bot that
    plays many games can share its time fairly among its opponents; without its own.
    """

    game: str
    ply: int
    legal: list[str]
    against: list[str] = []


class Clock(Message, tag="clock"):
    """The clocks as they stand now; sent when a clock starts and on hello."""

    game: str
    clock: ClockView


class Presence(Message, tag="presence"):
    """Who is connected: one flag a seat, and the number of spectators."""

    game: str
    seats: list[bool]
    spectators: int


class Countdown(Message, tag="countdown"):
    """A player is away: unless `seat` is back in `ends_in_ms`, the game is abandoned.

    Null: the player is back, or nobody waits any more.
    """

    game: str
    seat: int
    ends_in_ms: int | None = None


class Relocated(Message, tag="relocated"):
    """Another node of the server has this room; the only message, after which the connection is
    closed with 4421. Connect again: to `url`, the base address of that node, as
    `https://two.example.org`, or where there is none to the address that you know with the query
    parameter `node`, by which a balancer routes: `/ws/games/{id}?node=two`. A page, which can only
    ask the server that it came from, does that in any case.

    Go on there as after any other outage: unanswered commands are sent again with their ids. Keep
    to that address until the connection is lost and it cannot be reached again, or was closed with
    1012; then ask the one that you knew first. After five of these in a row, with no `welcome` in
    between, or when the node that you have gone to is named again, as by one that answers in its
    place, nobody has the room for the moment: try again a little later, as without a connection.
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
    | Paused
    | Resumed
    | Said
    | Finished
    | Rematch
)
RoomOut = RoomEvent | Welcome | Ack | Error | Turn | Clock | Presence | Countdown | Info | Relocated
