"""The room actor with a fake log: its messages, which it never sends before the commit."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms.commands import NewGameIds
from zeitnot_server.rooms.room import Phase, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Conflict, WriteFailed

from ..rooms.hidden_games import CARDS, Hands
from .hosted import GAME, CommitFailure, FakeLog, Person, RoomHarness


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_move_is_sent_only_after_its_commit(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    await ann.until("turn")
    harness.log.proceed = asyncio.Event()
    move = harness.send(ann, p.Move, ply=0, move="a1")
    bob.viewer.send_queue.send_backlog([])
    while not bob.has_read_all():
        await bob.next()
    assert harness.room_actor.room.ply == 0
    harness.log.proceed.set()
    assert (await ann.until("ack"))["id"] == move
    assert (await bob.until("moved"))["move"] == "a1"
    assert harness.log.stored[-1].event.move == "a1"  # type: ignore[union-attr]


async def test_the_time_of_a_commit_is_not_charged(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.log.proceed = asyncio.Event()
    harness.send(ann, p.Move, ply=0, move="a1")
    await asyncio.sleep(0)
    harness.advance(3000)
    harness.log.proceed.set()
    await bob.until("moved")
    clock = await bob.until("clock")
    assert clock["clock"]["remaining_ms"] == [60_000, 60_000]
    assert clock["clock"]["running"] == 1


async def test_a_turn_that_begins_late_is_noted_until_the_next_one(harness: RoomHarness) -> None:
    """If this process dies, other nodes use it to measure the turn: the log has the time when the
    move arrived."""
    ann, bob = await harness.seat_players("ann", "bob")
    harness.log.proceed = asyncio.Event()
    harness.send(ann, p.Move, ply=0, move="a1")
    await asyncio.sleep(0)
    assert harness.storing == {GAME: 0}
    harness.advance(3000)
    harness.log.proceed.set()
    await bob.until("moved")
    assert harness.storing == {}
    harness.send(bob, p.Chat, text="hello")
    harness.send(bob, p.Move, ply=1, move="a2")
    await bob.until("ack")
    assert harness.begun == [(GAME, None), (GAME, 3000), (GAME, None)]


async def test_a_failed_commit_that_is_not_stored_asks_for_a_retry(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.log.failure = CommitFailure.NOT_STORED
    move = harness.send(ann, p.Move, ply=0, move="a1")
    assert (await ann.until("error"))["code"] == "retry"
    assert harness.room_actor.room.ply == 0
    harness.send(ann, p.Move, ply=0, move="a1", id=move)
    assert (await ann.until("ack"))["id"] == move
    assert (await bob.until("moved"))["move"] == "a1"


async def test_a_commit_that_failed_but_is_stored_counts(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.log.failure = CommitFailure.STORED
    move = harness.send(ann, p.Move, ply=0, move="a1")
    assert (await bob.until("moved"))["move"] == "a1"
    assert (await ann.until("error"))["code"] == "retry"
    assert harness.room_actor.room.ply == 1
    harness.send(ann, p.Move, ply=0, move="a1", id=move)
    ack = await ann.until("ack")
    assert ack["id"] == move
    assert len([r for r in harness.log.stored if isinstance(r.event, p.Moved)]) == 1


async def test_a_commit_of_unknown_outcome_is_sent_and_costs_no_time(
    harness: RoomHarness,
) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.log.proceed, harness.log.failure = asyncio.Event(), CommitFailure.STORED
    harness.send(ann, p.Move, ply=0, move="a1")
    await asyncio.sleep(0)
    harness.advance(3000)
    harness.log.proceed.set()
    assert (await bob.until("moved"))["move"] == "a1"
    assert (await bob.until("clock"))["clock"]["remaining_ms"] == [60_000, 60_000]
    assert len((await bob.until("turn"))["legal"]) == 8


async def test_an_end_of_unknown_outcome_counts(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.log.failure = CommitFailure.STORED
    harness.send(ann, p.Resign)
    await bob.until("finished")
    assert (await ann.until("error"))["code"] == "retry"
    assert len(harness.finished_rooms) == 1
    harness.send(ann, p.RematchWish)
    harness.log.failure = None
    await bob.until("rematch")
    harness.log.failure = CommitFailure.STORED
    harness.send(bob, p.RematchWish)
    assert (await bob.until("error"))["code"] == "retry"
    assert len(harness.created_rooms) == 1


class LateLog(FakeLog):
    """If `is_late`, the next commit raises an error, and reaches the log only when the commit after
    it begins, which then conflicts."""

    late: Commit | None = None
    is_late = False

    async def commit(self, commit: Commit) -> None:
        if self.is_late:
            self.late, self.is_late = commit, False
            raise WriteFailed("the connection was lost")
        if self.late is not None:
            await super().commit(self.late)
            self.late = None
            raise Conflict("the number is taken")
        await super().commit(commit)


async def test_only_the_stored_rematch_is_announced(harness: RoomHarness) -> None:
    """The first try reaches the log so late that the second one, with a new id, is refused."""
    log = harness.log = harness.room_actor._room_log = LateLog()
    ids = (NewGameIds(f"next{number}", b"n" * 32) for number in range(9))
    host = dataclasses.replace(harness.room_actor._host, new_game_ids=lambda: next(ids))
    harness.room_actor._host = host
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Resign)
    await bob.until("finished")
    harness.send(ann, p.RematchWish)
    await bob.until("rematch")
    log.is_late = True
    wish = harness.send(bob, p.RematchWish)
    assert (await bob.until("error"))["code"] == "retry"
    harness.send(bob, p.RematchWish, id=wish)
    stored = (await bob.until("rematch"))["next"]
    assert stored == log.stored[-1].event.next
    assert not [room.id for room in harness.created_rooms if room.id != stored]


async def test_a_resend_gets_the_first_answer(harness: RoomHarness) -> None:
    ann, _ = await harness.seat_players("ann", "bob")
    move = harness.send(ann, p.Move, ply=0, move="a1")
    first = await ann.until("ack")
    harness.advance(2000)
    harness.send(ann, p.Move, ply=0, move="a1", id=move)
    assert await ann.until("ack") == first
    harness.send(ann, p.Move, ply=0, move="b1", id=move)
    assert (await ann.until("error"))["code"] == "id_reused"


async def test_legal_moves_are_sent_only_to_the_mover(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    assert len((await ann.until("turn"))["legal"]) == 9
    watcher = Person(None)
    harness.room_actor.post(Subscribe(watcher.viewer, 0))
    harness.send(ann, p.Move, ply=0, move="a1")
    for person in (ann, watcher):
        while (message := await person.next())["type"] != "clock" or message["clock"]["running"]:
            assert message["type"] != "turn"
            if message["type"] == "moved":
                break
    assert len((await bob.until("turn"))["legal"]) == 8


async def test_a_flag_falls_without_any_command(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_000)
    harness.fire_timer()
    finished = await bob.until("finished")
    assert (finished["reason"], finished["scores"]) == ("flag", [0.0, 1.0])
    assert harness.finished_rooms
    assert harness.room_actor.room.phase is Phase.FINISHED
    harness.send(ann, p.Move, ply=0, move="a1")
    assert (await ann.until("error"))["code"] == "wrong_state"


async def test_a_flag_timer_that_fires_early_changes_nothing(harness: RoomHarness) -> None:
    await harness.seat_players("ann", "bob")
    before = harness.room_actor.room
    harness.advance(59_950)
    harness.fire_timer()
    await asyncio.sleep(0)
    assert harness.room_actor.room is before


async def test_a_catch_up_reads_only_what_is_missing(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    carl = Person("carl")
    harness.room_actor.post(Subscribe(carl.viewer, 0))
    welcome = await carl.next()
    assert welcome["type"] == "welcome"
    events = [await carl.next() for _ in range(welcome["seq"])]
    assert [event["seq"] for event in events] == list(range(1, welcome["seq"] + 1))
    returning = Person("carl")
    harness.room_actor.post(Subscribe(returning.viewer, welcome["seq"] - 1))
    assert (await returning.next())["seq"] == welcome["seq"]
    assert await returning.next() == events[-1]
    assert (await returning.next())["type"] == "clock"


@pytest.mark.parametrize("missed", [0, 1, 2])
async def test_the_welcome_dates_the_last_event_of_the_client(
    harness: RoomHarness, missed: int
) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.wall_ms += 5000
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    seq = harness.room_actor.room.seq
    returning = Person("carl")
    harness.room_actor.post(Subscribe(returning.viewer, seq - missed))
    assert (await returning.next())["since_at"] == harness.log.stored[seq - missed - 1].event.at
    numbers = [(await returning.next()).get("seq") for _ in range(missed + 1)]
    assert numbers == [*range(seq - missed + 1, seq + 1), None]


@pytest.mark.parametrize("since", [0, 100])
async def test_the_welcome_has_no_date_for_an_event_that_does_not_exist(
    harness: RoomHarness, since: int
) -> None:
    await harness.seat_players("ann", "bob")
    carl = Person("carl")
    harness.room_actor.post(Subscribe(carl.viewer, since))
    assert (await carl.next()).get("since_at") is None


@pytest.mark.parametrize("missed", [0, 1])
async def test_the_welcome_dates_events_of_hidden_card_games_too(
    harness: RoomHarness, missed: int
) -> None:
    rules = Hands()
    game_setup = replace(harness.room_actor.room.game_setup, rules=rules, invitations=(None,) * 3)
    harness.use(Room.new(game_setup))
    people = await harness.seat_players("ann", "bob", "cyd")
    harness.wall_ms += 5000
    bid = rules.legal(harness.room_actor.room.state)[1]
    harness.send(people[0], p.Move, ply=0, move=bid)
    await people[1].until("moved")
    seq = harness.room_actor.room.seq
    returning = Person("dan")
    harness.room_actor.post(Subscribe(returning.viewer, seq - missed))
    assert (await returning.next())["since_at"] == harness.log.stored[seq - missed - 1].event.at
    numbers = [(await returning.next()).get("seq") for _ in range(missed + 1)]
    assert numbers == [*range(seq - missed + 1, seq + 1), None]


async def test_presence_counts_seats_and_spectators(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    watcher = Person(None)
    harness.room_actor.post(Subscribe(watcher.viewer, 0))
    presence = await watcher.until("presence")
    assert (presence["seats"], presence["spectators"]) == ([True, True], 1)
    harness.room_actor.disconnected(bob.viewer)
    while (presence := await watcher.until("presence"))["seats"] != [True, False]:
        pass
    harness.room_actor.disconnected(watcher.viewer)
    while (presence := await ann.until("presence"))["spectators"] != 0:
        pass


async def test_engine_lines_are_relayed_and_bounded(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    for depth in range(1, 9):
        info = p.Info(game=GAME, ply=0, mode="thinking", depth=depth)
        harness.room_actor.audience.relay(ann.viewer, info, harness.clock.ms())
    for depth in range(1, 5):
        info = await bob.until("info")
        assert (info["depth"], info["seat"]) == (depth, 0)
    assert bob.has_read_all()
    stranger = Person("carl")
    harness.room_actor.audience.relay(stranger.viewer, p.Info(game=GAME, ply=0, mode="thinking"), 0)
    assert bob.has_read_all()


@pytest.mark.parametrize("is_begun", [False, True])
async def test_a_link_game_is_published_only_once_it_has_begun(
    harness: RoomHarness, is_begun: bool
) -> None:
    published: list[str] = []

    class Feed(NullFeed):
        enabled = True

        def event(self, game_id: str, event: p.RoomEvent) -> None:
            published.append(p.encode(event))

    harness.use(Room.new(replace(harness.room_actor.room.game_setup, listed=False)))
    harness.room_actor._broadcaster._feed = Feed()
    if is_begun:
        ann = (await harness.seat_players("ann", "bob"))[0]
    else:
        ann = Person("ann")
        harness.room_actor.post(Subscribe(ann.viewer, 0))
        harness.send(ann, p.Sit)
    harness.send(ann, p.Abort)
    await ann.until("finished")
    assert any("finished" in event for event in published) is is_begun


async def test_no_channel_sends_hidden_cards(harness: RoomHarness) -> None:
    """Events, catch-ups, engine reports, the feed and its summaries: before the end, none of them
    contains a card that its viewer may not see."""
    published: list[str] = []

    class Feed(NullFeed):
        enabled = True

        def event(self, game_id: str, event: p.RoomEvent) -> None:
            published.append(p.encode(event))

        def room_state(self, summary: p.GameSummary) -> None:
            published.append(p.encode(summary))

    rules = Hands()
    game_setup = replace(harness.room_actor.room.game_setup, rules=rules, invitations=(None,) * 3)
    harness.use(Room.new(game_setup))
    harness.room_actor._broadcaster._feed = Feed()
    people = await harness.seat_players("ann", "bob", "cyd")
    deal = harness.room_actor.room.state.cards
    open_card = 3  # cards 0, 1 and 2 are the seats', the others are hidden from all
    watcher = Person(None)
    harness.room_actor.post(Subscribe(watcher.viewer, 0))
    bid = rules.legal(harness.room_actor.room.state)[1]
    info = p.Info(game=GAME, ply=0, mode="thinking", value=0.9, pv=bid)
    harness.room_actor.audience.relay(people[0].viewer, info, harness.clock.ms())
    harness.send(people[0], p.Move, ply=0, move=bid)
    newcomer = Person(None)
    harness.room_actor.post(Subscribe(newcomer.viewer, 0))
    await newcomer.until("moved")
    moved = {seat: [await person.until("moved")] for seat, person in enumerate(people)}
    assert [moved[seat][0]["move"] for seat in range(3)] == [bid, "?", "?"]
    for seat, person in [(1, people[1]), (2, people[2]), (None, watcher), (None, newcomer)]:
        hidden = [CARDS[card] for index, card in enumerate(deal) if index not in (seat, open_card)]
        while not person.has_read_all():
            await person.next()
        text = p.encode(person.received)
        assert "threw" in text
        assert not [card for card in hidden if card in text]
    dealt = [CARDS[card] for index, card in enumerate(deal) if index != open_card]
    assert "moved" in "".join(published)
    assert not [card for card in dealt if card in "".join(published)]


async def test_a_rematch_swaps_the_seats(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Resign)
    await bob.until("finished")
    harness.send(ann, p.RematchWish)
    harness.send(bob, p.RematchWish)
    while (event := await ann.until("rematch")).get("next") is None:
        pass
    assert event["next"] == "next2345"
    (created,) = harness.created_rooms
    assert [seat.invited and seat.invited.name for seat in created.seats] == ["bob", "ann"]
