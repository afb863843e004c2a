"""Two bots on a whole server: challenges, series and the pool, and what they log."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client, Decline, Turn, run_bot
from zeitnot_client.api import Api
from zeitnot_client.challenges import Challenge
from zeitnot_client.choosing import Choose
from zeitnot_client.log_files.reading import LogReader
from zeitnot_server.hosting.room.events import RoomFinished

from ..security.local import Local, running

WAIT_S = 60
MINUTE = p.Control(kind="sudden_death", base_ms=60_000)


async def first_legal(turn: Turn) -> str:
    return turn.legal[0]


class Bots:
    """Bots on a server that has just started, each with a log file in `folder`."""

    def __init__(self, local: Local, folder: Path) -> None:
        self.url = f"http://{local.host}"
        self.tokens: dict[str, str] = {}
        self._folder = folder
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ended = asyncio.Queue[str]()
        note = self._ended.put_nowait
        local.game_server.events.subscribe(RoomFinished, lambda ended: note(ended.room.id))

    async def start(self, name: str, choose: Choose = first_legal, **options: object) -> None:
        """Registers a bot if there is none of this name, and runs it."""
        if name not in self.tokens:
            async with Client(self.url) as client:
                self.tokens[name] = (await client.http.register_bot(name)).token
        running_bot = run_bot(
            *(self.url, self.tokens[name], choose, ["tictactoe"]),
            log_file=self._folder / name,
            version="1",
            **options,  # type: ignore[arg-type]
        )
        self._tasks[name] = asyncio.create_task(running_bot)

    async def online(self, api: Client, name: str) -> None:
        """Returns when the lobby lists this bot."""
        async with asyncio.timeout(WAIT_S), aclosing(api.lobby()) as lobby:
            async for message in lobby:
                if isinstance(message, p.Lobby) and name in {bot.name for bot in message.bots}:
                    return

    async def wait(self, name: str) -> None:
        """Returns when a bot with a number of games has played them."""
        async with asyncio.timeout(WAIT_S):
            await self._tasks.pop(name)

    async def stop(self, name: str) -> None:
        task = self._tasks.pop(name)
        task.cancel()
        await asyncio.wait({task})

    async def close(self) -> None:
        for name in list(self._tasks):
            await self.stop(name)

    def lines(self, name: str, event: str) -> Iterator[dict[str, object]]:
        reader = LogReader(self._folder / name)
        yield from (dict(line) for line in reader.all_so_far() if line["event"] == event)
        reader.close()

    async def until(self, name: str, event: str, count: int) -> None:
        """Returns when a bot has logged so many of these events."""
        async with asyncio.timeout(WAIT_S):
            while len([*self.lines(name, event)]) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def finished(self, api: Api, count: int) -> list[p.GameRecord]:
        """The next games that end, in order."""
        async with asyncio.timeout(WAIT_S):
            games = [await self._ended.get() for _ in range(count)]
        return [await api.game(game) for game in games]


@pytest.fixture
async def bots(tmp_path: Path) -> AsyncIterator[Bots]:
    async with running(tmp_path) as local:
        made = Bots(local, tmp_path)
        yield made
        await made.close()


def names(record: p.GameRecord) -> list[str]:
    return [seat.player.name for seat in record.game.seats if seat.player]


async def test_challenge_becomes_a_series_with_seats_exchanged(bots: Bots) -> None:
    await bots.start("asked")
    challenge = Challenge(opponent="asked", game_type="tictactoe", control=MINUTE, games=3)
    async with Client(bots.url) as client:
        await bots.online(client, "asked")
        await bots.start("asker", challenges=[challenge], games=3)
        await bots.wait("asker")
        games = await bots.finished(client.http, 3)
        assert [names(game) for game in games] == [
            ["asker", "asked"],
            ["asked", "asker"],
            ["asker", "asked"],
        ]
        exported = [await client.http.export(game.game.id) for game in games]
        series = [each.setup.series for each in exported if each.setup]
    # The first player wins when both play the first legal move.
    assert series == [
        p.Series(games=3),
        p.Series(games=3, number=2, scores=(0.0, 1.0)),
        p.Series(games=3, number=3, scores=(1.0, 1.0)),
    ]
    ends = [(line["opponents"], line["result"]) for line in bots.lines("asker", "ended")]
    assert ends == [(["asked"], "won"), (["asked"], "lost"), (["asked"], "won")]
    text = json.dumps([*bots.lines("asker", "started"), *bots.lines("asker", "move")])
    assert all(token not in text for token in bots.tokens.values())


async def test_pool_pairs_two_bots(bots: Bots) -> None:
    pool = [p.PoolEntry(game_type="tictactoe", clock="bullet")]
    await bots.start("one", pool=pool)
    await bots.start("other", pool=pool)
    async with Client(bots.url) as client:
        (game,) = await bots.finished(client.http, 1)
        assert sorted(names(game)) == ["one", "other"]
        assert game.game.control == p.POOL_CONTROLS["bullet"]
        (shown, _) = (await client.http.catalogue()).bots
        assert shown.pool == pool


async def test_series_goes_on_after_an_outage_of_a_bot(bots: Bots) -> None:
    """The asked bot is stopped in the first game, and comes back."""
    is_asked, may_move = asyncio.Event(), asyncio.Event()

    async def wait_and_move(turn: Turn) -> str:
        is_asked.set()
        await may_move.wait()
        return turn.legal[0]

    await bots.start("asked")
    challenge = Challenge(opponent="asked", game_type="tictactoe", control=MINUTE, games=2)
    async with Client(bots.url) as client:
        await bots.online(client, "asked")
        await bots.start("asker", wait_and_move, challenges=[challenge])
        async with asyncio.timeout(WAIT_S):
            await is_asked.wait()
        await bots.stop("asked")
        may_move.set()
        await bots.start("asked")
        games = await bots.finished(client.http, 2)
        assert [names(game) for game in games] == [["asker", "asked"], ["asked", "asker"]]


async def test_each_game_of_a_long_series_is_logged_once(bots: Bots) -> None:
    """The lobby still shows a game as running when the next one has begun."""
    await bots.start("asked")
    challenge = Challenge(opponent="asked", game_type="tictactoe", control=MINUTE, games=12)
    async with Client(bots.url) as client:
        await bots.online(client, "asked")
        await bots.start("asker", challenges=[challenge])
        games = [game.game.id for game in await bots.finished(client.http, 12)]
        for name in ("asker", "asked"):
            await bots.until(name, "series_ended", 1)
            assert sorted(line["game"] for line in bots.lines(name, "ended")) == sorted(games)


async def test_challenge_that_is_declined_at_once_does_not_hold_up_the_next(bots: Bots) -> None:
    await bots.start("fussy", decide=lambda _: Decline("later", "Not today"))
    await bots.start("keen")
    asked = [
        Challenge(opponent=name, game_type="tictactoe", control=MINUTE)
        for name in ("fussy", "keen")
    ]
    async with Client(bots.url) as client:
        for name in ("fussy", "keen"):
            await bots.online(client, name)
        await bots.start("asker", challenges=asked)
        called_off, played = await bots.finished(client.http, 2)
    assert names(played) == ["asker", "keen"]
    (declined,) = bots.lines("asker", "declined")
    assert (declined["reason"], declined["text"]) == ("later", "Not today")
    (own,) = bots.lines("fussy", "own_decline")
    assert (own["game"], own["asker"]) == (called_off.game.id, "asker")
