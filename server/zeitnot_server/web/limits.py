"""How much of everything one peer may have, in one place; docs/why/security.md says why so much."""

from dataclasses import dataclass

from ..play.bucket import Rate
from ..play.disk import MIB

Rates = tuple[Rate, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what the network may ask of the server. Tests take shorter times."""

    head_seconds: float = 10.0
    """From the connection, or the last answer, to the end of a request's headers; for a socket, to
    the end of its handshake."""
    body_seconds: float = 10.0
    """From the end of the headers to the end of the body."""
    answer_seconds: float = 60.0
    """For the answer to be read."""
    linger_seconds: float = 5.0
    """For what was written last to be read, once a connection is closed."""
    drain_seconds: float = 2.0
    """For who has been refused to read why and to close; what comes meanwhile is read and dropped,
    but no more than the two bounds that follow, of one connection and of all."""
    drain_bytes: int = 256 * 1024
    drained_at_once: int = 64
    hello_seconds: float = 10.0
    """From the handshake to `hello`, in the lobby to `watch`."""
    head_bytes: int = 8 * 1024
    """Request line and headers together."""
    message_bytes: int = 64 * 1024
    """A whole request; what the API takes is less (`too_large`)."""
    url_bytes: int = 4 * 1024
    headers: int = 64
    pipelined: int = 8
    """Requests on one connection waiting for their turn."""
    connections: int = 20_000
    requests_per_address: int = 200
    """HTTP connections that are open; what has become a socket counts there."""
    sockets_per_address: int = 1_000
    anonymous_sockets_per_address: int = 50
    """Of those who are not signed in: they can only watch."""
    sockets_per_account: int = 500
    lobby_sockets_per_account: int = 20
    address_waiting_bytes: int = 32 * MIB
    account_waiting_bytes: int = 16 * MIB
    """Memory of what waits in outboxes for its reader, over all sockets together."""
    streams: int = 256
    streams_per_address: int = 16
    """Records and exports on their way. The fewer places of all are free, the fewer an address may
    have: the same part of them, but one as long as there is one."""
    posts_per_second: int = 10
    """Requests from one address, or one account, that make something (guests, bots, games), and
    wishes for a rematch; `posts_at_once` is the burst, and no more in an hour than what follows."""
    posts_at_once: int = 200
    address_posts_an_hour: int = 5_000
    account_posts_an_hour: int = 2_000
    address_chats: Rates = (Rate(5, 50), Rate.hourly(3_000))
    account_chats: Rates = (Rate(1, 10), Rate.hourly(300))
    """Lines of chat, in all rooms and over all sockets together."""
    address_report_bytes: Rates = (Rate.hourly(32 * MIB), Rate.daily(256 * MIB))
    account_report_bytes: Rates = (Rate.hourly(4 * MIB), Rate.daily(32 * MIB))
    """Engines' reports that are kept with moves, in all rooms together."""
    address_sits: Rates = (Rate(1 / 5, 60),)
    account_sits: Rates = (Rate(1 / 15, 20),)
    """Free seats taken in listed games of others."""
    address_idle_seats: Rates = (Rate(1 / 300, 10),)
    account_idle_seats: Rates = (Rate(1 / 600, 4),)
    """Of these, those on which one makes no move afterwards, by one's own doing."""
    address_events_a_day: int = 100_000
    account_events_a_day: int = 30_000
    """Events stored by what one does in games; after that no game may be begun until some of it has
    come back."""
    game_events: int = 50
    """What a game that is made counts as, before anybody has moved."""
    address_refusals: Rates = (Rate(100, 2_000),)
    account_refusals: Rates = (Rate(20, 400),)
    """Messages answered with an error, over all sockets together; of who is not signed in, all of
    an address together as of one account."""
    address_frames: Rates = (Rate(1_000, 2_000),)
    account_frames: Rates = (Rate(400, 1_000),)
    """Frames of any kind over all sockets together, but for moves that are played and pongs that
    were asked for."""
    address_bots_a_day: int = 100
    owner_bots_a_day: int = 20
    """Bots registered by one account; where nobody is signed in, from one address."""
    bots_online: int = 50
    """Of one owner, or, without one, of one address, that the lobby shows at a time."""
    address_watches: Rates = (Rate(50, 400),)
    account_watches: Rates = (Rate(2, 40),)
    """`watch` in the lobby, over all sockets together."""
    address_requests: Rates = (Rate(100, 800),)
    """HTTP requests of any kind, those for the page's files and for what is not there, too."""
    address_reads: Rates = (Rate(50, 400),)
    """Requests that read, and handshakes of sockets."""
    read_chars: int = 32 * 1024
    """Of the events that `hello` asks for, or a record or export brings: so many count as a
    request that reads."""
