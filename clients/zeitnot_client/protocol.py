"""Every message of the wire, and the only definition of them.

A message is a JSON object with a `type`; each direction of each socket is one tagged union of
structs. The reference page, AsyncAPI, OpenAPI and the page's TypeScript types are generated from
this file, so a docstring here is what a client author reads.

How it grows. Types, keys, values and error codes are never renamed, retyped or removed, and never
get a second meaning; new ones are added beside them, a field with a default. So a receiver goes on
when it meets what it does not know, and a client that is years old still plays:

- a key that it does not know it ignores;
- a message of a `type` that it does not know it counts and skips. If the message has both `seq` and
  `at` it is one of the room's events: its `seq` counts as received, or the next one looks like
  a gap;
- a value that it does not know, where this page lists the values there are (as in `reason`, `what`,
  `kind`, `state`, `mode`), it keeps as a text and treats as it treats anything else;
- an error's `code` that it does not know means what its `message` says.

The server is stricter: it ignores keys that it does not know, but what it knows must be as it
stands here, or the message is refused. A server says
something new only where an older client can do without it. What a client may send is narrowed
only where it was never carried out.

Times are integer milliseconds; instants (`at`) are milliseconds of Unix time. Seats count from 0.
Sockets: `/ws/lobby` (LobbyIn, LobbyOut) and `/ws/games/{id}` (RoomIn, RoomOut), subprotocol
`zeitnot.v1`, text frames of at most 4 KiB towards the server.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

SUBPROTOCOL = "zeitnot.v1"
MAX_FRAME_BYTES = 4096

# `$` alone lets a last line break through in Python, though not in JavaScript.
GameId = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{4,32}$(?!\n)")]
CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Salt = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z_-]*$(?!\n)")]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
MoveText = Annotated[str, Meta(min_length=1, max_length=128, pattern=r"^[ -~]*$(?!\n)")]
PositionText = Annotated[str, Meta(min_length=1, max_length=1024, pattern=r"^[ -~]*$(?!\n)")]
LineText = Annotated[str, Meta(max_length=1024)]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
BotName = Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{2,24}$(?!\n)")]
Millis = Annotated[int, Meta(ge=0, le=10**12)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # JavaScript's whole numbers
SettingText = Annotated[str, Meta(max_length=64)]
SettingNumber = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Settings = Annotated[dict[str, SettingText | SettingNumber | bool], Meta(max_length=32)]


class Message(Struct, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Base of everything that has a `type`. Messages are trees, so no garbage collector need look
    at them."""


class Value(Struct, kw_only=True, omit_defaults=True, gc=False):
    """Base of the parts that messages are made of, and of HTTP bodies."""


# ── Parts ──────────────────────────────────────────────────────────────────────────────────────


class Stage(Value):
    """One stage of `stages`: so many moves in `base_ms`, which is added when the stage begins.

    `moves` null, in the last stage only: the rest of the game. A last stage with moves repeats.
    """

    base_ms: Millis
    moves: Annotated[int, Meta(ge=1, le=1000)] | None = None
    increment_ms: Millis = 0


class Control(Value):
    """A time control. `kind` says which of the other fields count; the rest stay null.

    `sudden_death` base_ms · `fischer` base_ms, increment_ms, cap_ms? · `delay` and `bronstein`
    base_ms, delay_ms · `per_move` time_ms · `byoyomi` base_ms, periods, period_ms · `canadian`
    base_ms, moves, period_ms · `hourglass` base_ms · `stages` stages · `correspondence` days (for
    each move, by UTC) · `unlimited`. `move_limit_ms` is a hard limit per move on top of any.
    """

    kind: Literal[
        "sudden_death",
        "fischer",
        "delay",
        "bronstein",
        "per_move",
        "byoyomi",
        "canadian",
        "hourglass",
        "stages",
        "correspondence",
        "unlimited",
    ]
    base_ms: Millis | None = None
    increment_ms: Millis | None = None
    cap_ms: Millis | None = None
    time_ms: Millis | None = None
    move_limit_ms: Millis | None = None
    delay_ms: Millis | None = None
    periods: Annotated[int, Meta(ge=1, le=100)] | None = None
    period_ms: Millis | None = None
    moves: Annotated[int, Meta(ge=1, le=1000)] | None = None
    stages: Annotated[list[Stage], Meta(min_length=1, max_length=8)] | None = None
    days: Annotated[int, Meta(ge=1, le=366)] | None = None


class Setup(Struct, kw_only=True, frozen=True, gc=False):
    """How a game begins, and what its room shows, beside settings and control. The server sends all
    fields; in NewGame any may be left out.

    `position`: where it begins, in the game's notation; null: at the usual start. `moves` are
    played from there before anybody moves; they are no plies of this game. `clock_starts`:
    `first_move`, each seat's first turn is free (`free_ms` of the clock); `start`, clocks run from
    the start, as they did in all games before there was a choice; without clocks and in
    correspondence always `start`. `engine_lines`: who hears before the end what an engine thinks:
    `own`, its own seat alone; `spectators`, they too, in games in which only bots sit. `rated`:
    false so far.
    """

    position: PositionText | None = None
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=400)] = ()
    clock_starts: Literal["first_move", "start"] = "first_move"
    engine_lines: Literal["own", "spectators"] = "own"
    rated: bool = False


class Player(Value):
    """Who sits on a seat. `level` is a bot's playing strength, where it has levels."""

    name: str
    bot: bool = False
    level: int | None = None


class SeatView(Value):
    """One seat as everybody sees it: `player` null means free; `reserved` names who is awaited.

    `salt` is the player's part in every throw; null until the player is ready.
    """

    player: Player | None = None
    reserved: str | None = None
    salt: str | None = None


class ClockView(Value):
    """The clocks at the moment of sending. `running` is the seat whose time passes, or null.

    `remaining_ms` has one entry a seat; null means unlimited. `delay_ms`: what passes first, before
    the running seat's time goes down; `limit_ms`: what is left to it of `move_limit_ms`, if the
    control has one. `free_ms`: a seat's first turn is free, `running` is null, and this is what is
    left before the game is aborted, counted down only while the game runs. One entry a seat, where
    the control has such things: `periods`, how many whole byo-yomi periods follow the time that is
    shown; `moves`, how many moves are to be made in it, null while that does not count.
    """

    remaining_ms: list[int | None]
    running: int | None = None
    delay_ms: int = 0
    limit_ms: int | None = None
    periods: list[int] | None = None
    moves: list[int | None] | None = None
    free_ms: int | None = None


class Receipt(Value):
    """What a move cost: the clock's whole account of it, kept for ever.

    `elapsed_ms`: from the start of the seat's clock (or its move before, in a turn of several) to
    the arrival of the move. `compensated_ms` of it was the network's; `charged_ms` is the rest.
    `remaining_ms`: what the clock then shows. `quota_ms`: what may yet be compensated. `free`: a
    move of a seat's first turn, in which nothing is charged, compensated or added.
    """

    elapsed_ms: int
    compensated_ms: int
    charged_ms: int
    remaining_ms: int | None
    quota_ms: int = 0
    free: bool = False


class PonderReport(Value):
    """What pondering brought for one move.

    `hit`: the reply that came was the expected one. `nodes`: searched on the opponent's time.
    `depth_gain`: full plies that the search of this move found already done.
    """

    hit: bool
    nodes: Count
    depth_gain: Annotated[int, Meta(ge=-10_000, le=10_000)]


class EngineLine(Value):
    """One of the moves that an engine looked at. `pv`: what is expected from it on."""

    move: MoveText
    value: float | None = None
    pv: LineText = ""


class EngineReport(Value):
    """How a bot came to a move. `book`: taken from an opening book. Values: the mover's side.

    `unit`: `centipawns`, `discs`, `pawns`, `points` or `win_probability`. `pv`: the line that was
    expected, moves as in `move` with one space between; `lines`: the best moves, where several were
    looked at. What is none of that the server leaves out, and so the whole report where the game or
    the account has many already; the move counts in any case.
    """

    depth: Count = 0
    nodes: Count = 0
    value: float | None = None
    unit: Annotated[str, Meta(max_length=24)] | None = None
    book: bool = False
    ponder: PonderReport | None = None
    pv: LineText = ""
    lines: Annotated[list[EngineLine], Meta(max_length=8)] = []


class RoomView(Value):
    """What does not change while a game lasts."""

    game_type: str
    rules_version: int
    settings: Settings
    control: Control
    seats: int
    draws: bool
    created_at: int
    setup: Setup | None = None


class SeatRequest(Value):
    """A seat in a new game: for the caller, for anybody, or for a bot by name."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    level: Annotated[int, Meta(ge=1, le=10)] | None = None


class GameSummary(Value):
    """One row of a list of games. `moves` counts plies; `position` is the newest, as watched."""

    id: str
    game_type: str
    settings: Settings
    control: Control
    state: Literal["open", "running", "paused", "adjourned", "finished"]
    seats: list[SeatView]
    moves: int
    position: str
    created_at: int
    scores: list[float] | None = None
    reason: str | None = None
    word: str | None = None
    finished_at: int | None = None


# ── To a room ──────────────────────────────────────────────────────────────────────────────────
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
    the seat no more."""

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
    """Ready to go on with an adjourned game; it goes on when every seat is."""

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

# ── From a room ────────────────────────────────────────────────────────────────────────────────


class Welcome(Message, tag="welcome"):
    """Answer to hello. The events after `since` follow, up to `seq`, then what has no number.

    `commitment` is the SHA-256 (hex) of the game's seed. `you` is your seat, null for a spectator.
    `source`, to bots that the server runs itself and to nobody else: the same eight characters for
    all games that were made from one address; others each time the server starts.
    """

    game: str
    room: RoomView
    seq: int
    commitment: str
    you: int | None = None
    source: str | None = None


class Event(Message):
    """Base of what is numbered: it happened, is on disk, and comes once, in order, to everybody."""

    game: str
    seq: int
    at: int


class Seated(Event, tag="seated"):
    """A seat changed hands, or its player has become ready, and it has a `salt`.
    `seat_view.player` null: it was given up. Index of the seat: `seat`."""

    seat: int
    seat_view: SeatView


class Started(Event, tag="started"):
    """The game is on. Salts are final, one a seat. `turn` is null while a throw is to come."""

    salts: list[str]
    position: str
    clock: ClockView
    turn: int | None = None


class Threw(Event, tag="threw"):
    """Chance: throw number `k` of this game. `dice`: faces; `shuffle`: the order of the cards.

    While the game lasts, -1 stands for a card that you may not see.
    """

    k: int
    ply: int
    kind: Literal["dice", "shuffle"]
    values: list[int]
    position: str
    turn: int | None = None


class Moved(Event, tag="moved"):
    """A move; `ply` is its number, the first is 0. `turn` is null while a throw is to come.

    While the game lasts, a move that you may not see is shown as `?`, and `engine` reaches the
    mover's own seat alone (and spectators, as in `info`); after the end the record has it for all.
    """

    seat: int
    ply: int
    move: str
    position: str
    receipt: Receipt
    clock: ClockView
    turn: int | None = None
    engine: EngineReport | None = None


What = Literal["draw", "takeback", "adjourn", "resume"]


class Offered(Event, tag="offered"):
    """A seat offers something to the others; `resume`: it is ready to go on."""

    seat: int
    what: What = "draw"


class Answered(Event, tag="answered"):
    """An offer was declined, or accepted by one of several who must.

    The last acceptance shows as what it brings: `finished`, `taken_back`, `paused`, `resumed`.
    """

    seat: int
    accept: bool = False
    what: What = "draw"


class TakenBack(Event, tag="taken_back"):
    """The last `plies` moves are undone, down to one of `seat`; `ply` is the next to be played.

    No time comes back: `clock` goes on from what it was. `elapsed_ms`: as in `paused`.
    """

    seat: int
    plies: int
    ply: int
    position: str
    clock: ClockView
    elapsed_ms: int
    turn: int | None = None


class Paused(Event, tag="paused"):
    """No clock runs. `outage`: the server was away; it goes on when the seat to move is back.
    `agreed`: adjourned; it goes on when every seat has sent `resume`. `crashed`: the position has
    crashed the server, twice; adjourned.

    `elapsed_ms`: what the turn had cost since its clock was last started.
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
    before every seat had moved); `word`: the game's own, as `five in a row`, or
    `ended by the operator`, with a colon and the reason behind it if there is one, or
    `the bot was wanted by others`: it had waited long, and the bot was full.

    `seed` (hex) lets anybody verify the throws. `ended_by`: the seat that has aborted, or that has
    not made its first move in time: then no `free_ms` is left in `clock`.
    """

    reason: Reason
    seed: str
    clock: ClockView
    scores: list[float] | None = None
    word: str | None = None
    ended_by: int | None = None


class Rematch(Event, tag="rematch"):
    """A seat wishes a rematch; `next` is the new game's id once everybody does."""

    seat: int
    next: str | None = None


class Ack(Message, tag="ack"):
    """The command is on disk as event `seq`. A resend gets the same again."""

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
    plays many games can share its time fairly among those who play with it.
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
    """Who is connected: one flag a seat, and how many watch."""

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


RoomEvent = (
    Seated
    | Started
    | Threw
    | Moved
    | Offered
    | Answered
    | TakenBack
    | Paused
    | Resumed
    | Said
    | Finished
    | Rematch
)
RoomOut = RoomEvent | Welcome | Ack | Error | Turn | Clock | Presence | Countdown | Info

# ── Lobby ──────────────────────────────────────────────────────────────────────────────────────


class Watch(Message, tag="watch"):
    """First on the lobby socket. A bot names the games that it plays; it is online from then on.
    `changes`: after the first `lobby`, tell me in `lobby_changed` what has changed, and not all of
    it again. `most_games`: so many at a time; more are refused with `bot_busy`. A game of
    correspondence, or one without clocks, counts a quarter. Null: no bound.
    """

    plays: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=64)] = []
    levels: Annotated[int, Meta(ge=0, le=10)] = 0
    changes: bool = False
    most_games: Annotated[int, Meta(ge=1, le=10_000)] | None = None


LobbyIn = Watch


class BotView(Value):
    """A bot that is online. `levels`: how many strengths it offers, 0 for one only; `most_games`:
    how many games at a time, null without a bound; `busy`: it plays so many just now."""

    name: str
    plays: list[str]
    levels: int = 0
    most_games: int | None = None
    busy: bool = False


class Lobby(Message, tag="lobby"):
    """The whole lobby; sent after `watch` and, to whoever did not ask for `changes`, again when
    something in it has changed. Who did ask gets it again after reading too slowly for changes.

    `open`: games with a free seat in which somebody waits just now; `running`: games that are on;
    the newest of each, but of no player a second one before the first of every other, and of open
    ones no second of an address either. `yours`: of many the newest fifty, but first those in which
    it is your turn. Positions may be some seconds old.
    """

    open: list[GameSummary]
    running: list[GameSummary]
    yours: list[GameSummary]
    bots: list[BotView]


class LobbyChanged(Message, tag="lobby_changed"):
    """What has changed in the lobby; null: it is as before.

    `games`: the rows, of `open` and `running`, that are new or not as before; `open`, `running`:
    the ids of their games now, in order. `bots`, `yours`: all of them.
    """

    games: list[GameSummary] = []
    open: list[str] | None = None
    running: list[str] | None = None
    bots: list[BotView] | None = None
    yours: list[GameSummary] | None = None


class Invited(Message, tag="invited"):
    """A seat in `game` is reserved for you: connect to its room and sit down."""

    game: str
    game_type: str
    settings: Settings
    control: Control
    seat: int
    level: int | None = None


LobbyOut = Lobby | LobbyChanged | Invited | Error

# ── HTTP bodies (under /api/v1) ────────────────────────────────────────────────────────────────


class NewSession(Value):
    """POST session: a guest; the name is made up when none is given.

    A name is made of letters and digits of any script, at least one, with spaces and - _ . '
    between them.
    """

    name: Name | None = None


class Session(Value):
    """Who you are. `account` is opaque and public."""

    account: str
    name: str


class NewBot(Value):
    """POST bots."""

    name: BotName


class BotToken(Value):
    """Shown once; only its hash is stored. `owner`: the account of the person who registered
    the bot; null where none was signed in: then it belongs to whoever holds the token."""

    account: str
    name: str
    token: str
    owner: str | None = None


class NewToken(Value):
    """POST tokens: another token for a bot that you own. `bot`: its account. `name`: your word for
    it. `expires_in_s` null: it does not expire."""

    bot: str
    name: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    expires_in_s: Annotated[int, Meta(ge=60, le=315_360_000)] | None = None


class TokenSecret(Value):
    """A token that was made, or made anew. `token` is shown this once; null: it came as a cookie,
    as the old one had."""

    id: str
    account: str
    token: str | None = None
    expires_at: int | None = None


class TokenView(Value):
    """A token of yours, or of a bot that you own. `id` is public and opens nothing.

    `kind`: `session` (a cookie), `bot`, or `former`: a secret that was replaced and is good for a
    while yet. `account_name`: whose it is. `last_used_at`: right to an hour; null: never.
    `expires_at` null: never. `current`: you are using it now.
    """

    id: str
    kind: str
    account: str
    account_name: str
    scopes: list[str]
    created_at: int
    name: str | None = None
    last_used_at: int | None = None
    expires_at: int | None = None
    current: bool = False


class TokenList(Value):
    """GET tokens."""

    tokens: list[TokenView]


class AccountView(Value):
    """GET accounts/{account}: what everybody may know of an account.

    `games`: that it has played to a result. `dice_games`: that have ended, in which something was
    thrown; `aborted_after_throw`: those of them that it ended without a result, by an abort, by
    never moving, or by going away before all had moved.
    """

    account: str
    name: str
    bot: bool = False
    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


class NewGame(Value):
    """POST games. `seats`: one entry a seat, in order.

    `listed` false: until it has begun, only who is given the link finds it; if it ends before its
    first move, it is in no list but those that its players get. `setup`: what is left out of it has
    its default.
    """

    game_type: str
    control: Control
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=6)]
    settings: Settings = {}
    listed: bool = True
    setup: Setup = Setup()


class GameLink(Value):
    """Where the new game is: `url` the page, `ws` the socket, both paths on this server."""

    id: str
    url: str
    ws: str


class GamePage(Value):
    """GET games: newest first; `cursor` of the next page, null on the last.

    A page may have fewer games than were asked for, even none, and still a cursor: one request
    looks at a thousand games at most that fit one of the filters but not all.
    """

    games: list[GameSummary]
    cursor: str | None = None


class GameRecord(Value):
    """GET games/{id}: the summary and the whole numbered history, receipts and throws included."""

    game: GameSummary
    commitment: str
    rules_version: int
    events: list[RoomEvent]


class Export(Value):
    """GET games/{id}/export, and the file that `zeitnot verify` reads.

    `format` is `zeitnot-game-1`. `seed` is null until the game has ended. `setup` null: a file of
    before there was one; the clock of such a game runs from the start.
    """

    format: str
    id: str
    game_type: str
    rules_version: int
    settings: Settings
    control: Control
    created_at: int
    commitment: str
    players: list[SeatView]
    events: list[RoomEvent]
    seed: str | None = None
    setup: Setup | None = None


class BookMove(Value):
    """One move of a book. `score`: mean of what it brought the mover, 0 to 1."""

    move: str
    weight: float
    wins: int
    draws: int
    losses: int
    score: float
    last_played: int | None = None


class BookPage(Value):
    """GET books/{scope}/{game_type}?position=: the moves known there, best weight first.

    `legal` are all legal moves; `position` and `turn` describe the position asked for (the start
    when none was given), `after` the position that each book move leads to. Before a throw of dice
    `throws` has, by its faces, the position that each throw leads to.
    """

    scope: str
    game_type: str
    position: str
    moves: list[BookMove]
    legal: list[str]
    after: dict[str, str]
    turn: int | None = None
    throws: dict[str, str] = {}


class BookInfo(Value):
    """One row of GET books."""

    scope: str
    game_type: str
    positions: int
    entries: int


class BookList(Value):
    """GET books."""

    books: list[BookInfo]


class SettingView(Value):
    """A setting of a game. `choices` null: a whole number from `least` to `most`."""

    name: str
    default: str | int | bool
    choices: list[str | int | bool] | None = None
    least: int | None = None
    most: int | None = None


class CatalogueGame(Value):
    """A game that the server offers; `names` by language (en, zh-Hans, zh-Hant)."""

    id: str
    names: dict[str, str]
    seats: int
    draws: bool
    rules_version: int
    settings: list[SettingView]
    seat_names: list[str]
    start: str
    controls: list[Control]


class Catalogue(Value):
    """GET catalogue."""

    games: list[CatalogueGame]
    bots: list[BotView]


class Problem(Value):
    """application/problem+json (RFC 9457); `code` is as in `error`."""

    title: str
    status: int
    code: str
    detail: str = ""


# ── Codec ──────────────────────────────────────────────────────────────────────────────────────

_encoder = msgspec.json.Encoder()
_room_in: msgspec.json.Decoder[RoomIn] = msgspec.json.Decoder(RoomIn)
_room_out: msgspec.json.Decoder[RoomOut] = msgspec.json.Decoder(RoomOut)
_lobby_in: msgspec.json.Decoder[LobbyIn] = msgspec.json.Decoder(LobbyIn)
_lobby_out: msgspec.json.Decoder[LobbyOut] = msgspec.json.Decoder(LobbyOut)


def encode(message: Any) -> str:
    """The text frame of a message or body."""
    return _encoder.encode(message).decode()


def decode_room_in(frame: str | bytes) -> RoomIn:
    """Reads a frame sent to a room. Raises msgspec.DecodeError (its ValidationError included)."""
    return _room_in.decode(frame)


def decode_room_out(frame: str | bytes) -> RoomOut:
    """Reads a frame sent by a room. Raises msgspec.DecodeError."""
    return _room_out.decode(frame)


def decode_lobby_in(frame: str | bytes) -> LobbyIn:
    """Reads a frame sent to the lobby. Raises msgspec.DecodeError."""
    return _lobby_in.decode(frame)


def decode_lobby_out(frame: str | bytes) -> LobbyOut:
    """Reads a frame sent by the lobby. Raises msgspec.DecodeError."""
    return _lobby_out.decode(frame)
