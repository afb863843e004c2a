"""What waits, what is dropped, and what is never lost."""

from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.feed import topics
from zeitnot_server.feed.outbox import Outbox, Packet


def event(n: int) -> Packet:
    return Packet(topics.events("game"), b"%d" % n)


def state(game: str, n: int, last: bool = False) -> Packet:
    return Packet(topics.state(game), b"%d" % n, retain=True, last=last)


def drain(outbox: Outbox, most: int = 3) -> list[Packet]:
    """Everything that waits, sent batch by batch."""
    seen = []
    while batch := outbox.batch(most):
        assert len(batch) <= most
        outbox.sent(batch)
        seen += batch
    return seen


def test_events_keep_their_order() -> None:
    outbox = Outbox()
    sent = [event(n) for n in range(10)]
    for packet in sent:
        outbox.add_event(packet)
    assert len(outbox) == 10
    assert drain(outbox) == sent
    assert len(outbox) == 0


def test_the_oldest_events_are_dropped_and_counted() -> None:
    outbox = Outbox(most_events=3)
    for n in range(5):
        outbox.add_event(event(n))
    assert outbox.dropped == 2
    assert [packet.payload for packet in drain(outbox)] == [b"2", b"3", b"4"]


def test_a_batch_stays_until_it_is_sent() -> None:
    outbox = Outbox()
    outbox.add_event(event(1))
    assert outbox.batch(5) == outbox.batch(5)
    assert len(outbox) == 1


def test_what_is_on_its_way_is_not_dropped() -> None:
    """It may arrive, and then it would have been counted as lost."""
    outbox = Outbox(most_events=2)
    outbox.add_event(event(1))
    outbox.add_event(event(2))
    batch = outbox.batch(1)
    outbox.add_event(event(3))
    outbox.sent(batch)
    assert [packet.payload for packet in batch + drain(outbox)] == [b"1", b"3"]
    assert outbox.dropped == 1


def test_only_the_newest_state_is_sent() -> None:
    outbox = Outbox()
    for n in range(100):
        outbox.add_state(state("a", n))
    assert [packet.payload for packet in drain(outbox)] == [b"99"]


def test_a_state_replaced_while_it_is_sent_is_sent_again() -> None:
    outbox = Outbox()
    outbox.add_state(state("a", 1))
    batch = outbox.batch(5)
    outbox.add_state(state("a", 2))
    outbox.sent(batch)
    assert [packet.payload for packet in drain(outbox)] == [b"2"]


def test_a_new_broker_gets_all_states_and_no_old_events() -> None:
    outbox = Outbox()
    outbox.add_event(event(1))
    outbox.add_state(state("a", 1))
    outbox.add_state(state("b", 2, last=True))
    drain(outbox)
    outbox.broker_is_new()
    assert {packet.payload for packet in drain(outbox)} == {b"1", b"2"}


def test_of_ended_games_the_newest_are_kept() -> None:
    outbox = Outbox(most_ended=2)
    for n, game in enumerate("abc"):
        outbox.add_state(state(game, n, last=True))
    outbox.add_state(state("d", 9))
    assert outbox.dropped == 1
    assert {packet.payload for packet in drain(outbox)} == {b"1", b"2", b"9"}


def test_forgetting_an_ended_game_that_was_sent_is_no_loss() -> None:
    outbox = Outbox(most_ended=1)
    for n, game in enumerate("abc"):
        outbox.add_state(state(game, n, last=True))
        drain(outbox)
    assert outbox.dropped == 0


def test_events_and_states_share_a_batch() -> None:
    outbox = Outbox()
    for n in range(50):
        outbox.add_event(event(n))
        outbox.add_state(state(f"g{n}", n))
    kinds = [packet.retain for packet in outbox.batch(10)]
    assert kinds == [False] * 5 + [True] * 5


Operation = st.one_of(
    st.tuples(st.just("event"), st.integers(0, 0)),
    st.tuples(st.just("state"), st.integers(0, 3)),
    st.tuples(st.just("take"), st.integers(1, 5)),
    st.tuples(st.just("sent"), st.integers(0, 0)),
    st.tuples(st.just("new"), st.integers(0, 0)),
)


@given(st.lists(Operation, max_size=60))
def test_no_newest_state_is_ever_lost(operations: list[tuple[str, int]]) -> None:
    """Whatever happens, the broker ends up with every game's newest state, and events in order."""
    outbox = Outbox(most_events=5)
    newest: dict[topics.Topic, bytes] = {}
    broker: dict[topics.Topic, bytes] = {}
    arrived: list[int] = []
    batch: list[Packet] = []

    def deliver(packets: list[Packet]) -> None:
        outbox.sent(packets)
        broker.update({packet.topic: packet.payload for packet in packets if packet.retain})
        arrived.extend(int(packet.payload) for packet in packets if not packet.retain)

    for serial, (what, n) in enumerate(operations):
        if what == "event":
            outbox.add_event(event(serial))
        elif what == "state":
            newest[topics.state(f"g{n}")] = b"%d" % serial
            outbox.add_state(state(f"g{n}", serial))
        elif what == "take":
            batch = outbox.batch(n)
        elif what == "sent":
            deliver(batch)
            batch = []
        else:
            outbox.broker_is_new()
            broker.clear()
            batch = []
    while batch := outbox.batch(3):
        deliver(batch)
    assert broker == newest
    assert arrived == sorted(arrived)
    assert len(arrived) + outbox.dropped == sum(what == "event" for what, _ in operations)
