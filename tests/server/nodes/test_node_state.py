"""The state that a node publishes: its format, its limits, and the union of several."""

import zlib

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.posted import (
    MAX_ASSIGNED,
    MAX_BOTS,
    MAX_PROCESSES,
    PostedBot,
    PostedProcess,
    changed_accounts,
    truncated,
)
from zeitnot_server.nodes.remote import NO_PEERS, merge
from zeitnot_server.nodes.state import BadState, NodeState, Position, PostedRoom, decode, encode

from ..test_listing import row

PROCESS = PostedProcess(["tictactoe"], levels=2, capacity=8)


def bot(name: str, processes: int = 1, **given: int) -> PostedBot:
    view = p.BotView(name=name, plays=["tictactoe"])
    return PostedBot(f"acc-{name}", view, [PROCESS] * processes, "192.0.2.1", given)


FULL = NodeState(
    [bot("Marvin", g1=7)],
    [PostedRoom(row("open", 1, "ann", "open"), "acc-ann", "192.0.2.2")],
    [Position("going", 3, "x")],
)


@pytest.mark.parametrize("state", [NodeState(), FULL])
def test_what_is_posted_can_be_read(state: NodeState) -> None:
    assert decode(encode(state)) == state


def test_a_node_that_has_posted_nothing_has_nothing() -> None:
    assert decode(b"") == NodeState()


def test_a_newer_version_may_tell_more() -> None:
    assert decode(zlib.compress(b'{"bots":[],"weather":"fine"}')) == NodeState()


@pytest.mark.parametrize(
    "posted",
    [b"of tomorrow", encode(FULL)[:-9], zlib.compress(b"[]"), zlib.compress(b'{"bots":[{}]}')],
)
def test_what_cannot_be_read_is_refused(posted: bytes) -> None:
    with pytest.raises(BadState):
        decode(posted)


def test_a_state_that_grows_without_end_is_refused() -> None:
    with pytest.raises(BadState):
        decode(zlib.compress(b'{"bots":[' + b" " * (8 << 20)))


def test_bots_are_bounded() -> None:
    kept = truncated([bot(f"b{number}") for number in range(MAX_BOTS + 10)])
    assert [each.view.name for each in kept] == [f"b{number}" for number in range(MAX_BOTS)]


def test_processes_are_bounded_and_a_bot_is_told_whole_or_not_at_all() -> None:
    kept = truncated([bot("few"), bot("most", MAX_PROCESSES - 1), bot("one more")])
    assert [each.view.name for each in kept] == ["few", "most"]
    kept = truncated([bot("too many", MAX_PROCESSES + 1), bot("few")])
    assert [each.view.name for each in kept] == ["few"]


def test_of_too_many_games_the_newest_are_told() -> None:
    games = {f"g{number}": number for number in range(MAX_ASSIGNED + 5)}
    first, second = truncated([bot("first", **games), bot("second", other=9)])
    assert len(first.assigned) == MAX_ASSIGNED
    assert min(first.assigned.values()) == 5
    assert second.assigned == {}


def test_the_largest_state_is_some_hundred_kilobytes() -> None:
    games = [f"{number * 7_919:010x}" for number in range(MAX_ASSIGNED)]
    bots = [
        PostedBot(
            f"{number:032x}",
            p.BotView(name=f"Bot {number}", plays=["chess", "othello", "tictactoe"] * 15),
            [PROCESS, PROCESS],
            f"198.51.{number % 256}.0",
            dict.fromkeys(games[number::MAX_BOTS], 1_800_000_000_000 + number),
        )
        for number in range(MAX_BOTS)
    ]
    rooms = [PostedRoom(row(f"{n:010}", n, "ann", "open"), f"{n:032x}", "") for n in range(24)]
    state = NodeState(
        truncated(bots), rooms, [Position(f"{n:010}", n, "x" * 400) for n in range(24)]
    )
    assert sum(len(each.processes) for each in state.bots) == 2 * MAX_BOTS
    assert len(encode(state)) < 200_000


# ── several states ───────────────────────────────────────────────────────────────────────────────


def test_nobody_tells_nothing() -> None:
    assert merge({}) == NO_PEERS == merge({"a": NodeState()})


def test_a_bot_at_two_nodes_is_one() -> None:
    at_a, at_b = bot("Marvin", g1=1), bot("Marvin", g2=2)
    merge_views = merge({"a": NodeState([at_a]), "b": NodeState([at_b, bot("Zaphod")])})
    assert merge_views.bots == {
        "acc-Marvin": {"a": at_a, "b": at_b},
        "acc-Zaphod": {"b": bot("Zaphod")},
    }


def test_of_two_positions_the_newer_counts() -> None:
    states = [NodeState(positions=[Position("g", moves, f"{moves}")]) for moves in (4, 2)]
    for pair in (states, states[::-1]):
        merge_views = merge(dict(zip("ab", pair, strict=True)))
        assert merge_views.as_posted(row("g", 1, "ann", moves=3)).position == "4"
        assert merge_views.as_posted(row("g", 1, "ann", moves=5)).moves == 5
        assert merge_views.as_posted(row("other", 1, "ann", moves=0)).moves == 0


def test_which_bots_have_changed() -> None:
    before = merge({"a": NodeState([bot("stays"), bot("goes"), bot("plays")])})
    after = merge({"a": NodeState([bot("stays"), bot("plays", g=1), bot("comes")])})
    assert changed_accounts(before.bots, after.bots) == {"acc-goes", "acc-plays", "acc-comes"}
    assert changed_accounts(after.bots, after.bots) == set()
