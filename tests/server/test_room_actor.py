"""The hosted room with a fake log: what is sent, to whom, and not before the commit."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.feed import NullFeed
from zeitnot_server.play.terms import Joined
from zeitnot_server.rooms.room import Phase, Room
from zeitnot_server.rooms.value import replace

from ..rooms.hidden_games import CARDS, Hands
from .hosted import GAME, Person, Table


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    game = Table()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_move_is_sent_only_after_its_commit(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    await ann.until("turn")
    table.log.hold = asyncio.Event()
    move = table.tell(ann, p.Move, ply=0, move="a1")
    bob.viewer.outbox.greet([])
    while not bob.nothing():
        await bob.next()
    assert table.room_actor.room.ply == 0
    table.log.hold.set()
    assert (await ann.until("ack"))["id"] == move
    assert (await bob.until("moved"))["move"] == "a1"
    assert table.log.kept[-1].event.move == "a1"  # type: ignore[union-attr]


async def test_the_time_of_a_commit_is_not_charged(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.log.hold = asyncio.Event()
    table.tell(ann, p.Move, ply=0, move="a1")
    await asyncio.sleep(0)
    table.passes(3000)
    table.log.hold.set()
    await bob.until("moved")
    clock = await bob.until("clock")
    assert clock["clock"]["remaining_ms"] == [60_000, 60_000]
    assert clock["clock"]["running"] == 1


async def test_a_failed_commit_that_is_not_stored_asks_for_a_retry(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.log.fail = "lost"
    move = table.tell(ann, p.Move, ply=0, move="a1")
    assert (await ann.until("error"))["code"] == "retry"
    assert table.room_actor.room.ply == 0
    table.tell(ann, p.Move, ply=0, move="a1", id=move)
    assert (await ann.until("ack"))["id"] == move
    assert (await bob.until("moved"))["move"] == "a1"


async def test_a_failed_commit_that_is_stored_counts(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.log.fail = "written"
    move = table.tell(ann, p.Move, ply=0, move="a1")
    assert (await bob.until("moved"))["move"] == "a1"
    assert (await ann.until("error"))["code"] == "retry"
    assert table.room_actor.room.ply == 1
    table.tell(ann, p.Move, ply=0, move="a1", id=move)
    ack = await ann.until("ack")
    assert ack["id"] == move
    assert len([r for r in table.log.kept if isinstance(r.event, p.Moved)]) == 1


async def test_a_commit_of_unknown_outcome_is_sent_and_costs_no_time(
    table: Table,
) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.log.hold, table.log.fail = asyncio.Event(), "written"
    table.tell(ann, p.Move, ply=0, move="a1")
    await asyncio.sleep(0)
    table.passes(3000)
    table.log.hold.set()
    assert (await bob.until("moved"))["move"] == "a1"
    assert (await bob.until("clock"))["clock"]["remaining_ms"] == [60_000, 60_000]
    assert len((await bob.until("turn"))["legal"]) == 8


async def test_an_end_of_unknown_outcome_counts(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.log.fail = "written"
    table.tell(ann, p.Resign)
    await bob.until("finished")
    assert (await ann.until("error"))["code"] == "retry"
    assert len(table.finished) == 1
    table.tell(ann, p.RematchWish)
    table.log.fail = None
    await bob.until("rematch")
    table.log.fail = "written"
    table.tell(bob, p.RematchWish)
    assert (await bob.until("error"))["code"] == "retry"
    assert len(table.created) == 1


async def test_a_resend_gets_the_first_answer(table: Table) -> None:
    ann, _ = await table.seated("ann", "bob")
    move = table.tell(ann, p.Move, ply=0, move="a1")
    first = await ann.until("ack")
    table.passes(2000)
    table.tell(ann, p.Move, ply=0, move="a1", id=move)
    assert await ann.until("ack") == first
    table.tell(ann, p.Move, ply=0, move="b1", id=move)
    assert (await ann.until("error"))["code"] == "id_reused"


async def test_legal_moves_are_sent_only_to_the_mover(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    assert len((await ann.until("turn"))["legal"]) == 9
    watcher = Person(None)
    table.room_actor.post(Joined(watcher.viewer, 0))
    table.tell(ann, p.Move, ply=0, move="a1")
    for person in (ann, watcher):
        while (message := await person.next())["type"] != "clock" or message["clock"]["running"]:
            assert message["type"] != "turn"
            if message["type"] == "moved":
                break
    assert len((await bob.until("turn"))["legal"]) == 8


async def test_a_flag_falls_without_any_command(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.passes(60_000)
    table.rings()
    finished = await bob.until("finished")
    assert (finished["reason"], finished["scores"]) == ("flag", [0.0, 1.0])
    assert table.finished
    assert table.room_actor.room.phase is Phase.FINISHED
    table.tell(ann, p.Move, ply=0, move="a1")
    assert (await ann.until("error"))["code"] == "wrong_state"


async def test_a_flag_timer_that_fires_early_changes_nothing(table: Table) -> None:
    await table.seated("ann", "bob")
    before = table.room_actor.room
    table.passes(59_950)
    table.rings()
    await asyncio.sleep(0)
    assert table.room_actor.room is before


async def test_a_catch_up_reads_only_what_is_missing(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.tell(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    late = Person("carl")
    table.room_actor.post(Joined(late.viewer, 0))
    welcome = await late.next()
    assert welcome["type"] == "welcome"
    events = [await late.next() for _ in range(welcome["seq"])]
    assert [event["seq"] for event in events] == list(range(1, welcome["seq"] + 1))
    repeated = Person("carl")
    table.room_actor.post(Joined(repeated.viewer, welcome["seq"] - 1))
    assert (await repeated.next())["seq"] == welcome["seq"]
    assert await repeated.next() == events[-1]
    assert (await repeated.next())["type"] == "clock"


@pytest.mark.parametrize("back", [0, 1, 2])
async def test_the_welcome_dates_the_last_event_of_the_client(table: Table, back: int) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.wall_ms += 5000
    table.tell(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    seq = table.room_actor.room.seq
    repeated = Person("carl")
    table.room_actor.post(Joined(repeated.viewer, seq - back))
    assert (await repeated.next())["since_at"] == table.log.kept[seq - back - 1].event.at
    messages = [(await repeated.next()).get("seq") for _ in range(back + 1)]
    assert messages == [*range(seq - back + 1, seq + 1), None]


@pytest.mark.parametrize("since", [0, 100])
async def test_the_welcome_dates_no_nonexistent_event(table: Table, since: int) -> None:
    await table.seated("ann", "bob")
    carl = Person("carl")
    table.room_actor.post(Joined(carl.viewer, since))
    assert (await carl.next()).get("since_at") is None


@pytest.mark.parametrize("back", [0, 1])
async def test_the_welcome_dates_events_of_hidden_card_games_too(table: Table, back: int) -> None:
    rules = Hands()
    game_setup = replace(table.room_actor.room.game_setup, rules=rules, invitations=(None,) * 3)
    table.room_actor.room = Room.new(game_setup)
    people = await table.seated("ann", "bob", "cyd")
    table.wall_ms += 5000
    bid = rules.legal(table.room_actor.room.state)[1]
    table.tell(people[0], p.Move, ply=0, move=bid)
    await people[1].until("moved")
    seq = table.room_actor.room.seq
    repeated = Person("dan")
    table.room_actor.post(Joined(repeated.viewer, seq - back))
    assert (await repeated.next())["since_at"] == table.log.kept[seq - back - 1].event.at
    messages = [(await repeated.next()).get("seq") for _ in range(back + 1)]
    assert messages == [*range(seq - back + 1, seq + 1), None]


async def test_presence_counts_seats_and_spectators(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    watcher = Person(None)
    table.room_actor.post(Joined(watcher.viewer, 0))
    presence = await watcher.until("presence")
    assert (presence["seats"], presence["spectators"]) == ([True, True], 1)
    table.room_actor.leave(bob.viewer)
    while (presence := await watcher.until("presence"))["seats"] != [True, False]:
        pass
    table.room_actor.leave(watcher.viewer)
    while (presence := await ann.until("presence"))["spectators"] != 0:
        pass


async def test_engine_lines_are_relayed_and_bounded(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    for depth in range(1, 9):
        info = p.Info(game=GAME, ply=0, mode="thinking", depth=depth)
        table.room_actor.relay(ann.viewer, info, table.clock.ms())
    for depth in range(1, 5):
        info = await bob.until("info")
        assert (info["depth"], info["seat"]) == (depth, 0)
    assert bob.nothing()
    stranger = Person("carl")
    table.room_actor.relay(stranger.viewer, p.Info(game=GAME, ply=0, mode="thinking"), 0)
    assert bob.nothing()


@pytest.mark.parametrize("begins", [False, True])
async def test_a_link_game_is_published_only_once_it_has_begun(table: Table, begins: bool) -> None:
    received: list[str] = []

    class Feed(NullFeed):
        listens = True

        def event(self, game_id: str, event: p.RoomEvent) -> None:
            received.append(p.encode(event))

    table.room_actor.room = Room.new(replace(table.room_actor.room.game_setup, listed=False))
    table.room_actor._broadcaster._feed = Feed()
    if begins:
        ann = (await table.seated("ann", "bob"))[0]
    else:
        ann = Person("ann")
        table.room_actor.post(Joined(ann.viewer, 0))
        table.tell(ann, p.Sit)
    table.tell(ann, p.Abort)
    await ann.until("finished")
    assert any("finished" in event for event in received) is begins


async def test_hidden_information_leaves_by_no_channel(table: Table) -> None:
    """Sockets, the past on return, thoughts, the feed and its summaries: before the end, none of
    them has a card that the viewer may not see."""
    received: list[str] = []

    class Feed(NullFeed):
        listens = True

        def event(self, game_id: str, event: p.RoomEvent) -> None:
            received.append(p.encode(event))

        def room_state(self, summary: p.GameSummary) -> None:
            received.append(p.encode(summary))

    rules = Hands()
    game_setup = replace(table.room_actor.room.game_setup, rules=rules, invitations=(None,) * 3)
    table.room_actor.room = Room.new(game_setup)
    table.room_actor._broadcaster._feed = Feed()
    people = await table.seated("ann", "bob", "cyd")
    deal = table.room_actor.room.state.cards
    watcher = Person(None)
    table.room_actor.post(Joined(watcher.viewer, 0))
    bid = rules.legal(table.room_actor.room.state)[1]
    info = p.Info(game=GAME, ply=0, mode="thinking", value=0.9, pv=bid)
    table.room_actor.relay(people[0].viewer, info, table.clock.ms())
    table.tell(people[0], p.Move, ply=0, move=bid)
    late = Person(None)
    table.room_actor.post(Joined(late.viewer, 0))
    await late.until("moved")
    chat_event = {seat: [await person.until("moved")] for seat, person in enumerate(people)}
    assert [chat_event[seat][0]["move"] for seat in range(3)] == [bid, "?", "?"]
    for seat, person in [(1, people[1]), (2, people[2]), (None, watcher), (None, late)]:
        hidden = [CARDS[card] for place, card in enumerate(deal) if place not in (seat, 3)]
        while not person.nothing():
            await person.next()
        messages = p.encode(person.heard)
        assert "threw" in messages
        assert not [card for card in hidden if card in messages]
    unseen = [CARDS[card] for place, card in enumerate(deal) if place != 3]
    assert "moved" in "".join(received)
    assert not [card for card in unseen if card in "".join(received)]


async def test_a_rematch_swaps_the_seats(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.tell(ann, p.Resign)
    await bob.until("finished")
    table.tell(ann, p.RematchWish)
    table.tell(bob, p.RematchWish)
    while (event := await ann.until("rematch")).get("next") is None:
        pass
    assert event["next"] == "next2345"
    (created,) = table.created
    assert [seat.invited and seat.invited.name for seat in created.seats] == ["bob", "ann"]
