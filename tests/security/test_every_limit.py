"""Every limit of `TABLE` has a test. This file tests the rates and the limits on simultaneously
open items with their real numbers; an IPv6 /48 gets four times as much as an address. The other
limits are listed with their tests in `TESTED_ELSEWHERE`."""

import math
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from zeitnot_server.limits.rates import Rate
from zeitnot_server.limits.table import TABLE, Limits
from zeitnot_server.web.http.addresses import SITE, Peer
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits

PEER: Peer = ("192.0.2.7", 1)
LOOPBACK: Peer = ("127.0.0.1", 1)
NETWORKS: list[Peer] = [(f"2001:db8:77:{number:x}::1", 1) for number in range(8 * SITE)]
LIMITS = Limits()
KIB, MIB = 1024, 1024 * 1024
HOUR = 3_600


class Scene:
    """Limits with a clock that the test sets; creates accounts and addresses not used before."""

    def __init__(self) -> None:
        self.ms = 0
        self.reached = Counter[str]()
        self.limits = ConnectionLimits(LIMITS, lambda: self.ms, reached=self.reached)
        self._numbers = count()

    def account(self) -> str:
        return f"guest {next(self._numbers)}"

    def peer(self) -> Peer:
        number = next(self._numbers)
        return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 1


def allowed(call: Callable[[], object]) -> bool:
    """Whether the call succeeds and is not refused with 429."""
    try:
        call()
    except ProblemError as refused:
        if refused.problem.status != 429:
            raise
        return False
    return True


# ── in the course of time ────────────────────────────────────────────────────────────────────────

Attempt = Callable[[Scene, Peer], bool]


def handshake(scene: Scene, peer: Peer, account: str) -> bool:
    """A handshake of a player whose address has no reads left."""
    while allowed(lambda: scene.limits.read(peer)):
        pass
    return allowed(lambda: scene.limits.shake_hands(peer, account))


def seated_request(scene: Scene, peer: Peer) -> bool:
    """A request of a player whose address has no requests left."""
    while allowed(lambda: scene.limits.request(peer)):
        pass
    return allowed(lambda: scene.limits.request(peer, lambda: "ann"))


def sit_and_play(scene: Scene, peer: Peer, account: str) -> bool:
    refund = scene.limits.may_sit(peer, account)
    if refund is not None:
        refund()
    return refund is not None


def send_refused_message(scene: Scene, peer: Peer) -> bool:
    """Whether Ann may send one more message that is refused."""
    sender = scene.limits.sender(peer, "ann")
    if sender.blocked_ms():
        return False
    sender.refused("wrong_state")
    return True


@dataclass(frozen=True)
class RateTest:
    """An attempt that a rate limits. `seconds`: the duration of the test; `unit`: the cost of one
    attempt."""

    attempt: Attempt
    seconds: int
    unit: int = 1


def signed_in(scene: Scene, peer: Peer, name: str, **known_at: str) -> bool:
    return allowed(lambda: scene.limits.sign_in(peer, name, **known_at))


BY_ADDRESS = {
    "address_posts": RateTest(lambda s, peer: allowed(lambda: s.limits.spend(peer)), 900),
    "address_chats": RateTest(lambda s, peer: s.limits.may_chat(peer, s.account()), 900),
    "address_report_bytes": RateTest(
        lambda s, peer: s.limits.may_report(peer, s.account(), 256 * KIB), 15 * HOUR, 256 * KIB
    ),
    "address_sits": RateTest(lambda s, peer: sit_and_play(s, peer, s.account()), 900),
    "address_idle_seats": RateTest(
        lambda s, peer: s.limits.may_sit(peer, s.account()) is not None, 2 * HOUR
    ),
    "address_watches": RateTest(lambda s, peer: s.limits.may_watch(peer, s.account()), 20),
    "address_requests": RateTest(lambda s, peer: allowed(lambda: s.limits.request(peer)), 20),
    "address_reads": RateTest(lambda s, peer: allowed(lambda: s.limits.read(peer)), 20),
    "address_failed_sign_ins": RateTest(lambda s, peer: signed_in(s, peer, s.account()), HOUR),
    "address_seated_handshakes": RateTest(lambda s, peer: handshake(s, peer, s.account()), 20),
}
BY_ACCOUNT = {
    "account_posts": RateTest(lambda s, _: allowed(lambda: s.limits.spend(s.peer(), "ann")), 900),
    "account_renames": RateTest(lambda s, _: allowed(lambda: s.limits.rename("ann")), 5 * HOUR),
    "account_failed_sign_ins": RateTest(lambda s, _: signed_in(s, s.peer(), "ann"), HOUR),
    "known_failed_sign_ins": RateTest(
        lambda s, peer: signed_in(s, s.peer(), "ann", known_at="192.0.2.7"), HOUR
    ),
    "account_chats": RateTest(lambda s, _: s.limits.may_chat(s.peer(), "ann"), 900),
    "account_report_bytes": RateTest(
        lambda s, _: s.limits.may_report(s.peer(), "ann", 64 * KIB), 15 * HOUR, 64 * KIB
    ),
    "account_sits": RateTest(lambda s, _: sit_and_play(s, s.peer(), "ann"), 900),
    "account_idle_seats": RateTest(
        lambda s, _: s.limits.may_sit(s.peer(), "ann") is not None, 2 * HOUR
    ),
    "account_frames": RateTest(lambda s, _: s.limits.sender(s.peer(), "ann").take_frame(), 6),
    "account_refusals": RateTest(lambda s, _: send_refused_message(s, s.peer()), 20),
    "account_watches": RateTest(lambda s, _: s.limits.may_watch(s.peer(), "ann"), 60),
    "seated_handshakes": RateTest(lambda s, _: handshake(s, s.peer(), "ann"), 60),
    "seated_requests": RateTest(lambda s, _: seated_request(s, s.peer()), 20),
    "seated_postponements": RateTest(lambda s, _: s.limits.may_postpone("ann", "a game"), 20),
    "seated_reads": RateTest(
        lambda s, _: s.limits.sender(s.peer(), "ann", plays=True).may_read(), 20
    ),
}
RATES = BY_ADDRESS | BY_ACCOUNT


def rates_of(name: str) -> tuple[Rate, ...]:
    rates: tuple[Rate, ...] = getattr(LIMITS, name)
    return rates


@pytest.mark.parametrize("name", RATES)
def test_a_rate_allows_its_burst_and_then_its_rate(name: str) -> None:
    """A client that tries continuously succeeds as often as all rates allow, or once less."""
    rate_test, rates, scene = RATES[name], rates_of(name), Scene()
    step_s = min(rate.burst / rate.per_second for rate in rates) / 4
    done, burst = 0, 0
    for number in range(math.floor(rate_test.seconds / step_s) + 1):
        scene.ms = math.floor(1000 * number * step_s)
        while rate_test.attempt(scene, PEER):
            done += 1
        burst = burst or done
    allowed_at_once = min(rate.burst for rate in rates) // rate_test.unit
    allowed_in_all = min(rate.burst + rate.per_second * scene.ms / 1000 for rate in rates)
    assert burst == allowed_at_once
    assert scene.reached[name], "a reached limit is counted"
    assert allowed_in_all / rate_test.unit - 1 <= done <= allowed_in_all / rate_test.unit + 1e-6


@pytest.mark.parametrize("name", BY_ADDRESS)
def test_an_ipv6_site_has_four_times_the_allowance(name: str) -> None:
    rate_test, scene = BY_ADDRESS[name], Scene()
    done = 0
    for network in NETWORKS:
        while rate_test.attempt(scene, network):
            done += 1
    assert scene.reached[name]
    assert done == SITE * min(rate.burst for rate in rates_of(name)) // rate_test.unit


# ── at the same time ─────────────────────────────────────────────────────────────────────────────

Opener = Callable[[Scene, Peer], AbstractContextManager[None]]
OPEN: dict[str, Opener] = {
    "sockets_per_address": lambda s, peer: s.limits.hold(peer, s.account()),
    "anonymous_sockets_per_address": lambda s, peer: s.limits.hold(peer, None),
    "sockets_per_account": lambda s, _: s.limits.hold(s.peer(), "ann"),
    "lobby_sockets_per_account": lambda s, _: s.limits.hold(s.peer(), "ann", lobby=True),
    "requests_per_address": lambda s, peer: s.limits.answering(peer),
    "streams_per_address": lambda s, peer: s.limits.stream(peer),
    "streams": lambda s, _: s.limits.stream(s.peer()),
    "imports_per_address": lambda s, peer: s.limits.importing(peer),
    "imports": lambda s, _: s.limits.importing(s.peer()),
    "bots_online": lambda s, _: s.limits.show_bot(s.peer(), s.account(), "ann"),
}
OF_PLAYERS: dict[str, tuple[Opener, Opener]] = {
    "seated_sockets": (
        OPEN["sockets_per_address"],
        lambda s, peer: s.limits.hold(peer, "ann", plays=True),
    ),
    "seated_lobby_sockets": (
        OPEN["sockets_per_address"],
        lambda s, peer: s.limits.hold(peer, "ann", lobby=True, plays=True),
    ),
    "seated_connections": (
        OPEN["requests_per_address"],
        lambda s, peer: s.limits.answering(peer, lambda: "ann"),
    ),
}


def open_all(stack: ExitStack, scene: Scene, opener: Opener, peer: Peer = PEER) -> int:
    """Opens items until one is refused; returns their number."""
    opened = 0
    while True:
        try:
            stack.enter_context(opener(scene, peer))
        except ProblemError as refused:
            if refused.problem.status != 429:
                raise
            return opened
        opened += 1


@pytest.mark.parametrize("name", OPEN)
def test_open_items_are_limited(name: str) -> None:
    scene, bound = Scene(), getattr(LIMITS, name)
    with ExitStack() as stack:
        assert open_all(stack, scene, OPEN[name]) == bound
    assert scene.reached == {name: 1}
    with ExitStack() as stack:
        assert open_all(stack, scene, OPEN[name]) == bound, "closed items are not counted"
    assert scene.limits.held_keys == 0


@pytest.mark.parametrize("name", OF_PLAYERS)
def test_a_player_may_open_more_than_its_address(name: str) -> None:
    open_others, open_players = OF_PLAYERS[name]
    scene = Scene()
    with ExitStack() as stack:
        assert open_all(stack, scene, open_others) > 0
        assert open_all(stack, scene, open_players) == getattr(LIMITS, name)
    assert scene.reached[name] == 1
    assert scene.limits.held_keys == 0


@pytest.mark.parametrize(
    ("peer", "account", "bound"),
    [
        (PEER, None, LIMITS.address_waiting_bytes),
        (PEER, "ann", LIMITS.account_waiting_bytes),
        (NETWORKS[0], None, LIMITS.address_waiting_bytes),
    ],
)
def test_waiting_bytes_are_limited(peer: Peer, account: str | None, bound: int) -> None:
    scene = Scene()
    sockets = [scene.limits.waiting(peer, account) for _ in range(50)]
    accepted = [socket for _ in range(4) for socket in sockets if socket.add(MIB)]
    assert len(accepted) == bound // MIB
    accepted[0].remove(MIB)
    assert [sockets[-1].add(MIB), sockets[-1].add(1)] == [True, False]


def test_waiting_bytes_of_an_ipv6_site_are_limited() -> None:
    scene = Scene()
    waiting = [scene.limits.waiting(network, None) for network in NETWORKS]
    accepted = sum(socket.add(MIB) for _ in range(40) for socket in waiting)
    assert accepted == SITE * LIMITS.address_waiting_bytes // MIB


# ── all others ───────────────────────────────────────────────────────────────────────────────────

TESTED_ELSEWHERE = {
    "../accounts/test_hashing.test_beyond_the_queue_the_caller_is_told_when_to_retry": (
        "password_hashes",
    ),
    "test_requests.test_the_default_timeouts_are_ten_seconds": (
        *("head_seconds", "body_seconds", "hello_seconds"),
    ),
    "test_requests.test_an_incomplete_head_is_refused": ("head_seconds",),
    "test_requests.test_an_incomplete_body_is_refused": ("body_seconds",),
    "test_requests.test_a_socket_without_a_hello_is_closed": ("hello_seconds",),
    "test_requests.test_an_unread_response_closes_the_connection": ("answer_seconds",),
    "test_requests.test_an_unanswered_close_ends_the_connection": ("linger_seconds",),
    "test_requests.test_invalid_heads_are_refused": ("head_bytes", "url_bytes", "headers"),
    "test_requests.test_an_endless_body_is_refused": ("message_bytes",),
    "test_requests.test_endless_pipelined_requests_are_refused": ("pipelined",),
    "test_requests.test_a_few_pipelined_requests_are_served": ("pipelined",),
    "test_requests.test_too_many_connections_are_refused": ("connections",),
    "test_connections.test_a_refused_connection_is_drained_within_bounds": (
        *("drain_seconds", "drain_bytes", "drained_at_once"),
    ),
    "test_connections.test_a_player_can_connect_beyond_the_limit_of_its_address": (
        "provisional_connections_per_address",
    ),
    "test_connections.test_a_surplus_connection_that_sends_nothing_is_refused": (
        *("provisional_seconds", "provisional_connections"),
    ),
    "test_metered.test_guests_of_one_address_share_refusals_and_others_are_unaffected": (
        "address_refusals",
    ),
    "test_metered.test_frames_that_are_not_refused_are_bounded_by_address": ("address_frames",),
    "test_metered.test_moves_of_an_account_per_day_are_bounded": (
        *("account_events_a_day", "game_events"),
    ),
    "test_metered.test_guests_of_an_address_share_its_bound_on_stored_moves": (
        "address_events_a_day",
    ),
    "test_metered.test_a_flood_leaves_a_few_frames_to_other_clients": ("few_frames",),
    "test_metered.test_frames_from_a_busy_address_wait_behind_others": ("prompt_reads",),
    "test_frames.test_hello_must_come_first_and_is_limited": ("hellos",),
    "test_frames.test_watch_is_limited": ("hellos",),
    "../server/test_import.test_imports_need_an_account_and_are_limited_in_size": ("import_bytes",),
    "../server/test_room_actor.test_engine_lines_are_relayed_and_bounded": ("analysis_lines",),
    "test_allowances.test_a_socket_with_too_many_messages_is_closed": ("messages",),
    "test_frames.test_too_many_malformed_frames_close_a_socket": ("unread_frames",),
    "../server/test_transport.test_a_flood_is_not_parsed_beyond_the_queue": (
        "waiting_frames",
        "closing_frames",
    ),
    "test_bounded_socket.test_the_fifth_socket_of_an_account_closes_the_oldest": ("room_sockets",),
    "../server/test_mailbox.test_slots_of_spectators_are_bounded_each_and_together": (
        *("spectator_commands", "spectators_commands"),
    ),
    "../server/test_mailbox.test_spectators_cannot_use_the_slots_of_players": ("seat_commands",),
    "../server/test_send_queue.test_an_overflow_cuts_off_once_and_queues_nothing_more": (
        "outbox_frames",
    ),
    "../server/test_send_queue.test_long_frames_cut_off_earlier": ("outbox_bytes",),
    "../server/test_open_seats.test_an_account_takes_three_of_forty_seats": ("account_open_seats",),
    "../server/test_open_seats.test_an_address_takes_ten_seats_with_any_number_of_guests": (
        "address_open_seats",
    ),
    "../server/lobby/test_challenges.test_bot_asks_only_so_often": ("bot_challenges",),
    "../server/lobby/test_challenges.test_bots_of_one_owner_count_together": ("owner_challenges",),
    "../server/lobby/test_challenges.test_bot_is_asked_only_so_often_by_all_others": (
        "challenges_to_bot",
    ),
    "../server/lobby/test_challenges.test_person_is_asked_far_less_often": (
        "challenges_to_person",
    ),
    "../server/lobby/test_challenges.test_declined_bot_may_not_ask_again_for_a_while": (
        "decline_seconds",
    ),
    "../server/lobby/test_challenges.test_person_who_declines_is_left_alone_for_longer": (
        "person_decline_seconds",
    ),
    "../rooms/test_tally.test_chat_of_players_and_spectators_is_bounded": (
        *("chat_lines_of_player", "chat_lines_of_spectator"),
    ),
    "../rooms/test_tally.test_spectators_leave_chat_for_the_players_and_share_a_bound": (
        *("chat_lines_of_spectators", "chat_lines"),
    ),
    "../rooms/test_tally.test_only_players_chat_for_an_hour_after_the_end": ("chat_seconds",),
    "../rooms/test_tally.test_sitting_and_leaving_is_bounded": ("sits_of_account",),
    "../rooms/test_tally.test_other_accounts_do_not_use_up_the_bound_on_sitting": ("sits",),
    "../rooms/test_tally.test_offers_of_a_seat_are_bounded_and_the_game_can_still_end": ("offers",),
    "../server/test_absence.test_after_several_lapses_all_must_be_present_to_resume": (
        "lapsed_resumes",
    ),
    "../server/test_reports.test_reports_of_a_seat_are_limited_across_a_restart": (
        "game_report_bytes",
    ),
    "../rooms/test_invitations.test_an_invitation_lapses": ("invitation_seconds",),
    "../server/test_answers.test_wrong_answers_are_refused": ("decline_chars",),
    "../clients/test_takes.test_contradictions_are_found": ("takes_bytes",),
    "test_metered.test_catch_ups_count_as_reads": ("read_chars",),
    "test_allowances.test_registered_and_online_bots_of_a_guest_are_limited": ("owner_bots_a_day",),
    "../store/contract/test_tickets.test_an_account_has_only_so_many_unused_tickets": (
        "tickets_per_account",
    ),
    "../store/contract/test_tickets.test_the_server_has_only_so_many_unused_tickets": ("tickets",),
    "test_connection_limits.test_an_ipv6_site_may_register_four_times_as_many_bots": (
        "address_bots_a_day",
    ),
    "test_allowances.test_open_games_of_an_account_are_limited": ("open_games",),
    "test_allowances.test_unfinished_games_of_an_account_are_limited": ("unfinished_games",),
    "../server/test_bot_games.test_guests_of_one_address_are_counted_together": (
        *("games_per_account_with_bots", "games_per_address_with_bots"),
    ),
    "../server/test_disk.test_only_running_games_continue_on_a_full_disk": ("disk_reserve_mb",),
    "test_bounded_socket.test_an_invalid_frame_closes_the_socket_with_its_code": ("frame_bytes",),
    "../server/test_listing.test_a_hundred_games_of_one_account_hide_no_others": ("listed_games",),
    "../server/test_lobby.test_bots_of_one_address_do_not_hide_others": ("listed_bots",),
    "../store/test_filters.test_invalid_parameters_are_reported": ("page_games",),
    "../store/sqlite/test_walks.test_an_empty_page_may_have_a_cursor": ("page_rows",),
    "test_records.test_book_pages_wait_without_blocking_other_requests": ("lists_at_once",),
    "../server/test_catch_up.test_no_chunk_exceeds_the_limit": ("events_at_once",),
    "test_finished.test_a_very_long_record_is_streamed": ("record_bytes",),
    "../server/test_solving.test_a_position_and_its_mirror_are_solved_once": ("solved_at_once",),
    "../server/test_solving.test_the_number_of_waiting_requests_is_limited": ("solving_waits",),
    "../server/test_solving.test_waiting_requests_of_an_address_share_its_time": (
        "solving_seconds",
    ),
    "../server/test_page_cache.test_the_number_of_pages_being_computed_is_bounded": (
        "bot_pages_waiting",
    ),
    "../server/test_grader.test_the_number_of_waiting_bots_is_bounded": ("graded_bots",),
    "../server/test_solving.test_a_remembered_position_is_not_solved_again": ("values_kept",),
}
BYTES = ("address_waiting_bytes", "account_waiting_bytes")


def test_every_limit_has_a_test() -> None:
    elsewhere = {name for names in TESTED_ELSEWHERE.values() for name in names}
    assert {*RATES, *OPEN, *OF_PLAYERS, *BYTES, *elsewhere} == set(TABLE)
    for test in TESTED_ELSEWHERE:
        file, function = test.rsplit(".", 1)
        assert f"def {function}(" in (Path(__file__).parent / f"{file}.py").read_text("utf-8")
