"""The feed's queue: what is queued, what is dropped, and what is never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.feed import topics
from zeitnot_server.feed.publish_queue import Packet, PublishQueue


def event(n: int, game: str = "game") -> Packet:
    return Packet(topics.events(game), b"%d" % n)


def state(game: str, n: int, last: bool = False) -> Packet:
    return Packet(topics.state(game), b"%d" % n, retain=True, last=last)


def take(queue: PublishQueue, count: int) -> list[Packet]:
    """Takes at most `count` packets, which are then in flight."""
    return [packet for _ in range(count) if (packet := queue.take())]


def drain(queue: PublishQueue) -> list[Packet]:
    """Takes and acknowledges all packets, one by one."""
    packets = []
    while packet := queue.take():
        queue.sent(packet)
        packets.append(packet)
    return packets


def test_events_keep_their_order() -> None:
    queue = PublishQueue()
    sent = [event(n) for n in range(10)]
    for packet in sent:
        queue.add_event(packet)
    assert len(queue) == 10
    assert drain(queue) == sent
    assert len(queue) == 0


def test_the_oldest_events_are_dropped_and_counted() -> None:
    queue = PublishQueue(max_events=3)
    for n in range(5):
        queue.add_event(event(n))
    assert queue.dropped == 2
    assert [packet.payload for packet in drain(queue)] == [b"2", b"3", b"4"]


def test_a_fast_game_does_not_delay_others() -> None:
    queue = PublishQueue()
    for n in range(1000):
        queue.add_event(event(n, "fast"))
    for n in range(3):
        queue.add_event(event(n, "slow"))
    topics_taken = [packet.topic for packet in take(queue, 6)]
    assert topics_taken == [topics.events("fast"), topics.events("slow")] * 3


def test_a_fast_game_does_not_displace_events_of_others() -> None:
    queue = PublishQueue(max_events=10)
    for n in range(4):
        queue.add_event(event(n, "slow"))
    for n in range(100):
        queue.add_event(event(n, "fast"))
    queue.add_event(event(4, "slow"))
    packets = drain(queue)
    slow = [packet.payload for packet in packets if packet.topic == topics.events("slow")]
    assert slow == [b"0", b"1", b"2", b"3", b"4"]
    assert [packet.payload for packet in packets if packet.payload not in slow] == [
        b"%d" % n for n in range(95, 100)
    ]
    assert queue.dropped == 95


def test_messages_in_flight_count_until_acknowledged() -> None:
    queue = PublishQueue()
    queue.add_event(event(1))
    (packet,) = take(queue, 5)
    assert (len(queue), queue.in_flight, take(queue, 5)) == (1, 1, [])
    queue.sent(packet)
    assert (len(queue), queue.in_flight) == (0, 0)


def test_messages_in_flight_are_not_dropped() -> None:
    """A packet in flight may still arrive, and must not be counted as dropped."""
    queue = PublishQueue(max_events=2)
    queue.add_event(event(1))
    queue.add_event(event(2))
    (first,) = take(queue, 1)
    queue.add_event(event(3))
    queue.add_event(event(4))
    queue.sent(first)
    assert [packet.payload for packet in drain(queue)] == [b"3", b"4"]
    assert queue.dropped == 1


def test_messages_in_flight_to_a_lost_broker_are_resent_first() -> None:
    queue = PublishQueue()
    for n in range(3):
        queue.add_event(event(n))
    take(queue, 2)
    queue.requeue_all()
    assert [packet.payload for packet in drain(queue)] == [b"0", b"1", b"2"]


def test_only_the_newest_state_is_sent() -> None:
    queue = PublishQueue()
    for n in range(100):
        queue.add_state(state("a", n))
    assert [packet.payload for packet in drain(queue)] == [b"99"]


def test_a_state_replaced_while_it_is_sent_is_sent_again() -> None:
    queue = PublishQueue()
    queue.add_state(state("a", 1))
    (packet,) = take(queue, 5)
    queue.add_state(state("a", 2))
    queue.sent(packet)
    assert [packet.payload for packet in drain(queue)] == [b"2"]


def test_after_a_reconnection_all_states_and_no_old_events_are_sent() -> None:
    queue = PublishQueue()
    queue.add_event(event(1))
    queue.add_state(state("a", 1))
    queue.add_state(state("b", 2, last=True))
    drain(queue)
    queue.requeue_all()
    assert {packet.payload for packet in drain(queue)} == {b"1", b"2"}


def test_only_the_newest_ended_games_are_kept() -> None:
    queue = PublishQueue(max_ended=2)
    for n, game in enumerate("abc"):
        queue.add_state(state(game, n, last=True))
    queue.add_state(state("d", 9))
    assert queue.dropped == 1
    assert {packet.payload for packet in drain(queue)} == {b"1", b"2", b"9"}


def test_an_ended_game_already_sent_may_be_forgotten() -> None:
    queue = PublishQueue(max_ended=1)
    for n, game in enumerate("abc"):
        queue.add_state(state(game, n, last=True))
        drain(queue)
    assert queue.dropped == 0


def test_events_and_states_alternate() -> None:
    queue = PublishQueue()
    for n in range(50):
        queue.add_event(event(n))
        queue.add_state(state(f"g{n}", n))
    kinds = [packet.retain for packet in take(queue, 10)]
    assert kinds == [False, True] * 5


Operation = st.one_of(
    st.tuples(st.just("event"), st.integers(0, 2)),
    st.tuples(st.just("state"), st.integers(0, 3)),
    st.tuples(st.just("take"), st.integers(1, 5)),
    st.tuples(st.just("sent"), st.integers(0, 4)),
    st.tuples(st.just("new"), st.integers(0, 0)),
)


@given(st.lists(Operation, max_size=60))
def test_the_newest_state_is_never_lost(operations: list[tuple[str, int]]) -> None:
    """After any operations, the broker has every game's newest state, and each game's events in
    order."""
    queue = PublishQueue(max_events=5)
    newest: dict[topics.Topic, bytes] = {}
    broker: dict[topics.Topic, bytes] = {}
    arrived: dict[topics.Topic, list[int]] = {}
    in_flight: list[Packet] = []

    def deliver(packet: Packet) -> None:
        queue.sent(packet)
        if packet.retain:
            broker[packet.topic] = packet.payload
        else:
            arrived.setdefault(packet.topic, []).append(int(packet.payload))

    for serial, (kind, n) in enumerate(operations):
        if kind == "event":
            queue.add_event(event(serial, f"g{n}"))
        elif kind == "state":
            newest[topics.state(f"g{n}")] = b"%d" % serial
            queue.add_state(state(f"g{n}", serial))
        elif kind == "take":
            in_flight += take(queue, n)
        elif kind == "sent":
            for packet in in_flight[:n]:
                deliver(packet)
            del in_flight[:n]
        else:
            queue.requeue_all()
            broker.clear()
            in_flight = []
    for packet in [*in_flight, *take(queue, 1000)]:
        deliver(packet)
    assert broker == newest
    assert all(numbers == sorted(numbers) for numbers in arrived.values())
    events = sum(kind == "event" for kind, _ in operations)
    assert sum(map(len, arrived.values())) + queue.dropped == events
    assert len(queue) == 0


def test_a_released_state_is_sent_and_then_forgotten() -> None:
    queue = PublishQueue()
    queue.add_state(state("a", 1))
    queue.release(topics.state("a"))
    assert [packet.payload for packet in drain(queue)] == [b"1"]
    queue.requeue_all()
    assert take(queue, 5) == []


@pytest.mark.parametrize("in_flight", [0, 1], ids=["waiting", "in flight"])
def test_a_released_state_does_not_outlive_the_connection(in_flight: int) -> None:
    """Before this server reconnects, another one may have published a newer state."""
    queue = PublishQueue()
    queue.add_state(state("a", 1))
    queue.add_state(state("kept", 1))
    packets = take(queue, in_flight)
    queue.release(topics.state("a"))
    queue.requeue_all()
    for packet in packets:
        queue.sent(packet)  # a late acknowledgement
    assert [str(packet.topic) for packet in drain(queue)] == ["zeitnot/v1/games/kept/state"]
    assert (len(queue), queue.dropped) == (0, 0)


def test_a_released_end_is_sent_after_a_reconnection() -> None:
    """No server publishes anything newer, so without it readers would never see the end."""
    queue = PublishQueue()
    queue.add_state(state("a", 1, last=True))
    take(queue, 1)
    queue.release(topics.state("a"))
    queue.requeue_all()
    assert [packet.payload for packet in drain(queue)] == [b"1"]
    queue.requeue_all()
    assert take(queue, 5) == []


def test_a_released_state_that_was_sent_is_forgotten_at_once() -> None:
    queue = PublishQueue()
    for game in ("a", "b"):
        queue.add_state(state(game, 1))
    drain(queue)
    queue.release(topics.state("a"))
    queue.release(topics.state("nosuch"))
    queue.requeue_all()
    assert [str(packet.topic) for packet in drain(queue)] == ["zeitnot/v1/games/b/state"]


def test_a_state_after_the_release_is_kept() -> None:
    queue = PublishQueue()
    queue.add_state(state("a", 1))
    queue.release(topics.state("a"))
    queue.add_state(state("a", 2))
    assert [packet.payload for packet in drain(queue)] == [b"2"]
    queue.requeue_all()
    assert [packet.payload for packet in drain(queue)] == [b"2"]


def test_a_released_end_that_is_dropped_is_dropped_once() -> None:
    queue = PublishQueue(max_ended=1)
    queue.add_state(state("a", 1, last=True))
    queue.release(topics.state("a"))
    queue.add_state(state("b", 1, last=True))
    assert [str(packet.topic) for packet in drain(queue)] == ["zeitnot/v1/games/b/state"]
