"""The pure core: rooms, clocks, dice. No I/O, clock, random numbers, asyncio or database.

THEORY OF OPERATION

A room is a value: the fold of its log. Everything follows from two functions:

    step(room, command, actor, now, new_ids) -> Step      steps/step.py decides
    fold(room, entries) -> Room                           fold.py applies

State. `Room` (room.py) holds `GameSetup`, the seats, the `Clock`, the game's own state, the open
offers, the answers to past commands, and counts that bound the log. All of it is frozen; a new room
is a copy with other values (value.py). The game's state is opaque: `Rules` (rules.py) plays moves
in it and says which seat is to move, which throw is due and whether the game is over. States are
immutable too and contain their whole past, so repetition needs no help from here, and the old room
stays valid until the new one is on disk.

Commands and events. A command is a request: a message of the protocol, or a command of the server
(commands.py), such as `Flag` or `Outage`. An event is a message of the protocol that says what has
happened, numbered from 1 by `seq` without gaps. `LogEntry` adds what only the server
knows: run, instant, account, command id and digest. Events contain results: a move has the receipt
for its time, a throw its values, so the fold needs neither the lag nor the seed. Moves are played
again by the rules. A change of the rules that could replay a stored game differently has to raise
`Rules.version`; games of another version are not loaded.

Step and fold. `TABLE` in steps/step.py says for each phase and command who may give it, which
handler answers it, and which phases can follow. A handler adds events to a `StepBuilder`, which
applies each at once, so the next line sees the room after it. `Step` has the new room, the entries,
and the answer or the `Refusal`. The checks come in this order: sent again, flag fallen, signed in,
phase, then those of the handler. If the flag had fallen, its events are in the step even if the
command is then refused. Live moves and throws hand their result to `apply` (`MoveResult`), so that
no move is computed twice; tests fold each log again without it and compare.

Phases. A room is OPEN until all seats are ready, then RUNNING. It is PAUSED after an outage until
the player to move is back or has had time for it, ADJOURNED by agreement or after repeated crashes
until the players agree to resume, and FINISHED in the end. Draws, takebacks, adjournments and
resumes share one pattern of offer and answer (steps/offers.py). A takeback is an event like all
others: `seq` goes on, only `ply` goes back.

Instants. `Now` has the server's adjusted clock (`run`, `ms`), the wall clock, and the lag that the
seat to move is owed. `Room.instant` picks the one that counts: the wall clock in correspondence,
which runs on while the server is down, and else `ms`, which is comparable within one run only. So
after a restart a running game first gets an `Outage` with the length of its interrupted turn.

Clocks and controls. `Clock` (clock.py) is the same for all time controls and any number of seats:
turns, flags, pauses, free first turns. One row of `CONTROLS` (controls.py) says what differs: the
time at the start, how it runs down in a turn, what the end of a turn adds. Lag is given back within
a quota (lag.py). A live move calls `Clock.charge`, the fold `Clock.apply_receipt` with its receipt.

Absence. Presence is not part of the room. timeouts.py is a table of what a room waits for, given a
`Presence` from outside; absence.py has the delays. The host turns each into a command when it is
due, and asks the same condition again before it gives the command.

Dice. A throw is computed from the seed, its number and the players' salts (dice.py). The room shows
the hash of the seed at first, and the seed in `Finished`, so that players can check every throw.

Visibility. The log is complete. `view` (view.py) makes the version of an event for one seat or for
spectators: hidden cards and throws, and the analysis of engines, are left out while a game lasts.
It is given the room just after the event, since what may be seen depends on the position then.

Idempotency. `Room.answers` has the answer to each stored command by account and command id
(idempotency.py), and is itself part of the fold. A command that is sent again gets its first answer
in any phase and after a restart; another command under the same id is refused (`id_reused`).

INVARIANTS

1. Everything here is a function of its arguments. Time, presence, ids and seeds are passed in.
2. A room changes only by `apply`, and folding a log from `Room.new` gives the live room.
   (`Room.renamed` is the exception: it changes how a player is shown, not the game.)
3. A refused command appends nothing of its own and leaves the room as it was.
4. The numbers of events have no gaps, and a number means the same event to every viewer.
5. The instant of a command is that of its arrival, and a move at the deadline is too late.
6. The seed leaves the server in `Finished` only, and nothing hidden leaves except through `view`.
7. Each event that a client can cause without bound is counted in `Tally` (tally.py), in the fold.
8. A value is frozen when it is made and refers only to older ones, so no cycles exist.

To read: room.py, commands.py, steps/step.py, steps/step_builder.py, steps/playing.py, fold.py,
clock.py, controls.py, timeouts.py, absence.py, view.py, idempotency.py, rules.py.
docs/why/rooms.md, docs/why/clocks.md, docs/why/dice.md and docs/why/hidden.md have the reasons.
"""
