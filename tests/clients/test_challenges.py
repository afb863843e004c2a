"""A bot's challenges, one after another, and what ends each."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_client.challenges import MAX_TRIES, RETRY_S, Challenge, Challenges
from zeitnot_client.exceptions import BadMessage, HttpRefused, Unreachable

OTHELLO = Challenge(opponent="deep", game_type="othello")


class Server:
    """Answers requests for games, and counts the pauses of a bot that tries again."""

    def __init__(self, *answers: Exception | str) -> None:
        self.answers = list(answers)
        self.requests: list[p.NewGame] = []
        self.asked = asyncio.Queue[p.NewGame]()
        self.pauses: list[float] = []

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
        return Challenges(challenges, self.create, self.pause)


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
    assert len(server.requests) == len(server.pauses) == MAX_TRIES
