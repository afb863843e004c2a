"""Nodes without sockets: each is a registry with a clock that the test advances."""

from dataclasses import dataclass, field

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.rooms.room import GameSetup, Phase, Room
from zeitnot_server.store import Store

from ..hosted import Person
from .cluster import Cluster, store_of

NOW_MS = 1_700_000_000_000
MINUTE_MS = 60_000
BLITZ = p.Control(kind="sudden_death", base_ms=5 * MINUTE_MS)


@dataclass
class Member:
    """One node; all share a wall clock (Unix ms), and each has a separate monotonic clock."""

    store: Store
    registry: Registry
    clock: AdjustedClock
    cluster: Cluster
    times: "Times"

    async def die(self) -> None:
        """The node dies: its lease ends, and its rooms have no owner. Its heartbeat row
        says when it was last alive."""
        await self.cluster.store.runs.save_heartbeat(self.clock.run, self.clock.ms())
        self.cluster.end_lease(self.clock.run)
        await self.registry.close()

    async def sweep(self) -> None:
        """Unloads all idle rooms; the first call spares those requested since the last one."""
        await self.registry.unload_idle()
        await self.registry.unload_idle()

    async def open_game(self, control: p.Control = BLITZ, age_ms: int = 0) -> RoomActor:
        """A game that has not begun."""
        ids, rules = new_game_ids(), rules_for("tictactoe", {})
        made_at = self.times.wall_ms - age_ms
        game_setup = GameSetup(
            *(ids.game, rules, rules.settings, control, ids.seed, made_at, (None, None))
        )
        return await self.registry.create(Room.new(game_setup))

    async def begun_game(self, control: p.Control = BLITZ) -> tuple[RoomActor, list[Person]]:
        """A game in which Ann has moved and Bob is to move."""
        room_actor = await self.open_game(control)
        game, now_ms = room_actor.room.id, self.clock.ms()
        people = [Person("ann"), Person("bob")]
        for person in people:
            await join(room_actor, person)
            for command in (p.Sit(game=game, id="sit"), p.Ready(game=game, id="ready", salt="s")):
                assert room_actor.post(ClientCommand(person.viewer, command, now_ms))
        await people[1].until("started")
        move = p.Move(game=game, id="m0", ply=0, move="a1")
        room_actor.post(ClientCommand(people[0].viewer, move, now_ms))
        await people[1].until("moved")
        return room_actor, people


@dataclass
class Times:
    """The wall clock of all nodes, and the monotonic clock of each run."""

    wall_ms: int = NOW_MS
    monotonic_ms: dict[int, int] = field(default_factory=dict)

    def advance(self, ms: int, *members: Member) -> None:
        """Advances the wall clock, and the clocks of these nodes in ticks of 50 ms."""
        self.wall_ms += ms
        for member in members:
            for _ in range(ms // 50):
                self.monotonic_ms[member.clock.run] += 50
                member.clock.tick()


async def member(cluster: Cluster, times: Times, name: str) -> Member:
    """A running node."""
    store = store_of(cluster, name)
    number = (await store.runs.begin()).number
    times.monotonic_ms[number] = 0
    clock = AdjustedClock(
        number,
        lambda: times.monotonic_ms[number] * 1_000_000,
        lambda: times.wall_ms * 1_000_000,
    )
    return Member(store, Registry(store, clock, NullFeed()), clock, cluster, times)


async def join(room_actor: RoomActor, person: Person) -> None:
    """Enters the room, and reads the frames up to the end of the welcome."""
    room_actor.post(Subscribe(person.viewer, 0))
    await person.until("presence")


async def phase_of(cluster: Cluster, game: str) -> Phase:
    """The phase of a game in the log."""
    loaded = await cluster.store.log.load(game)
    assert loaded is not None
    return loaded.room.phase
