"""The house bot in a room: what it does when, with an engine that obeys and a room in memory."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_client.bot import BUSY, TAKEBACKS
from zeitnot_client.idle import IdleRooms
from zeitnot_client.line import Signal
from zeitnot_client.room import Room
from zeitnot_engines.games import load
from zeitnot_engines.levels import LEVELS
from zeitnot_engines.opening import Book
from zeitnot_engines.player import PONDER_MS, PV_CHARS, Player, _line
from zeitnot_engines.scheduler import Job, Scheduler
from zeitnot_engines.searcher import Searcher
from zeitnot_engines.slots import Slots
from zeitnot_engines.soundness import CHECK_NODES
from zeitnot_engines.timing import budget
from zeitnot_server.rooms.room import Actor

from .fake_engine import FakeEngine
from .fake_room import ANN, RICH, FakeRoom, Peer, Wire, session

BOT = Actor("bot", "Ponderer", bot=True)
NoMemoryForThread = RuntimeError("can't start new thread")
WAIT_S = 60  # for what comes at once on a machine that has nothing else to do


class MemoryLine:
    """A Line to a FakeRoom without a socket."""

    def __init__(self, room: FakeRoom) -> None:
        self.room = room
        self.news = asyncio.Event()
        self.peer: Peer | None = None
        self.closing = False

    async def __aiter__(self) -> AsyncGenerator[Signal | str, None]:
        while not self.closing:
            peer = self.peer = self.room.join(BOT)
            peer.on_put = self.news.set
            yield Signal.UP
            while self.peer is peer:
                self.news.clear()
                while self.peer is peer and peer.frames:
                    yield peer.frames.pop(0)
                await self.news.wait()
            yield Signal.DOWN

    async def send(self, frame: str) -> None:
        if self.peer:
            self.peer.send(frame)

    async def reconnect(self) -> None:
        if self.peer:
            self.room.leave(self.peer)
            self.peer = None
            self.news.set()

    async def close(self) -> None:
        self.closing = True
        await self.reconnect()


class Evening:
    """Ann at one side of a room, the bot at the other."""

    def __init__(self, room: FakeRoom, engine: FakeEngine, line: MemoryLine) -> None:
        self.room = room
        self.engine = engine
        self.line = line
        self.ann = Wire(room, ANN, session(5, room.room.id))
        self.ann.connect()

    async def sees(self, what: Callable[[], object]) -> None:
        """Lets the bot go on until Ann sees this."""
        async with asyncio.timeout(WAIT_S):
            while not what():
                self.ann.pump()
                await asyncio.sleep(0.001)

    async def starts(self, seat: int = 0) -> None:
        """Ann sits down, is ready, and so is the bot."""
        await self.sees(lambda: self.ann.session.synced)
        self.ann.session.sit(seat)
        self.ann.session.ready()
        await self.sees(lambda: self.ann.session.state.phase == "running")

    async def moves(self) -> None:
        """Ann plays the last legal move, and waits for the bot's answer."""
        await self.sees(lambda: self.ann.session.state.legal)
        state = self.ann.session.state
        self.ann.session.move(state.legal[-1])
        await self.sees(lambda: self.ann.session.state.ply >= state.ply + 2 or self.over())

    def over(self) -> bool:
        return self.ann.session.state.phase == "finished"

    def of_bot(self) -> list[p.Moved]:
        """The bot's moves."""
        return [m for m in self.ann.session.state.moves if m.seat != self.ann.session.state.you]


@asynccontextmanager
async def evening(
    room: FakeRoom | None = None,
    engine: FakeEngine | None = None,
    *,
    seat: int = 1,
    book: Any = None,
    ponders: bool = True,
    cores: int = 2,
    slots: Slots | None = None,
    **more: Any,
) -> AsyncIterator[Evening]:
    """A bot invited to its seat."""
    kept = [None, None]
    kept[seat] = BOT  # type: ignore[call-overload]
    room = room or FakeRoom(seats=kept)
    engine = engine or FakeEngine()
    line = MemoryLine(room)
    with ThreadPoolExecutor(4) as threads:
        player = Player(
            Room(line, session(77, room.room.id), lambda: room.ms),  # type: ignore[arg-type]
            load,
            lambda _: Searcher(engine, threads),
            slots or Slots(Scheduler(cores, 4)),
            book=book,
            ponders=ponders,
            rng=random.Random(3),
            **more,
        )
        running = asyncio.create_task(player.run())
        try:
            yield Evening(room, engine, line)
        finally:
            running.cancel()
            await asyncio.wait({running})
            assert running.cancelled() or running.exception() is None


async def test_it_plays_a_whole_game_and_reports_how() -> None:
    async with evening() as night:
        await night.starts()
        while not night.over():
            await night.moves()
        first = night.of_bot()[0].engine
    assert first
    assert (first.depth, first.nodes, first.value, first.unit) == (3, 300, 0.0, "points")
    assert first.ponder == p.PonderReport(hit=False, nodes=300, depth_gain=1)


async def test_it_ponders_the_position_after_its_move_until_the_reply_comes() -> None:
    async with evening() as night:
        await night.starts()
        await night.moves()
        await night.sees(lambda: len(night.engine.searches) == 3)
        ponder, think, again = night.engine.searches
        assert ponder["history"] == load("tictactoe", {}).start()
        assert think["history"].ply == 1
        assert again["history"].ply == 2
        assert ponder["nodes"] is None
        assert think["ms"] != ponder["ms"] == PONDER_MS
        assert night.ann.session.state.legal  # it is Ann's turn, and the bot's search goes on


async def test_an_expected_reply_is_a_hit() -> None:
    async with evening() as night:
        await night.starts()
        await night.sees(lambda: night.engine.searches)
        await night.sees(lambda: night.ann.session.state.legal)
        night.ann.session.move(night.ann.session.state.legal[0])  # what the engine holds best
        await night.sees(night.of_bot)
        report = night.of_bot()[0].engine
    assert report
    assert report.ponder
    assert report.ponder.hit


async def test_the_room_hears_what_it_thinks() -> None:
    async with evening() as night:
        await night.starts()
        await night.sees(lambda: night.room.infos and night.room.infos[-1].depth == 3)
        night.ann.pump()
        engines = night.ann.session.state.engines
    assert (engines[1].mode, engines[1].ply, engines[1].depth) == ("pondering", 0, 3)
    assert engines[1].pv


async def test_without_pondering_it_rests() -> None:
    async with evening(ponders=False) as night:
        await night.starts()
        await night.moves()
        assert len(night.engine.searches) == 1
        report = night.of_bot()[0].engine
    assert report
    assert report.ponder is None


async def test_dice_do_not_confuse_it() -> None:
    room = FakeRoom("ewn", seats=(None, BOT))
    async with evening(room) as night:
        await night.starts()
        for _ in range(3):
            await night.moves()
        for search in night.engine.searches:
            assert search["history"].due is None
        assert night.of_bot()


async def test_the_same_clock_after_a_broken_connection() -> None:
    async with evening() as night:
        await night.starts()
        for _ in range(3):
            await night.line.reconnect()
            await night.moves()
        moves = night.ann.session.state.moves
    assert [m.ply for m in moves] == list(range(len(moves)))


async def test_a_server_that_has_gone_back_is_played_on_with() -> None:
    async with evening() as night:
        await night.starts()
        await night.moves()
        older, past = night.room.room, list(night.room.log)
        await night.moves()
        night.ann.cut()
        night.room.room, night.room.log = older, past
        await night.line.reconnect()
        night.ann.connect()
        night.ann.pump()
        night.ann.cut()
        night.ann.connect()
        while not night.over():
            await night.moves()
        moves = night.ann.session.state.moves
    assert [m.ply for m in moves] == list(range(len(moves)))


async def test_an_outage_of_the_server_is_survived() -> None:
    async with evening() as night:
        await night.starts()
        night.room.outage(10)
        night.room.resume()
        await night.moves()
        assert night.of_bot()


@pytest.mark.parametrize(
    ("value", "unit", "reason"),
    [(-1.0, "points", "agreed"), (0.0, "points", "agreed"), (2.0, "discs", None)],
)
async def test_a_draw_is_taken_by_who_does_not_stand_better(
    value: float, unit: str, reason: str | None
) -> None:
    """The engine's value is for the side to move: as the bot ponders, for Ann."""
    async with evening(engine=FakeEngine(-value)) as night:
        await night.starts()
        await night.sees(lambda: night.ann.session.state.engines)
        night.ann.session.draw("offer")
        await night.sees(lambda: night.ann.session.state.draw_offer == 0 or night.over())
        await night.sees(lambda: night.ann.session.state.draw_offer is None)
        finished = night.ann.session.state.finished
    assert (finished.reason if finished else None) == reason


async def test_a_draw_before_any_thought_is_declined() -> None:
    async with evening(ponders=False) as night:
        await night.starts()
        night.ann.session.draw("offer")
        await night.sees(lambda: night.ann.session.state.draw_offer == 0)
        await night.sees(lambda: night.ann.session.state.draw_offer is None)
        assert not night.over()


async def test_people_may_take_a_move_back() -> None:
    async with evening() as night:
        await night.starts()
        await night.moves()
        night.ann.session.takeback("ask")
        await night.sees(lambda: night.ann.session.state.ply == 0)
        assert night.ann.session.state.record == ()
        await night.moves()
        assert night.ann.session.state.ply == 2


async def test_but_not_so_often_that_its_clock_runs_out() -> None:
    """Each takes back a move for which the bot has paid; without a clock they cost it nothing."""
    for control, most in ((RICH, TAKEBACKS), (p.Control(kind="unlimited"), TAKEBACKS + 2)):
        async with evening(FakeRoom(seats=(None, BOT), control=control)) as night:
            await night.starts()
            for asked in range(TAKEBACKS + 2):
                if night.ann.session.state.ply == 0:
                    await night.moves()
                night.ann.session.takeback("ask")
                await night.sees(lambda: "takeback" in night.ann.session.state.offers)
                await night.sees(lambda: "takeback" not in night.ann.session.state.offers)
                state = night.ann.session.state
                assert state.takebacks == min(asked + 1, most)
                if asked + 1 > most:
                    break


async def test_it_declines_an_adjournment_and_goes_on_with_an_adjourned_game() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.adjourn("offer")
        await night.sees(lambda: "adjourn" in night.ann.session.state.offers)
        await night.sees(lambda: "adjourn" not in night.ann.session.state.offers)
        assert night.ann.session.state.phase == "running"
        night.room.shelve()
        await night.sees(lambda: night.ann.session.state.phase == "adjourned")
        night.ann.session.resume()
        await night.sees(lambda: night.ann.session.state.phase == "running")


async def test_it_agrees_to_a_rematch_and_leaves() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.resign()
        await night.sees(night.over)
        night.ann.session.rematch()
        await night.sees(lambda: night.ann.session.state.next_game)
        await night.sees(lambda: len(night.room.peers) == 1)


async def test_it_does_not_ask_for_a_rematch_itself() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.resign()
        await night.sees(night.over)
        for _ in range(50):
            await asyncio.sleep(0)
        night.ann.pump()
        assert night.ann.session.state.rematch == frozenset()
        assert len(night.room.peers) == 2


def said(night: Evening) -> list[str]:
    """What the bot has told the room."""
    return [line.text for line in night.ann.session.state.chat]


async def test_an_engine_that_fails_once_is_asked_again(caplog: Any) -> None:
    engine = FakeEngine()
    engine.fails, engine.failures = RuntimeError("a secret path"), 1
    async with evening(engine=engine, ponders=False) as night:
        await night.starts()
        await night.moves()
        assert night.of_bot()[0].engine.depth == 3  # type: ignore[union-attr]
        assert said(night) == [
            "Something went wrong with my move (RuntimeError). I will try once more."
        ]
        while not night.over():
            await night.moves()
    assert len(caplog.records) == 1
    assert "no move found in ........x o" in caplog.text
    assert "a secret path" in caplog.text


@pytest.mark.parametrize("way", ["raises", "illegal"])
async def test_an_engine_that_fails_twice_resigns_and_says_so(way: str, caplog: Any) -> None:
    engine = FakeEngine()
    if way == "raises":
        engine.fails = RuntimeError("broken")
    else:
        engine.illegal = "z9"
    async with evening(engine=engine, ponders=False) as night:
        await night.starts()
        await night.moves()
        await night.sees(night.over)
        assert night.of_bot() == []
        finished = night.ann.session.state.finished
        assert finished
        assert (finished.reason, finished.scores) == ("resign", [1.0, 0.0])
        why = "RuntimeError" if way == "raises" else "z9 is illegal"
        assert said(night) == [
            f"Something went wrong with my move ({why}). I will try once more.",
            f"It went wrong again ({why}), so I resign.",
        ]
    assert len(caplog.records) == 2


async def test_a_move_that_the_server_holds_for_illegal_is_such_a_failure() -> None:
    async with evening(ponders=False) as night:
        await night.starts()
        await night.sees(lambda: night.ann.session.state.legal)
        refusals = [p.Error(code="illegal_move", message="No.") for _ in range(2)]
        take = night.room.take

        def refusing(peer: Peer, message: p.RoomIn) -> None:
            if isinstance(message, p.Move) and peer.actor == BOT and refusals:
                night.room.refuse_next = refusals.pop()
            take(peer, message)

        night.room.take = refusing  # type: ignore[method-assign]
        night.ann.session.move("a1")
        await night.sees(night.over)
        assert len(said(night)) == 2


async def test_it_reports_the_line_that_it_expects_and_how_long_it_thought() -> None:
    async with evening(ponders=False) as night:
        await night.starts()
        await night.moves()
        (moved,) = night.of_bot()
        assert moved.engine
        assert moved.engine.pv == moved.move
        await night.sees(lambda: night.room.infos)
        assert night.room.infos[0].time_ms == 250


def test_a_line_is_cut_between_two_moves() -> None:
    whole = ["24/18", "13/11"] * 100
    line = _line(whole)
    assert PV_CHARS - 6 < len(line) <= PV_CHARS
    assert line.split() == whole[: len(line.split())]


async def test_it_plays_from_a_position_with_moves() -> None:
    setup = p.Setup(position="xo....... x", moves=("c1",), clock_starts="start")
    room = FakeRoom(seats=(BOT, None), setup=setup)
    async with evening(room, seat=0, ponders=False) as night:
        await night.starts(seat=1)
        await night.sees(lambda: night.ann.session.state.legal)
        night.ann.session.move("c3")
        await night.sees(night.of_bot)
        think = night.engine.searches[0]["history"]
    start = load("tictactoe", {}).parse("xo....... x")
    assert think == start.play("c1").play("c3")


async def test_a_free_turn_is_not_overstayed() -> None:
    hours = p.Control(kind="sudden_death", base_ms=50 * 3_600_000)
    room = FakeRoom(seats=(None, BOT), control=hours, setup=p.Setup())
    async with evening(room, ponders=False) as night:
        await night.starts()
        await night.moves()
        assert night.engine.searches[0]["ms"] < 30_000
        await night.moves()
        assert night.engine.searches[1]["ms"] > 30_000


async def test_a_move_has_a_soft_and_a_hard_limit_where_time_can_be_saved_up() -> None:
    each_move = p.Control(kind="per_move", time_ms=20_000)
    for control, soft in ((RICH, True), (each_move, False)):
        async with evening(FakeRoom(seats=(None, BOT), control=control), ponders=False) as night:
            await night.starts()
            await night.moves()
            think = night.engine.searches[0]
        assert (think["soft_ms"] is not None) is soft
        assert not soft or think["soft_ms"] < think["ms"]


async def test_a_level_limits_the_search() -> None:
    room = FakeRoom(seats=(None, BOT), level=4)
    async with evening(room) as night:
        await night.starts()
        await night.moves()
        ponder, think = night.engine.searches[:2]
    four = LEVELS[4]
    assert (think["depth"], think["nodes"]) == (four.depth, four.nodes)
    assert think["ms"] <= four.most_ms  # type: ignore[operator]
    assert (ponder["depth"], ponder["nodes"]) == (four.ponder_depth, four.ponder_nodes)


async def test_two_games_of_one_opponent_share_what_falls_to_it() -> None:
    """On one core: the bot's other game with Ann wants to think, too, and has more time."""
    control = p.Control(kind="per_move", time_ms=20_000)
    slots, engine = Slots(Scheduler(1, 4)), FakeEngine()
    room = FakeRoom(seats=(None, BOT), control=control)

    async def hold(name: str, until: asyncio.Event) -> None:
        async with slots.hold(Job(name, "think", None, ANN.account, 60_000), lambda: None):
            await until.wait()

    async with evening(room, engine, slots=slots, ponders=False) as night:
        await night.starts()
        ends = asyncio.Event()
        others = [asyncio.create_task(hold(name, ends)) for name in ("runs", "waits")]
        await night.sees(lambda: night.ann.session.state.legal)
        night.ann.session.move("a1")
        await night.sees(lambda: any(job.name == room.room.id for job in slots._started))
        assert engine.searches == []
        ends.set()
        await night.sees(night.of_bot)
        await asyncio.gather(*others)
    alone = budget(20_000, control, 1).soft_ms
    (search,) = engine.searches
    assert search["soft_ms"] is None
    assert 0.4 * alone < search["ms"] <= 0.5 * alone


async def test_a_game_belongs_to_the_source_that_the_server_names() -> None:
    jobs, slots, room = list[Job](), Slots(Scheduler(1, 4)), FakeRoom(seats=(None, BOT))
    room.source, hold = "5eed5eed", slots.hold

    def noting(job: Job, stop: Callable[[], None]) -> AbstractAsyncContextManager[int]:
        jobs.append(job)
        return hold(job, stop)

    slots.hold = noting  # type: ignore[method-assign]
    async with evening(room, slots=slots) as night:
        await night.starts()
        await night.moves()
    assert {job.kind for job in jobs} == {"think", "ponder"}
    assert {job.source for job in jobs} == {"5eed5eed"}


@pytest.mark.parametrize("error", [MemoryError("std::bad_alloc"), NoMemoryForThread])
@pytest.mark.parametrize("ponders", [False, True])
async def test_without_memory_it_makes_nothing_up(error: Exception, ponders: bool) -> None:
    """No move, no resignation, no word: that is the end of the process, and the game goes on."""
    engine, ends = FakeEngine(), list[BaseException]()
    engine.fails = error
    async with evening(engine=engine, ponders=ponders, shortage=ends.append) as night:
        await night.starts()
        if not ponders:
            await night.sees(lambda: night.ann.session.state.legal)
            night.ann.session.move("a1")
        await night.sees(lambda: ends)
        assert night.of_bot() == []
        assert said(night) == []
        assert not night.over()
    assert ends == [error]


async def test_a_room_is_idle_before_the_game_and_after_it() -> None:
    idle = IdleRooms()
    async with evening(idle=idle) as night:
        await night.starts()
        assert not idle._rooms
        night.ann.session.resign()
        await night.sees(lambda: idle._rooms)
        await night.line.reconnect()
        await night.sees(lambda: len(night.room.peers) == 2)
        assert len(idle._rooms) == 1
    assert not idle._rooms


async def test_a_rematch_that_is_one_game_too_many_is_refused_in_words() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.resign()
        await night.sees(night.over)
        take, wishes = night.room.take, list[p.RematchWish]()

        def refusing(peer: Peer, message: p.RoomIn) -> None:
            if isinstance(message, p.RematchWish) and peer.actor == BOT:
                wishes.append(message)
                night.room.refuse_next = p.Error(code="bot_busy", message="No.")
            take(peer, message)

        night.room.take = refusing  # type: ignore[method-assign]
        night.ann.session.rematch()
        await night.sees(lambda: said(night) == [BUSY])
        night.ann.session.chat("Well.")
        await night.sees(lambda: len(said(night)) == 2)
    assert len(wishes) == 1


async def test_one_legal_move_needs_no_search() -> None:
    async with evening(ponders=False) as night:
        await night.starts()
        while not night.over():
            await night.moves()
        searched = [s["history"] for s in night.engine.searches]
    assert all(len(history.legal()) > 1 for history in searched)


async def test_on_one_core_thinking_elsewhere_interrupts_pondering_here() -> None:
    slots = Slots(Scheduler(1, 4))
    async with evening(slots=slots) as here:
        await here.starts()
        await here.sees(lambda: len(here.engine.searches) == 1)
        there = evening(FakeRoom(game="other", seats=(BOT, None)), slots=slots, ponders=False)
        async with there as other:
            await other.starts(seat=1)
            await other.sees(other.of_bot)
            await here.sees(lambda: len(here.engine.searches) == 2)
        await here.moves()
        report = here.of_bot()[0].engine
    assert report
    assert report.ponder
    assert report.ponder.nodes == 600


class OneBook:
    """A book that knows one move for any position."""

    def __init__(self, move: str) -> None:
        self.move = move

    async def book(self, scope: str, game_type: str, position: Any, settings: Any) -> p.BookPage:
        found = p.BookMove(move=self.move, weight=1, wins=5, draws=0, losses=0, score=1.0)
        return p.BookPage(
            scope=scope,
            game_type=game_type,
            position=position,
            moves=[found],
            legal=[self.move],
            after={},
        )


@pytest.mark.parametrize(("value", "played"), [(0.0, "b2"), (-0.1, "b2"), (-1.0, "a3")])
async def test_a_book_move_that_holds_is_played_and_marked(value: float, played: str) -> None:
    engine = FakeEngine()
    engine.values["b2"] = value
    book = Book(OneBook("b2"), random.Random(1))
    async with evening(book=book, engine=engine, ponders=False) as night:
        await night.starts()
        await night.sees(lambda: night.ann.session.state.legal)
        night.ann.session.move("a1")
        await night.sees(night.of_bot)
        (moved,) = night.of_bot()
    assert moved.move == played
    assert moved.engine
    assert moved.engine.book == (played == "b2")
    checks = [search["nodes"] for search in engine.searches[:2]]
    assert checks == [CHECK_NODES, CHECK_NODES]
    assert len(engine.searches) == (2 if played == "b2" else 3)


async def test_levels_without_a_book_check_none() -> None:
    book = Book(OneBook("b2"), random.Random(1))
    room = FakeRoom(seats=[None, BOT], level=2)
    async with evening(room, book=book, ponders=False) as night:
        await night.starts()
        await night.moves()
    assert CHECK_NODES not in [search["nodes"] for search in night.engine.searches]
