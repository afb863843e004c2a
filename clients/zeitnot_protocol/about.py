"""How clients and the server talk: every message of the sockets, and every body over HTTP.

A message on a socket is a JSON object. Its `type` says which message it is, and so which fields it
has. Each direction of each socket has its own messages, listed below with their fields and a
sample.

How it grows. Types, keys, values and error codes are never renamed, retyped or removed, and never
get a second meaning. New ones are added, and new fields have defaults. So that a client that is
years old still plays, a receiver must accept what it does not know:

- an unknown key: ignore it;
- a message of an unknown `type`: count it and skip it. If the message has both `seq` and `at`, it
  is one of the room's events: count its `seq` as received, or the next event looks like a gap;
- an unknown value where this page lists the values (as for `reason`, `what`, `kind`, `state`,
  `mode`): keep it as a text, and treat it like any other value;
- an unknown error `code`: go by its `message`.

The server is stricter: it ignores unknown keys, but known ones must be as described here, or the
message is refused. A server sends something new only if an older client can do without it. The
messages that a client may send are restricted only where they never had an effect.

Times are integer milliseconds; instants (`at`) are milliseconds of Unix time. Seats count from 0.
A client may write integers as JSON Schema allows, also `60000.0` or `6e4`.
Sockets: `/ws/lobby` (LobbyIn, LobbyOut) and `/ws/games/{id}` (RoomIn, RoomOut), subprotocol
`zeitnot.v1`, text frames of up to 4 KiB towards the server.
"""

# These modules are the only definition of the wire. The reference page, AsyncAPI, OpenAPI and the
# page's TypeScript types are generated from them: client authors read the docstrings here.
