"""The feed's outbox: what is queued, what is dropped, and what is never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.feed import topics
from zeitnot_server.feed.outbox import Outbox, Packet


def event(n: int, game: str = "game") -> Packet:
    return Packet(topics.events(game), b"%d" % n)


def state(game: str, n: int, last: bool = False) -> Packet:
    return Packet(topics.state(game), b"%d" % n, retain=True, last=last)


def take(outbox: Outbox, count: int) -> list[Packet]:
    """Takes at most `count` packets, which are then in flight."""
    return [packet for _ in range(count) if (packet := outbox.take())]


def drain(outbox: Outbox) -> list[Packet]:
    """Takes and acknowledges all packets, one by one."""
    packets = []
    while packet := outbox.take():
        outbox.sent(packet)
        packets.append(packet)
    return packets


def test_events_keep_their_order() -> None:
    outbox = Outbox()
    sent = [event(n) for n in range(10)]
    for packet in sent:
        outbox.add_event(packet)
    assert len(outbox) == 10
    assert drain(outbox) == sent
    assert len(outbox) == 0


def test_the_oldest_events_are_dropped_and_counted() -> None:
    outbox = Outbox(max_events=3)
    for n in range(5):
        outbox.add_event(event(n))
    assert outbox.dropped == 2
    assert [packet.payload for packet in drain(outbox)] == [b"2", b"3", b"4"]


def test_a_fast_game_does_not_delay_others() -> None:
    outbox = Outbox()
    for n in range(1000):
        outbox.add_event(event(n, "fast"))
    for n in range(3):
        outbox.add_event(event(n, "slow"))
    topics_taken = [packet.topic for packet in take(outbox, 6)]
    assert topics_taken == [topics.events("fast"), topics.events("slow")] * 3


def test_a_fast_game_does_not_displace_events_of_others() -> None:
    outbox = Outbox(max_events=10)
    for n in range(4):
        outbox.add_event(event(n, "slow"))
    for n in range(100):
        outbox.add_event(event(n, "fast"))
    outbox.add_event(event(4, "slow"))
    packets = drain(outbox)
    slow = [packet.payload for packet in packets if packet.topic == topics.events("slow")]
    assert slow == [b"0", b"1", b"2", b"3", b"4"]
    assert [packet.payload for packet in packets if packet.payload not in slow] == [
        b"%d" % n for n in range(95, 100)
    ]
    assert outbox.dropped == 95


def test_messages_in_flight_count_until_acknowledged() -> None:
    outbox = Outbox()
    outbox.add_event(event(1))
    (packet,) = take(outbox, 5)
    assert (len(outbox), outbox.in_flight, take(outbox, 5)) == (1, 1, [])
    outbox.sent(packet)
    assert (len(outbox), outbox.in_flight) == (0, 0)


def test_messages_in_flight_are_not_dropped() -> None:
    """A packet in flight may still arrive, and must not be counted as dropped."""
    outbox = Outbox(max_events=2)
    outbox.add_event(event(1))
    outbox.add_event(event(2))
    (first,) = take(outbox, 1)
    outbox.add_event(event(3))
    outbox.add_event(event(4))
    outbox.sent(first)
    assert [packet.payload for packet in drain(outbox)] == [b"3", b"4"]
    assert outbox.dropped == 1


def test_messages_in_flight_to_a_lost_broker_are_resent_first() -> None:
    outbox = Outbox()
    for n in range(3):
        outbox.add_event(event(n))
    take(outbox, 2)
    outbox.broker_is_new()
    assert [packet.payload for packet in drain(outbox)] == [b"0", b"1", b"2"]


def test_only_the_newest_state_is_sent() -> None:
    outbox = Outbox()
    for n in range(100):
        outbox.add_state(state("a", n))
    assert [packet.payload for packet in drain(outbox)] == [b"99"]


def test_a_state_replaced_while_it_is_sent_is_sent_again() -> None:
    outbox = Outbox()
    outbox.add_state(state("a", 1))
    (packet,) = take(outbox, 5)
    outbox.add_state(state("a", 2))
    outbox.sent(packet)
    assert [packet.payload for packet in drain(outbox)] == [b"2"]


def test_after_a_reconnection_all_states_and_no_old_events_are_sent() -> None:
    outbox = Outbox()
    outbox.add_event(event(1))
    outbox.add_state(state("a", 1))
    outbox.add_state(state("b", 2, last=True))
    drain(outbox)
    outbox.broker_is_new()
    assert {packet.payload for packet in drain(outbox)} == {b"1", b"2"}


def test_only_the_newest_ended_games_are_kept() -> None:
    outbox = Outbox(max_ended=2)
    for n, game in enumerate("abc"):
        outbox.add_state(state(game, n, last=True))
    outbox.add_state(state("d", 9))
    assert outbox.dropped == 1
    assert {packet.payload for packet in drain(outbox)} == {b"1", b"2", b"9"}


def test_an_ended_game_already_sent_may_be_forgotten() -> None:
    outbox = Outbox(max_ended=1)
    for n, game in enumerate("abc"):
        outbox.add_state(state(game, n, last=True))
        drain(outbox)
    assert outbox.dropped == 0


def test_events_and_states_alternate() -> None:
    outbox = Outbox()
    for n in range(50):
        outbox.add_event(event(n))
        outbox.add_state(state(f"g{n}", n))
    kinds = [packet.retain for packet in take(outbox, 10)]
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
    outbox = Outbox(max_events=5)
    newest: dict[topics.Topic, bytes] = {}
    broker: dict[topics.Topic, bytes] = {}
    arrived: dict[topics.Topic, list[int]] = {}
    in_flight: list[Packet] = []

    def deliver(packet: Packet) -> None:
        outbox.sent(packet)
        if packet.retain:
            broker[packet.topic] = packet.payload
        else:
            arrived.setdefault(packet.topic, []).append(int(packet.payload))

    for serial, (kind, n) in enumerate(operations):
        if kind == "event":
            outbox.add_event(event(serial, f"g{n}"))
        elif kind == "state":
            newest[topics.state(f"g{n}")] = b"%d" % serial
            outbox.add_state(state(f"g{n}", serial))
        elif kind == "take":
            in_flight += take(outbox, n)
        elif kind == "sent":
            for packet in in_flight[:n]:
                deliver(packet)
            del in_flight[:n]
        else:
            outbox.broker_is_new()
            broker.clear()
            in_flight = []
    for packet in [*in_flight, *take(outbox, 1000)]:
        deliver(packet)
    assert broker == newest
    assert all(numbers == sorted(numbers) for numbers in arrived.values())
    events = sum(kind == "event" for kind, _ in operations)
    assert sum(map(len, arrived.values())) + outbox.dropped == events
    assert len(outbox) == 0


def test_a_released_state_is_sent_and_then_forgotten() -> None:
    outbox = Outbox()
    outbox.add_state(state("a", 1))
    outbox.release(topics.state("a"))
    assert [packet.payload for packet in drain(outbox)] == [b"1"]
    outbox.broker_is_new()
    assert take(outbox, 5) == []


@pytest.mark.parametrize("in_flight", [0, 1], ids=["waiting", "in flight"])
def test_a_released_state_does_not_outlive_the_connection(in_flight: int) -> None:
    """Another server may have published a newer one before this one is connected again."""
    outbox = Outbox()
    outbox.add_state(state("a", 1))
    outbox.add_state(state("kept", 1))
    taken = take(outbox, in_flight)
    outbox.release(topics.state("a"))
    outbox.broker_is_new()
    for packet in taken:
        outbox.sent(packet)  # an acknowledgement that comes too late
    assert [str(packet.topic) for packet in drain(outbox)] == ["zeitnot/v1/games/kept/state"]
    assert (len(outbox), outbox.dropped) == (0, 0)


def test_a_released_end_is_sent_after_a_reconnection() -> None:
    """Nobody publishes anything newer, and without it the game would go on for every reader."""
    outbox = Outbox()
    outbox.add_state(state("a", 1, last=True))
    take(outbox, 1)
    outbox.release(topics.state("a"))
    outbox.broker_is_new()
    assert [packet.payload for packet in drain(outbox)] == [b"1"]
    outbox.broker_is_new()
    assert take(outbox, 5) == []


def test_a_released_state_that_was_sent_is_forgotten_at_once() -> None:
    outbox = Outbox()
    for game in ("a", "b"):
        outbox.add_state(state(game, 1))
    drain(outbox)
    outbox.release(topics.state("a"))
    outbox.release(topics.state("nosuch"))
    outbox.broker_is_new()
    assert [str(packet.topic) for packet in drain(outbox)] == ["zeitnot/v1/games/b/state"]


def test_a_state_that_comes_after_the_release_is_kept() -> None:
    outbox = Outbox()
    outbox.add_state(state("a", 1))
    outbox.release(topics.state("a"))
    outbox.add_state(state("a", 2))
    assert [packet.payload for packet in drain(outbox)] == [b"2"]
    outbox.broker_is_new()
    assert [packet.payload for packet in drain(outbox)] == [b"2"]


def test_a_released_end_that_is_dropped_is_dropped_once() -> None:
    outbox = Outbox(max_ended=1)
    outbox.add_state(state("a", 1, last=True))
    outbox.release(topics.state("a"))
    outbox.add_state(state("b", 1, last=True))
    assert [str(packet.topic) for packet in drain(outbox)] == ["zeitnot/v1/games/b/state"]
