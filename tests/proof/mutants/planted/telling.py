"""Planted faults in messages: when and how often they are sent or resent."""

from ..fault import CLIENT, ROOMS, SERVER, SIM, Fault

TELLING = (
    Fault(
        "ack-early",
        "acknowledges a move before the commit returns",
        f"{SERVER}/hosting/room/room_actor.py",
        "        if failed := await self._commit(result, now):\n",
        "        if viewer and (response := answer(result.room, command, result)):\n"
        "            viewer.send(response)\n"
        "        if failed := await self._commit(result, now):\n",
        SIM,
    ),
    Fault(
        "send-early",
        "sends an event to the others before it is on disk",
        f"{SERVER}/hosting/room/room_actor.py",
        "        if failed := await self._commit(result, now):\n",
        "        for other in self.audience.viewers:\n"
        "            other.send_frame(p.encode(result.entries[0].event))\n"
        "        if failed := await self._commit(result, now):\n",
        SIM,
    ),
    Fault(
        "ack-refused",
        "acknowledges a command that was refused",
        f"{SERVER}/hosting/room/answers.py",
        "    if result.refusal:\n",
        "    if result.refusal and command_id:\n"
        "        return p.Ack(game=room.id, id=command_id, seq=room.seq)\n"
        "    if result.refusal:\n",
        SIM,
    ),
    Fault(
        "unknown-is-lost",
        "treats a commit of unknown outcome as failed",
        f"{SERVER}/hosting/room/room_actor.py",
        "            self._state = self._state.with_unresolved_commit(created)\n",
        "",
        SIM,
    ),
    Fault(
        "resume-off-by-one",
        "omits the first event that a returning client missed",
        f"{SERVER}/hosting/room/catch_up.py",
        "        return room, since\n",
        "        return room, since + 1\n",
        SIM,
    ),
    Fault(
        "newcomer-ahead",
        "sends a new viewer events that the room has not applied yet",
        f"{SERVER}/hosting/room/catch_up.py",
        "        if entry.event.seq > room.seq:\n",
        "        if False:\n",
        ("tests/server/test_halted.py",),
    ),
    Fault(
        "event-twice",
        "sends every viewer the same event twice",
        f"{SERVER}/hosting/room/frames.py",
        "        return [*frames, *self._clock,",
        "        return [*frames, *frames, *self._clock,",
        SIM,
    ),
    Fault(
        "no-turn",
        "does not send the mover the legal moves",
        f"{SERVER}/hosting/room/frames.py",
        "        legal_moves = turn(rooms[-1], self._mover) if clock else None\n",
        "        legal_moves = None\n",
        SIM,
    ),
    Fault(
        "seq-unchecked",
        "the client accepts an event after a gap",
        f"{CLIENT}/session.py",
        "        if event.seq > self.state.seq + 1:\n",
        "        if False:\n",
        ("tests/clients/test_session_resend.py",),
    ),
    Fault(
        "resend-executed",
        "executes a resent command a second time",
        f"{ROOMS}/steps/step.py",
        "        if (previous := room.answers.get(actor.account, command_id)) is not None:\n",
        "        if False:\n",
        SIM,
    ),
    Fault(
        "id-reused",
        "answers a different command with the same id like the first one",
        f"{ROOMS}/steps/step.py",
        "    if previous.digest != digest:\n",
        "    if False:\n",
        ("tests/server/test_room_actor.py",),
    ),
    Fault(
        "forgets-unanswered",
        "the client does not resend unanswered commands",
        f"{CLIENT}/session.py",
        "        self._outbox += self._unanswered.values()\n",
        "",
        SIM,
    ),
    Fault(
        "resend-blindly",
        "the client resends a move before it receives a takeback",
        f"{CLIENT}/session.py",
        "        self._outbox = [hello, *chats]\n",
        "        self._outbox = [hello, *self._unanswered.values(), *chats]\n",
        (
            "tests/clients/test_session_resend.py"
            "::test_resent_move_is_not_played_in_another_position",
        ),
    ),
)
