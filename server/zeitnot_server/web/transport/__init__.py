"""The layer below requests and sockets: connections, frames, and arrival times.

THEORY OF OPERATION

Protocol classes. uvicorn makes one object for each connection, from the classes that `app.serving`
gives it. requests.py extends its HTTP protocol (`BoundedRequests`), bounded_socket.py its sans-I/O
WebSocket protocol (`BoundedSocket`), and transport.py adds to that stamps, coalesced output and a
path past ASGI (`StampedSocket`). `requests.protocol` and `transport.protocol` make a subclass for
one server, with its limits and counters as class attributes. A socket begins as an HTTP connection
and is handed over at the upgrade. uvicorn is pinned to a minor version, since these classes use its
internals; tests/server/test_transport.py and tests/security/test_requests.py guard them.

The handshake. uvicorn calls the ASGI application once for each socket. `WithSockets` in
web/sockets/routes.py sends it straight to its handler, past the middleware and the routes of
requests: each layer would keep a coroutine for as long as the socket is open. The handler checks
origin, token, bans and limits (web/sockets/handshake.py), and accepts or answers with a problem
document. The ASGI scope has the `StampedSocket` itself under `SOCKET`.

Past ASGI. Through ASGI each message takes a queue, a task that has to wake up and several layers of
calls, and each answer takes them back; for a move that is more work than all the rest
(docs/why/speed.md). So after `hello` a room's handler calls `follow`: from then on `data_received`
passes each text to `RoomConversation.take`, which posts it to the room, all in one plain call. (The
few messages of a lobby take ASGI's way.) The ASGI task sleeps until the socket ends, as closes,
binary messages and dismissals still come through its queue (`_StampedQueue`). A `SendQueue` writes
to the socket directly. uvicorn still parses the handshake, closes the connection and sends
keepalive pings.

Input. `data_received` splits what was read into frames (`frame_size` in framing.py). Each is
counted against its account and address (web/limits/metered.py) before it is parsed. A short ASCII
text or a pong needs no parser (`short_frame`); all others go through the one of websockets. Of one
read, `BURST` frames are processed at once; if there are more, or the address sends many, reading is
paused, and the rest is processed a few frames at a time, alternating with other sockets
(input_scheduler.py), so that no burst delays others.

Stamps and lateness. A mover's clock stops when the frame arrives, not when the loop gets to it. So
a frame is stamped with the adjusted time less how long it has waited (`SocketLink.waited_ms` in
link.py). On Linux the kernel tells for how long nothing more has arrived (kernel.py). That is not
enough if bytes arrived after the frame; so a thread, the watchdog (input_watchdog.py), checks every
10 ms which sockets of signed-in viewers have unread input, even while the loop is busy. For each it
records a `Sighting` (link.py): how many bytes had arrived by now, and the time of the previous
check, before which the new ones had not. The same thread samples the monotonic clock for the
adjusted time, to notice stalls (hosting/room/now.py). Where an arrival time is uncertain, the
earlier one counts, in the player's favour. The stamps of a socket never go back.

Round trips. After a step `SocketLink.measure` sends the next mover a ping with a random payload, no
more than once a second. The shortest of the last round trips, bounded by what TCP itself measures,
is the lag that `rooms.lag` gives back. Waiting time on this side is subtracted.

Output. The frames for a move come from several places within one tick of the loop.
`CoalescingTransport` (coalescing.py) gathers them and sends them in one write: at the end of the
tick, earlier if 64 KiB wait or the tick takes more than a millisecond, and at once for the next
mover, whose clock is running. The kernel's send buffer is small (`SEND_BUFFER_BYTES`), or it would
take hours of events for a peer that does not read. When it is full, `can_write` is false, and
frames wait in the send queue, whose limits cut off such a peer. `resume_writing` flushes the send
queue.

Limits. Each wait for a peer has a deadline: the head and body of a request, the reading of an
answer, the handshake, a pong, the reading of the last bytes (`limits.table.Limits`). Bytes,
headers, pipelined requests, control frames, fragments and messages have bounds. A peer that exceeds
one gets a problem document or close code 1008. After that at most LAST_FRAMES more frames are read,
only to find the peer's close frame; then reading stops. `abort` closes without waiting; `dismiss`
closes with a code.

Shutdown. `stopping.Server` stops listening and calls `drop_input`, so that later texts are ignored:
clients send unanswered commands again, with the same ids. The rooms finish their mailboxes, and
uvicorn closes each socket with code 1012. A second later, all that is still open is aborted.

INVARIANTS

1. Each frame has its own stamp, and the frames of one socket are passed on in order.
2. `take` never awaits: when it returns, the frame has been posted, relayed or answered. An
   exception in it ends this socket only.
3. Input is counted before it is parsed, and no peer makes the server keep input without bound.
4. After `abort` or `dismiss` no input reaches the application; after `abort` nothing is written.
5. Output is gathered for no longer than one tick of the loop.
6. The watchdog's thread only adds sightings and takes samples of the clock.
7. When connection and application have both ended, `_dispose` drops all references, so that the
   memory is freed at once and not by the garbage collector.

To read: transport.py, bounded_socket.py, framing.py, link.py, input_watchdog.py, kernel.py,
input_scheduler.py, coalescing.py, requests.py; then web/sockets/client_socket.py and
web/sockets/room_socket.py. docs/why/speed.md, docs/why/clocks.md and docs/why/security.md have the
reasons.
"""
