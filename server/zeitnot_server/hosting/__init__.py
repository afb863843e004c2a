"""Hosting: the rooms in memory, and the path of a command from its frame to the disk and back.

THEORY OF OPERATION

The rules of a room are pure functions in `rooms`. This package adds time, order, disk and viewers:

    frame -> RoomActor.post -> PriorityMailbox -> checked_step -> Log.commit -> _apply_committed
                                                                                       |
                          spectators <- ack to the sender <- bus <- feed <- players <--+

The registry. `Registry` (registry.py) maps game ids to actors. `get` loads a room on demand, and
concurrent callers share one load; if there are several nodes it claims the room first
(ownership.py). The sweep, every 30 seconds, unloads idle rooms and ends games that all players have
left or that never began. A correspondence game needs no room in memory: its deadline is in a heap
(correspondence.py), and the room is loaded when that has passed.

The actor and its inbox. `RoomActor` (room/room_actor.py) is one task for one room. `run` takes one
item at a time and finishes it, including the commit, before it takes the next, so a room needs no
lock and has at most one commit in flight. An item is a client's command with the time at which its
frame arrived, a viewer that has said hello, or a command of the server (room/inbox.py).
`PriorityMailbox` (room/mailbox.py) bounds the items of each seat and of each spectator, and hands
out those of spectators only when no others wait. If it is full it refuses the item; it never blocks
the caller.

Step. `checked_step` (room/stepping.py) calls `rooms.steps.step` and then the policies, which may
refuse what the rules allow (disk low, no free slot for a bot). Moves skip the policies. It may put
events of the server first, and drop an engine's report from a move, but never the move. A step
without entries (a refusal, a command that was sent again) changes nothing: the sender is answered,
and the actor yields to the event loop (room/tick_limiter.py), because it has not waited for the
disk.

Commit. `_commit` waits until the entries are on disk; only then does `_apply_committed` replace the
room. If they start a clock, it starts now, so the time of the commit is charged to no player.

Broadcast. `_announce` sends the events to the players, and to the feed if the room is public; then
`RoomChanged` or `RoomFinished` is published on the bus, the sender gets its `ack`, and spectators
follow in chunks, one chunk per tick of the event loop. `Frames` (room/frames.py) encodes an event
once for all viewers if all may see it, else once per seat. `Audience` has the viewers and their
seats, `Broadcaster` decides what to send. Frames go to a viewer's `SendQueue`: it writes them at
once while the socket accepts them, else it queues them, within a bound. A viewer whose queue
overflows is disconnected and has to reconnect.

Catch-up. A hello names the last event that its client has. The actor reads up to 128 missed events,
sends them, and adds the viewer to the audience. A longer catch-up (room/catch_up.py) runs in a
separate task, so that no move waits for it; at its end the viewer is put into the mailbox again,
with the number of the last event that it was sent.

Timers. `Deadlines` (room/deadlines.py) has one timer for all deadlines of a room. The table in
`rooms.timeouts` lists them: a flag, an absent player (with a countdown), a player who has taken a
seat and is absent or not ready, players who have not come back after an outage. If the server
itself refuses to let an absent player in, the countdown is postponed, within bounds
(`postpone_countdowns`). The timer only posts a command; when that comes out of the mailbox, its
condition is tested again (`is_obsolete`).

Flags. The mover's command counts at its stamp, even if it is processed after the deadline. So
before any other command can make the flag fall, `_drain_mover_input` reads and carries out what the
mover has sent by then.

Halted play. `CommitState` (room/commit_state.py) says whether anything can be stored. `ReadOnly`
means that nothing was written: play is halted, and commands get `read_only`. After any other
failure the outcome of the commit is not known: the sender gets `retry`, and the actor rereads the
end of its log before it takes the next item; entries found there count, and are sent like all
others. A halted room tries again every second, at each item, and when the store reports that it
works. If a clock was running, it first writes an `Outage`, which stops the turn as of the instant
of the halt.

Crashes. An exception in a client's command is caught, logged and answered with `internal_error`.
Any other unhandled exception ends the task: `Registry._on_task_end` disconnects the viewers, they
reconnect, and the room is loaded from its log. After a crash of the process the next run loads
rooms when clients request them. The heartbeats (heartbeats.py) tell how long an interrupted turn
had lasted. An `Outage` of that length pauses the clock, and the players have time to reconnect.
`Heartbeat.at_work` marks the game whose rules are running, so a position that crashes the process
is identified: after `MAX_CRASHES_IN_POSITION` crashes there the game is adjourned, and after
`store.room_log.MAX_CRASHES` it is no longer loaded.

INVARIANTS

1. No event is sent before it is on disk. `RoomActor.room` is replaced only in `_apply_committed`,
   and by `rename`, which changes no event.
2. Only the task in `run` steps, commits or replaces a room. `post`, `disconnected`, `halt`, `relay`
   and `postpone_countdowns` are plain calls on the loop, and must not become coroutines.
3. There is no `await` between replacing the room and sending the players its events, nor between
   sending a newcomer what it has missed and `Audience.add`. So a viewer gets each event once and in
   order.
4. After a commit of unknown outcome the log is reread before another command is carried out.
5. A room never waits for a viewer, and every queue that a peer can fill is bounded.
6. Each event is sent through `rooms.view`, also in catch-ups and on the feed.
7. The only clock of a room is `AdjustedClock` (room/now.py), which leaves out the time in which the
   process did not run. Correspondence games use its wall clock.
8. Facts on the bus may be lost in a crash. Subscribers look for missed ones at the next start.
9. A closed actor drops its references (`close`), so that it is freed without the collector.

To read: room/inbox.py, room/host.py, room/room_actor.py, room/stepping.py, room/commit_state.py,
room/mailbox.py, room/deadlines.py, room/audience.py, room/broadcaster.py, room/send_queue.py,
room/catch_up.py, registry.py. See also docs/why/rooms.md and docs/why/durability.md.
"""
