"""A bot's challenges, one after another, and what ends each."""

import asyncio
import json
import logging
from types import SimpleNamespace

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.bot import play_game
from zeitnot_client.bot_log import BotLog
from zeitnot_client.challenges import MAX_TRIES, NEXT_GAME_S, RETRY_S, Challenge, Challenges
from zeitnot_client.end_log import EndLog
from zeitnot_client.exceptions import BadMessage, HttpRefused, Unreachable
from zeitnot_client.session_events import Synced
from zeitnot_server.rooms.commands import DeclineInvitation

from .dicey import DICEY
from .fake_room import ANN, GAME, FakeRoom
from .fake_server import running

OTHELLO = Challenge(opponent="deep", game_type="othello")


class Server:
    """Answers requests for games, and counts the pauses of a bot that tries again."""

    def __init__(self, *answers: Exception | str) -> None:
        self.answers = list(answers)
        self.requests: list[p.NewGame] = []
        self.asked = asyncio.Queue[p.NewGame]()
        self.pauses: list[float] = []
        self.reports: list[tuple[str, dict[str, object]]] = []

    async def create(self, request: p.NewGame) -> p.GameLocation:
        self.requests.append(request)
        self.asked.put_nowait(request)
        answer = self.answers.pop(0) if self.answers else "game"
        if isinstance(answer, Exception):
            raise answer
        return p.GameLocation(id=answer, url="", ws="")

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def challenges(self, *challenges: Challenge) -> Challenges:
        return Challenges(challenges, self.create, self.pause, self.now_s, self.report)

    def now_s(self) -> float:
        return sum(self.pauses)

    def report(self, event: str, **fields: object) -> None:
        self.reports.append((event, fields))


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"opponent": "deep", "games": 0}, "a series has 1 to 100 games"),
        ({"opponent": "deep", "games": 101}, "a series has 1 to 100 games"),
        ({"opponent": "deep", "seat": 2}, "it is 0 or 1"),
        ({}, "give the name of a bot"),
        ({"opponent": "deep", "account": "eve"}, "give the name of a bot"),
    ],
)
def test_impossible_challenges(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Challenge(game_type="othello", **fields)  # type: ignore[arg-type]


def test_request_for_a_series_against_a_bot() -> None:
    challenge = Challenge(opponent="deep", game_type="othello", games=10, seat=1, level=3)
    request = challenge.request()
    assert [seat.kind for seat in request.seats] == ["bot", "me"]
    assert (request.seats[0].name, request.seats[0].level) == ("deep", 3)
    assert request.setup.series == p.Series(games=10)
    assert request.control == p.POOL_CONTROLS["blitz"]
    assert not request.listed


def test_request_for_one_game_against_a_person() -> None:
    request = Challenge(account="eve", game_type="othello").request()
    assert [(seat.kind, seat.account) for seat in request.seats] == [
        ("me", None),
        ("person", "eve"),
    ]
    assert request.setup == p.Setup()


async def test_next_challenge_comes_when_the_bot_has_left_the_game() -> None:
    server = Server("a", "b")
    challenges = server.challenges(OTHELLO, OTHELLO)
    work = asyncio.create_task(challenges.run())
    await server.asked.get()
    challenges.left("another")
    await asyncio.sleep(0)
    assert len(server.requests) == 1
    challenges.left("a")
    await server.asked.get()
    challenges.left("b")
    await work


async def test_busy_opponent_is_asked_again() -> None:
    server = Server(HttpRefused(422, "bot_busy", "It is busy."), Unreachable("no answer"), "a")
    challenges = server.challenges(OTHELLO)
    work = asyncio.create_task(challenges.run())
    for _ in range(3):
        await server.asked.get()
    assert server.pauses == [RETRY_S, RETRY_S]
    challenges.left("a")
    await work


@pytest.mark.parametrize(
    "refusal",
    [HttpRefused(422, "declined_lately", "It has declined."), BadMessage("nonsense")],
)
async def test_refused_challenge_is_given_up(refusal: Exception) -> None:
    server = Server(refusal)
    await server.challenges(OTHELLO).run()
    assert (len(server.requests), server.pauses) == (1, [])


async def test_absent_opponent_is_given_up_in_the_end() -> None:
    server = Server(*(HttpRefused(422, "bot_offline", "Away.") for _ in range(MAX_TRIES)))
    await server.challenges(OTHELLO).run()
    assert (len(server.requests), len(server.pauses)) == (MAX_TRIES, MAX_TRIES - 1)
    again = [fields["again_s"] for _, fields in server.reports]
    assert again == [RETRY_S] * (MAX_TRIES - 1) + [None]


async def test_other_challenges_go_on_while_an_opponent_is_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = Server(HttpRefused(422, "bot_offline", "deep is offline."), "b", "a")
    challenges = server.challenges(OTHELLO, Challenge(opponent="wide", game_type="othello"))
    work = asyncio.create_task(challenges.run())
    for _ in range(2):
        await server.asked.get()
    challenges.left("b")
    await server.asked.get()
    challenges.left("a")
    await work
    asked = [seat.name for request in server.requests for seat in request.seats if seat.name]
    assert asked == ["deep", "wide", "deep"]
    assert "challenge to deep (othello): deep is offline. (it is made again in 60 s)" in caplog.text


async def test_next_challenge_comes_when_the_opponent_ignores_the_next_game() -> None:
    room = SeriesRoom()
    server = Server("a", "b")
    challenges = server.challenges(OTHELLO, OTHELLO)
    work = asyncio.create_task(challenges.run())
    await server.asked.get()
    await challenges.note(Synced(), room)  # type: ignore[arg-type]
    await server.asked.get()
    assert server.pauses == [NEXT_GAME_S]
    challenges.left("b")
    await work
    event, fields = server.reports[1]
    assert (event, fields["game"], fields["level"]) == ("challenge_ignored", "a", "warning")


class SeriesRoom:
    """The room of a game of two, which has ended; usually of the first one."""

    def __init__(self, game: str = "a", number: int = 1, next_game: str | None = None) -> None:
        series = p.Series(games=2, number=number)
        self.state = SimpleNamespace(
            game=game,
            phase="finished",
            you=0,
            next_game=next_game,
            finished=SimpleNamespace(scores=(1.0, 0.0)),
            room=SimpleNamespace(setup=SimpleNamespace(series=series)),
        )


@pytest.mark.parametrize("is_left", [False, True])
async def test_next_game_that_has_ended_before_it_is_known_ends_the_challenge(
    is_left: bool,
) -> None:
    """After an outage the room of the next game may tell its end before the first room tells that
    there is a next game; it may even have been left."""
    challenges, work = await challenge_with_next_game_ended(is_left)
    await challenges.note(Synced(), SeriesRoom(next_game="b"))  # type: ignore[arg-type]
    async with asyncio.timeout(5):
        await work


async def test_next_game_that_was_entered_again_goes_on() -> None:
    challenges, work = await challenge_with_next_game_ended(is_left=True)
    running_room = SeriesRoom("b", number=2)
    running_room.state.finished = None
    for room in (running_room, SeriesRoom(next_game="b")):
        await challenges.note(Synced(), room)  # type: ignore[arg-type]
    for _ in range(5):
        await asyncio.sleep(0)
    assert not work.done()
    challenges.left("b")
    await work


async def challenge_with_next_game_ended(
    is_left: bool,
) -> tuple[Challenges, "asyncio.Task[None]"]:
    """A challenge in whose first game the bot does not know yet that there is a second one."""
    server = Server("a")
    challenges = server.challenges(OTHELLO)
    work = asyncio.create_task(challenges.run())
    await server.asked.get()
    await challenges.note(Synced(), SeriesRoom("b", number=2))  # type: ignore[arg-type]
    if is_left:
        challenges.left("b")
    return challenges, work


@pytest.mark.parametrize("is_known_before", [True, False])
async def test_challenge_that_is_declined_at_once_is_called_off(
    is_known_before: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The opponent declines before the challenger has entered the room, or even before it knows
    the id of the game."""
    caplog.set_level(logging.INFO, "zeitnot.bot")
    server, room, lines = Server(GAME), FakeRoom(seats=(DICEY, ANN)), list[str]()
    challenges, log = server.challenges(OTHELLO), EndLog(BotLog(lines.append))
    room.decline(DeclineInvitation(ANN.account, "tooFast", "Only slow games."))
    ended, seated = asyncio.Event(), asyncio.Event()
    room.on_event = lambda event: isinstance(event, p.Seated) and seated.set()
    async with asyncio.timeout(60), running(room, d=DICEY) as url, Client(url.url, "d") as client:
        if is_known_before:
            work = asyncio.create_task(challenges.run())
            await server.asked.get()
        playing = asyncio.create_task(
            play_game(client.room(GAME), str, on_end=ended.set, log=log, challenges=challenges)
        )
        if not is_known_before:
            await seated.wait()
            work = asyncio.create_task(challenges.run())
        await ended.wait()
        await work
        playing.cancel()
        await asyncio.wait([playing])
    assert room.room.finished is not None
    assert room.room.finished.reason == "aborted"
    assert "declined by Ann (tooFast: Only slow games.)" in caplog.text
    assert "without a result by aborted, declined by Ann" in caplog.text
    (declined,) = (each for each in map(json.loads, lines) if each["event"] == "declined")
    assert (declined["reason"], declined["text"]) == ("tooFast", "Only slow games.")
