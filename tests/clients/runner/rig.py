"""Games of an EnginePlayer on virtual time, with an engine in memory."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import zeitnot_protocol as p
from zeitnot_client.bot import play_game
from zeitnot_client.drivers.failures import Failed, Interrupted
from zeitnot_client.drivers.situation import Choice, Limits, Situation, Start, Thinking
from zeitnot_client.end_log import EndLog
from zeitnot_client.runner.config import Config, EngineConfig
from zeitnot_client.runner.engine import ShowThinking
from zeitnot_client.runner.player import EnginePlayer, Shared
from zeitnot_client.runner.policies import RematchCounts
from zeitnot_client.runner.takes import Takes
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.setup import with_defaults
from zeitnot_server.web.api.catalogue import catalogue

from ..bot_rig import BOT
from ..fake_room import ANN
from ..test_choosing import choose_at_once
from ..virtual_room import VirtualRoom, run_virtually


@dataclass
class FakeEngine:
    """An engine on virtual time. `takes_s`: the time per move, or None if it hangs. `crashes`: how
    many searches fail first. `ends_in_s`: how long it takes to end when it is not wanted any more.
    `choose`: its move, by default the first legal one. `obeys`: moves when it has to hurry."""

    takes_s: float | None = 0.0
    crashes: int = 0
    ends_in_s: float = 0
    obeys: bool = False
    choose: Callable[[Situation], Choice] = lambda situation: Choice(situation.legal[0])
    asked: list[tuple[Situation, Limits]] = field(default_factory=list)
    pondered: list[tuple[Situation, Limits]] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    closed: int = 0
    begun: int = 0
    show: ShowThinking = lambda _: None
    thoughts: list[Thinking] = field(default_factory=list)  # reported while it thinks

    def make(self, start: Start, show: ShowThinking) -> "FakeEngine":
        self.starts.append(start)
        self.show = show
        return self

    def begin(self) -> None:
        self.begun += 1

    async def move(
        self, situation: Situation, limits: Limits, is_unwanted: Callable[[], bool]
    ) -> Choice:
        self.asked.append((situation, limits))
        if self.crashes:
            self.crashes -= 1
            raise Failed("it ended with code 3")
        give_up_s = None if limits.give_up_ms is None else limits.give_up_ms / 1000
        takes_s = 1e9 if self.takes_s is None else self.takes_s
        try:
            async with asyncio.timeout(give_up_s):
                hurry_s = 1e9 if limits.hurry_ms is None else limits.hurry_ms / 1000
                for thought in self.thoughts:
                    self.show(thought)
                    await asyncio.sleep(takes_s / len(self.thoughts) / 2)
                takes_s = takes_s / 2 if self.thoughts else takes_s
                await asyncio.sleep(min(takes_s, hurry_s) if self.obeys else takes_s)
        except TimeoutError:
            if give_up_s is not None and takes_s >= give_up_s:
                raise Failed("it did not move in time") from None
        finally:
            await asyncio.sleep(self.ends_in_s)
        if is_unwanted():
            raise Interrupted
        return self.choose(situation)

    def ponder(self, situation: Situation, limits: Limits) -> None:
        self.pondered.append((situation, limits))

    def report(self) -> list[str]:
        return ["> go", "stderr: oops"]

    def errors(self) -> tuple[str, ...]:
        return ("oops",)

    def request(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("./fish",), ("position startpos", "go")

    async def close(self) -> None:
        self.closed += 1


@cache
def games() -> dict[str, p.CatalogueGame]:
    """All games, as the server describes them."""
    return {game.id: game for game in catalogue([]).games}


def shared_of(engine: FakeEngine, game: str, config: Config | None = None) -> Shared:
    """What a bot with this engine has in common."""
    config = config or config_of(game)
    rng = random.Random(3)
    return Shared(config, engine.make, lambda _: True, games(), RematchCounts(), rng)


def config_of(game: str, **engine: Any) -> Config:
    """A bot that plays this game with an engine that speaks UCI."""
    return Config(replace(EngineConfig(("fish",), "uci"), **engine), Takes({game: {}}))


def play(
    control: p.Control,
    *engines: FakeEngine,
    game_type: str = "othello",
    config: Config | None = None,
    until: Callable[[VirtualRoom], bool] = lambda room: room.room.finished is not None,
    ann: Any = choose_at_once,
) -> list[VirtualRoom]:
    """Plays a game of each engine as White against Ann, who moves at once. All games run
    concurrently."""
    rooms: list[VirtualRoom] = []

    async def test() -> None:
        rooms.extend(
            VirtualRoom(
                game_type,
                game=f"game{number}",
                seats=(ANN, BOT),
                control=control,
                setup=with_defaults(p.Setup(), control, rules_for(game_type, {})),
            )
            for number in range(len(engines))
        )
        log, tasks, ends = EndLog(), [], []
        for room, engine in zip(rooms, engines, strict=True):
            shared = shared_of(engine, game_type, config)
            tasks.append(asyncio.create_task(play_engine(room, shared, log)))
            ends.append(over := asyncio.Event())
            room.on_event = lambda _, room=room, over=over: until(room) and over.set()
            tasks.append(asyncio.create_task(play_game(room.client(ANN, 1), ann, on_end=_nothing)))
        await asyncio.gather(*(over.wait() for over in ends))
        await asyncio.sleep(1)  # until the bots have received the last event
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for task in tasks:
            if not task.cancelled() and (error := task.exception()):
                raise error

    run_virtually(test)
    return rooms


async def play_engine(room: VirtualRoom, shared: Shared, log: EndLog) -> None:
    """Plays the bot's seat."""
    client_room = room.client(BOT, 7)
    player = EnginePlayer(shared, client_room)
    try:
        await play_game(
            client_room,
            player.choose,
            on_end=_nothing,
            log=log,
            hooks=player.hooks,
            on_event=player.on_event,
            evidence=player.evidence,
        )
    finally:
        await player.close()


def _nothing() -> None:
    pass


def seconds(base: int, increment: int = 0) -> p.Control:
    kind = "fischer" if increment else "sudden_death"
    increment_ms = 1000 * increment if increment else None
    return p.Control(kind=kind, base_ms=1000 * base, increment_ms=increment_ms)  # type: ignore[arg-type]


def end_of(room: VirtualRoom) -> tuple[str, list[float] | None]:
    finished = room.room.finished
    assert finished is not None
    return finished.reason, finished.scores


def moves_of_bot(room: VirtualRoom) -> list[p.Moved]:
    return [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
