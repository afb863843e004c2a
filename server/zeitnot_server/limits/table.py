"""All limits on what one peer may use, in one place; docs/why/security.md gives the reasons."""

from dataclasses import dataclass

from .rates import Rate

Rates = tuple[Rate, ...]
MIB = 1024 * 1024

MESSAGES = Rate(40, 200)  # of a socket; pings, pongs and fragments have the same again
HELLOS = Rate(1, 4)  # `hello` or `watch`, of a socket
INFOS = Rate(4, 4)  # lines of an engine's analysis, of a socket
PROMPT = Rate(150, 300)  # reads of an address that are processed at once, not in turn (`turns`)
FEW = Rate(10, 40)  # frames of an account whose address has sent too many
POSTPONEMENTS = Rate(1, 1)  # of a player's countdown, since it was refused


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what the network may ask of the server. Tests take shorter times."""

    head_seconds: float = 10.0
    """From the connection, or the last answer, to the end of a request's headers; for a socket, to
    the end of its handshake."""
    body_seconds: float = 10.0
    """From the end of the headers to the end of the body."""
    answer_seconds: float = 60.0
    """For the peer to read the answer."""
    linger_seconds: float = 5.0
    """For the peer to read what was written last, once a connection is closed."""
    drain_seconds: float = 2.0
    """For a peer that has been refused to read why, and to close; its input is read and dropped
    meanwhile, up to the two bounds that follow, of one connection and of all."""
    drain_bytes: int = 256 * 1024
    drained_at_once: int = 64
    hello_seconds: float = 10.0
    """From the handshake to `hello`, in the lobby to `watch`."""
    head_bytes: int = 8 * 1024
    """Request line and headers together."""
    message_bytes: int = 64 * 1024
    """A whole request; the API accepts less (`too_large`)."""
    url_bytes: int = 4 * 1024
    headers: int = 64
    pipelined: int = 8
    """Requests on one connection waiting for their turn."""
    connections: int = 20_000
    requests_per_address: int = 200
    """Open HTTP connections; those upgraded to sockets are counted as sockets."""
    sockets_per_address: int = 1_000
    anonymous_sockets_per_address: int = 50
    """Sockets of clients that are not signed in, which can only watch."""
    sockets_per_account: int = 500
    lobby_sockets_per_account: int = 20
    address_waiting_bytes: int = 32 * MIB
    account_waiting_bytes: int = 16 * MIB
    """Memory of what waits in outboxes, over all sockets together."""
    streams: int = 256
    streams_per_address: int = 16
    """Records and exports being sent. An address may have a fixed share of the free ones, but at
    least one as long as one is free."""
    posts_per_second: int = 10
    """Requests from one address, or one account, that make something (guests, bots, games), and
    requests for a rematch; `posts_at_once`: the burst; the next bound is for an hour."""
    posts_at_once: int = 200
    address_posts_an_hour: int = 5_000
    account_posts_an_hour: int = 2_000
    account_renames: Rates = (Rate(1 / 3600, 10),)
    """Changes of a guest's own name."""
    address_chats: Rates = (Rate(5, 50), Rate.hourly(3_000))
    account_chats: Rates = (Rate(1, 10), Rate.hourly(300))
    """Lines of chat, in all rooms and over all sockets together."""
    address_report_bytes: Rates = (Rate.hourly(32 * MIB), Rate.daily(256 * MIB))
    account_report_bytes: Rates = (Rate.hourly(4 * MIB), Rate.daily(32 * MIB))
    """Engines' reports that are kept with moves, in all rooms together."""
    address_sits: Rates = (Rate(1 / 5, 60),)
    account_sits: Rates = (Rate(1 / 15, 20),)
    """Free seats taken in other people's listed games."""
    address_idle_seats: Rates = (Rate(1 / 300, 10),)
    account_idle_seats: Rates = (Rate(1 / 600, 4),)
    """Of these, seats whose taker then makes no move, by their own fault."""
    address_events_a_day: int = 100_000
    account_events_a_day: int = 30_000
    """Events stored by an account's or address's commands in games; beyond that no new game may be
    begun until the bucket has filled up a little."""
    game_events: int = 50
    """Events that a new game counts as, before anybody has moved."""
    address_refusals: Rates = (Rate(100, 2_000),)
    account_refusals: Rates = (Rate(20, 400),)
    """Messages answered with an error, over all sockets together; clients of one address that are
    not signed in count as one account."""
    address_frames: Rates = (Rate(1_000, 2_000),)
    account_frames: Rates = (Rate(400, 1_000),)
    """Frames of any kind over all sockets together, except moves that are played and pongs that
    answer our pings."""
    address_bots_a_day: int = 100
    owner_bots_a_day: int = 20
    """Bots registered by one account; without an account, from one address."""
    bots_online: int = 50
    """Bots of one owner, or, without one, of one address, that the lobby shows at a time."""
    address_watches: Rates = (Rate(50, 400),)
    account_watches: Rates = (Rate(2, 40),)
    """`watch` in the lobby, over all sockets together."""
    address_requests: Rates = (Rate(100, 800),)
    """HTTP requests of any kind, also for the page's files and for unknown paths."""
    address_reads: Rates = (Rate(50, 400),)
    """Requests that read, and handshakes of sockets."""
    seated_handshakes: Rates = (Rate(1 / 10, 6),)
    """Handshakes of an account that has a seat in a running game, when its address has no reads
    left: for the room of that game, and for the lobby."""
    address_seated_handshakes: Rates = (Rate(50, 400),)
    """The same of an address, whose other clients cannot use them up."""
    seated_sockets: int = 2
    """Sockets of such an account beyond those of its address, in all its games together; one more
    in the lobby. All such accounts of an address have as many more as the address may have."""
    seated_requests: Rates = (Rate(1, 60),)
    """HTTP requests of such an account when its address has none left, those that read counted
    twice: enough to load the page again."""
    seated_connections: int = 8
    """HTTP connections of such an account, and requests of it at a time, beyond those of its
    address; all such accounts of an address have as many more as the address may have."""
    provisional_seconds: float = 1.0
    """For one connection too many to show by its first request that it is such an account's."""
    provisional_connections_per_address: int = 16
    provisional_connections: int = 128
    """How many may do so at a time; of an address the newest, of all the first."""
    seated_reads: Rates = (Rate(50, 400),)
    """What such an account reads of its own game on a socket, instead of its address."""
    read_chars: int = 32 * 1024
    """Of the events that `hello` asks for, or a record or export brings: so many count as a
    request that reads."""
