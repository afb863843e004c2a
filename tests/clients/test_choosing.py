"""The clock policy of `run_bot` on virtual time: slow and hanging choices, and the log of each
game's end."""

import asyncio
import logging
import threading

import pytest

import zeitnot_protocol as p
from zeitnot_client import Turn, turn_clock
from zeitnot_client.bot import play_game
from zeitnot_client.choosing import Choose, ConcurrentChoices
from zeitnot_client.end_log import EndLog
from zeitnot_client.faults import Resigns
from zeitnot_client.state import RoomState
from zeitnot_server.rooms.room import Phase

from .fake_room import ANN, BOB
from .virtual_room import VirtualRoom, run_virtually

WAIT_S = 60.0
HALF_A_MINUTE = p.Control(kind="sudden_death", base_ms=30_000)


async def play(
    ann: Choose,
    bob: Choose,
    game_type: str = "tictactoe",
    free: bool = False,
    base_ms: int = 30_000,
) -> tuple[VirtualRoom, EndLog]:
    """Plays a game between the bots Ann, who begins, and Bob; returns the room and Bob's log."""
    setup = p.Setup() if free else p.Setup(clock_starts="start")
    control = p.Control(kind="sudden_death", base_ms=base_ms)
    room = VirtualRoom(game_type, seats=(ANN, BOB), control=control, setup=setup)
    log, over = EndLog(), asyncio.Event()
    silent_log = EndLog()
    silent_log.add = lambda end: None  # type: ignore[method-assign]
    players = [
        asyncio.create_task(
            play_game(room.client(ANN, 1), ann, on_end=lambda: None, log=silent_log)
        ),
        asyncio.create_task(play_game(room.client(BOB, 2), bob, on_end=over.set, log=log)),
    ]
    await over.wait()
    await asyncio.sleep(1)  # for chat after the end
    for player in players:
        player.cancel()
    await asyncio.wait(players)
    return room, log


async def choose_at_once(turn: Turn) -> str:
    return turn.legal[0]


async def choose_and_hang(turn: Turn) -> str:
    await asyncio.Event().wait()
    return turn.legal[0]


def test_finished_game_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def two_seconds(turn: Turn) -> str:
        await asyncio.sleep(2 + turn.ply / 10)
        return turn.legal[-1]

    async def test() -> None:
        room, log = await play(two_seconds, two_seconds)
        log.close()
        assert room.room.finished is not None

    run_virtually(test)
    assert [record.getMessage() for record in caplog.records] == [
        "game game0, tictactoe, seat 1: lost against Ann by rules (three in a row); "
        "own clock 23.1 s; slowest move 2.5 s (ply 5)",
        "1 game; 1 lost (rules 1); longest turn 2.5 s in game0; no search waited for a core",
    ]


def test_flagged_bot_warns_without_a_configured_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The bot's `choose` is still hanging; Python shows warnings by default."""

    async def test() -> None:
        room, _ = await play(choose_at_once, choose_and_hang)
        finished = room.room.finished
        assert finished is not None
        assert (finished.reason, finished.scores) == ("flag", [1.0, 0.0])
        assert room.texts() == ["I found no move in 29.9 s, and now it is too late."]

    run_virtually(test)
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    late, end = (record.getMessage() for record in caplog.records)
    assert late == "game game0, ply 1: no move in 29.9 s: it is too late"
    assert end == (
        "game game0, tictactoe, seat 1: lost against Ann by flag; own clock 0.0 s; no move made; "
        "to move for 30.0 s at the end"
    )


def test_room_gets_a_message_if_the_flag_falls_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a slow network the bot's clock lags behind the server's."""
    monkeypatch.setattr(turn_clock, "MOVE_OVERHEAD_MS", -500)

    async def test() -> None:
        room, _ = await play(choose_at_once, choose_and_hang)
        assert room.texts() == ["I found no move in 30.0 s, and now it is too late."]

    run_virtually(test)


def test_bot_with_hardly_any_time_left_plays_without_a_message() -> None:
    """The bot is asked although its move may be late; the room gets a message only if it is."""

    async def test(choose: Choose, base_ms: int) -> VirtualRoom:
        room, _ = await play(choose_at_once, choose, base_ms=base_ms)
        return room

    async def in_time() -> None:
        room = await test(choose_at_once, 100)
        assert room.room.finished is not None
        assert room.room.finished.reason == "rules"
        assert room.texts() == []

    async def too_late() -> None:
        room = await test(choose_and_hang, 100)
        assert room.room.finished is not None
        assert room.room.finished.reason == "flag"
        assert room.texts() == ["I found no move in 0.1 s, and now it is too late."]

    run_virtually(in_time)
    run_virtually(too_late)


def test_room_gets_a_message_after_a_pause() -> None:
    """During a pause the bot's clock has no deadline; afterwards it has one again."""

    async def test() -> None:
        room = VirtualRoom(
            seats=(ANN, BOB), control=HALF_A_MINUTE, setup=p.Setup(clock_starts="start")
        )
        bots = [
            asyncio.create_task(
                play_game(room.client(ANN, 1), choose_at_once, on_end=lambda: None)
            ),
            asyncio.create_task(
                play_game(room.client(BOB, 2), choose_and_hang, on_end=lambda: None)
            ),
        ]
        await asyncio.sleep(5)
        room.outage(5_000)
        await asyncio.sleep(100)
        assert room.room.phase is Phase.PAUSED
        room.resume()
        await asyncio.sleep(40)
        for bot in bots:
            bot.cancel()
        await asyncio.wait(bots)
        finished = room.room.finished
        assert finished is not None
        assert finished.reason == "flag"
        (text,) = room.texts()
        assert "too late" in text
        late_at_ms = next(e.at for e in room.events() if isinstance(e, p.Said))
        assert late_at_ms < finished.at

    run_virtually(test)


def test_first_move_may_use_the_full_free_turn() -> None:
    async def slow_first(turn: Turn) -> str:
        await asyncio.sleep(29 if turn.ply < 2 else 1)
        return turn.legal[-1]

    async def test() -> None:
        room, _ = await play(choose_at_once, slow_first, free=True)
        assert room.room.finished is not None
        assert room.room.finished.reason == "rules"
        assert room.texts() == []

    run_virtually(test)


def test_bot_that_misses_its_free_turn_warns(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        room, log = await play(choose_at_once, choose_and_hang, free=True)
        assert room.room.finished is not None
        assert room.room.finished.reason == "aborted"
        assert log.totals.results == {"without a result": 1}

    run_virtually(test)
    assert caplog.records[-1].levelno == logging.WARNING
    assert "without a result against Ann by aborted; own clock 30.0 s; no move made" in caplog.text


def test_events_are_handled_while_a_move_is_chosen() -> None:
    """A draw offer is answered; a takeback ends the choice, and the turn comes again."""
    asked, cancelled = list[int](), list[int]()
    room = VirtualRoom(seats=(ANN, BOB), control=HALF_A_MINUTE)

    def send_as_ann(command: p.RoomIn) -> None:
        room.take(next(peer for peer in room.peers if peer.actor == ANN), command)

    async def bob(turn: Turn) -> str:
        asked.append(turn.ply)
        if len(asked) == 1:
            send_as_ann(p.Draw(game="game0", id="d", action="offer"))
            send_as_ann(p.Takeback(game="game0", id="t", action="ask"))
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(turn.ply)
                raise
        send_as_ann(p.Resign(game="game0", id="r"))
        return turn.legal[0]

    async def test() -> None:
        over = asyncio.Event()
        players = [
            asyncio.create_task(play_game(room.client(who, 1), choose, on_end=over.set))
            for who, choose in ((ANN, choose_at_once), (BOB, bob))
        ]
        await over.wait()
        for player in players:
            player.cancel()
        await asyncio.wait(players)

    run_virtually(test)
    assert (asked, cancelled) == ([1, 1], [1])
    answers = [(e.what, e.accept) for e in room.events() if isinstance(e, p.Answered)]
    assert ("draw", False) in answers
    assert any(isinstance(event, p.TakenBack) for event in room.events())


def test_synchronous_choices_of_many_games_run_concurrently() -> None:
    """No choice waits for another game's thread: each answers only after all have been asked."""
    games, numbers = 150, list[int]()
    barrier = threading.Barrier(games)

    def wait_for_all(turn: Turn) -> str:
        numbers.append(barrier.wait(WAIT_S))
        raise Resigns

    async def one_game(number: int, choices: ConcurrentChoices, log: EndLog) -> None:
        room = VirtualRoom(game=f"game{number}", seats=(ANN, BOB))
        over = asyncio.Event()
        bob = play_game(
            room.client(BOB, 2), wait_for_all, on_end=over.set, log=log, choices=choices
        )
        ann = play_game(room.client(ANN, 1), choose_at_once, on_end=lambda: None)
        players = [asyncio.create_task(player) for player in (ann, bob)]
        await over.wait()
        for player in players:
            player.cancel()
        await asyncio.wait(players)

    async def test() -> EndLog:
        choices, log = ConcurrentChoices(), EndLog()
        await asyncio.gather(*(one_game(number, choices, log) for number in range(games)))
        return log

    log = asyncio.run(test())
    assert sorted(numbers) == list(range(games))
    assert log.totals.reasons == {("lost", "resign"): games}


def test_unfinished_games_are_counted_at_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """A bot that has never entered the lobby logs nothing."""
    caplog.set_level(logging.INFO)
    EndLog().close()
    assert caplog.messages == []
    log = EndLog()
    log.open("up to 2 games at a time")
    for game, phase in (("a", "running"), ("b", "paused"), ("c", "running"), ("c", "finished")):
        log.follow(RoomState(game, you=0, phase=phase))  # type: ignore[arg-type]
    log.close()
    assert caplog.messages[-1] == "no game has ended; 2 games left running"


def test_concurrent_choices_are_counted() -> None:
    """Each running choice is told the number of others whenever one begins."""
    choices, first, second = ConcurrentChoices(), list[int](), list[int]()
    with choices.running(first.append):
        with choices.running(second.append):
            pass
        with choices.running(second.append):
            pass
    with choices.running(second.append):
        pass
    assert (first, second) == ([0, 1, 1], [1, 1, 0])
