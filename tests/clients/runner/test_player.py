"""What a bot does besides asking its engine for moves: draws, resignation, reports, pondering, its
book, and what it says. On virtual time, with an engine in memory."""

import codecs
import random
from dataclasses import replace
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_client import Turn
from zeitnot_client.drivers.failures import ClaimsEnd, FoundNoMove, HasResigned
from zeitnot_client.drivers.situation import Choice, Situation, Thinking
from zeitnot_client.runner.book import LineBook
from zeitnot_client.runner.config import Config
from zeitnot_client.runner.lag import Lag
from zeitnot_client.runner.policies import ChatPolicy, DrawPolicy, ResignPolicy
from zeitnot_client.runner.tables import ConfigError
from zeitnot_client.runner.thoughts import MATE, info_of, report_of, score_of

from .rig import FakeEngine, config_of, end_of, moves_of_bot, play, seconds

MINUTE = seconds(60, 1)


def thinking(cp: int | None = None, **fields: int) -> Thinking:
    return Thinking(depth=9, seldepth=12, cp=cp, nodes=1000, nps=500, ms=20, pv=("a1",), **fields)


def engine_with(cp: int | None, **fields: int) -> FakeEngine:
    """An engine that plays the first legal move, always with this score."""

    def choose(situation: Situation) -> Choice:
        return Choice(situation.legal[0], thinking=thinking(cp, **fields))

    return FakeEngine(0.1, choose=choose)


def chess(**policies: object) -> Config:
    return replace(config_of("chess"), **policies)  # type: ignore[arg-type]


def test_bot_resigns_when_its_engine_has_lost() -> None:
    policy = ResignPolicy(-500, moves=3, first_ply=7)
    (room,) = play(
        MINUTE, engine_with(-600), game_type="chess", config=chess(resign=policy), ann=first
    )
    assert end_of(room) == ("resign", [1.0, 0.0])
    assert room.room.ply == 7
    (room,) = play(
        MINUTE,
        engine_with(-499),
        game_type="chess",
        config=chess(resign=policy),
        ann=first,
    )
    assert end_of(room)[0] == "repetition"


async def first(turn: Turn) -> str:
    return turn.legal[0]


def offers_at(*plies: int) -> object:
    """Ann plays the first move, and offers a draw at these plies."""

    async def choose(turn: Turn) -> str:
        if turn.ply in plies:
            await turn.room.draw("offer")
        return turn.legal[0]

    return choose


@pytest.mark.parametrize(("cp", "agreed"), [(0, True), (-300, True), (30, False)])
def test_draw_is_accepted_by_the_score(cp: int, agreed: bool) -> None:
    policy = DrawPolicy(accept=True, score=10, moves=3, first_ply=10)
    (room,) = play(
        MINUTE,
        engine_with(cp),
        game_type="chess",
        config=chess(draw=policy),
        ann=offers_at(4, 12),
    )
    assert end_of(room) == ("agreed" if agreed else "repetition", [0.5, 0.5])
    assert (room.room.ply == 12) is agreed


def test_draw_is_offered_by_the_score_and_not_too_often() -> None:
    policy = DrawPolicy(offer=True, score=10, moves=3, first_ply=7)
    (room,) = play(
        MINUTE,
        engine_with(5),
        game_type="chess",
        config=chess(draw=policy),
        ann=first,
        until=lambda room: room.room.ply > 15,
    )
    at = [e.seq for e in room.events() if isinstance(e, p.Offered) and e.what == "draw"]
    plies = [sum(isinstance(e, p.Moved) and e.seq < seq for e in room.events()) for seq in at]
    assert plies == [7, 13]


def test_engine_may_offer_a_draw_itself() -> None:
    engine = FakeEngine(choose=lambda situation: Choice(situation.legal[0], offers_draw=True))
    (room,) = play(
        MINUTE, engine, game_type="chess", ann=first, until=lambda room: room.room.ply > 3
    )
    assert [e.seat for e in room.events() if isinstance(e, p.Offered)][:1] == [1]


@pytest.mark.parametrize(
    ("error", "reason", "messages"),
    [
        (HasResigned("it resigned"), "resign", 0),
        (ClaimsEnd(1.0, "1-0"), "resign", 0),
        (ClaimsEnd(0.5, "1/2-1/2"), "resign", 2),
        (FoundNoMove("it finds no move"), "resign", 2),
    ],
)
def test_engine_that_does_not_move(error: Exception, reason: str, messages: int) -> None:
    """It resigns at once if it says that it has lost; anything else is a fault."""

    def fail(_: Situation) -> Choice:
        raise error

    (room,) = play(MINUTE, FakeEngine(choose=fail), game_type="chess", ann=first)
    assert end_of(room) == (reason, [1.0, 0.0])
    assert len(room.texts()) == messages


def test_move_comes_with_a_report_and_thinking_lines_become_info() -> None:
    """At most four a second, of which the room gets the newest."""
    engine = engine_with(31)
    engine.takes_s, engine.thoughts = 1.0, [thinking(cp) for cp in range(100)]
    (room,) = play(MINUTE, engine, game_type="chess", ann=first, until=lambda r: r.room.ply > 5)
    reports = [move.engine for move in moves_of_bot(room)]
    assert {(r.depth, r.value, r.unit, r.pv) for r in reports if r} == {(9, 31, "centipawns", "a1")}
    infos = [info for info in room.infos if info.ply == 1]
    assert 3 <= len(infos) <= 4
    assert all(
        (info.mode, info.unit, info.value_seat) == ("thinking", "centipawns", 1) for info in infos
    )
    assert infos[-1].value is not None
    assert infos[-1].value > 60


def test_reports_are_bounded() -> None:
    """They come from a foreign program."""
    huge = Thinking(depth=10**30, nodes=-5, nps=2**60, ms=7, mate=-3, pv=("a1a2",) * 1000)
    info = info_of("abcd", 3, 1, huge)
    assert p.decode_room_in(p.encode(info)) == info
    assert (info.depth, info.nodes, info.nps) == (2**53 - 1, 0, 2**53 - 1)
    assert len(info.pv) <= 512
    assert not info.pv.endswith(" ")
    assert p.encode(report_of(huge))
    assert report_of(None) == p.EngineReport()


def test_scores() -> None:
    assert score_of(None) is score_of(Thinking()) is None
    assert score_of(Thinking(cp=-12)) == -12
    assert score_of(Thinking(mate=2)) == MATE - 2
    assert score_of(Thinking(mate=-1)) == 1 - MATE
    assert score_of(Thinking(mate=0)) == -MATE


@pytest.mark.parametrize("ponder", [True, False])
def test_engine_thinks_on_the_opponents_time(ponder: bool) -> None:
    """Once for each of Ann's turns, with the clocks, and without a limit."""
    engine = FakeEngine(0.1)
    config = config_of("othello", ponder=ponder)
    play(MINUTE, engine, config=config, ann=first, until=lambda room: room.room.ply > 6)
    if not ponder:
        assert engine.pondered == []
        return
    positions = [len(situation.actions) for situation, _ in engine.pondered]
    assert positions[:3] == [2, 4, 6] or positions[:3] == [0, 2, 4]
    assert all(situation.seat == 0 for situation, _ in engine.pondered)
    assert all(limits.give_up_ms is limits.hurry_ms is None for _, limits in engine.pondered)


def test_engine_begins_with_the_game_and_ends_with_it() -> None:
    engine = FakeEngine(0.1)
    play(MINUTE, engine, ann=first)
    assert (engine.begun, engine.closed, len(engine.starts)) == (1, 1, 1)
    (start,) = engine.starts
    assert (start.game, start.is_usual, start.seats) == ("othello", True, 2)


def test_bot_greets_and_takes_its_leave_by_name() -> None:
    chat = ChatPolicy("Hello {opponent}, I am {name}.", "Bye {opponent}.")
    config = replace(config_of("othello"), chat=chat)
    (room,) = play(MINUTE, FakeEngine(0.1), config=config, ann=first)
    assert room.texts() == ["Hello Ann, I am Ponderer.", "Bye Ann."]


def test_book_lines_are_played_while_the_game_follows_them(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(codecs.BOM_UTF8)  # as editors of Windows begin a file
    with path.open("a") as file:
        file.write("# my book\nd3 c3 c4 c5\n\nd3 c3 c4 e3 # another\nf5 f6\n")
    book = LineBook.read(path)
    rng = random.Random(1)
    replies = {book.move(["d3", "c3", "c4"], ["c5", "e3", "b3"], rng) for _ in range(50)}
    assert replies == {"c5", "e3"}
    assert book.move([], ["f5"], rng) == "f5"
    assert book.move(["d3"], ["e3"], rng) is None
    assert book.move(["x"], ["c3"], rng) is None
    with pytest.raises(ConfigError, match="No such file"):
        LineBook.read(tmp_path / "other.txt")


def test_lag_is_what_the_clock_was_charged_beyond_the_engines_time() -> None:
    lag = Lag()
    assert lag.ms == 0

    def moved(ply: int, charged_ms: int, *, free: bool = False) -> p.Moved:
        receipt = p.Receipt(
            elapsed_ms=charged_ms,
            compensated_ms=0,
            charged_ms=charged_ms,
            remaining_ms=1,
            free=free,
        )
        clock = p.ClockView(remaining_ms=[1, 1])
        return p.Moved(
            game="g", seq=1, at=1, seat=0, ply=ply, move="x", position="", receipt=receipt,
            clock=clock,
        )  # fmt: skip

    for ply, took_ms, charged_ms in ((0, 100, 130), (2, 100, 150), (4, 100, 90)):
        lag.sent(ply, took_ms)
        lag.played(moved(ply, charged_ms))
    assert lag.ms == 50
    lag.sent(6, 100)
    lag.played(moved(6, 900, free=True))
    lag.played(moved(8, 900))  # that was not sent by this process
    assert lag.ms == 50
    for ply in range(10, 30, 2):
        lag.sent(ply, 100)
        lag.played(moved(ply, 105))
    assert lag.ms == 5
