"""The rounds in which nodes exchange their states: with hints, while the database fails, and while
a node starts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import structlog

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.lobby.republish import republish
from zeitnot_server.nodes.peers import Peers
from zeitnot_server.store import BotGame, ReadFailed, WriteFailed
from zeitnot_server.store.nodes import Changes

from ..hosted import Person
from ..lobby.harness import LobbyClient
from .cluster import MAX_CHANGES, Cluster
from .peers import (
    A_BOT,
    ANN,
    BOB,
    MARVIN,
    ME,
    OPEN,
    BotClient,
    LobbyNode,
    Pair,
    RecordingFeed,
    exchange,
    lobby_node,
    send,
    settle,
)

# ── a node may be dead ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("has_suspects", [False, True])
async def test_a_suspected_node_triggers_the_next_round(
    has_suspects: bool, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = pair[0].game_server.lobby.peers
    monkeypatch.setattr(pair[0].game_server.store.nodes, "has_suspects", has_suspects)
    for _ in range(3):
        peers._wake.clear()
        await peers.round()
        assert peers._wake.is_set() == has_suspects


# ── the database fails ───────────────────────────────────────────────────────────────────────────


async def test_the_last_known_state_is_shown_while_the_database_fails(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = pair
    await a.join(BotClient())
    await exchange(a, b)
    game = await a.create(ANN, ME, OPEN)
    await a.begin(game, ANN, BOB)

    async def failing(*arguments: object) -> None:
        raise ReadFailed("no connection")

    with structlog.testing.capture_logs() as lines:
        for broken in ("others", "changes"):
            with monkeypatch.context() as patch:
                patch.setattr(b.game_server.store.nodes, broken, failing)
                await b.round()
                await b.round()
            shown = await b.lobby()
            assert (len(shown.bots), shown.running) == (1, [])
        with monkeypatch.context() as patch:
            patch.setattr(b.game_server.store.games, "by_id", failing)
            await b.round()
        assert (await b.lobby()).running == []
        await b.round()
    assert [row.id for row in (await b.lobby()).running] == [game.room.id], "the game is not missed"
    assert [line["event"] for line in lines] == ["other nodes not read"] * 5


async def test_a_failed_post_is_retried_in_the_next_round(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = RecordingFeed()
    async with lobby_node(cluster, "a", feed) as a, lobby_node(cluster, "b") as b:
        await a.join(BotClient())

        async def failing(state: bytes) -> None:
            raise WriteFailed("no connection")

        with monkeypatch.context() as patch:
            patch.setattr(a.game_server.store.nodes, "post", failing)
            await a.round()
        assert feed.hints == 0
        await exchange(a, b)
        assert feed.hints == 1
        assert len((await b.lobby()).bots) == 1


# ── a node starts ────────────────────────────────────────────────────────────────────────────────


async def test_a_game_that_ends_during_the_start_is_not_shown(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The starting node has read the running games before, so its result is out of date."""
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    with_bot = await _game_with_bot(a)
    read, read_bots = b.game_server.store.games.public_after, b.game_server.store.games.of_bots

    async def end(room: RoomActor, person: Person) -> None:
        if room.room.finished is None:
            send(room, person, p.Resign)
            await person.until("finished")
        await exchange(a, b)

    async def slowly(state: str, last: tuple[int, str], limit: int) -> list[p.GameSummary]:
        page = await read(state, last, limit)
        if state == "running":
            await end(game, ann)
        return page

    async def counted() -> list[BotGame]:
        games = await read_bots()
        await end(*with_bot)
        return games

    monkeypatch.setattr(b.game_server.store.games, "public_after", slowly)
    monkeypatch.setattr(b.game_server.store.games, "of_bots", counted)
    await b.game_server.app.tasks["count_bot_games"]()
    await b.game_server.app.tasks["republish"]()
    assert [row.id for row in (await b.lobby()).running] == [game.room.id], (
        "the next round notices the end"
    )
    await b.round()
    assert (await b.lobby()).running == []
    assert b.game_server.bots.games._entries == {}


async def _game_with_bot(node: LobbyNode) -> tuple[RoomActor, Person]:
    """A running game against a bot, and the person in it."""
    await node.join(BotClient())
    game = await node.create(ANN, ME, A_BOT)
    ann, _ = await node.begin(game, ANN, MARVIN)
    return game, ann


async def test_a_game_that_ends_while_its_player_joins_is_not_listed(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    read = b.game_server.store.games.unfinished_of

    async def slowly(account: str) -> list[p.GameSummary]:
        rows = await read(account)
        send(game, ann, p.Resign)
        await ann.until("finished")
        await exchange(a, b)
        return rows

    monkeypatch.setattr(b.game_server.store.games, "unfinished_of", slowly)
    watching = LobbyClient(ANN)
    await b.join(watching)
    assert (await watching.next()).yours == []


async def test_a_starting_node_publishes_only_finished_games(
    cluster: Cluster,
) -> None:
    """Unfinished games may be at another node, which has published newer states."""
    feed = RecordingFeed()
    async with lobby_node(cluster, "a") as a, lobby_node(cluster, "b", feed) as b:
        running, ended = [await a.create(ANN, ME, OPEN) for _ in range(2)]
        await a.begin(running, ANN, BOB)
        ann, _ = await a.begin(ended, ANN, BOB)
        send(ended, ann, p.Resign)
        await ann.until("finished")
        await republish(b.game_server.store, b.game_server.registry, b.service, feed)
        assert feed.states.keys() == {ended.room.id}
        assert [row.id for row in (await b.lobby()).running] == [running.room.id]


async def test_remaining_changes_are_read_without_waiting(
    hinted: tuple[LobbyNode, RecordingFeed, "RoundPause"], cluster: Cluster
) -> None:
    a, _, pause = hinted
    cluster.written += ["nosuch"] * (2 * MAX_CHANGES)
    a.game_server.lobby.peers._wake.set()
    await until_waiting(pause, 3)


async def test_a_node_without_a_lease_posts_nothing(pair: Pair, cluster: Cluster) -> None:
    a, b = pair
    bot = BotClient()
    await a.join(bot)
    await exchange(a, b)
    await a.game_server.drain(0)
    posted = dict(cluster.posts)
    a.service.leave(bot.watcher)
    await a.round()
    assert cluster.posts == posted
    await b.round()
    assert (await b.lobby()).bots == []


async def test_the_age_of_the_lobby_is_measured(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = pair
    now_s = [100.0]
    peers = b.game_server.lobby.peers
    monkeypatch.setattr(peers, "_monotonic_s", lambda: now_s[0])
    await exchange(a, b)
    now_s[0] += 1.5

    async def failing() -> None:
        raise ReadFailed("no connection")

    with monkeypatch.context() as patch:
        patch.setattr(b.game_server.store.nodes, "others", failing)
        await b.round()
    assert (peers.others, peers.age_s) == (1, 1.5)
    await b.round()
    assert (peers.others, peers.age_s) == (1, 0.0)


# ── hints and rounds ─────────────────────────────────────────────────────────────────────────────


class RoundPause:
    """Replaces the pause of `Peers` between rounds: the next round begins when the node is woken,
    or when the test sets `due`."""

    def __init__(self) -> None:
        self.waits = 0
        self.is_waiting = False
        self.due = asyncio.Event()

    async def __call__(self, wake: asyncio.Event) -> None:
        self.waits += 1
        self.is_waiting = True
        either = [asyncio.ensure_future(event.wait()) for event in (wake, self.due)]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        for task in either:
            task.cancel()
        self.due.clear()
        self.is_waiting = False


async def until_waiting(pause: RoundPause, number: int) -> None:
    async with asyncio.timeout(30):
        while pause.waits < number:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)


async def until_at_rest(node: LobbyNode, pause: RoundPause) -> None:
    """Waits until there are no changes to publish and no round is running."""
    wake = node.game_server.lobby.peers._wake
    async with asyncio.timeout(30):
        while wake.is_set() or not pause.is_waiting:
            await settle()


@pytest.fixture
async def hinted(cluster: Cluster) -> AsyncIterator[tuple[LobbyNode, RecordingFeed, RoundPause]]:
    """A node whose rounds run in a task, its feed, and the pause between its rounds."""
    feed, pause = RecordingFeed(), RoundPause()
    async with lobby_node(cluster, "a", feed) as a:
        a.game_server.lobby.peers._wait = pause
        task = asyncio.create_task(a.game_server.lobby.peers.run())
        await until_waiting(pause, 1)
        yield a, feed, pause
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_hint_triggers_a_round(
    hinted: tuple[LobbyNode, RecordingFeed, RoundPause], cluster: Cluster
) -> None:
    a, feed, pause = hinted
    async with lobby_node(cluster, "b") as b:
        await b.join(BotClient())
        await b.round()
        feed.on_hint()
        feed.on_hint()
        await until_waiting(pause, 2)
        assert len((await a.lobby()).bots) == 1
        await settle()
        assert pause.waits == 2, "several hints cause one round"


async def test_without_a_hint_the_next_round_shows_the_change(
    hinted: tuple[LobbyNode, RecordingFeed, RoundPause], cluster: Cluster
) -> None:
    a, _, pause = hinted
    async with lobby_node(cluster, "b") as b:
        await b.join(BotClient())
        await b.round()
        assert (await a.lobby()).bots == []
        pause.due.set()
        await until_waiting(pause, 2)
        assert len((await a.lobby()).bots) == 1


async def test_a_node_posts_changes_at_once_and_then_sends_a_hint(
    hinted: tuple[LobbyNode, RecordingFeed, RoundPause], cluster: Cluster
) -> None:
    a, feed, pause = hinted
    before = cluster.posts[a.game_server.clock.run]
    bot = BotClient()
    for change, number in (
        (lambda: a.join(bot), 2),
        (lambda: a.create(ANN, ME, OPEN), 3),
        (lambda: _leave(a.service.leave, bot), 4),
    ):
        await change()
        await until_waiting(pause, number)
        assert feed.hints == number - 1
    assert cluster.posts[a.game_server.clock.run] == before, "an empty open game is not posted"


async def _leave(leave: object, bot: BotClient) -> None:
    leave(bot.watcher)  # type: ignore[operator]


async def test_a_move_sends_no_hint(
    hinted: tuple[LobbyNode, RecordingFeed, RoundPause],
) -> None:
    a, feed, pause = hinted
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    await until_at_rest(a, pause)
    before, waits = feed.hints, pause.waits
    send(game, ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    await settle()
    assert (feed.hints, pause.waits) == (before, waits)


# ── tasks of the leading node ────────────────────────────────────────────────────────────────────


async def test_the_oldest_node_leads_until_its_lease_ends(cluster: Cluster) -> None:
    feeds = RecordingFeed(), RecordingFeed()
    async with AsyncExitStack() as stack:
        a, b = [
            await stack.enter_async_context(lobby_node(cluster, name, feed))
            for name, feed in zip("ab", feeds, strict=True)
        ]
        await exchange(a, b)
        assert [set(feed.leads) for feed in feeds] == [{True}, {False}]
        cluster.end_lease(a.game_server.clock.run)
        await b.round()
        assert feeds[1].leads[-1]


async def test_the_feed_releases_the_state_of_an_unloaded_room(cluster: Cluster) -> None:
    feed = RecordingFeed()
    async with lobby_node(cluster, "a", feed) as a:
        game = await a.create(ANN, ME, OPEN)
        for _ in range(2):
            await a.game_server.registry.unload_idle()
        assert feed.released == [game.room.id]


async def test_a_single_server_runs_no_rounds(cluster: Cluster) -> None:
    """Its database has no other nodes."""
    clock = AdjustedClock(1, lambda: 0, lambda: 0)
    game_server = GameServer(cluster.store, clock, NullFeed())
    calls = list[str]()

    async def changes(since: str | None) -> Changes:
        calls.append("changes")
        return Changes((), "")

    cluster.store.nodes.changes = changes  # type: ignore[method-assign]
    await game_server.start()
    assert isinstance(game_server.lobby.peers, Peers)
    assert "peers" not in game_server.app.tasks
    assert calls == []
    assert (game_server.lobby.peers.others, game_server.lobby.peers.age_s) == (0, 0.0)
    await game_server.close()
