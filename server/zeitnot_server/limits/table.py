"""All limits on what one peer may use of the server, in one place.

docs/reference/limits.md lists them, /metrics counts by their names how often each rate and each
hold was reached, and docs/why/security.md gives the reasons. Tests and settings change some of
them.
"""

# ruff: noqa: RUF009  each call makes a `field`

from dataclasses import dataclass

from zeitnot_protocol import MAX_FRAME_BYTES

from .game_limits import ChallengeLimits, GameLimits
from .limit import daily, hold, limits_in, rate, size, time
from .rates import Rate
from .read_limits import KIB, ReadLimits

RateTuple = tuple[Rate, ...]
MIB = 1024 * KIB

TOO_MANY = "429"
CLOSE = "close 1008"
TOO_FAST = "error `too_fast`"
CUT_OFF = "cut off"


@dataclass(frozen=True, slots=True)
class Limits(ReadLimits):
    """The limits, with their defaults. Of a rate's tuple the first is the short-term one."""

    # ── connections and HTTP ─────────────────────────────────────────────────────────────────────

    connections: int = hold(
        "server",
        "connections",
        20_000,
        "503",
        "open connections; never more than the process may have open files",
    )
    requests_per_address: int = hold(
        *("address", "connections", 200, TOO_MANY),
        "HTTP connections, or behind a proxy concurrent requests; upgraded connections "
        "count as sockets",
    )
    seated_connections: int = hold(
        *("player", "connections", 8, TOO_MANY),
        "HTTP connections or concurrent requests of an account with a seat in a running "
        "game, beyond those of its address; all such accounts of an address together get "
        "as many again as the address",
    )
    provisional_connections: int = hold(
        *("server", "connections", 128, TOO_MANY),
        "connections over the limit that are kept until their first request shows "
        "whether they belong to such an account",
    )
    provisional_connections_per_address: int = hold(
        "address", "connections", 16, "the oldest is refused", "the same"
    )
    provisional_seconds: float = time("connection", 1.0, TOO_MANY, "for that request to arrive")
    head_seconds: float = time(
        *("connection", 10.0, "408"),
        "from the connection or the previous answer to the end of a request's headers, "
        "for a socket to the end of its handshake",
    )
    body_seconds: float = time("connection", 10.0, "408", "from the headers to the end of the body")
    answer_seconds: float = time(
        "connection", 60.0, CUT_OFF, "for the peer to read the next part of an answer"
    )
    linger_seconds: float = time(
        "connection", 5.0, CUT_OFF, "for the peer to read the rest after the connection is closed"
    )
    drain_seconds: float = time(
        *("connection", 2.0, CUT_OFF),
        "for a refused peer to read the reason and to close; its input is read and dropped",
    )
    drain_bytes: int = size("connection", "bytes", 256 * KIB, CUT_OFF, "of that input")
    drained_at_once: int = hold(
        "server", "connections", 64, CUT_OFF, "refused connections whose input is being read"
    )
    url_bytes: int = size("connection", "bytes", 4 * KIB, "414", "the URL of a request")
    head_bytes: int = size("connection", "bytes", 8 * KIB, "431", "URL and headers together")
    headers: int = size("connection", "headers", 64, "431", "headers in a request")
    message_bytes: int = size(
        "connection",
        "bytes",
        64 * KIB,
        "413",
        "a whole request, of which the JSON body may have 16 KiB",
    )
    import_bytes: int = size(
        *("connection", "bytes", 2112 * KIB, "413"),
        "a whole request that imports games: a JSON body of 2 MiB, with a text of 1 MiB",
    )
    imports: int = hold("server", "imports", 16, TOO_MANY, "imports being received and read")
    imports_per_address: int = hold("address", "imports", 2, TOO_MANY, "the same")
    pipelined: int = size(
        "connection", "requests", 8, TOO_MANY, "pipelined requests on one connection"
    )
    streams: int = hold("server", "answers", 256, TOO_MANY, "records and exports being sent")
    streams_per_address: int = hold(
        *("address", "answers", 16, TOO_MANY),
        "the same; some are reserved for each address while any are free",
    )
    address_requests: RateTuple = rate(
        *("address", "requests", (Rate(100, 800),), TOO_MANY),
        "HTTP requests of any kind, including the page's files and unknown paths",
    )
    address_reads: RateTuple = rate(
        *("address", "requests", (Rate(50, 400),), TOO_MANY),
        "requests that read, and socket handshakes",
    )
    read_chars: int = size(
        *("address", "bytes", 32 * KIB, "the rest waits"),
        "of a record, an export or the events that `hello` asks for, which count as one "
        "request that reads",
    )
    seated_handshakes: RateTuple = rate(
        *("player", "handshakes", (Rate(1 / 10, 6),), TOO_MANY),
        "handshakes of an account with a seat in a running game whose address has no "
        "reads left, for the room of that game and for the lobby",
    )
    address_seated_handshakes: RateTuple = rate(
        *("address", "handshakes", (Rate(50, 400),), TOO_MANY),
        "the same for all such accounts of an address together, which its other clients "
        "cannot use up",
    )
    seated_reads: RateTuple = rate(
        *("player", "requests", (Rate(50, 400),), "the rest waits"),
        "reads by such an account on the socket of its own game, which do not count for "
        "its address",
    )
    seated_requests: RateTuple = rate(
        *("player", "requests", (Rate(1, 60),), TOO_MANY),
        "HTTP requests of such an account whose address has none left, where those that "
        "read count twice: enough to reload the page",
    )
    seated_postponements: RateTuple = rate(
        *("player", "refusals", (Rate(1, 1),), "not passed on"),
        "refusals of such an account that are reported to its room, where each postpones "
        "the countdown for an absent player",
    )

    # ── what is made ─────────────────────────────────────────────────────────────────────────────

    address_posts: RateTuple = rate(
        *("address", "requests", (Rate(10, 200), Rate.hourly(5_000)), TOO_MANY),
        "requests that create or change something (guests, bots, tokens, tickets, games), and "
        "rematches",
    )
    account_posts: RateTuple = rate(
        "account", "requests", (Rate(10, 200), Rate.hourly(2_000)), TOO_MANY, "the same"
    )
    account_renames: RateTuple = rate(
        "account", "changes", (Rate(1 / 3600, 10),), TOO_MANY, "changes of a guest's own name"
    )
    password_hashes: int = hold(
        *("server", "passwords", 16, TOO_MANY),
        "passwords and passkeys that are being checked or set, or wait for that",
    )
    address_failed_sign_ins: RateTuple = rate(
        *("address", "sign-ins", (Rate(1 / 10, 60),), TOO_MANY),
        "sign-ins, changes of a password, and uses of a one-time code, with a wrong name, "
        "password, passkey or code",
    )
    account_failed_sign_ins: RateTuple = rate(
        *("account", "sign-ins", (Rate(1 / 60, 10),), TOO_MANY),
        "the same, for one name, from all addresses from which it has not signed in lately",
    )
    known_failed_sign_ins: RateTuple = rate(
        *("account", "sign-ins", (Rate(1 / 60, 10),), TOO_MANY),
        "the same, for one name and one address from which it has signed in lately, so that "
        "nobody else can lock its owner out",
    )
    address_passkey_challenges: RateTuple = rate(
        *("address", "requests", (Rate(1, 60),), TOO_MANY),
        "challenges to sign in by a passkey",
    )
    account_complaints: RateTuple = rate(
        *("account", "complaints", (Rate(1 / 600, 5), Rate.daily(20)), TOO_MANY),
        "complaints about other accounts",
    )
    address_complaints: RateTuple = rate(
        "address", "complaints", (Rate(1 / 120, 20), Rate.daily(100)), TOO_MANY, "the same"
    )
    account_exports: int = hold("account", "exports", 1, TOO_MANY, "downloads of an account's data")
    tickets_per_account: int = hold(
        "account", "tickets", 32, TOO_MANY, "tickets for sockets, unused and not expired"
    )
    tickets: int = hold(
        "server", "tickets", 10_000, "503 `busy`", "the same, on all nodes together"
    )
    owner_bots_a_day: int = daily(
        *("account", "bots", 20, TOO_MANY),
        "bots registered; without an account, counted by address",
    )
    address_bots_a_day: int = daily("address", "bots", 100, TOO_MANY, "bots registered")
    bots_online: int = hold(
        *("account", "bots", 50, "error `too_many_bots`"),
        "bots of one owner (or, without an owner, of one address) that the lobby shows at a time",
    )
    account_events_a_day: int = daily(
        *("account", "events", 30_000, TOO_MANY),
        "events stored by its commands in games; beyond that it starts no new games "
        "until the bucket has drained a little, but its running games go on",
    )
    address_events_a_day: int = daily("address", "events", 100_000, TOO_MANY, "the same")
    game_events: int = size(
        "account", "events", 50, "none", "charged for a new game before its first move"
    )
    address_sits: RateTuple = rate(
        *("address", "seats", (Rate(1 / 5, 60),), TOO_FAST),
        "free seats taken in other people's listed games",
    )
    account_sits: RateTuple = rate("account", "seats", (Rate(1 / 15, 20),), TOO_FAST, "the same")
    address_idle_seats: RateTuple = rate(
        *("address", "seats", (Rate(1 / 300, 10),), TOO_FAST),
        "those of these seats whose players make no move, through their own fault",
    )
    account_idle_seats: RateTuple = rate(
        "account", "seats", (Rate(1 / 600, 4),), TOO_FAST, "the same"
    )
    account_open_seats: int = hold(
        *("account", "seats", 3, "error `too_many_seats`"),
        "seats held in other people's listed games that have not begun",
    )
    address_open_seats: int = hold("address", "seats", 10, "error `too_many_seats`", "the same")
    address_seeks: int = hold(
        "address", "seeks", 50, "error `too_many_seeks`", "people who look for an opponent (`seek`)"
    )

    # ── games that are made, and those with bots ─────────────────────────────────────────────────

    open_games: int = hold(
        *("account", "games", 10, "error `too_many_open`"),
        "listed games created that have not begun",
    )
    unfinished_games: int = hold(
        *("account", "games", 200, "error `too_many_games`"),
        "all games created that are not over",
    )
    games_per_account_with_bots: int = hold(
        *("account", "games", 8, "error `too_many_games`"),
        "games created with bots that state a number of games; a slow game counts as a "
        "quarter, and slow games may take a quarter of the limit",
    )
    games_per_address_with_bots: int = hold(
        "address", "games", 32, "error `too_many_games`", "the same"
    )
    disk_reserve_mb: int = size(
        *("server", "MiB", 256, "507 `disk_low`"),
        "free on the database's disk; with less, only games in progress are stored",
    )

    # ── sockets ──────────────────────────────────────────────────────────────────────────────────

    sockets_per_address: int = hold("address", "sockets", 1_000, TOO_MANY, "open sockets")
    anonymous_sockets_per_address: int = hold(
        *("address", "sockets", 50, TOO_MANY),
        "open sockets of clients that are not signed in, which can only watch",
    )
    sockets_per_account: int = hold("account", "sockets", 500, TOO_MANY, "open sockets")
    lobby_sockets_per_account: int = hold(
        "account", "sockets", 20, TOO_MANY, "open sockets in the lobby"
    )
    seated_sockets: int = hold(
        *("player", "sockets", 2, TOO_MANY),
        "sockets of an account with a seat in a running game, beyond those of its "
        "address, in all its games together; all such accounts of an address together "
        "get as many again as the address",
    )
    seated_lobby_sockets: int = hold("player", "sockets", 1, TOO_MANY, "the same in the lobby")
    hello_seconds: float = time(
        "socket", 10.0, CLOSE, "from the handshake to `hello`, or in the lobby to `watch`"
    )
    hellos: RateTuple = rate("socket", "messages", (Rate(1, 4),), TOO_FAST, "`hello` or `watch`")
    messages: RateTuple = rate(
        *("socket", "messages", (Rate(40, 200),), CLOSE),
        "messages other than played moves; pings, unsolicited pongs and fragments have a "
        "separate allowance of the same size",
    )
    analysis_lines: RateTuple = rate(
        "socket", "messages", (Rate(4, 4),), "not passed on", "an engine's analysis (`info`)"
    )
    address_frames: RateTuple = rate(
        *("address", "frames", (Rate(1_000, 2_000),), CLOSE),
        "frames of any kind on all sockets together, except played moves and the pongs "
        "that answer the server's pings",
    )
    account_frames: RateTuple = rate("account", "frames", (Rate(400, 1_000),), CLOSE, "the same")
    few_frames: RateTuple = rate(
        *("account", "frames", (Rate(10, 40),), CLOSE),
        "frames that an account may still send when its address has none left",
    )
    prompt_reads: RateTuple = rate(
        *("address", "reads", (Rate(150, 300),), "wait"),
        "reads from sockets that are processed at once; others wait, and addresses take turns",
    )
    address_refusals: RateTuple = rate(
        *("address", "messages", (Rate(100, 2_000),), CLOSE),
        "messages answered with an error, on all sockets together; handshakes get 429 "
        "until the debt is paid off",
    )
    account_refusals: RateTuple = rate(
        *("account", "messages", (Rate(20, 400),), CLOSE),
        "the same; clients of one address that are not signed in count as one account",
    )
    address_watches: RateTuple = rate(
        *("address", "messages", (Rate(50, 400),), TOO_FAST),
        "`watch` in the lobby, on all sockets together",
    )
    account_watches: RateTuple = rate("account", "messages", (Rate(2, 40),), TOO_FAST, "the same")
    address_seek_messages: RateTuple = rate(
        *("address", "messages", (Rate(10, 200),), TOO_FAST),
        "`seek` in the lobby, on all sockets together",
    )
    account_seek_messages: RateTuple = rate(
        "account", "messages", (Rate(1 / 2, 20),), TOO_FAST, "the same"
    )
    address_chats: RateTuple = rate(
        *("address", "lines", (Rate(5, 50), Rate.hourly(3_000)), TOO_FAST),
        "lines of chat, in all rooms and on all sockets together",
    )
    account_chats: RateTuple = rate(
        "account", "lines", (Rate(1, 10), Rate.hourly(300)), TOO_FAST, "the same"
    )
    address_report_bytes: RateTuple = rate(
        *("address", "bytes", (Rate.hourly(32 * MIB), Rate.daily(256 * MIB)), "left out"),
        "engines' reports that are stored with moves, in all rooms together",
    )
    account_report_bytes: RateTuple = rate(
        *("account", "bytes", (Rate.hourly(4 * MIB), Rate.daily(32 * MIB)), "left out"),
        "the same",
    )
    unread_frames: int = size(
        *("socket", "frames", 16, CLOSE),
        "frames that cannot be read (error `malformed` or `unknown_message`)",
    )
    waiting_frames: int = size(
        "socket", "frames", 400, CLOSE, "frames that wait for the lobby, or for `hello`"
    )
    closing_frames: int = size(
        *("socket", "frames", 64, "nothing more is read"),
        "frames read from a closing socket, to find its close frame",
    )
    room_sockets: int = hold(
        *("account", "sockets", 4, "the oldest: close 1008"), "sockets of one person in a room"
    )
    seat_commands: int = size(
        "player", "commands", 64, "error `busy`", "commands of a seat in the queue of a room"
    )
    spectator_commands: int = size(
        *("account", "commands", 16, "error `busy`"),
        "the same for another account, or for a socket that is not signed in",
    )
    spectators_commands: int = size(
        "game",
        "commands",
        8_192,
        "error `busy`",
        "the same for all of these together; players come first",
    )
    outbox_frames: int = size(
        *("socket", "frames", 512, CUT_OFF),
        "frames waiting for a viewer, not counting what is left of a catch-up",
    )
    outbox_bytes: int = size(
        "socket", "bytes", 256 * KIB, CUT_OFF, "memory of these, unless it is a single frame"
    )
    address_waiting_bytes: int = hold(
        *("address", "bytes", 32 * MIB, CUT_OFF),
        "memory of waiting frames, on all sockets together",
    )
    account_waiting_bytes: int = hold("account", "bytes", 16 * MIB, CUT_OFF, "the same")
    frame_bytes: int = size(
        *("socket", "bytes", MAX_FRAME_BYTES, "close 1009"),
        "a message, in one frame or several; there is no compression",
    )


STANDARD = Limits()
_READ = limits_in(ReadLimits)
_OTHER = {name: limit for name, limit in limits_in(Limits).items() if name not in _READ}
TABLE = {**_OTHER, **_READ, **limits_in(ChallengeLimits), **limits_in(GameLimits)}

# Not counted: limits that the reader of a socket, the store or a room applies.
_UNCOUNTED = {
    *("hellos", "analysis_lines", "room_sockets"),
    *("owner_bots_a_day", "address_bots_a_day", "tickets_per_account", "tickets"),
}
COUNTED = tuple(
    name
    for name, limit in TABLE.items()
    if limit.kind in ("rate", "hold") and name not in _UNCOUNTED
)
"""The limits for which /metrics says how often they were reached."""
