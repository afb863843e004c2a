"""The planted faults: each an exact change of one place in the sources, and who should see it.

`tests` are tried in this order. The simulation stands first where the fault is one of those that
it was written for.
"""

from dataclasses import dataclass

SIMULATION = "tests/proof/simulation/test_simulation.py::test_nothing_breaks_in_a_rough_world"
SIM = (f"{SIMULATION}[0]", f"{SIMULATION}[1]")

ROOMS = "server/zeitnot_server/rooms"
PLAY = "server/zeitnot_server/play"
STORE = "server/zeitnot_server/store"
WEB = "server/zeitnot_server/web"
CLIENT = "clients/zeitnot_client"

ENGINE_LINES = ("tests/server/test_engine_lines.py",)


@dataclass(frozen=True, slots=True)
class Fault:
    """`old` must stand exactly once in `file`; `new` takes its place."""

    name: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


FAULTS = (
    Fault(
        "ack-early",
        "acknowledges a move before the commit returns",
        f"{PLAY}/room_actor.py",
        "        if done.entries and (failed := await self._commit(done, now)):\n",
        "        if done.entries and viewer and (told := answer(done.room, command, done)):\n"
        "            viewer.send(told)\n"
        "        if done.entries and (failed := await self._commit(done, now)):\n",
        SIM,
    ),
    Fault(
        "tell-early",
        "tells the others of an event before it is on disk",
        f"{PLAY}/room_actor.py",
        "        if done.entries and (failed := await self._commit(done, now)):\n",
        "        if done.entries:\n"
        "            for other in self.audience.viewers:\n"
        "                other.send_frame(p.encode(done.entries[0].event))\n"
        "        if done.entries and (failed := await self._commit(done, now)):\n",
        SIM,
    ),
    Fault(
        "ack-refused",
        "acknowledges a command that was refused",
        f"{PLAY}/answers.py",
        "    if done.refusal:\n",
        "    if done.refusal and command_id:\n"
        "        return p.Ack(game=room.id, id=command_id, seq=room.seq)\n"
        "    if done.refusal:\n",
        SIM,
    ),
    Fault(
        "unknown-is-lost",
        "takes a commit of unknown outcome for one that has not happened",
        f"{PLAY}/room_actor.py",
        "            self._state = self._state.failed(created)\n",
        "",
        SIM,
    ),
    Fault(
        "resume-off-by-one",
        "leaves out the first event that a returning client has missed",
        f"{PLAY}/past.py",
        "        return room, since\n",
        "        return room, since + 1\n",
        SIM,
    ),
    Fault(
        "newcomer-ahead",
        "tells a newcomer of events that the room does not know yet",
        f"{PLAY}/past.py",
        "[e for e in await log.entries(room.id, at, PORTION) if e.event.seq <= room.seq]",
        "await log.entries(room.id, at, PORTION)",
        ("tests/server/test_standstill.py",),
    ),
    Fault(
        "event-twice",
        "tells every viewer the same event twice",
        f"{PLAY}/frames.py",
        "        return frames if clock is None else frames + state_frames(after, seat, clock)\n",
        "        frames = frames + frames\n"
        "        return frames if clock is None else frames + state_frames(after, seat, clock)\n",
        SIM,
    ),
    Fault(
        "commit-charged",
        "charges the next player for the time of the commit",
        f"{PLAY}/commit_state.py",
        "    return replace(room, clock=room.clock.started_at(now_ms))\n",
        "    return room\n",
        SIM,
    ),
    Fault(
        "no-turn",
        "does not tell the mover the legal moves",
        f"{PLAY}/frames.py",
        "    legal = turn(room, seat)\n",
        "    legal = None\n",
        SIM,
    ),
    Fault(
        "flag-first",
        "lets a flag fall before the mover's unread input is looked at",
        f"{PLAY}/room_actor.py",
        "        if self.room.phase is not Phase.RUNNING or not self._deadline.fallen(now):\n"
        "            return\n"
        "        seat = self.room.clock.running\n",
        "        if True:\n            return\n        seat = self.room.clock.running\n",
        ("tests/server/test_input_drain.py",),
    ),
    Fault(
        "flag-early",
        "lets a flag fall a tenth of a second early",
        f"{ROOMS}/clock.py",
        "        return self.spent_ms + cost >= budget\n",
        "        return self.spent_ms + cost + 100 >= budget\n",
        SIM,
    ),
    Fault(
        "seq-unchecked",
        "the client takes an event though one before it is missing",
        f"{CLIENT}/session.py",
        "        if event.seq > self.state.seq + 1:\n",
        "        if False:\n",
        ("tests/clients/test_session_resend.py",),
    ),
    Fault(
        "seq-in-log",
        "the log takes two events of one number",
        f"{STORE}/commit.py",
        '    return f"INSERT INTO event (',
        '    return f"INSERT OR REPLACE INTO event (',
        ("tests/store/test_commit.py",),
    ),
    Fault(
        "resend-again",
        "carries a command out again that is sent again",
        f"{ROOMS}/step.py",
        "    if not actor or not command_id or not (known := ",
        "    if actor or not command_id or not (known := ",
        SIM,
    ),
    Fault(
        "id-reused",
        "answers another command of the same id with the first one's answer",
        f"{ROOMS}/step.py",
        "    if known.digest != digest:\n",
        "    if False:\n",
        ("tests/server/test_room_actor.py",),
    ),
    Fault(
        "forgets-unanswered",
        "the client does not send again what was not answered",
        f"{CLIENT}/session.py",
        "        self._outbox += self._unanswered.values()\n",
        "",
        SIM,
    ),
    Fault(
        "resend-blindly",
        "the client sends a move again before it knows of a takeback",
        f"{CLIENT}/session.py",
        "        self._outbox = [hello, *chats]\n",
        "        self._outbox = [hello, *self._unanswered.values(), *chats]\n",
        (
            "tests/clients/test_session_resend.py"
            "::test_a_move_is_not_played_in_a_position_that_a_takeback_has_put_under_it",
        ),
    ),
    Fault(
        "ply-unchecked",
        "plays a move that was meant for another position",
        f"{ROOMS}/playing.py",
        "    if command.ply != room.ply:\n",
        "    if False:\n",
        ("tests/rooms/test_step.py",),
    ),
    Fault(
        "any-seat-moves",
        "takes the mover's move from any seat",
        f"{ROOMS}/playing.py",
        "    if room.turn != seat:\n",
        "    if False:\n",
        ("tests/rooms/test_step.py",),
    ),
    Fault(
        "plays-on",
        "takes moves in a finished game",
        f"{ROOMS}/step.py",
        "    (_OVER, p.RematchWish): ",
        "    (_OVER, p.Move): Cell(playing.move, Who.MOVER, (_OVER,)),\n"
        "    (_OVER, p.RematchWish): ",
        ("tests/rooms/test_cells.py",),
    ),
    Fault(
        "own-draw",
        "lets a player accept the draw that he has offered",
        f"{ROOMS}/offers.py",
        "    if offer is None or offer.seat == seat:\n"
        '        raise Refused("no_offer", "There is no such offer to answer.")\n'
        "    if seat in offer.agreed:\n",
        "    if offer is None:\n"
        '        raise Refused("no_offer", "There is no such offer to answer.")\n'
        "    if seat in offer.agreed:\n",
        ("tests/rooms/test_draws.py",),
    ),
    Fault(
        "takeback-over-throw",
        "takes a move back over a throw",
        f"{ROOMS}/fold.py",
        "state=state, base=state, line=(), throws=event.k + 1)",
        "state=state, throws=event.k + 1)",
        ("tests/rooms/test_offers.py",),
    ),
    Fault(
        "charged-twice",
        "charges each turn twice",
        f"{ROOMS}/clock.py",
        "        cost = self.spent_ms + charged_ms\n",
        "        cost = self.spent_ms + 2 * charged_ms\n",
        SIM,
    ),
    Fault(
        "increment-twice",
        "gives the increment twice",
        f"{ROOMS}/controls.py",
        "    more = _more(time, need(control.increment_ms))\n",
        "    more = _more(time, 2 * need(control.increment_ms))\n",
        SIM,
    ),
    Fault(
        "receipt-wrong",
        "writes what was left before the move into the receipt",
        f"{ROOMS}/clock.py",
        "            remaining_ms=after._shown_times(0)[seat].remaining_ms,\n",
        "            remaining_ms=self._shown_times(0)[seat].remaining_ms,\n",
        SIM,
    ),
    Fault(
        "wrong-clock",
        "starts the clock of the seat after the one to move",
        f"{ROOMS}/fold.py",
        "    turn = room.game_setup.rules.turn(room.state)\n    clock =",
        "    turn = room.game_setup.rules.turn(room.state)\n"
        "    turn = None if turn is None else (turn + 1) % len(room.seats)\n"
        "    clock =",
        SIM,
    ),
    Fault(
        "lag-unbounded",
        "gives a slow line back all it is owed, whatever its quota",
        f"{ROOMS}/clock.py",
        "        return max(0, min(owed_ms, self.quotas_ms[self._mover()]))\n",
        "        return max(0, owed_ms)\n",
        ("tests/rooms/test_clock_vectors.py", "tests/rooms/test_lag.py"),
    ),
    Fault(
        "stall-charged",
        "charges the mover for a stall of the server",
        f"{PLAY}/now.py",
        "            if stood < STALL_MS * _MS:\n",
        "            if True:\n",
        SIM,
    ),
    Fault(
        "busy-free",
        "takes a server that is busy for one that stands still",
        f"{PLAY}/now.py",
        "stood = at - known.at - max(ran - known.ran, LOOK_MS * _MS // 2)",
        "stood = at - known.at - LOOK_MS * _MS // 2",
        ("tests/server/test_now.py",),
    ),
    Fault(
        "stamped-together",
        "stamps a move by the last byte that was read with it",
        f"{WEB}/link.py",
        "since_ns = self._sighted_since(self.bytes_in - behind) if self._sightings else None\n",
        "since_ns = None\n",
        ("tests/server/test_watch.py",),
    ),
    Fault(
        "outage-free",
        "forgets what a turn had cost before the server died",
        f"{PLAY}/registry.py",
        "        return max(0, alive - since)\n",
        "        return 0\n",
        SIM,
    ),
    Fault(
        "outage-twice",
        "charges the time before an outage twice",
        f"{ROOMS}/clock.py",
        "used_ms=self.used_ms + elapsed_ms)",
        "used_ms=self.used_ms + 2 * elapsed_ms)",
        SIM,
    ),
    Fault(
        "throw-reused",
        "uses the number of a throw again",
        f"{ROOMS}/fold.py",
        "line=(), throws=event.k + 1)",
        "line=(), throws=event.k)",
        SIM,
    ),
    Fault(
        "die-biased",
        "takes words for a die that make the low faces likelier",
        f"{ROOMS}/dice.py",
        "    fair = n * (_WORDS // n)\n",
        "    fair = _WORDS\n",
        ("tests/rooms/test_dice.py",),
    ),
    Fault(
        "salt-lost",
        "leaves the players' salts out of the throws",
        f"{ROOMS}/playing.py",
        'tuple(s.salt or "" for s in room.seats))\n        values',
        'tuple("" for s in room.seats))\n        values',
        ("tests/rooms/test_step.py",),
    ),
    Fault(
        "seed-early",
        "shows the seed where its hash should be",
        f"{ROOMS}/dice.py",
        "    return hashlib.sha256(seed).hexdigest()\n",
        "    return seed.hex()\n",
        SIM,
    ),
    Fault(
        "hand-shown",
        "shows everybody the whole deal",
        f"{ROOMS}/view.py",
        "            return msgspec.structs.replace(event, values=list(seen), position=position)\n",
        "            return msgspec.structs.replace(event, position=position)\n",
        SIM,
    ),
    Fault(
        "bid-shown",
        "shows everybody a move that only its player may see",
        f"{ROOMS}/view.py",
        "                move=hidden.move_seen(then.state, event.seat, event.move, viewer),\n",
        "                move=event.move,\n",
        SIM,
    ),
    Fault(
        "past-shown",
        "shows a returning client the past with open cards",
        f"{PLAY}/past.py",
        "then = fold(then, [entry]) if hides else then",
        "then = room",
        SIM,
    ),
    Fault(
        "free-charged",
        "charges a seat's first turn, which is free",
        f"{ROOMS}/clock.py",
        "        if self.is_free:\n            receipt = Receipt(\n",
        "        if False:\n            receipt = Receipt(\n",
        SIM,
    ),
    Fault(
        "free-lost",
        "has who does not begin lose on time",
        f"{ROOMS}/playing.py",
        "    if builder.room.clock.is_free:\n",
        "    if False:\n",
        ("tests/rooms/test_free_turns.py",),
    ),
    Fault(
        "thoughts-relayed",
        "tells everybody what an engine thinks",
        f"{PLAY}/audience.py",
        "p.encode(thought(info, room, seat))",
        "p.encode(info)",
        SIM,
    ),
    Fault(
        "report-told",
        "tells everybody what an engine reports with its move",
        f"{PLAY}/frames.py",
        "        whole = seen is event\n",
        "        whole = True\n",
        SIM,
    ),
    Fault(
        "report-resumed",
        "tells a returning client what the other's engine reported",
        f"{PLAY}/past.py",
        "frames.append(p.encode(view(entry.event, then, seat)))",
        "frames.append(p.encode(entry.event))",
        SIM,
    ),
    Fault(
        "report-of-others",
        "takes every seat for the engine's own",
        f"{ROOMS}/view.py",
        "    return viewer == seat or (viewer is None",
        "    return viewer is not None or (viewer is None",
        SIM,
    ),
    Fault(
        "report-in-record",
        "shows in record and export of a game that lasts what engines reported",
        f"{STORE}/records.py",
        "        return lambda one: without_advice(one.event, setup, seat)\n",
        "        return lambda one: one.event\n",
        ENGINE_LINES,
    ),
    Fault(
        "report-in-feed",
        "publishes what an engine reported while the game lasts",
        f"{PLAY}/broadcaster.py",
        "self._feed.event(room.id, view(event, then, None))",
        "self._feed.event(room.id, event)",
        ("tests/feed/test_server.py",),
    ),
    Fault(
        "person-among-engines",
        "lets a person sit where all hear what engines think",
        f"{ROOMS}/seating.py",
        'engine_lines == "spectators" and not actor.bot',
        'engine_lines == "spectators" and False',
        ENGINE_LINES,
    ),
    Fault(
        "no-fsync",
        "commits without waiting for the disk",
        f"{STORE}/connect.py",
        '            "synchronous=FULL",\n',
        '            "synchronous=OFF",\n',
        ("tests/store/test_open.py",),
    ),
    Fault(
        "failure-swallowed",
        "reports a commit that has failed as good",
        f"{STORE}/writer.py",
        "            return [_Result(job.done, error=_unknown(error)) for job in taken], error\n",
        "            return [_Result(job.done) for job in taken], None\n",
        ("tests/store/test_writer.py",),
    ),
    Fault(
        "torn-beat",
        "believes a sign of life that was torn",
        f"{STORE}/alive.py",
        "    if zlib.crc32(body) != check:\n",
        "    if False:\n",
        ("tests/store/test_alive.py::test_a_torn_beat_costs_one_beat",),
    ),
    Fault(
        "unbounded-outbox",
        "keeps frames without end for a reader that does not read",
        f"{PLAY}/outbox.py",
        "        return waiting - self._past_frames < OUTBOX_FRAMES and size <= OUTBOX_BYTES\n",
        "        return True\n",
        ("tests/server/test_outbox.py",),
    ),
    Fault(
        "settings-unchecked",
        "makes a game under a time control that makes no sense",
        f"{PLAY}/game_server.py",
        "            check(wish.control)\n",
        "            pass\n",
        ("tests/server/test_http.py::test_games_that_cannot_be",),
    ),
    Fault(
        "origin-unchecked",
        "lets a page of another origin in with our cookie",
        f"{WEB}/sockets.py",
        "    check_origin(socket)\n",
        "",
        ("tests/security/test_identity.py::test_look_alike_origins",),
    ),
    Fault(
        "token-unchecked",
        "takes a wrong token for nobody instead of refusing it",
        f"{WEB}/identity.py",
        "        if found is None:\n            raise BadToken\n",
        "",
        ("tests/security/test_identity.py::test_odd_bearers",),
    ),
    Fault(
        "spectator-acts",
        "lets somebody who is not signed in give commands",
        f"{WEB}/frames.py",
        "        if not self._signed_in:\n",
        "        if False:\n",
        ("tests/security/test_frames.py", "tests/security/test_access.py"),
    ),
)

QUICK = ("ack-early", "resend-again", "hand-shown", "wrong-clock", "commit-charged")
