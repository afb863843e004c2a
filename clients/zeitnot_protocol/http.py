"""Bodies of HTTP requests and answers, under /api/v1."""

from typing import Annotated

from msgspec import Meta

from .constants import MAX_GRACE_S
from .events import RoomEvent
from .lobby import BotView
from .parts import (
    BotName,
    Control,
    GameSummary,
    Join,
    Scope,
    SeatRequest,
    SeatView,
    Settings,
    Setup,
    Value,
)


class RankedPlayer(Value):
    """A row of a leaderboard. `rating` and `deviation` are in whole points; the deviation is the
    rating's standard deviation now; `games`: how many rated games have counted."""

    name: str
    rating: int
    deviation: int
    games: int
    bot: bool = False


class Leaderboard(Value):
    """GET ratings: the best players of a game in one speed class, best first. A player is listed
    while the deviation is at most 75, or 130 in games of more than two players or with partners."""

    game_type: str
    speed: str
    players: list[RankedPlayer]


class NewBot(Value):
    """POST bots: the name of a new bot."""

    name: BotName


class BotToken(Value):
    """Shown only once; the server stores only its hash. `owner`: the account of the person who
    registered the bot; of a bot registered with a bot's token, that bot's owner, or that bot if it
    has none. Null: that person was not signed in, so anyone with the token controls the bot."""

    account: str
    name: str
    token: str
    owner: str | None = None


class NewToken(Value):
    """POST tokens: another token for a bot that you own, or one for yourself. `bot`: its account;
    null: for yourself, if your name is kept. `name`: your name for it. `expires_in_s` null: it does
    not expire. `scopes`: what it permits; null: everything, which only a bot's may."""

    bot: str | None = None
    name: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    expires_in_s: Annotated[int, Meta(ge=60, le=315_360_000)] | None = None
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=5)] | None = None


class Rotation(Value):
    """POST tokens/{id}/rotate. `grace_s`: how many seconds the former secret stays valid, and its
    sockets open. Without it, or without a body, the former secret ends at once. Older clients give
    `grace_s` in the query; if it is in both places, they must agree."""

    grace_s: Annotated[int, Meta(ge=0, le=MAX_GRACE_S)] | None = None


class TokenSecret(Value):
    """A token that was created or rotated. `token` is shown only this once; null: it was set as a
    cookie, like the one that it replaces."""

    id: str
    account: str
    token: str | None = None
    expires_at: int | None = None


class TokenView(Value):
    """One of your tokens, or of the tokens of a bot that you own. `id` is public and gives no
    access. `kind`: `session` (a cookie), `bot`, `personal` (yours, with scopes), or `former`: a
    replaced secret that is still valid for a while. `scopes`: what it permits, or `all`.
    `account_name`: the name of its account. `last_used_at`: to the hour; null: never. `expires_at`
    null: never. `current`: the token of this request. `device`: the kind of browser that signed in,
    such as `Firefox on Linux`; null: unknown."""

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
    device: str | None = None


class TokenList(Value):
    """GET tokens: yours, and those of the bots that you own."""

    tokens: list[TokenView]


class Ticket(Value):
    """POST tickets: signs in one socket, on any node, until `expires_at`, with the rights of the
    token of this request. Offer `ticket.` followed by it as the second subprotocol; the server
    selects only the first."""

    ticket: str
    expires_at: int


class AccountView(Value):
    """GET accounts/{account}: the public facts about an account. `games`: how many it has played to
    a result. `dice_games`: how many games with dice or shuffled cards have ended.
    `aborted_after_throw`: how many of those it ended without a result, by aborting, by never
    moving, or by leaving before all had moved. `kept`: a password keeps the name."""

    account: str
    name: str
    bot: bool = False
    kept: bool = False
    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


class NewGame(Value):
    """POST games. `seats`: one entry per seat, in order; the settings may decide how many. `listed`
    false: until the game has begun, only those who have the link can find it; if it ends before its
    first move, it appears only in its players' own lists. `setup`: fields that are left out have
    their defaults."""

    game_type: str
    control: Control
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=6)]
    settings: Settings = {}
    listed: bool = True
    setup: Setup = Setup()


class GameLocation(Value):
    """Where the new game is: `url` the page, `ws` the socket, both paths on this server."""

    id: str
    url: str
    ws: str


class NewImport(Value):
    """POST imports: the text of a file with games (at most 50, in 1 MiB), or one position.
    `game_type`: the game, where the text does not say it."""

    text: Annotated[str, Meta(min_length=1, max_length=1 << 20)]
    game_type: str | None = None


class ImportedGame(Value):
    """A game that has been imported. `url`: its page; `players`: by seat, empty where the file has
    no name; `moves`: how many; `result`: as in PGN, null if the file has none."""

    id: str
    url: str
    game_type: str
    players: list[str]
    moves: int
    result: str | None = None


class Imports(Value):
    """The answer to POST imports. `problems`: games that were left out, as `text:12: what is wrong;
    expected what`; `notes`: what was read otherwise than written."""

    games: list[ImportedGame]
    problems: list[str]
    notes: list[str]


class GamePage(Value):
    """GET games: newest first. `cursor` leads to the next page, and is null on the last one: repeat
    the request with it, as in `GET games?player=Ana&cursor=MTc2NzIyNTYwMDAwMDprM21aOXFUYg`. No game
    comes twice, and a game created in between is on no later page. A page may have fewer games than
    requested, even none, and still a cursor: one request examines up to a thousand games that fit
    one of the filters but not all."""

    games: list[GameSummary]
    cursor: str | None = None


class GameRecord(Value):
    """GET games/{id}: the summary and the whole numbered history, including receipts and throws."""

    game: GameSummary
    commitment: str
    rules_version: int
    events: list[RoomEvent]


class Export(Value):
    """GET games/{id}/export, and the file that `zeitnot verify` reads; each line of GET exports is
    one. `format` is `zeitnot-game-1`. `seed` is null until the game has ended. `setup` null: an
    older file; the clock of such a game runs from the start. `imported`, `facts`: as in
    GameSummary; an imported game cannot be verified."""

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
    imported: bool = False
    facts: dict[str, str] = {}


class MoveValue(Value):
    """The result of a move with best play. `value`, for the side that moves: 1 it wins, 0 a draw,
    -1 it loses; null: not solved in the time allowed. `margin`: in games that are solved by margin,
    that side's lead at the end, in the game's unit. `distance`: in other games, plies to the forced
    end, including the move itself; null unless one side wins. Where cards are hidden there is no
    such value: `probability` is how often an equilibrium makes the move, given what the side to
    move knows, and `expected` its average gain, in the game's unit."""

    move: str
    value: Annotated[int, Meta(ge=-1, le=1)] | None = None
    distance: int | None = None
    probability: Annotated[float, Meta(ge=0, le=1)] | None = None
    expected: float | None = None
    margin: int | None = None


class MoveValues(Value):
    """GET games/{id}/values?ply=: the exact value of every legal move in a finished game, after
    `ply` moves, for games with `exact_values` in the catalogue. There are none after the last move
    if it ended the game. `turn`: the seat to move; null at the end."""

    ply: int
    position: str
    moves: list[MoveValue]
    turn: int | None = None


class BookMove(Value):
    """One move of a book. `score`: the mover's mean score, 0 to 1. `weight`: how much the book
    prefers it: its score squared times its games, plus any weight added by hand. The highest weight
    comes first."""

    move: str
    weight: float
    wins: int
    draws: int
    losses: int
    score: float
    last_played: int | None = None


class BookPage(Value):
    """GET books/{scope}/{game_type}?position=: the moves known there, best weight first. `legal`
    has all legal moves; `position` and `turn` describe the requested position (by default the
    start), and `after` the position after each book move. Before a throw of dice, `throws` has the
    position after each throw, by its faces."""

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
    """GET books: the books that this server has."""

    books: list[BookInfo]


class SettingView(Value):
    """A setting of a game. `choices` null: a whole number from `least` to `most`."""

    name: str
    default: str | int | bool
    choices: list[str | int | bool] | None = None
    least: int | None = None
    most: int | None = None


class SeatCount(Value):
    """The number of seats when this setting has this value and the others have their defaults."""

    setting: str
    value: str | int | bool
    seats: int


class CatalogueGame(Value):
    """A game that the server offers; `names` by language (en, zh-Hans, zh-Hant). `seats`: how many
    it has with the default settings; `seat_counts`: other numbers, if a setting changes it.
    `seat_names`: in seat order, up to the largest number of seats if all have names. `hidden`:
    whether players do not see the whole position; such a game has no opening book. `exact_values`:
    whether positions of finished games can be solved (GET games/{id}/values). `plays_on`: with
    three or more seats, the others play on when one leaves. `sides`: by the number of seats, the
    seats of each side, where there are partners. `formats`: in which its games are exported (GET
    games/{id}/export), besides `json`."""

    id: str
    names: dict[str, str]
    seats: int
    draws: bool
    rules_version: int
    settings: list[SettingView]
    seat_names: list[str]
    start: str
    controls: list[Control]
    seat_counts: list[SeatCount] = []
    hidden: bool = False
    exact_values: bool = False
    plays_on: bool = False
    sides: dict[str, list[list[int]]] = {}
    formats: list[str] = []


class Catalogue(Value):
    """GET catalogue: the games with their settings, and the bots that are online. `join`: who may
    join; with `code`, guests keep names by a code of the operator; with `closed` there are no
    guests, and admins and teachers make the accounts."""

    games: list[CatalogueGame]
    bots: list[BotView]
    join: Join = "open"


class RefusedName(Value):
    """A name of a list that is refused: its `index` in the list, from 0, and why."""

    index: int
    name: str
    code: str
    detail: str


class Problem(Value):
    """application/problem+json (RFC 9457); `code` is as in `error`. With `relocated` it has `node`
    and `url`, as in the message of that name: send the request there. `names`: which of a list of
    names are refused (POST people)."""

    title: str
    status: int
    code: str
    detail: str = ""
    node: str | None = None
    url: str | None = None
    names: list[RefusedName] = []
