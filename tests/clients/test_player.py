"""The house bot in a room: it plays, ponders and returns after interruptions."""

import random
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_client.server_book import ServerBook
from zeitnot_engines.bots.player import PONDER_MS
from zeitnot_engines.bots.soundness import CHECK_NODES
from zeitnot_engines.bots.variations import PV_CHARS, line_text
from zeitnot_engines.games import load

from .bot_rig import BOT, bot_rig
from .fake_engine import FakeEngine, FakeLine
from .fake_room import FakeRoom


async def test_bot_plays_a_full_game_and_reports_its_searches() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        while not rig.is_over():
            await rig.move()
        first = rig.moves_of_bot()[0].engine
    assert first
    assert (first.depth, first.nodes, first.value, first.unit) == (3, 300, 0.0, "points")
    assert first.ponder == p.PonderReport(hit=False, nodes=300, depth_gain=1)


async def test_bot_ponders_until_the_reply_comes() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        await rig.move()
        await rig.wait_until(lambda: len(rig.engine.searches) == 3)
        ponder, think, repeated = rig.engine.searches
        assert ponder["history"] == load("tictactoe", {}).start()
        assert think["history"].ply == 1
        assert repeated["history"].ply == 2
        assert ponder["nodes"] is None
        assert think["ms"] != ponder["ms"] == PONDER_MS
        assert rig.ann.session.state.legal  # it is Ann's turn, so the last search is pondering


async def test_expected_reply_is_a_ponder_hit() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.engine.searches)
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move(rig.ann.session.state.legal[0])  # the move that the engine expects
        await rig.wait_until(rig.moves_of_bot)
        report = rig.moves_of_bot()[0].engine
    assert report
    assert report.ponder
    assert report.ponder.hit


async def test_room_receives_search_info() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.room.infos and rig.room.infos[-1].depth == 3)
        rig.ann.pump()
        engines = rig.ann.session.state.engines
    assert (engines[1].mode, engines[1].ply, engines[1].depth) == ("pondering", 0, 3)
    assert engines[1].pv


async def test_bot_without_pondering_searches_only_on_its_turn() -> None:
    async with bot_rig(ponders=False) as rig:
        await rig.start_game()
        await rig.move()
        assert len(rig.engine.searches) == 1
        report = rig.moves_of_bot()[0].engine
    assert report
    assert report.ponder is None


async def test_bot_ponders_only_while_the_opponent_is_connected() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        await rig.move()
        await rig.wait_until(lambda: len(rig.engine.searches) == 3)
        rig.ann.cut()
        await rig.wait_until(lambda: rig.engine.searches[2]["stop"].stopped)
        rig.ann.connect()
        await rig.wait_until(lambda: len(rig.engine.searches) == 4)
        await rig.move()
        before_cut, after_return, think = rig.engine.searches[2:5]
        assert before_cut["history"] == after_return["history"]
        report = rig.moves_of_bot()[-1].engine
    assert think["history"].ply == 3
    assert report
    assert report.ponder
    assert report.ponder.nodes == 600  # the sum of both ponder searches


async def test_pondering_works_with_dice() -> None:
    room = FakeRoom("ewn", seats=(None, BOT))
    async with bot_rig(room) as rig:
        await rig.start_game()
        for _ in range(3):
            await rig.move()
        for search in rig.engine.searches:
            assert search["history"].due is None
        assert rig.moves_of_bot()


async def test_bot_ponders_with_its_seats_information() -> None:
    room = FakeRoom("kuhn", seats=(None, BOT))
    async with bot_rig(room, method_of=lambda game: "mcts") as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.engine.searches)
        ponder = rig.engine.searches[0]
        assert (ponder["seat"], ponder["ms"]) == (1, PONDER_MS)
        assert ponder["history"].view(1) == rig.room.room.position(1)
        assert ponder["history"].turn == 0
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move(rig.ann.session.state.legal[0])  # the move that the engine expects
        await rig.wait_until(rig.moves_of_bot)
        think = rig.engine.searches[1]
    assert think["seat"] is None
    reports = [e.engine for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
    report = reports[0]  # hidden from the other seat
    assert report
    assert report.ponder == p.PonderReport(hit=True, nodes=300, depth_gain=0)


class UnsampleableKuhn:
    """Kuhn poker with a sampler that finds no position."""

    def __init__(self) -> None:
        self._game = load("kuhn", {})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def sample(self, view: str, seed: int) -> Any:
        raise ValueError("No game looks like this.")


async def test_bot_moves_even_if_sampling_fails() -> None:
    async with bot_rig(FakeRoom("kuhn", seats=(None, BOT)), method_of=lambda game: "mcts") as rig:
        rig.player._game = UnsampleableKuhn()  # type: ignore[assignment]
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move(rig.ann.session.state.legal[0])
        await rig.wait_until(rig.moves_of_bot)
        assert rig.engine.searches == []
        assert not rig.is_over()


async def test_bot_does_not_ponder_with_the_equilibrium_method() -> None:
    async with bot_rig(FakeRoom("kuhn", seats=(None, BOT))) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move(rig.ann.session.state.legal[-1])
        await rig.wait_until(lambda: rig.engine.searches)
        assert rig.engine.searches[0]["ms"] != PONDER_MS


async def test_bot_plays_on_after_reconnections() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        for _ in range(3):
            await rig.connection.reconnect()
            await rig.move()
        moves = rig.ann.session.state.moves
    assert [m.ply for m in moves] == list(range(len(moves)))


async def test_bot_plays_on_after_a_server_rollback() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        await rig.move()
        old_room, old_log = rig.room.room, list(rig.room.log)
        await rig.move()
        rig.ann.cut()
        rig.room.room, rig.room.log = old_room, old_log
        await rig.connection.reconnect()
        rig.ann.connect()
        rig.ann.pump()
        rig.ann.cut()
        rig.ann.connect()
        while not rig.is_over():
            await rig.move()
        moves = rig.ann.session.state.moves
    assert [m.ply for m in moves] == list(range(len(moves)))


async def test_bot_plays_on_after_a_server_outage() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        rig.room.outage(10)
        rig.room.resume()
        await rig.move()
        assert rig.moves_of_bot()


async def test_bot_reports_its_variation_and_search_time() -> None:
    async with bot_rig(ponders=False) as rig:
        await rig.start_game()
        await rig.move()
        (moved,) = rig.moves_of_bot()
        assert moved.engine
        assert moved.engine.pv == moved.move
        await rig.wait_until(lambda: rig.room.infos)
        assert rig.room.infos[0].time_ms == 250


async def test_search_info_has_all_lines_of_a_report() -> None:
    async with bot_rig(ponders=False) as rig:
        rig.engine.lines = [FakeLine(0.6, ["a1", "b2"], 70), FakeLine(0.4, ["c3"], 30)]
        await rig.start_game()
        await rig.move()
        await rig.wait_until(lambda: rig.room.infos)
        assert rig.room.infos[0].lines == [
            p.EngineLine(move="a1", value=0.6, pv="a1 b2", visits=70),
            p.EngineLine(move="c3", value=0.4, pv="c3", visits=30),
        ]


def test_long_variation_is_cut_between_moves() -> None:
    variation = ["24/18", "13/11"] * 100
    line = line_text(variation)
    assert PV_CHARS - 6 < len(line) <= PV_CHARS
    assert line.split() == variation[: len(line.split())]


async def test_bot_plays_from_a_custom_position_with_moves() -> None:
    setup = p.Setup(position="xo....... x", moves=("c1",), clock_starts="start")
    room = FakeRoom(seats=(BOT, None), setup=setup)
    async with bot_rig(room, seat=0, ponders=False) as rig:
        await rig.start_game(seat=1)
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move("c3")
        await rig.wait_until(rig.moves_of_bot)
        think = rig.engine.searches[0]["history"]
    start = load("tictactoe", {}).parse("xo....... x")
    assert think == start.play("c1").play("c3")


@pytest.mark.parametrize("tree", ["max(min(3,12),min(2,4))", "A([p]B(1,0),[p]B(0,1))"])
async def test_bot_plays_a_custom_tree(tree: str) -> None:
    """The second tree has information sets, in which the bot does not know its node."""
    setup = p.Setup(position=tree, clock_starts="start")
    room = FakeRoom("tree", seats=(None, BOT), setup=setup)
    async with bot_rig(room, ponders=False) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move("0")
        await rig.wait_until(rig.is_over)
        searched = [search["history"] for search in rig.engine.searches]
    assert [move.move for move in rig.moves_of_bot()] == ["0"]
    assert all(history.text.startswith(f"{tree} ") for history in searched)


async def test_single_legal_move_is_played_without_a_search() -> None:
    async with bot_rig(ponders=False) as rig:
        await rig.start_game()
        while not rig.is_over():
            await rig.move()
        searched = [s["history"] for s in rig.engine.searches]
    assert all(len(history.legal()) > 1 for history in searched)


# ── the book ───────────────────────────────────────────────────────────────────────────────────


class OneBook:
    """A book that knows one move for any position."""

    def __init__(self, move: str) -> None:
        self.move = move

    async def book(self, scope: str, game_type: str, position: Any, settings: Any) -> p.BookPage:
        result = p.BookMove(move=self.move, weight=1, wins=5, draws=0, losses=0, score=1.0)
        return p.BookPage(
            scope=scope,
            game_type=game_type,
            position=position,
            moves=[result],
            legal=[self.move],
            after={},
        )


@pytest.mark.parametrize(("value", "played"), [(0.0, "b2"), (-0.1, "b2"), (-1.0, "a3")])
async def test_sound_book_move_is_played_and_marked(value: float, played: str) -> None:
    engine = FakeEngine()
    engine.values["b2"] = value
    book = ServerBook(OneBook("b2"), random.Random(1))
    async with bot_rig(book=book, engine=engine, ponders=False) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move("a1")
        await rig.wait_until(rig.moves_of_bot)
        (moved,) = rig.moves_of_bot()
    assert moved.move == played
    assert moved.engine
    assert moved.engine.book == (played == "b2")
    checks = [search["nodes"] for search in engine.searches[:2]]
    assert checks == [CHECK_NODES, CHECK_NODES]
    assert len(engine.searches) == (2 if played == "b2" else 3)


async def test_low_level_does_not_read_the_book() -> None:
    book = ServerBook(OneBook("b2"), random.Random(1))
    room = FakeRoom(seats=[None, BOT], level=2)
    async with bot_rig(room, book=book, ponders=False) as rig:
        await rig.start_game()
        await rig.move()
    assert CHECK_NODES not in [search["nodes"] for search in rig.engine.searches]
