"""Games between bots and people are counted; a game beyond the limits is refused."""

import re

import zeitnot_protocol as p
from zeitnot_server.bots.games import RESERVED_MS
from zeitnot_server.rooms.room import Actor

from .counted_games import ANN, BOB, CLOCK, DEEP, FREE, UNLIMITED, CountedGames, room


def test_a_bot_plays_up_to_its_number_of_games() -> None:
    count = CountedGames(max_games=2)
    assert [count.make(creator) for creator in (ANN, BOB, ANN)] == [None, None, "bot_busy"]
    assert count.games.with_busy(count.online[0]).busy
    assert not count.games.with_busy(count.online[1]).busy
    count.games.ended("game1")
    assert not count.games.with_busy(count.online[0]).busy
    assert count.make() is None


def test_one_account_leaves_slots_for_others() -> None:
    count = CountedGames(per_account=2)
    assert [count.make() for _ in range(3)] == [None, None, "too_many_games"]
    assert count.reached == {"games_per_account_with_bots": 1}
    assert count.make(BOB) is None
    refusal = count.games.reserve("another", ["Deep"], ANN, CLOCK, None)
    assert refusal
    assert refusal.message.startswith("You have 2 games with bots,")
    count.games.ended("game2")
    assert count.make() is None


def test_guests_of_one_address_are_counted_together() -> None:
    count = CountedGames(per_account=2, per_address=5)
    guests = [Actor(f"guest{n}", "Guest") for n in range(4)]
    codes = [count.make(guest, address="192.0.2.1") for guest in guests for _ in range(2)]
    assert codes == [None] * 5 + ["too_many_games"] * 3
    assert count.make(guests[3], address="192.0.2.2") is None
    assert count.make(guests[3]) is None  # no address: a request from this machine
    assert count.reached == {"games_per_address_with_bots": 3}


def test_a_game_counts_for_a_bot_once_for_each_of_its_seats() -> None:
    count = CountedGames(max_games=6, per_account=2)
    assert count.make(ANN, *["Deep"] * 5) is None
    assert count.make(BOB, "Deep", "Deep") == "bot_busy"
    assert count.make(BOB, "Deep") is None
    assert count.games.with_busy(count.online[0]).busy
    count.games.ended("game1")
    assert not count.games.with_busy(count.online[0]).busy
    assert [count.make(ANN, *["Deep"] * 2) for _ in range(2)] == [None, None]
    assert count.make(ANN, "Deep") == "too_many_games", "its creator has two games"


def test_a_game_with_more_seats_than_the_bot_takes_is_refused() -> None:
    count = CountedGames(max_games=4)
    refusal = count.games.reserve("game1", ["Deep"] * 5, ANN, CLOCK, None)
    assert refusal
    assert refusal.message == (
        "Deep plays no more than 4 games at a time, and each of its seats counts as one,"
        " so it cannot take 5 seats."
    )


def test_a_slot_for_several_seats_is_freed_by_a_game_with_as_many() -> None:
    count = CountedGames(max_games=8)
    for bots in (["Deep"] * 3, ["Deep"] * 2, ["Deep"] * 3):
        assert count.make(ANN, *bots) is None
    blocking = count.games.blocking_games(["Deep"] * 3, BOB, CLOCK, None)
    assert {game.game for game in blocking} == {"game1", "game3"}


def test_four_games_without_a_running_clock_count_as_one() -> None:
    count = CountedGames(per_account=4)
    days = p.Control(kind="correspondence", days=3)
    assert [count.make(control=c) for c in (UNLIMITED, UNLIMITED, days, days)] == [None] * 4
    assert [count.make() for _ in range(4)] == [None] * 3 + ["too_many_games"]


def test_games_without_a_clock_are_a_quarter_of_an_accounts_total() -> None:
    count = CountedGames()
    bots = ["Deep", "Deeper"]
    count.online.append(p.BotView(name="Deeper", plays=["othello"], most_games=100))
    message = (
        "You already have the maximum number of slow games with bots (8): games by days, without a"
        " clock, or with hours for a turn. End one first, or choose a faster clock."
    )
    codes = [count.make(ANN, bots[n % 2], control=UNLIMITED) for n in range(9)]
    assert codes == [None] * 8 + ["too_many_games"]
    refusal = count.games.reserve("more", ["Deep"], ANN, UNLIMITED)
    assert refusal is not None
    assert refusal.message == message
    assert count.make(BOB, control=UNLIMITED) is None
    count.games.ended("game1")
    assert count.make(control=UNLIMITED) is None
    assert [count.make() for _ in range(6)] == [None] * 6


def test_games_without_a_clock_of_guests_are_counted_by_address() -> None:
    count = CountedGames(max_games=1000)
    guests = [Actor(f"guest{n}", "Guest") for n in range(20)]
    codes = [count.make(guest, control=UNLIMITED, address="192.0.2.1") for guest in guests * 2]
    assert codes == [None] * 32 + ["too_many_games"] * 8
    assert count.make(guests[0], address="192.0.2.1") is None
    assert count.make(guests[0], control=UNLIMITED, address="192.0.2.2") is None


def test_one_address_cannot_take_all_slots_for_games_without_a_clock() -> None:
    """Of eight slots the first address gets half, the next one half of the rest, and so on."""
    count = CountedGames(max_games=4)
    guests = [Actor(f"guest{n}", "Guest") for n in range(20)]
    for address, slots in (("192.0.2.1", 4), ("192.0.2.2", 2), ("192.0.2.3", 1)):
        codes = [count.make(guest, control=UNLIMITED, address=address) for guest in guests]
        assert codes == [None] * slots + ["bot_busy"] * (20 - slots)
    assert count.make(guests[0], address="192.0.2.2") is None
    assert count.make(guests[0], control=UNLIMITED, address="192.0.2.4") is None
    assert count.make(guests[0], control=UNLIMITED, address="192.0.2.5") == "bot_busy"
    small = CountedGames(max_games=1)
    codes = [small.make(guest, control=UNLIMITED, address="192.0.2.1") for guest in guests]
    assert codes == [None] + ["bot_busy"] * 19
    assert small.make(control=UNLIMITED, address="192.0.2.2") is None


def test_one_address_cannot_take_all_slots_of_a_bot() -> None:
    """Each address gets a quarter of the slots that are left, so the last go to new addresses."""
    count = CountedGames(max_games=64, per_account=1000, per_address=1000)
    guests = [Actor(f"guest{n}", "Guest") for n in range(64)]
    for host, slots in enumerate((16, 12, 9, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1)):
        codes = [count.make(guest, address=f"192.0.2.{host}") for guest in guests]
        assert codes == [None] * slots + ["bot_busy"] * (64 - slots)
    assert count.make(ANN) == "bot_busy"
    count.games.ended("game1")
    assert count.make(guests[0], address="192.0.2.1") == "bot_busy"
    assert count.make(ANN, address="192.0.2.99") is None
    assert [count.make(ANN, "Free", address="192.0.2.99") for _ in range(9)] == [None] * 9


def test_networks_of_one_ipv6_site_count_as_one() -> None:
    count = CountedGames(max_games=64, per_address=1000)
    guests = [Actor(f"guest{n}", "Guest") for n in range(64)]
    codes = [count.make(guest, address=f"2001:db8:77:{n:x}::") for n, guest in enumerate(guests)]
    assert codes == [None] * 16 + ["bot_busy"] * 48
    assert count.make(ANN, address="2001:db8:78::") is None


def test_loopback_is_not_limited() -> None:
    count = CountedGames(max_games=3)
    assert [count.make() for _ in range(4)] == [None] * 3 + ["bot_busy"]


def test_games_from_before_a_restart_count() -> None:
    count = CountedGames(max_games=4)
    for n in range(2):
        count.games.count_existing(f"old{n}", ["Deep"], f"guest{n}", CLOCK, "192.0.2.1")
    assert count.make(address="192.0.2.1") == "bot_busy"
    assert count.make(address="192.0.2.2") is None


def test_clocks_of_years_count_as_no_clock() -> None:
    count = CountedGames()
    years = p.Control(kind="sudden_death", base_ms=10**12)
    assert [count.make(control=years) for _ in range(9)] == [None] * 8 + ["too_many_games"]
    assert count.make() is None


def test_without_an_address_the_account_counts() -> None:
    count = CountedGames(max_games=4)
    codes = [count.make(ANN, control=UNLIMITED) for _ in range(5)]
    assert codes == [None] * 4 + ["bot_busy"]
    assert count.make(BOB, control=UNLIMITED) is None


def test_a_game_from_before_a_restart_counts_for_its_creators_address() -> None:
    count = CountedGames(max_games=100, per_address=2)
    for n in range(2):
        count.games.count_existing(f"old{n}", ["Deep"], f"guest{n}", CLOCK, "192.0.2.1")
    assert count.make(address="192.0.2.1") == "too_many_games"
    assert count.make(address="192.0.2.2") is None


def test_games_of_years_cannot_take_all_slots_of_a_bot() -> None:
    count = CountedGames(max_games=4)
    guests = [Actor(f"guest{n}", "Guest") for n in range(20)]
    years = p.Control(kind="correspondence", days=366)
    codes = [count.make(guest, control=years) for guest in guests]
    assert codes == [None] * 8 + ["bot_busy"] * 12
    assert not count.games.with_busy(count.online[0]).busy
    assert [count.make(BOB), count.make(ANN)] == [None, None]
    assert count.make(BOB) == "bot_busy"
    count.games.ended("game1")
    assert count.make(BOB, control=UNLIMITED) is None


def test_games_with_unlimited_bots_do_not_count() -> None:
    """The operator's bots have no limit against any opponent."""
    count = CountedGames(per_account=1)
    assert [count.make(ANN, "Free", "Marvin") for _ in range(50)] == [None] * 50
    assert [count.make(FREE, "Free") for _ in range(50)] == [None] * 50
    assert count.make() is None
    assert count.make() == "too_many_games"
    assert count.make(ANN, "Free") is None


def test_one_address_cannot_take_all_games_of_an_unlimited_bot() -> None:
    """The bot is one account, whose number of sockets is bounded."""
    count, address, other_address = CountedGames(), "192.0.2.1", "192.0.2.2"
    guests = [Actor(f"g{n}", f"Guest {n}") for n in range(40)]
    codes = [count.make(guest, "Free", address=address) for guest in guests]
    assert codes == [None] * 25 + ["bot_busy"] * 15
    assert count.make(guests[0], "Free", control=UNLIMITED, address=address) == "bot_busy"
    assert count.make(BOB, "Free", address=other_address) is None


def test_a_refused_game_is_not_counted() -> None:
    count = CountedGames(max_games=1)
    count.make()
    assert [count.make() for _ in range(20)] == ["bot_busy"] * 20
    count.games.ended("game1")
    assert count.make() is None


def test_a_failed_creation_counts_for_a_few_seconds() -> None:
    count = CountedGames(max_games=1)
    count.make()
    count.now_ms = RESERVED_MS
    assert count.make() == "bot_busy"
    count.now_ms = RESERVED_MS + 1
    assert count.make() is None
    count.games.created(room("game3", ANN, DEEP))
    count.now_ms = 10 * RESERVED_MS
    assert count.make() == "bot_busy"


def test_an_unclaimed_game_counts_for_its_person() -> None:
    count = CountedGames(per_account=1)
    count.games.created(room("old", DEEP, ANN))
    count.games.count_existing("older", ["Deep"], BOB.account, CLOCK)
    assert count.make(ANN) == count.make(BOB) == "too_many_games"
    assert count.make(Actor("c", "Cyd")) is None


def test_a_rematch_after_a_restart_counts_for_the_address() -> None:
    """A rematch is created over a socket of the room, without a request over HTTP before it."""
    count = CountedGames(max_games=100, per_address=2)
    count.games.count_existing("old", ["Deep"], ANN.account, CLOCK, "192.0.2.1")
    count.games.created(room("rematch", ANN, DEEP))
    assert count.make(BOB, address="192.0.2.1") == "too_many_games"


def test_games_from_one_address_have_the_same_source() -> None:
    count, other = CountedGames(), CountedGames()
    for counted in (count, other):
        counted.make(ANN, address="192.0.2.1")
        counted.make(BOB, address="192.0.2.1")
        counted.make(BOB, address="192.0.2.2")
        counted.make(ANN)
    first, second, third, fourth = (count.games.source(f"game{n}") for n in range(1, 5))
    assert first is not None
    assert re.fullmatch("[0-9a-f]{8}", first)
    assert first == second
    assert len({first, third, fourth}) == 3
    assert other.games.source("game1") != first, "the key changes each time the server starts"
    assert count.games.source("unknown") is None
