"""External programs in rooms, on virtual time: they may use all of their time, hang or crash, and
several of them play at once."""

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_client.bot import play_game
from zeitnot_client.end_log import EndLog
from zeitnot_client.faults import NoMove
from zeitnot_engines.bots.player import Player
from zeitnot_engines.bots.scheduler import Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue
from zeitnot_engines.engine import StopToken
from zeitnot_engines.games import load
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.setup import with_defaults

from .bot_rig import BOT
from .fake_engine import FakeReport
from .fake_room import ANN
from .test_choosing import choose_at_once
from .virtual_room import VirtualRoom, loop_ms, run_virtually


@dataclass
class Program:
    """A program on virtual time. `takes_s`: the time per move, or None if it hangs. `crashes`: how
    many searches fail first. `ends_in_s`: how long it takes to end when it is stopped."""

    takes_s: float | None
    crashes: int = 0
    ends_in_s: float = 0
    asked: list[dict[str, Any]] = field(default_factory=list)
    running: int = 0
    max_running: int = 0

    def start_search(self, history: Any, **limits: Any) -> Any:
        """Starts a ProgramSearch."""
        self.asked.append(limits)
        return ProgramSearch(self, history, limits["stop"])


@dataclass
class ProgramSearch:
    """One search."""

    program: Program
    history: Any
    stop_token: StopToken
    reports: tuple[()] = ()

    async def answer(self) -> FakeReport:
        program = self.program
        program.running += 1
        program.max_running = max(program.max_running, program.running)
        try:
            if program.crashes:
                program.crashes -= 1
                raise NoMove("its program has died")
            if program.takes_s is None:
                await asyncio.Event().wait()
            await asyncio.sleep(program.takes_s or 0)
        finally:
            program.running -= 1
            await asyncio.sleep(program.ends_in_s)
        return FakeReport(self.history.legal()[0])


def player_of(
    room: VirtualRoom, program: Program, queue: SearchQueue, log: EndLog, **options: Any
) -> Player:
    return Player(
        room.client(BOT, 7),
        load,
        lambda _: program.start_search,
        queue,
        book=None,
        ponders=False,
        rng=random.Random(1),
        interruptible=False,
        log=log,
        **options,
    )


def queue_of(max_games: int) -> SearchQueue:
    return SearchQueue(Scheduler(1, max_games, queues=False), loop_ms)


def play(
    control: p.Control,
    *programs: Program,
    game_type: str = "othello",
    until: Callable[[VirtualRoom], bool] = lambda room: room.room.finished is not None,
    **options: Any,
) -> list[VirtualRoom]:
    """Plays a game of each program as White against Ann, who moves at once. All games run
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
            for number in range(len(programs))
        )
        queue, log, tasks, ends = queue_of(len(programs)), EndLog(), [], []
        for room, program in zip(rooms, programs, strict=True):
            tasks.append(asyncio.create_task(player_of(room, program, queue, log, **options).run()))
            ends.append(over := asyncio.Event())
            room.on_event = lambda _, room=room, over=over: until(room) and over.set()
            ann = room.client(ANN, 1)
            tasks.append(asyncio.create_task(play_game(ann, choose_at_once, on_end=lambda: None)))
        await asyncio.gather(*(over.wait() for over in ends))
        await asyncio.sleep(1)  # until the bots have received the last event
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    run_virtually(test)
    return rooms


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


@pytest.mark.parametrize(("base", "takes_s"), [(30, 4), (60, 6), (10, 9)])
def test_slow_program_plays_until_its_flag_falls(base: int, takes_s: int) -> None:
    """Only the clock ends its game: after a free first turn it may use its full time."""
    (room,) = play(seconds(base), Program(takes_s))
    assert end_of(room) == ("flag", [1.0, 0.0])
    assert len(moves_of_bot(room)) == 1 + (base - 1) // takes_s
    (late,) = room.texts()
    assert "too late" in late


def test_room_gets_a_message_before_the_flag_of_a_hanging_program(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (room,) = play(p.Control(kind="per_move", time_ms=5_000), Program(None, ends_in_s=2))
    (late,) = [event for event in room.events() if isinstance(event, p.Said)]
    assert "too late" in late.text
    assert room.room.finished is not None
    assert late.at < room.room.finished.at
    assert "it is too late" in caplog.text


def test_free_first_turn_is_not_limited_by_the_clock() -> None:
    (room,) = play(seconds(5), Program(29), until=lambda room: len(moves_of_bot(room)) == 1)
    assert room.texts() == []


def test_slow_program_with_an_increment_plays_to_the_end() -> None:
    (room,) = play(seconds(20, 5), Program(5.2))
    assert end_of(room)[0] == "rules"
    assert room.texts() == []


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="byoyomi", base_ms=5_000, periods=3, period_ms=5_000),
        p.Control(kind="canadian", base_ms=5_000, moves=1, period_ms=15_000),
        p.Control(kind="delay", base_ms=10_000, delay_ms=10_000),
    ],
)
def test_full_time_includes_all_periods_and_the_delay(control: p.Control) -> None:
    (room,) = play(control, Program(18), until=lambda room: len(moves_of_bot(room)) == 2)
    assert room.texts() == []


def test_owners_limit_per_move_is_enforced(caplog: pytest.LogCaptureFixture) -> None:
    """After a second late move the bot resigns, as after any second failure."""
    caplog.set_level(logging.INFO, "zeitnot.bot")
    program = Program(6)
    (room,) = play(seconds(60), program, move_timeout_ms=5_000)
    cause = "no move found 2 times, at last: no move within the limit of 5.0 s"
    assert f"lost against Ann by resign; cause: {cause}; " in caplog.text
    assert end_of(room) == ("resign", [1.0, 0.0])
    assert [text.split("(")[1].split(")")[0] for text in room.texts()] == [
        "no move within the limit of 5.0 s"
    ] * 2
    assert all(asked["soft_ms"] <= 5_000 for asked in program.asked)
    (room,) = play(
        seconds(60),
        Program(4.9),
        move_timeout_ms=5_000,
        until=lambda room: len(moves_of_bot(room)) == 9,
    )
    assert room.texts() == []


def test_without_a_clock_only_the_owners_limit_applies() -> None:
    unlimited = p.Control(kind="unlimited")
    (room,) = play(unlimited, Program(4_000), until=lambda room: len(moves_of_bot(room)) == 2)
    assert room.texts() == []
    (room,) = play(unlimited, Program(None), move_timeout_ms=60_000)
    assert end_of(room) == ("resign", [1.0, 0.0])


def test_program_that_crashes_once_is_retried() -> None:
    (room,) = play(seconds(20, 5), Program(1, crashes=1))
    assert end_of(room)[0] == "rules"
    assert len(room.texts()) == 1


def test_concurrent_programs_do_not_share_their_clocks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Six programs need three of five seconds per move, and none waits for another. A hanging and a
    crashing one lose only their own games, and every game is logged."""
    caplog.set_level(logging.INFO, "zeitnot.bot")
    control = p.Control(kind="per_move", time_ms=5_000)
    programs = [Program(3) for _ in range(6)]
    programs[2], programs[4] = Program(None), Program(3, crashes=2)
    rooms = play(control, *programs)
    reasons = [end_of(room)[0] for room in rooms]
    assert reasons == ["rules", "rules", "aborted", "rules", "resign", "rules"]
    for room in (rooms[0], rooms[1], rooms[3], rooms[5]):
        taken = {move.receipt.elapsed_ms for move in moves_of_bot(room)}
        assert max(taken) <= 3_100
    ends = [r.getMessage() for r in caplog.records if ", othello, seat 1: " in r.getMessage()]
    assert sorted(end.split(",")[0] for end in ends) == [f"game game{n}" for n in range(6)]
    assert "waited" not in caplog.text


def test_hanging_program_loses_only_its_game() -> None:
    control = p.Control(kind="per_move", time_ms=5_000)
    hanging = Program(3)
    start_search = hanging.start_search

    def hang_later(history: Any, **limits: Any) -> Any:
        hanging.takes_s = 3 if len(hanging.asked) < 3 else None
        return start_search(history, **limits)

    hanging.start_search = hang_later  # type: ignore[method-assign]
    rooms = play(control, Program(3), hanging, Program(3))
    assert [end_of(room)[0] for room in rooms] == ["rules", "flag", "rules"]
