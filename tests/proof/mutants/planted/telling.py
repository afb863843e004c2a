"""Planted faults in what is told, when and how often, and what is sent again."""

from ..fault import CLIENT, PLAY, ROOMS, SIM, Fault

TELLING = (
    Fault(
        "ack-early",
        "acknowledges a move before the commit returns",
        f"{PLAY}/room_actor.py",
        "        if result.entries and (failed := await self._commit(result, now)):\n",
        "        if result.entries and viewer"
        " and (response := answer(result.room, command, result)):\n"
        "            viewer.send(response)\n"
        "        if result.entries and (failed := await self._commit(result, now)):\n",
        SIM,
    ),
    Fault(
        "tell-early",
        "tells the others of an event before it is on disk",
        f"{PLAY}/room_actor.py",
        "        if result.entries and (failed := await self._commit(result, now)):\n",
        "        if result.entries:\n"
        "            for other in self.audience.viewers:\n"
        "                other.send_frame(p.encode(result.entries[0].event))\n"
        "        if result.entries and (failed := await self._commit(result, now)):\n",
        SIM,
    ),
    Fault(
        "ack-refused",
        "acknowledges a command that was refused",
        f"{PLAY}/answers.py",
        "    if result.refusal:\n",
        "    if result.refusal and command_id:\n"
        "        return p.Ack(game=room.id, id=command_id, seq=room.seq)\n"
        "    if result.refusal:\n",
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
        f"{PLAY}/catch_up.py",
        "        return room, since\n",
        "        return room, since + 1\n",
        SIM,
    ),
    Fault(
        "newcomer-ahead",
        "tells a newcomer of events that the room does not know yet",
        f"{PLAY}/catch_up.py",
        "        if entry.event.seq > room.seq:\n",
        "        if False:\n",
        ("tests/server/test_halted.py",),
    ),
    Fault(
        "event-twice",
        "tells every viewer the same event twice",
        f"{PLAY}/frames.py",
        "        if clock_frame is None:\n            return frames\n",
        "        frames = frames + frames\n"
        "        if clock_frame is None:\n            return frames\n",
        SIM,
    ),
    Fault(
        "no-turn",
        "does not tell the mover the legal moves",
        f"{PLAY}/frames.py",
        "    legal_moves = turn(room, seat)\n",
        "    legal_moves = None\n",
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
        "resend-again",
        "carries a command out again that is sent again",
        f"{ROOMS}/step.py",
        "    if not actor or not command_id or not (previous := ",
        "    if actor or not command_id or not (previous := ",
        SIM,
    ),
    Fault(
        "id-reused",
        "answers another command of the same id with the first one's answer",
        f"{ROOMS}/step.py",
        "    if previous.digest != digest:\n",
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
            "::test_a_move_is_not_played_in_the_position_after_a_takeback",
        ),
    ),
)
