"""The decisions of a bot besides its moves: hooks of `run_bot`, and turns that end early."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_client import Hooks, Turn
from zeitnot_client.bot import play_game
from zeitnot_client.choosing import Choose
from zeitnot_client.hooks import REASON_TEXTS, reason_against
from zeitnot_client.state import RoomState
from zeitnot_server.rooms.room import Phase

from .fake_room import ANN, BOB
from .virtual_room import VirtualRoom, run_virtually

HALF_A_MINUTE = p.Control(kind="sudden_death", base_ms=30_000)
WAIT_S = 60.0


async def first(turn: Turn) -> str:
    return turn.legal[0]


def as_ann(room: VirtualRoom, command: p.RoomIn) -> None:
    """Sends a command as Ann."""
    room.take(next(peer for peer in room.peers if peer.actor == ANN), command)


async def against_bob(
    hooks: Hooks, bob: Choose = first, ann: Choose = first, *, until_s: float = 5
) -> VirtualRoom:
    """Ann and the bot Bob play until the game is over, and for some seconds more."""
    room = VirtualRoom(seats=(ANN, BOB), control=HALF_A_MINUTE)
    players = [
        asyncio.create_task(
            play_game(room.client(who, seed), choose, on_end=lambda: None, hooks=own)
        )
        for seed, (who, choose, own) in enumerate(((ANN, ann, Hooks()), (BOB, bob, hooks)), 1)
    ]
    await asyncio.sleep(until_s)
    for player in players:
        player.cancel()
    await asyncio.wait(players)
    return room


@pytest.mark.parametrize(
    ("hooks", "text"),
    [
        (Hooks(clock=lambda control: control.base_ms != 30_000), REASON_TEXTS["timeControl"]),
        (Hooks(clock=lambda _: "tooFast"), REASON_TEXTS["tooFast"]),
        (Hooks(settings=lambda room: room.game_type != "tictactoe"), REASON_TEXTS["variant"]),
        (Hooks(opponent=lambda player: player.bot or "onlyBot"), REASON_TEXTS["onlyBot"]),
    ],
)
def test_unwanted_game_is_declined_with_a_reason(hooks: Hooks, text: str) -> None:
    async def test() -> None:
        room = await against_bob(hooks)
        assert room.room.phase is Phase.OPEN
        assert room.room.seats[1].actor is None
        assert room.texts() == [text]

    run_virtually(test)


def test_wanted_game_is_played() -> None:
    hooks = Hooks(clock=lambda _: True, settings=lambda _: True, opponent=lambda _: True)

    async def test() -> None:
        assert (await against_bob(hooks)).room.phase is Phase.FINISHED

    run_virtually(test)


def test_greeting_and_farewell_are_sent_once_each() -> None:
    hooks = Hooks(greeting=lambda state: f"Hello {state.game}", farewell=lambda _: "x" * 500)

    async def test() -> None:
        assert (await against_bob(hooks)).texts() == ["Hello game0", "x" * 400]

    run_virtually(test)


@pytest.mark.parametrize("accepts", [True, False])
def test_draw_and_takeback_are_answered_by_the_hooks(accepts: bool) -> None:
    seen = list[str]()

    def answer(state: RoomState) -> bool:
        seen.extend(state.offers)
        return accepts

    async def test() -> None:
        room = VirtualRoom(seats=(ANN, BOB), control=HALF_A_MINUTE)
        hooks = Hooks(draw=answer, takeback=answer)

        async def choose(turn: Turn) -> str:
            if turn.ply == 1 and "takeback" not in seen:
                as_ann(room, p.Takeback(game="game0", id="t", action="ask"))
                await asyncio.sleep(1)
            if turn.ply == 3 and "draw" not in seen:
                as_ann(room, p.Draw(game="game0", id="d", action="offer"))
                await asyncio.sleep(1)
            return turn.legal[0]

        players = [
            asyncio.create_task(
                play_game(room.client(who, seed), how, on_end=lambda: None, hooks=own)
            )
            for seed, (who, how, own) in enumerate(((ANN, first, Hooks()), (BOB, choose, hooks)), 1)
        ]
        await asyncio.sleep(10)
        for player in players:
            player.cancel()
        await asyncio.wait(players)
        assert any(isinstance(event, p.TakenBack) for event in room.events()) is accepts
        assert room.room.finished is not None
        assert (room.room.finished.reason == "agreed") is accepts

    run_virtually(test)
    assert set(seen) == {"takeback", "draw"}


@pytest.mark.parametrize("agrees", [True, False])
def test_rematch_needs_the_hook(agrees: bool) -> None:
    async def ann(turn: Turn) -> str:
        return turn.legal[0]

    async def test() -> None:
        room = VirtualRoom(seats=(ANN, BOB), control=HALF_A_MINUTE)
        hooks = Hooks(rematch=lambda _: agrees)
        players = [
            asyncio.create_task(
                play_game(room.client(who, seed), ann, on_end=lambda: None, hooks=own)
            )
            for seed, (who, own) in enumerate(((ANN, Hooks()), (BOB, hooks)), 1)
        ]
        await asyncio.sleep(3)
        assert room.room.finished is not None
        as_ann(room, p.RematchWish(game="game0", id="r"))
        await asyncio.sleep(3)
        for player in players:
            player.cancel()
        await asyncio.wait(players)
        assert (room.next_game is not None) is agrees
        assert any(isinstance(each, p.RematchDropped) for each in room.events()) is not agrees

    run_virtually(test)


def test_hook_that_fails_refuses_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> Any:
        raise RuntimeError("oops")

    state = RoomState("g", room=room_view(), seats=(p.SeatView(player=p.Player(name="Ann")),))
    assert reason_against(Hooks(clock=fail), state) == "timeControl"
    assert reason_against(Hooks(settings=fail), state) == "variant"
    assert reason_against(Hooks(opponent=fail), state) == "generic"
    assert reason_against(Hooks(opponent=lambda _: "nonsense"), state) == "generic"  # type: ignore[arg-type,return-value]
    assert [record.exc_info is not None for record in caplog.records] == [True] * 3


def room_view() -> p.RoomView:
    return p.RoomView(
        game_type="tictactoe",
        rules_version=1,
        settings={},
        control=HALF_A_MINUTE,
        seats=1,
        draws=True,
        created_at=0,
    )


def test_move_may_come_with_a_report() -> None:
    async def bob(turn: Turn) -> tuple[str, p.EngineReport]:
        return turn.legal[0], p.EngineReport(depth=7)

    async def test() -> None:
        room = await against_bob(Hooks(), bob)
        moves = [event for event in room.events() if isinstance(event, p.Moved) and event.seat == 1]
        assert {event.engine.depth if event.engine else None for event in moves} == {7}

    run_virtually(test)


def ended_thread(end: Callable[[VirtualRoom], None]) -> tuple[list[bool], VirtualRoom]:
    """A bot's thread waits for the end of its turn, which `end` causes; then it returns a move."""
    waited, rooms = list[bool](), list[VirtualRoom]()

    async def test() -> None:
        room = VirtualRoom(seats=(ANN, BOB), control=HALF_A_MINUTE)
        rooms.append(room)
        loop, over = asyncio.get_running_loop(), asyncio.Event()

        def bob(turn: Turn) -> str:
            if not waited:
                position = turn.position
                loop.call_soon_threadsafe(end, room)
                waited.append(turn.ended.wait(WAIT_S))
                assert turn.position == position
            else:
                loop.call_soon_threadsafe(over.set)
            return turn.legal[-1]

        players = [
            asyncio.create_task(play_game(room.client(who, 1), choose, on_end=over.set))
            for who, choose in ((ANN, first), (BOB, bob))
        ]
        await over.wait()
        await asyncio.sleep(0.1)
        for player in players:
            player.cancel()
        await asyncio.wait(players)

    asyncio.run(test())
    return waited, rooms[0]


def test_thread_sees_that_its_turn_was_taken_back() -> None:
    """Its position stays what it was, and its move is dropped."""
    waited, room = ended_thread(
        lambda room: as_ann(room, p.Takeback(game="game0", id="t", action="ask"))
    )
    assert waited == [True]
    assert any(isinstance(event, p.TakenBack) for event in room.events())


def test_thread_sees_that_its_game_is_over() -> None:
    waited, room = ended_thread(lambda room: as_ann(room, p.Resign(game="game0", id="r")))
    assert waited == [True]
    assert not [event for event in room.events() if isinstance(event, p.Moved) and event.seat == 1]
