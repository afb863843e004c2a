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
    Name,
    SeatRequest,
    SeatView,
    Settings,
    Setup,
    Value,
)


class NewSession(Value):
    """POST session: a guest; without a name it gets a generated one.

    A name is made of letters and digits of any script, at least one, with spaces and - _ . '
    between them.
    """

    name: Name | None = None


class NewName(Value):
    """PATCH session: another name for a guest, as in `NewSession`. Games that it has joined, and
    their rematches, keep the name that it had then."""

    name: Name


class Session(Value):
    """Who you are. `account` is opaque and public."""

    account: str
    name: str


class NewBot(Value):
    """POST bots: the name of a new bot."""

    name: BotName


class BotToken(Value):
    """Shown once; only its hash is stored. `owner`: the account of the person who registered
    the bot; null where nobody was signed in: then it belongs to the holder of the token."""

    account: str
    name: str
    token: str
    owner: str | None = None


class NewToken(Value):
    """POST tokens: another token for a bot that you own. `bot`: its account. `name`: your name for
    it. `expires_in_s` null: it does not expire."""

    bot: str
    name: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    expires_in_s: Annotated[int, Meta(ge=60, le=315_360_000)] | None = None


class Rotation(Value):
    """POST tokens/{id}/rotate. `grace_s`: for how many seconds the former secret stays valid, and
    its sockets open. Without it, or without a body, the former secret ends at once. Older clients
    give `grace_s` in the query; if it is in both, they must agree."""

    grace_s: Annotated[int, Meta(ge=0, le=MAX_GRACE_S)] | None = None


class TokenSecret(Value):
    """A token that was made or rotated. `token` is shown this once; null: it was set as a cookie,
    as the replaced one was."""

    id: str
    account: str
    token: str | None = None
    expires_at: int | None = None


class TokenView(Value):
    """A token of yours, or of a bot that you own. `id` is public and gives no access. `kind`:
    `session` (a cookie), `bot`, or `former`: a secret that was replaced and is still valid for a
    while. `account_name`: whose it is. `last_used_at`: to the hour; null: never. `expires_at`
    null: never. `current`: the one of this request.
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
    """GET tokens: yours, and those of the bots that you own."""

    tokens: list[TokenView]


class AccountView(Value):
    """GET accounts/{account}: what everybody may know of an account.

    `games`: that it has played to a result. `dice_games`: that have ended, in which dice were
    thrown or cards shuffled; `aborted_after_throw`: those of them that it ended without a result,
    by an abort, by never moving, or by going away before all had moved.
    """

    account: str
    name: str
    bot: bool = False
    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


class NewGame(Value):
    """POST games. `seats`: one entry a seat, in order; how many, the settings may decide.

    `listed` false: until it has begun, only those who have the link can find it; if it ends before
    its first move, it is only in its players' own lists. `setup`: fields that are left out have
    their defaults.
    """

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


class GamePage(Value):
    """GET games: newest first; `cursor` of the next page, null on the last. The next page is had by
    the same request with it: `GET games?player=Ana&cursor=MTc2NzIyNTYwMDAwMDprM21aOXFUYg`. No
    game comes twice; one that is made in between is on no later page.

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

    `format` is `zeitnot-game-1`. `seed` is null until the game has ended. `setup` null: an older
    file; the clock of such a game runs from the start.
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


class MoveValue(Value):
    """What a move leads to with best play. `value`, for the side that moves: 1 it wins, 0 a draw,
    -1 it loses; null: not solved in the time allowed. `margin`: what that side is ahead by at the
    end, in the game's unit, in games that are solved by margin. `distance`: in other games, plies
    to the forced end, the move itself included; null unless one side wins. Where cards are hidden
    there is no such value:
    `probability` is how often an equilibrium makes the move, by what the side to move knows, and
    `expected` what it gains then on average, in the game's unit."""

    move: str
    value: Annotated[int, Meta(ge=-1, le=1)] | None = None
    distance: int | None = None
    probability: Annotated[float, Meta(ge=0, le=1)] | None = None
    expected: float | None = None
    margin: int | None = None


class MoveValues(Value):
    """GET games/{id}/values?ply=: the exact value of every legal move in a finished game, after
    `ply` moves; for games whose `exact_values` the catalogue says. None after the last move, if
    that ended the game. `turn`: the seat to move; null at the end."""

    ply: int
    position: str
    moves: list[MoveValue]
    turn: int | None = None


class BookMove(Value):
    """One move of a book. `score`: the mover's mean score, 0 to 1. `weight`: how much the book
    prefers it, its score squared times its games, plus what was added by hand; highest first."""

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
    `throws` has the position that each throw leads to, by its faces.
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
    """The number of seats where this setting has this value, and the others their defaults."""

    setting: str
    value: str | int | bool
    seats: int


class CatalogueGame(Value):
    """A game that the server offers; `names` by language (en, zh-Hans, zh-Hant).

    `seats`: how many it has with the default settings; `seat_counts`: where a setting gives it
    another number. `seat_names`: in order of seats, as many as its largest number if all are named.
    `hidden`: whether players do not see all of the position; such a game has no opening book.
    `exact_values`: whether positions of finished games can be solved (GET games/{id}/values).
    `plays_on`: of at least three seats, the others play on when one leaves. `sides`: by the number
    of seats, the seats of each side, where several are partners.
    """

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


class Catalogue(Value):
    """GET catalogue: the games with their settings, and the bots that are online."""

    games: list[CatalogueGame]
    bots: list[BotView]


class Problem(Value):
    """application/problem+json (RFC 9457); `code` is as in `error`. With `relocated` it has `node`
    and `url` as the message of that name: ask again there."""

    title: str
    status: int
    code: str
    detail: str = ""
    node: str | None = None
    url: str | None = None
