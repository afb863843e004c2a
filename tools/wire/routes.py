"""The HTTP API's routes, for the OpenAPI document; a test compares the server with them."""

import zeitnot_protocol as p
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_protocol import people

from .club_routes import CLUB_ROUTES
from .member_routes import MEMBER_ROUTES
from .passkey_routes import PASSKEYS
from .route import BODY as _BODY
from .route import READ as _READ
from .route import STORE as _STORE
from .route import TEXT as _TEXT
from .route import Query, Route

_NUMBER = {"type": "integer", "minimum": 0}
_DAY = "a day as 2026-01-31 (UTC), or an ISO 8601 instant"
_GRACE = (
    Query(
        "grace_s",
        "as in the body, for older clients; give it once",
        {"type": "integer", "minimum": 0, "maximum": p.MAX_GRACE_S},
    ),
)
_GAMES = (
    Query("game", "only this game, as `othello`", _TEXT),
    Query(
        "mine",
        "`true`: only games in which you play, whatever your name was then; each row has `you`",
        {"type": "boolean"},
    ),
    Query(
        "imported",
        "`true`: only games that were imported, which only the account that did so can list; "
        "`false`: only games that were played here",
        {"type": "boolean"},
    ),
    Query(
        "player",
        "only games of this player: a name in any case, or an account; with `mine` another player",
        _TEXT,
    ),
    Query(
        "person",
        "only games of this bot, or of this person who has kept the name; a name that looks the "
        "same will do",
        _TEXT,
    ),
    Query(
        "opponent",
        "beside `mine`, `person` or `player`: only games against this player, as in `player`",
        _TEXT,
    ),
    Query(
        "result",
        "`draw`; `win` or `loss`, yours with `mine`, else the person's or the player's; or the "
        "number of the seat that won, from 0. However many seats there are: of a draw all scored "
        "the same, and a win is the first rank, shared or not",
        _TEXT,
    ),
    Query("reason", "why it ended, as in `finished`", _TEXT),
    Query("state", "`open`, `running`, `paused`, `adjourned` or `finished`", _TEXT),
    Query(
        "speed",
        "`ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`",
        _TEXT,
    ),
    Query("control", "only this time control, in seconds, as `180+2`", _TEXT),
    Query("rated", "`true`: only rated games; `false`: only others", {"type": "boolean"}),
    Query("min_moves", "only ended games of so many moves or more", _NUMBER),
    Query("max_moves", "only ended games of so many moves or fewer", _NUMBER),
    Query(
        "position",
        "only games in which this position, in the notation of `game`, occurred within the first "
        "40 moves; not in games with hidden information, in imported ones, and in those that "
        "ended before version 0.3",
        _TEXT,
    ),
    Query("s.NAME", "a setting of the game of `position`, as `s.size=6`", _TEXT),
    Query("from", f"made then or later: {_DAY}", _TEXT),
    Query("to", f"made before the end of this day, or before this instant: {_DAY}", _TEXT),
    Query("cursor", "from the page before", _TEXT),
    Query("limit", "how many at most", {"type": "integer", "minimum": 1, "maximum": 100}),
)
_SPEEDS = ["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"]
_RATING = (
    Query("game", "the game, as `othello`; it must be given", _TEXT),
    Query("speed", "the speed class; it must be given", {"type": "string", "enum": _SPEEDS}),
)
_LEADERS = (
    *_RATING,
    Query("bots", "only bots, or with `false` only people", {"type": "boolean"}),
    Query("limit", "how many at most; 50", {"type": "integer", "minimum": 1, "maximum": 200}),
)
_POSITION = (
    Query("position", "the position in the game's notation; the start when left out", _TEXT),
    Query("s.NAME", "a setting of the game, as `s.size=6`; one parameter a setting", _TEXT),
)

_FORMAT = (
    Query(
        "format",
        "a format of other programs instead of JSON: `ggf` and `txt` (a transcript) for Othello, "
        "`mat` for backgammon, `pdn` for checkers, `pgn` for chess and xiangqi, "
        "`sgf` for Go, gomoku and Othello",
        {"type": "string", "enum": ["json", *FORMATS], "default": "json"},
    ),
)
_FILE_TYPES = tuple(form.content_type.partition(";")[0] for form in FORMATS.values())
_PLY = (
    Query(
        "ply",
        "after so many moves, those taken back not counted; the last position when left out",
        {"type": "integer", "minimum": 0},
    ),
)

ROUTES = (
    Route(
        *("POST", "/api/v1/session", "A guest session, kept in a cookie.", p.Session),
        statuses=(200, 201),
        body=p.NewSession,
        problems=(*_BODY, 401, 409, *_STORE),
    ),
    Route(
        *("POST", "/api/v1/bots", "Registers a bot. The token is shown this once.", p.BotToken),
        statuses=(201,),
        body=p.NewBot,
        problems=(*_BODY, 401, 409, *_STORE),
    ),
    Route(
        *("GET", "/api/v1/bots/{name}", "A bot's page.", p.BotPage),
        problems=(*_READ, 404),
    ),
    Route(
        *("GET", "/api/v1/bots/{name}/faults", "The faults that your bot has reported.", p.Faults),
        problems=(*_READ, 404),
        account=True,
    ),
    Route(
        *("GET", "/api/v1/bots/{name}/losses", "Where your bot's engine erred.", p.Losses),
        problems=(*_READ, 404),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/faults", "Reports a fault of this bot's engine to its owner.", None),
        statuses=(204,),
        body=p.NewFault,
        problems=(*_BODY, 401, 404, *_STORE),
        account=True,
    ),
    Route(
        *("DELETE", "/api/v1/session", "Logs out: the token that the request carries ends.", None),
        statuses=(204,),
        problems=(400, 401, 403, 429, *_STORE),
        account=True,
    ),
    Route(
        *("PATCH", "/api/v1/session", "Another name for a guest.", p.Session),
        body=p.NewName,
        problems=(*_BODY, 401, 409, *_STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/account", "Keeps a guest's name by a password.", p.Session),
        statuses=(201,),
        body=p.NewAccount,
        problems=(*_BODY, 401, 409, *_STORE),
        account=True,
    ),
    Route(
        *("PUT", "/api/v1/account/password", "Another password.", p.Session),
        body=p.NewPassword,
        problems=(*_BODY, 401, 409, *_STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/account/reset", "A new password, by a one-time code.", p.Session),
        body=p.PasswordReset,
        problems=(*_BODY, 401, 409, *_STORE),
    ),
    Route(
        *("POST", "/api/v1/account/link", "Signs in by a link from the operator.", p.Session),
        body=p.LinkSignIn,
        problems=(*_BODY, 401, 409, *_STORE),
    ),
    *PASSKEYS,
    Route(
        *("GET", "/api/v1/account/export", "All that is stored of you, as a ZIP file.", None),
        files=("application/zip",),
        problems=(400, 401, 403, 429, *_STORE),
        account=True,
    ),
    Route(
        *("DELETE", "/api/v1/account", "Deletes your account; its games stay.", None),
        statuses=(204,),
        body=p.AccountEnd,
        problems=(*_BODY, 401, 409, *_STORE),
        account=True,
    ),
    *MEMBER_ROUTES,
    Route(
        *("POST", "/api/v1/sign-in", "A session of a kept account, in a cookie.", p.Session),
        body=p.SignIn,
        problems=(*_BODY, 401, *_STORE),
    ),
    Route(
        *("DELETE", "/api/v1/sessions", "Ends your other sessions, and your tokens.", None),
        statuses=(204,),
        problems=(400, 401, 403, 429, *_STORE),
        account=True,
    ),
    Route(
        *("GET", "/api/v1/tokens", "Your tokens, and those of the bots you own.", p.TokenList),
        problems=(400, 401, 403, 429, *_STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/tokens", "Another token for a bot; shown this once.", p.TokenSecret),
        statuses=(201,),
        body=p.NewToken,
        problems=(*_BODY, 401, 404, 409, *_STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/tickets", "A ticket that signs in one socket; shown once.", p.Ticket),
        statuses=(201,),
        problems=(*_BODY, 401, *_STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/tokens/{id}/rotate", "A new secret for a token.", p.TokenSecret),
        query=_GRACE,
        body=p.Rotation,
        problems=(*_BODY, 401, 404, *_STORE),
        account=True,
    ),
    Route(
        *("DELETE", "/api/v1/tokens/{id}", "Revokes a token; its sockets are closed.", None),
        statuses=(204,),
        problems=(400, 401, 403, 404, 429, *_STORE),
        account=True,
    ),
    Route(
        *("GET", "/api/v1/accounts/{account}", "What all may know of an account.", p.AccountView),
        problems=(404, *_READ),
    ),
    Route(
        *("GET", "/api/v1/people/{name}", "A person's or a bot's profile.", people.Profile),
        problems=(404, *_READ),
    ),
    Route(
        "GET",
        "/api/v1/people/{name}/against/{other}",
        "The games of two people or bots against each other.",
        people.HeadToHead,
        problems=(404, *_READ),
    ),
    Route(
        *("GET", "/api/v1/people/{name}/ratings", "How a rating changed.", people.RatingHistory),
        query=_RATING,
        problems=(404, *_READ),
    ),
    Route(
        *("GET", "/api/v1/following", "Whom you follow, and who is online.", people.FollowedList),
        problems=_READ,
        account=True,
    ),
    Route(
        *("PUT", "/api/v1/following/{name}", "Follows a person or a bot.", None),
        statuses=(204,),
        problems=(400, 401, 403, 404, 409, 429, *_STORE),
        account=True,
    ),
    Route(
        *("DELETE", "/api/v1/following/{name}", "Stops following.", None),
        statuses=(204,),
        problems=(400, 401, 403, 404, 429, *_STORE),
        account=True,
    ),
    Route(
        *("GET", "/api/v1/blocked", "Whom you block.", people.BlockedList),
        problems=_READ,
        account=True,
    ),
    Route(
        *("POST", "/api/v1/blocked", "Blocks an account.", None),
        statuses=(204,),
        body=people.NewBlock,
        problems=(*_BODY, 401, 404, 409, *_STORE),
        account=True,
    ),
    Route(
        "DELETE",
        "/api/v1/blocked/{name}",
        "Unblocks all accounts with this name.",
        None,
        statuses=(204,),
        problems=(400, 401, 403, 404, 429, *_STORE),
        account=True,
    ),
    Route(
        *("GET", "/api/v1/presence", "Whether others see you online.", people.PresenceSetting),
        problems=_READ,
        account=True,
    ),
    Route(
        *("PUT", "/api/v1/presence", "Shows or hides that you are online.", people.PresenceSetting),
        body=people.PresenceSetting,
        problems=(*_BODY, 401, *_STORE),
        account=True,
    ),
    Route(
        "POST",
        "/api/v1/complaints",
        "Reports an account to the operator.",
        people.ComplaintNumber,
        statuses=(201,),
        body=people.NewComplaint,
        problems=(*_BODY, 401, 404, *_STORE),
        account=True,
    ),
    *CLUB_ROUTES,
    Route(
        *("POST", "/api/v1/games", "Makes a game.", p.GameLocation),
        statuses=(201,),
        body=p.NewGame,
        problems=(*_BODY, 401, 422, *_STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/imports", "Imports games of other programs.", p.Imports),
        statuses=(200, 201),
        body=p.NewImport,
        problems=(*_BODY, 401, *_STORE),
        account=True,
    ),
    Route(
        *("GET", "/api/v1/games", "Games, newest first.", p.GamePage),
        query=_GAMES,
        problems=_READ,
    ),
    Route(
        *("GET", "/api/v1/games/{id}", "A game with moves, times and throws.", p.GameRecord),
        validator=True,
        problems=(404, *_READ),
    ),
    Route(
        *("GET", "/api/v1/games/{id}/export", "The file for `zeitnot verify`.", p.Export),
        query=_FORMAT,
        validator=True,
        files=_FILE_TYPES,
        problems=(404, *_READ),
    ),
    Route(
        *("GET", "/api/v1/exports", "All finished games of a search, one after the other.", None),
        query=(*_FORMAT, *(one for one in _GAMES if one.name not in ("state", "cursor", "limit"))),
        files=("application/x-ndjson", *_FILE_TYPES),
        problems=_READ,
    ),
    Route(
        *("GET", "/api/v1/games/{id}/values", "A finished game's moves, solved.", p.MoveValues),
        query=_PLY,
        problems=(404, 409, *_READ),
    ),
    Route("GET", "/api/v1/books", "Which books there are.", p.BookList, problems=_READ),
    Route(
        *("GET", "/api/v1/books/{scope}/{game}", "What a book knows of a position.", p.BookPage),
        query=_POSITION,
        problems=(404, *_READ),
    ),
    Route(
        *("GET", "/api/v1/ratings", "The best players of a game and speed.", p.Leaderboard),
        query=_LEADERS,
        problems=(400, *_READ),
    ),
    Route(
        "GET",
        "/api/v1/catalogue",
        "Games, their settings, and bots online.",
        p.Catalogue,
        problems=_READ,
    ),
)
