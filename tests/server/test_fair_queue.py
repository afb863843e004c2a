"""A queue in which no account or address takes every place."""

from random import Random

import pytest

from zeitnot_server.limits.fair_queue import FairQueue


def queue_of(*requests: str, max_items: int = 100) -> FairQueue[str]:
    """A queue of items `address account`, in this order."""
    queue: FairQueue[str] = FairQueue(max_items)
    for request in requests:
        address, account = request.split()
        queue.put(request, address, account)
    return queue


def served(queue: FairQueue[str]) -> list[str]:
    return [queue.take() for _ in range(len(queue))]


def test_addresses_take_turns() -> None:
    queue = queue_of(*["a 1"] * 3, *["b 2"] * 2, "c 3")
    assert served(queue) == ["a 1", "b 2", "c 3", "a 1", "b 2", "a 1"]


def test_the_accounts_of_an_address_take_turns() -> None:
    queue = queue_of(*["a 1"] * 3, "a 2", "b 3")
    assert served(queue) == ["a 1", "b 3", "a 2", "a 1", "a 1"]


def test_an_account_with_many_addresses_gets_no_more_turns() -> None:
    queue = queue_of("a 1", "b 1", "c 1", "d 2", "d 2")
    assert served(queue) == ["a 1", "d 2", "b 1", "d 2", "c 1"]


def test_a_new_address_is_served_after_waiting_ones() -> None:
    queue = queue_of("a 1", "a 1", "b 2")
    assert queue.take() == "a 1"
    queue.put("c 3", "c", "3")
    assert served(queue) == ["b 2", "a 1", "c 3"]


def test_a_full_queue_drops_an_item_of_the_largest_share() -> None:
    queue = queue_of(*["a 1"] * 3, "b 2", max_items=4)
    assert queue.put("c 3", "c", "3") == "a 1"
    assert queue.put("a 1 again", "a", "1") == "a 1 again"
    assert queue.put("d 4", "d", "4") == "a 1"
    assert queue.put("e 5", "e", "5") == "e 5", "all have one place, so the newest is dropped"
    assert served(queue) == ["a 1", "b 2", "c 3", "d 4"]


def test_places_of_an_account_are_counted_over_all_addresses() -> None:
    queue = queue_of("a 1", "b 1", "c 1", "d 2", max_items=4)
    assert queue.put("e 3", "e", "3") == "c 1"


def test_honest_addresses_are_served_despite_greedy_ones() -> None:
    """Fewer addresses than places: no request of an honest address is dropped, and no address is
    served twice before it."""
    random = Random(7)
    for _ in range(200):
        queue: FairQueue[str] = FairQueue(32)
        honest = [f"honest{n}" for n in range(random.randrange(1, 16))]
        greedy = [f"greedy{n % 5}" for n in range(200)]
        requests = random.sample([*honest, *greedy], len(honest) + 200)
        assert not {queue.put(name, name, name) for name in requests} & set(honest)
        order = served(queue)
        assert set(honest) <= set(order[: len(honest) + 5])


def test_the_share_of_the_served_address() -> None:
    """The share of one more request: addresses have equal shares, and so have the requests of an
    address."""
    queue = queue_of(*["a 1"] * 4, "b 2")
    shares = list[float]()
    while queue:
        address = queue.take().split()[0]
        shares.append(queue.share_of(address))
    assert shares == [1 / 8, 1 / 2, 1 / 3, 1 / 2, 1]


def test_equal_items_are_taken_together() -> None:
    queue = queue_of("a 1", "b 2", "a 1")
    assert queue.take_same("a 1") == ["a 1", "a 1"]
    assert served(queue) == ["b 2"]
    assert not queue._since
    with pytest.raises(IndexError):
        queue.take()
