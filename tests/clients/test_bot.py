"""`run_bot`: the bot plays, answers offers, and reports its failures."""

import asyncio
import logging
import re
import signal
import sys
from collections.abc import Callable

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client, Closed, Refused, Turn, run_bot
from zeitnot_client.exceptions import ROTATED

from ..rooms.marathon import Marathon
from .dicey import DICEY, first_legal
from .fake_room import ANN, BOB, FakeRoom
from .fake_server import running
from .test_client import play_first
from .test_terminal import CATALOGUE


async def test_bot_plays_from_the_lobby_and_ends_after_its_games() -> None:
    room = FakeRoom("ewn", seats=(None, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", first_legal, ["ewn"], games=1))
        await play_first(ann)
        await bot
    (watch,) = server.watches
    assert watch.process
    watch.process = watch.version = ""  # both depend on this test run
    assert watch == p.Watch(plays=["ewn"], changes=True, several_seats=True)
    assert room.room.phase == "finished"
    assert any(isinstance(e, p.Moved) and e.seat == 1 for e in room.events())


HANGING_BOT = """
import asyncio, sys, time
from zeitnot_client.bot import run_bot

def choose(turn):
    print("asked", flush=True)
    time.sleep(9999)

asyncio.run(run_bot(sys.argv[1], "d", choose, ["tictactoe"]))
"""


async def test_bot_whose_choice_hangs_ends_on_interrupt() -> None:
    room = FakeRoom(seats=(DICEY, ANN))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HANGING_BOT, server.url),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        playing = asyncio.create_task(play_first(ann))
        assert process.stdout is not None
        assert await process.stdout.readline() == b"asked\n"
        process.send_signal(signal.SIGINT)
        await process.wait()
        playing.cancel()
        await asyncio.wait({playing})
    assert process.returncode != 0


async def test_choose_may_be_a_coroutine() -> None:
    room = FakeRoom(seats=(None, DICEY))

    async def choose(turn: Turn) -> str:
        await asyncio.sleep(0)
        assert turn.game_type == "tictactoe"
        assert turn.position.endswith(" o")
        assert turn.seat == 1
        assert turn.remaining_ms
        return turn.legal[-1]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot


async def test_remaining_time_in_a_free_turn_is_the_free_time() -> None:
    hour = p.Control(kind="sudden_death", base_ms=3_600_000)
    room, remaining = (
        FakeRoom(seats=(None, DICEY), control=hour, setup=p.Setup()),
        list[int | None](),
    )

    def choose(turn: Turn) -> str:
        remaining.append(turn.remaining_ms)
        return turn.legal[0]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot
    free, charged = remaining[:2]
    assert free is not None
    assert charged is not None
    assert free <= 30_000 < 3_500_000 < charged


async def test_bot_agrees_to_a_rematch() -> None:
    room = FakeRoom(seats=(None, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", first_legal, ["tictactoe"]))
        client_room = ann.room(room.room.id)
        async for session_event in client_room:
            await client_room.take_part(session_event)
            if (
                client_room.state.my_turn
                and client_room.state.legal
                and not client_room.waiting_for(p.Move)
            ):
                await client_room.resign()
            if client_room.state.finished and not client_room.state.rematch and client_room.settled:
                await client_room.rematch()
            if client_room.state.next_game:
                await client_room.close()
        bot.cancel()
        await asyncio.wait({bot})
    assert room.next_game == "game1"


async def test_wrong_token_raises_closed() -> None:
    async with running(FakeRoom()) as server:
        with pytest.raises(Closed, match="token"):
            await run_bot(server.url, "nobody", first_legal, ["ewn"])


def raise_error(turn: Turn) -> str:
    raise ZeroDivisionError("a secret path")


def raise_stop_iteration(turn: Turn) -> str:
    return next(iter(()))


async def raise_cancelled(turn: Turn) -> str:
    """Raises as if an awaited task had been cancelled."""
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("choose", "public", "reason"),
    [
        (raise_error, "ZeroDivisionError", "ZeroDivisionError"),
        (lambda _: "z9", "it was illegal", "z9 is illegal"),
        (lambda _: "", "it was not a move", "'' is not a move"),
        (lambda _: None, "it was not a move", "'None' is not a move"),
        (raise_stop_iteration, "RuntimeError", "RuntimeError"),
        (raise_cancelled, "RuntimeError", "RuntimeError"),
        (lambda turn: raise_cancelled(turn), "RuntimeError", "RuntimeError"),
        (lambda _: "♞f3", "it was not a move", r"'\u265ef3' is not a move"),
    ],
)
async def test_bot_without_a_move_resigns_with_a_message(
    choose: Callable[[Turn], str], public: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "zeitnot.bot")
    room = FakeRoom(seats=(DICEY, None))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot
    end = room.room.finished
    assert end is not None
    assert (end.reason, end.scores) == ("resign", [0.0, 1.0])
    assert room.texts() == [
        f"Something went wrong with my move ({public}). I will try once more.",
        f"It went wrong again ({public}), so I resign.",
    ]
    logged = [r.getMessage() for r in caplog.records if r.name == "zeitnot.bot"]
    start = f"game game0, ply 0: no move found in ......... x: {reason}"
    assert [line[: len(start)] for line in logged[1:3]] == [start] * 2
    details = logged[2].removeprefix(start.removesuffix(reason))
    if choose is raise_error:
        assert re.fullmatch(r".*: a secret path \(test_bot\.py, line \d+\)", details)
    assert f"by resign; cause: no move found 2 times, at last: {details}; " in logged[3]
    # The exception's text is in the log, but not in the room.
    assert ("a secret path" in caplog.text) is (choose is raise_error)


@pytest.mark.parametrize("illegal", [1, 2])
async def test_move_made_illegal_by_a_leaving_seat_is_no_failure(
    illegal: int,
) -> None:
    rules, moves = Marathon(goal=20), list[str]()
    room = FakeRoom(rules=rules, seats=(None, None, DICEY))

    async def choose(turn: Turn) -> str:
        if not moves:
            bob = next(peer for peer in room.peers if peer.actor == BOB)
            room.take(bob, p.Resign(game=room.room.id, id="bob-resigns"))
        moves.append("fly" if len(moves) < illegal else turn.legal[0])
        return moves[-1]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, b=BOB, d=DICEY) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as bob,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, [rules.game], games=1))
        await asyncio.gather(play_first(ann), play_first(bob), bot)
    assert (room.room.left, room.room.finished is not None) == ({1}, True)
    faults = ["Something went wrong with my move (it was illegal). I will try once more."]
    assert room.texts() == faults * (illegal - 1)


async def test_bot_that_fails_once_plays_on() -> None:
    room, failures = FakeRoom(seats=(DICEY, None)), ["z9", ""]

    def choose(turn: Turn) -> str:
        return failures.pop(0) if len(failures) > 1 else turn.legal[0]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot
    assert room.room.finished
    assert room.room.finished.reason == "rules"
    assert len(room.texts()) == 1


@pytest.mark.parametrize("over", [True, False])
async def test_rotated_token_warns_only_about_unfinished_games(
    over: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The room of a finished game is still open for a rematch, but needs no warning."""
    room, moving = FakeRoom(seats=(None, DICEY)), asyncio.Event()

    async def choose(turn: Turn) -> str:
        moving.set()
        return turn.legal[0] if over else await asyncio.Event().wait() or ""

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"]))
        playing = asyncio.create_task(play_first(ann))
        await (playing if over else moving.wait())
        for connection in (*server.connections, *server.lobby):
            await connection.close(p.POLICY_VIOLATION, ROTATED)
        with pytest.raises(Closed, match="The token was rotated: use the new one"):
            await bot
        playing.cancel()
    warnings = [record.getMessage() for record in caplog.records if record.name == "zeitnot.bot"]
    assert warnings == ([] if over else ["game game0: The token was rotated: use the new one."])


@pytest.mark.parametrize(
    ("plays", "message"),
    [
        (["tictacto"], 'there is no game "tictacto"; did you mean tictactoe?'),
        (["tictactoe", "halma"], 'there is no game "halma"; this server has tictactoe'),
    ],
)
async def test_unknown_game_is_refused_at_the_start(plays: list[str], message: str) -> None:
    """Otherwise the bot would wait for an invitation forever."""
    async with asyncio.timeout(60), running(d=DICEY) as server:
        server.catalogue = CATALOGUE
        with pytest.raises(Refused, match=re.escape(message)) as refused:
            await run_bot(server.url, "d", first_legal, plays)
    assert refused.value.code == "no_such_game"


@pytest.mark.parametrize("plays", ["tictactoe", [], ()])
async def test_plays_must_be_a_list_of_games(plays: list[str]) -> None:
    with pytest.raises(ValueError, match="a list of games, not"):
        await run_bot("http://127.0.0.1:1", "d", first_legal, plays)


async def test_unreachable_server_is_named_in_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A bot waits for its server forever, so the log must name what it waits for."""
    bot = asyncio.create_task(run_bot("http://127.0.0.1:1", "d", first_legal, ["tictactoe"]))
    async with asyncio.timeout(60):
        while not caplog.records:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    bot.cancel()
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "ws://127.0.0.1:1/ws/lobby" in record.message
    assert "Is the server running" in record.message
