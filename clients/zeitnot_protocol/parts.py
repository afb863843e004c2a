"""Parts of messages: simple types with their bounds, and structs."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .constants import MAX_SERIES, MAX_SETUP_MOVES

# In Python `$` also matches before a final line break, unlike in JavaScript.
GameId = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{4,32}$(?!\n)")]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]*$(?!\n)")]
Salt = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z_-]*$(?!\n)")]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
MoveText = Annotated[str, Meta(min_length=1, max_length=128, pattern=r"^[ -~]*$(?!\n)")]
PositionText = Annotated[str, Meta(min_length=1, max_length=1024, pattern=r"^[ -~]*$(?!\n)")]
LineText = Annotated[str, Meta(max_length=1024)]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
Password = Annotated[str, Meta(min_length=1, max_length=256)]
Role = Literal["player", "teacher", "organiser", "admin"]
Join = Literal["open", "code", "closed"]
Scope = Literal["play", "challenge", "read", "bot", "organise"]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
Slug = Annotated[str, Meta(pattern=r"^[0-9a-z][0-9a-z-]{0,30}[0-9a-z]$(?!\n)")]
BotName = Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{2,24}$(?!\n)")]
ProcessId = Annotated[str, Meta(max_length=32, pattern=r"^[0-9A-Za-z_-]*$(?!\n)")]
Version = Annotated[str, Meta(max_length=40, pattern=r"^[0-9A-Za-z._+-]*$(?!\n)")]
Millis = Annotated[int, Meta(ge=0, le=10**12)]
AnswerMillis = Annotated[int, Meta(ge=10_000, le=3_600_000)]
FirstMoveMillis = Annotated[int, Meta(ge=10_000, le=600_000)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # JavaScript's whole numbers
SettingText = Annotated[str, Meta(max_length=64)]
SettingNumber = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Settings = Annotated[dict[str, SettingText | SettingNumber | bool], Meta(max_length=32)]


class Message(Struct, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Base of everything that has a `type`. Messages are trees, so the garbage collector need not
    track them."""


class Value(Struct, kw_only=True, omit_defaults=True, gc=False):
    """Base of the parts of messages, and of HTTP bodies."""


class Stage(Value):
    """One stage of `stages`: `moves` moves in `base_ms`, which is added when the stage begins.
    `moves` is null only in the last stage: the rest of the game. A last stage with moves repeats.
    """

    base_ms: Millis
    moves: Annotated[int, Meta(ge=1, le=1000)] | None = None
    increment_ms: Millis = 0


ControlKind = Literal[
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


class Control(Value):
    """A time control. `kind` says which of the other fields count; the rest stay null.

    `sudden_death` base_ms · `fischer` base_ms, increment_ms, cap_ms? · `delay` and `bronstein`
    base_ms, delay_ms · `per_move` time_ms · `byoyomi` base_ms, periods, period_ms · `canadian`
    base_ms, moves, period_ms · `hourglass` base_ms · `stages` stages · `correspondence` days (for
    each move, by UTC) · `unlimited`. `move_limit_ms` is a hard limit per move in addition to any of
    these.
    """

    kind: ControlKind
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


class Series(Struct, kw_only=True, frozen=True, gc=False):
    """A series of games between the same two players, who exchange their seats after each game. The
    next game begins as a rematch: when both have asked for it. The series ends after the last game,
    after a game without a result, and when a player does not ask.

    `games`: how many there are; `number`: of this game, from 1; `scores`: the points of the players
    on the two seats before this game, 1 for a win and 0.5 for a draw. In NewGame only `games` is
    given.
    """

    games: Annotated[int, Meta(ge=2, le=MAX_SERIES)]
    number: Annotated[int, Meta(ge=1, le=MAX_SERIES)] = 1
    scores: tuple[float, float] = (0.0, 0.0)


class Setup(Struct, kw_only=True, frozen=True, gc=False):
    """How a game begins, and what its room shows, besides settings and control. The server sends
    all fields; in NewGame any may be left out.

    `position`: where the game begins, in its notation; null: the usual start. `moves` are played
    from there before anybody moves; they are not plies of this game.

    `clock_starts`: with `first_move`, each seat's first turn is free (`free_ms` of the clock); with
    `start`, clocks run from the start, as in games stored without a setup. Without clocks and in
    correspondence games it is always `start`. `first_move_ms`: how long a free first turn may last.
    Null in NewGame: 30 seconds for bullet and blitz (less than 8 minutes for 40 moves), otherwise
    60, and more in games that take longer to lay out. It does not bound a single person among bots,
    who may take any time. Null in a room: no turn is free, or the game is from an older version,
    with 30 seconds.

    `engine_lines`: who gets an engine's analysis before the end: with `own`, only its own seat;
    with `spectators`, spectators too, in games between bots. `series`: the
    series of which this is a game, null: none.

    `rated`: the result changes the players' ratings. That needs the standard settings, a clock, the
    usual start, and players who are bots or keep their accounts; takebacks are refused.

    `answer_ms`: how long invited people have to answer; after that, their seats are open to all.
    Null: people who were asked by a bot, and guests who were asked by name, have 60 s; people who
    keep their names and were asked by name have an hour; others have any time. Bots always have
    30 s.

    `bots_fill`: when a person leaves for good while other people play, a bot of the server takes
    the seat if one is free (`vacated`). Only in unrated games of three or more seats.
    """

    position: PositionText | None = None
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=MAX_SETUP_MOVES)] = ()
    clock_starts: Literal["first_move", "start"] = "first_move"
    first_move_ms: FirstMoveMillis | None = None
    engine_lines: Literal["own", "spectators"] = "own"
    rated: bool = False
    series: Series | None = None
    answer_ms: AnswerMillis | None = None
    bots_fill: bool = False


class Player(Value):
    """The player on a seat. `level` is a bot's playing strength, if it has levels; `version` is
    that of the bot's program, null if unknown. `kept`: a person whose name is kept by a password;
    a player who is neither this nor a bot is a guest. `rating`: in a rated game, the player's
    rating before it; `provisional`: it is uncertain, and shown with a question mark."""

    name: str
    bot: bool = False
    level: int | None = None
    version: str | None = None
    kept: bool = False
    rating: int | None = None
    provisional: bool = False


class SeatView(Value):
    """One seat as everybody sees it. `player` null: the seat is free; `reserved` names the player
    for whom it is kept. `salt` is the player's part in every throw; null until the player is ready.
    `left`: the person who left this seat for good; `player` is then the bot that has taken it.
    Events do not have this field: there `vacated` says so.
    """

    player: Player | None = None
    reserved: str | None = None
    salt: str | None = None
    left: Player | None = None


class ClockView(Value):
    """The clocks at the moment of sending. `running` is the seat whose time passes, or null; in
    `finished`, the seat whose time was passing when the game ended. `remaining_ms` has one entry
    per seat; null means unlimited. `delay_ms`: the delay left before the running seat's time goes
    down; `limit_ms`: the time left of `move_limit_ms`, if the control has one.

    `free_ms`: a seat's first turn is free, `running` is null, and this is the time left before the
    game is aborted, or the seat leaves it; it counts down during the game. `running` and `free_ms`
    are both null in the first turn of a single person among bots, which has no limit. With
    `uncharged` it is a later turn that costs no time, such as marking dead stones, and at its end
    the server moves for the seat.

    One entry per seat, if the control has them: `periods`, how many whole byo-yomi periods follow
    the time shown; `moves`, how many moves must be made in that time, null while this does not
    count.
    """

    remaining_ms: list[int | None]
    running: int | None = None
    delay_ms: int = 0
    limit_ms: int | None = None
    periods: list[int] | None = None
    moves: list[int | None] | None = None
    free_ms: int | None = None
    uncharged: bool = False


class Receipt(Value):
    """The time of a move as the clock charged it, kept for ever. `elapsed_ms`: from the start of
    the seat's clock (or its previous move, in a turn of several) to the arrival of the move. Of it,
    `compensated_ms` was the network's; `charged_ms` is the rest. `remaining_ms`: the clock after
    the move. `quota_ms`: how much may still be compensated. `free`: a move of a seat's first turn
    or of an uncharged one, in which nothing is charged, compensated or added."""

    elapsed_ms: int
    compensated_ms: int
    charged_ms: int
    remaining_ms: int | None
    quota_ms: int = 0
    free: bool = False


class PonderReport(Value):
    """The gain of pondering for one move. `hit`: the opponent's reply was the expected one.
    `nodes`: nodes searched on the opponent's time. `depth_gain`: full plies that the search of this
    move found already done."""

    hit: bool
    nodes: Count
    depth_gain: Annotated[int, Meta(ge=-10_000, le=10_000)]


class EngineLine(Value):
    """One of the moves that an engine searched. `pv`: its principal variation; `visits`: in
    Monte-Carlo tree search, how many simulations began with it."""

    move: MoveText
    value: float | None = None
    pv: LineText = ""
    visits: Count | None = None


class EngineReport(Value):
    """How a bot came to a move. `book`: taken from an opening book. Values are from the mover's
    side. `unit`: `centipawns`, `chips`, `discs`, `men`, `pawns`, `points`, `tricks` or
    `win_probability`. `pv`: the principal variation, moves as in `move`, separated by single
    spaces; `lines`: the best moves, if several were searched. `seldepth`: plies to the deepest
    node, 0: unknown. The server drops other texts, and the whole report if the game or the account
    already has many; the move is played in any case."""

    depth: Count = 0
    seldepth: Count = 0
    nodes: Count = 0
    value: float | None = None
    unit: Annotated[str, Meta(max_length=24)] | None = None
    book: bool = False
    ponder: PonderReport | None = None
    pv: LineText = ""
    lines: Annotated[list[EngineLine], Meta(max_length=8)] = []


class RoomView(Value):
    """The facts that do not change during a game. `plays_on`: when a seat leaves, the others play
    on (`withdrew`). `sides`: the seats of each side, where seats have partners, who win and lose
    together. `kept`: the seats kept from the start for the creator and for invited players; a
    player who has taken any other seat can leave the game before it begins, but cannot abort it.
    """

    game_type: str
    rules_version: int
    settings: Settings
    control: Control
    seats: int
    draws: bool
    created_at: int
    setup: Setup | None = None
    plays_on: bool = False
    sides: list[list[int]] = []
    kept: list[int] = []


class SeatRequest(Value):
    """A seat in a new game: for the caller, for anybody, for a bot by name, or for a person: a
    person asks by name, a bot by account. A bot gets several seats only if it can have them
    (`several_seats`). A person has to be in the lobby of the page, unless the name is kept, and for
    a bot has to take challenges (`challenges` of `watch`): otherwise the answer is
    `person_unavailable`, whatever the reason."""

    kind: Literal["me", "open", "bot", "person"]
    name: Name | None = None
    account: Annotated[str, Meta(max_length=32)] | None = None
    level: Annotated[int, Meta(ge=1, le=10)] | None = None


class GameSummary(Value):
    """One row of a list of games. `moves` counts plies; `position`: the newest, as spectators see
    it. `you`: your seat, in a list of your own games (`mine`, and `yours` of the lobby).

    Only in `yours` of the lobby: `your_seats`: all seats of a bot that has several. `turn`,
    `turn_ends_at`: of a game in progress, the seat to move, and when its time is up (Unix ms), null
    while no clock runs. `absences_end_at`: one item per seat: when the countdown for its absent
    player ends, as in `turn_ends_at`, or null if there is none; empty: there are no countdowns.

    `first_move_ms`: of a game that has not begun, how long each first move may take (see Setup);
    null: first turns are not free.

    `rated`: as in Setup.

    `imported`: read from a file, not played here. The names of the players and the clocks after its
    moves are the file's, and `created_at` is the time of the import. `facts` has what else the file
    says of it, by the names of PGN's tags (`Event`, `Date`).
    """

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
    you: int | None = None
    your_seats: list[int] = []
    first_move_ms: int | None = None
    turn: int | None = None
    turn_ends_at: int | None = None
    absences_end_at: list[int | None] = []
    rated: bool = False
    imported: bool = False
    facts: dict[str, str] = {}


class GameTurn(Value):
    """The turn in one of your games, and its absent players, at this moment: these fields of its
    GameSummary."""

    game: str
    moves: int
    position: str
    turn: int | None = None
    turn_ends_at: int | None = None
    absences_end_at: list[int | None] = []
