"""The terminal client on a real socket, driven through a pipe as by a script."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType, SimpleNamespace
from typing import Any, TextIO

import msgspec
import pytest
from rich.console import Console

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.terminal import texts
from zeitnot_client.terminal.app import Terminal
from zeitnot_client.terminal.display import Display

from .fake_room import ANN, BOB, GAME, FakeRoom
from .fake_server import FakeServer, running, scripted
from .test_client import play_first

CATALOGUE = p.Catalogue(
    games=[
        p.CatalogueGame(
            id="tictactoe",
            names={},
            seats=2,
            draws=True,
            rules_version=1,
            settings=[],
            seat_names=["x", "o"],
            start="",
            controls=[],
        )
    ],
    bots=[],
)


class Pipe:
    """The client's standard input, as written by a script."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self.reading: TextIO = os.fdopen(reading)
        self.writing: TextIO = os.fdopen(writing, "w")

    def write(self, *lines: str) -> None:
        for line in lines:
            self.writing.write(f"{line}\n")
        self.writing.flush()

    def end(self) -> None:
        """Closes the input."""
        self.writing.close()

    def close(self) -> None:
        self.writing.close()
        self.reading.close()


@asynccontextmanager
async def terminal_with_server(
    room: FakeRoom,
    pipe: Pipe,
    out: TextIO,
    *others: FakeRoom,
    answers: Mapping[str, object] = MappingProxyType({}),
) -> AsyncIterator[tuple[FakeServer, Terminal, Client]]:
    """Runs a server that gives Ann these HTTP answers; yields it, her terminal, Bob's client."""
    http = scripted({"GET catalogue": CATALOGUE, **answers}, [])
    async with (
        asyncio.timeout(60),
        running(room, *others, a=ANN, b=BOB) as server,
        Client(server.url, "a", transport=http) as client,
        Client(server.url, "b") as bob,
    ):
        yield server, Terminal(client, pipe.reading, out), bob


async def run(
    room: FakeRoom, *lines: str, watch: bool = False, opponent: bool = True, **answers: object
) -> str:
    """Pipes these lines into Ann's terminal; returns what it shows."""
    pipe, out = Pipe(), io.StringIO()
    pipe.write(*lines)
    pipe.end()
    async with terminal_with_server(room, pipe, out, answers=answers) as (_, terminal, bob):
        other = asyncio.create_task(play_first(bob) if opponent else asyncio.sleep(0))
        await terminal.run(GAME, seat=0, watch=watch)
        other.cancel()
        await asyncio.wait({other})
    pipe.close()
    return out.getvalue()


async def test_piped_game_is_played_move_by_move() -> None:
    room = FakeRoom(seats=(ANN, BOB))
    output = await run(room, "b2", "b3", "b1", "moves", "quit")
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 0]
    assert [m.move for m in moves] == ["b2", "b3", "b1"]
    assert "1. Ann: b2" in output
    assert "You win: three in a row." in output
    assert [line.split()[:2] for line in output.splitlines()[-4:]] == [
        ["x", "o"],
        ["1.", "b2"],
        ["2.", "b3"],
        ["3.", "b1"],
    ]
    assert texts.REMATCH_HINT in output
    assert output.count("Your moves:") == 3
    assert "\x1b" not in output


async def test_random_fleet_is_placed_before_the_next_piped_line() -> None:
    room = FakeRoom("battleship", seats=(ANN, BOB))
    output = await run(room, "random", "random", "E5", "quit")
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 0]
    assert [m.move[-1] for m in moves[:5]] == list("54332")
    assert [m.move for m in moves[5:]] == ["E5"]
    assert "Place a piece, for example A1h5, or type random to place them all." in output
    assert "Your turn. You have " in output
    assert texts.NO_RANDOM in output  # for the second `random`


async def test_mistyped_lines_are_reported_and_change_nothing() -> None:
    room = FakeRoom(seats=(ANN, BOB))
    output = await run(room, "b2", "z9", "nonsense", "resign", "quit")
    assert texts.NOT_LEGAL.format(move="z9") in output
    assert texts.UNKNOWN.format(word="nonsense") in output
    assert "You lose: by resignation." in output
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 0]
    assert [m.move for m in moves] == ["b2"]


async def test_end_of_input_leaves_the_game_unchanged() -> None:
    room = FakeRoom(seats=(ANN, BOB))
    output = await run(room, "b2", "say good luck")
    assert texts.NO_INPUT in output
    assert room.room.phase == "running"
    assert any(isinstance(e, p.Said) and e.text == "good luck" for e in room.events())


async def test_hidden_information_is_shown_after_the_end() -> None:
    room = FakeRoom(seats=(ANN, BOB))
    games = [msgspec.structs.replace(CATALOGUE.games[0], hidden=True)]
    dealt = p.Threw(
        game=GAME, seq=1, at=0, k=0, ply=0, kind="shuffle", values=[], position="all is seen"
    )
    summary = p.GameSummary(
        id=GAME,
        game_type="tictactoe",
        settings={},
        control=p.Control(kind="unlimited"),
        state="finished",
        seats=[],
        moves=0,
        position="",
        created_at=0,
    )
    record = p.GameRecord(game=summary, commitment="", rules_version=1, events=[dealt])
    answers = {
        "GET catalogue": msgspec.structs.replace(CATALOGUE, games=games),
        f"GET games/{GAME}": record,
    }
    output = await run(room, "b2", "resign", "quit", **answers)
    assert output.count("all is seen") == 1
    assert output.index("You lose") < output.index("all is seen")


async def test_server_refusals_are_shown() -> None:
    room = FakeRoom(seats=(ANN, BOB))
    output = await run(room, "b2", "b3", "abort", "quit")
    assert "The game can no longer be aborted, because every seat has moved." in output


async def test_game_and_clock_are_shown_once() -> None:
    output = await run(FakeRoom(seats=(ANN, BOB)), "b2", "quit")
    assert output.splitlines()[0].startswith("tictactoe · ")
    assert output.count("tictactoe · ") == 1


async def test_spectator_sees_the_game_and_takes_no_seat() -> None:
    room = FakeRoom()
    output = await run(room, "b2", "help", "quit", watch=True, opponent=False)
    assert texts.WAITING in output
    assert texts.NOT_STARTED in output
    assert "resign          resign; you have to confirm" in output
    assert room.events() == []


class Typist(io.StringIO):
    """The output of a terminal; when it shows one of these texts, it types lines."""

    def __init__(self, pipe: Pipe, answers: dict[str, Sequence[str]]) -> None:
        super().__init__()
        self._pipe, self._answers = pipe, answers
        pipe.reading = Keyboard(pipe.reading.detach())  # type: ignore[attr-defined]

    def write(self, text: str) -> int:
        for shown in [shown for shown in self._answers if shown in text]:
            self._pipe.write(*self._answers.pop(shown))
        return super().write(text)


class Keyboard(io.TextIOWrapper):
    """A pipe that pretends to be a terminal."""

    def isatty(self) -> bool:
        return True


async def test_resigning_requires_confirmation() -> None:
    room, pipe = FakeRoom(seats=(ANN, BOB)), Pipe()
    answers = {
        "Your moves": ["resign", "n", "resign", "say no", "resign", "resign"],
        texts.REMATCH_HINT: ["quit"],
    }
    out = Typist(pipe, answers)
    async with terminal_with_server(room, pipe, out, answers=answers) as (_, terminal, bob):
        other = asyncio.create_task(play_first(bob))
        await terminal.run(GAME, seat=0, watch=False)
        other.cancel()
        await asyncio.wait({other})
    pipe.close()
    before, _, after = out.getvalue().rpartition(texts.RESIGN_QUESTION)
    assert before.count(texts.RESIGN_QUESTION) == 2
    assert "You lose" not in before
    assert "You lose: by resignation." in after
    assert room.texts() == ["no"]


async def test_rematch_continues_in_the_next_room() -> None:
    room, next_room = FakeRoom(seats=(ANN, BOB)), FakeRoom(game="game1", seats=(BOB, ANN))
    pipe, out = Pipe(), io.StringIO()
    pipe.write("b2", "resign", "rematch")
    next_room.on_event = lambda _: pipe.write("quit")

    async def agree_to_rematch(bob: Client) -> None:
        client_room = bob.room(GAME)
        has_asked = False
        async for session_event in client_room:
            await client_room.take_part(session_event)
            if client_room.state.rematch and not has_asked:
                has_asked = True
                await client_room.rematch()

    async with terminal_with_server(room, pipe, out, next_room) as (server, terminal, bob):
        other = asyncio.create_task(agree_to_rematch(bob))
        await terminal.run(GAME, seat=0, watch=False)
        other.cancel()
        await asyncio.wait({other})
    pipe.close()
    assert texts.REMATCH.format(link=f"{server.url}/game/game1") in out.getvalue()
    assert next_room.room.seats[1].actor == ANN


async def test_lost_connection_is_reported_and_reopened() -> None:
    room, answered = FakeRoom(seats=(ANN, BOB)), asyncio.Event()
    room.on_event = lambda e: answered.set() if isinstance(e, p.Moved) and e.seat == 1 else None
    pipe, out = Pipe(), io.StringIO()
    async with terminal_with_server(room, pipe, out) as (server, terminal, bob):
        other = asyncio.create_task(play_first(bob))
        playing = asyncio.create_task(terminal.run(GAME, seat=0, watch=False))
        pipe.write("b2")
        await answered.wait()
        await server.cut()
        pipe.write("resign", "quit")
        pipe.end()
        await playing
        other.cancel()
        await asyncio.wait({other})
    pipe.close()
    lost, back = (out.getvalue().index(text) for text in (texts.LOST, texts.RECONNECTED))
    assert lost < back
    assert "You lose" in out.getvalue()


def test_status_line_is_overwritten_and_the_prompt_kept() -> None:
    out = io.StringIO()
    display = Display(out, live=True)
    display.show("first")
    display.prompt("Ann 5:00")
    display.refresh("Ann 4:59")
    display.close_prompt()
    display.refresh("not now")
    assert out.getvalue() == "first\nAnn 5:00\n> \x1b7\x1b[1A\r\x1b[2KAnn 4:59\x1b8"


def test_message_replaces_an_open_prompt() -> None:
    out = io.StringIO()
    display = Display(out, live=True)
    display.prompt("status")
    display.show("news")
    assert out.getvalue() == "status\n> \r\x1b[1A\x1b[Jnews\n"


@pytest.mark.parametrize("old", ["legacy_windows", "is_dumb_terminal"])
def test_console_without_escape_sequences_gets_no_prompt(
    monkeypatch: pytest.MonkeyPatch, old: str
) -> None:
    def console(**arguments: Any) -> Any:
        made = Console(**arguments)
        return SimpleNamespace(
            **{"legacy_windows": False, "is_dumb_terminal": False, old: True, "print": made.print}
        )

    monkeypatch.setattr("zeitnot_client.terminal.display.Console", console)
    out = io.StringIO()
    display = Display(out, live=True)
    display.prompt("status")
    display.refresh("status")
    display.show("news")
    assert out.getvalue() == "news\n"


def test_pipe_gets_no_prompt() -> None:
    out = io.StringIO()
    display = Display(out, live=False)
    display.prompt("status")
    display.refresh("status")
    assert out.getvalue() == ""
