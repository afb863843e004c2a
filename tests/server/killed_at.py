"""A server that kills itself between a commit and the publication of its fact: a program, run by
`test_missed_facts` as `python -m tests.server.killed_at DATABASE FACT`."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.app import open_game_server
from zeitnot_server.config import Config
from zeitnot_server.events.bus import Events
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.inbox import ClientCommand
from zeitnot_server.hosting.room.send_queue import SendQueue, Viewer
from zeitnot_server.moderation.operator_actions import OperatorActions
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Room
from zeitnot_server.store import AuditActor, AuditEntry, Sanction, Termination
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import audit, sanctions

GAME = "abcd2345"
ANN, DEEP = Actor("ann1", "Ann"), Actor("deep1", "Deep", bot=True)
PLAYERS = (DEEP, ANN)
MOVES = ("a1", "a2", "b1", "b2", "c1")  # seat 0 wins with the first rank
OPERATOR = AuditActor("operator")
OPERATOR_END = "Termination"
"""An act of the operator, not a fact of the bus; a running server reads it from the audit log."""
_publish, _carry_out = Events.publish, OperatorActions.carry_out


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(fact: str) -> None:
    """From now on, the first publication of this fact ends the process."""

    def publish(events: Events, value: object) -> None:
        if type(value).__name__ == fact:
            die()
        _publish(events, value)

    async def carry_out(acts: OperatorActions, act: AuditEntry) -> None:
        if fact == OPERATOR_END and act.act == "game_ended":
            die()
        await _carry_out(acts, act)

    Events.publish, OperatorActions.carry_out = publish, carry_out  # type: ignore[method-assign]


async def game_with_a_bot(server: GameServer) -> None:
    rules = rules_for("tictactoe", {})
    seats = (Invitation(DEEP.account, DEEP.name, DEEP.bot), None)
    control = p.Control(kind="unlimited")
    game_setup = GameSetup(GAME, rules, rules.settings, control, bytes(32), wall_ms(), seats)
    await server.registry.create(Room.new(game_setup))


async def act(server: GameServer, actor: Actor, make: Any, **fields: Any) -> None:
    """Sends one command to the game, and waits until it is carried out."""
    room_actor = server.registry.in_memory(GAME)
    assert room_actor is not None
    command = make(game=GAME, id=f"c{room_actor.room.seq}", **fields)
    viewer = Viewer(actor, SendQueue(lambda: None))
    assert room_actor.post(ClientCommand(viewer, command, server.clock.ms()))
    await room_actor.wait_until_idle()


async def begin(server: GameServer) -> None:
    for seat, actor in enumerate(PLAYERS):
        await act(server, actor, p.Sit, seat=seat)
    for actor in PLAYERS:
        await act(server, actor, p.Ready, salt="salt")


async def play(server: GameServer, moves: int) -> None:
    for ply, move in enumerate(MOVES[:moves]):
        await act(server, PLAYERS[ply % 2], p.Move, ply=ply, move=move)


async def operate(server: GameServer, fact: str) -> None:
    """Bans Ann, or ends the game, as another process would."""
    now = wall_ms()
    if fact == "Banned":
        ban = Sanction("ban", ANN.account, None, "spam", now, None)
        await server.store.write(lambda c: sanctions.add(c, OPERATOR, ban))
    else:
        end = Termination(None, "spam")
        await server.store.write(lambda c: audit.game_ended(c, OPERATOR, GAME, now, end))
    await server.moderation.enforcement.check()


async def main(database: Path, fact: str) -> None:
    async with open_game_server(Config(db=str(database))) as server:
        if fact == "RoomCreated":
            die_at(fact)
        await game_with_a_bot(server)
        await begin(server)
        if fact == "RoomChanged":
            await play(server, 1)
            die_at(fact)
        die_at(fact)
        if fact in ("Banned", OPERATOR_END):
            await operate(server, fact)
        else:
            await play(server, len(MOVES))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
