"""The yardstick of the disk: only the store's writer, with games that were played beforehand.

There are as many rooms as in the load test; each commits its next move when the previous one is on
disk.
"""

import asyncio
import time
from pathlib import Path

import zeitnot_protocol as p
from zeitnot_server.database import Place, open_store
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Actor, Now, Phase, Room
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.store import Commit, Store

from .rig import bare_room

PEOPLE = (Actor("ann", "Ann"), Actor("bob", "Bob"))


async def commits_per_second(database: Place, folder: Path, rooms: int) -> float:
    """Moves that the writer commits a second. `folder`: see `open_store`."""
    store = await open_store(database, rules_for, folder=folder)
    try:
        await store.runs.begin()
        games = [played_game(bare_room()) for _ in range(rooms)]
        await asyncio.gather(*(_commit(store, opening) for opening, _ in games))
        started = time.perf_counter()
        await asyncio.gather(*(_commit(store, moves) for _, moves in games))
        seconds = time.perf_counter() - started
    finally:
        await store.close()
    return sum(len(moves) for _, moves in games) / seconds


async def _commit(store: Store, commits: list[Commit]) -> None:
    for commit in commits:
        await store.log.commit(commit)


def played_game(room: Room) -> tuple[list[Commit], list[Commit]]:
    """All commits of a game: those before the first move, and the moves."""
    opening = [Commit(room, created=(room,))]
    for name in ("sit", "ready"):
        for actor in PEOPLE:
            command = (
                p.Sit(game=room.id, id=name)
                if name == "sit"
                else p.Ready(game=room.id, id=name, salt="salt")
            )
            room = _step(room, command, actor, opening)
    moves: list[Commit] = []
    rules = room.game_setup.rules
    while room.phase is Phase.RUNNING and (turn := room.turn) is not None:
        legal = list(rules.legal(room.state))
        move = p.Move(game=room.id, id=f"m{room.ply}", ply=room.ply, move=legal[0])
        room = _step(room, move, PEOPLE[turn], moves)
    return opening, moves


def _step(
    room: Room, command: p.Sit | p.Ready | p.Move, actor: Actor, commits: list[Commit]
) -> Room:
    result = step(room, command, actor, Now(run=1, ms=room.seq, wall=room.seq))
    commits.append(Commit(result.room, result.entries))
    return result.room
