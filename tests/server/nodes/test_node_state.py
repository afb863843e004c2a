"""The state that a node posts: its format, its limits, and the union of several states."""

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


def bot(name: str, processes: int = 1, **assigned: int) -> PostedBot:
    view = p.BotView(name=name, plays=["tictactoe"])
    return PostedBot(f"acc-{name}", view, [PROCESS] * processes, "192.0.2.1", assigned)


FULL = NodeState(
    [bot("Marvin", g1=7)],
    [PostedRoom(row("open", 1, "ann", "open"), "acc-ann", "192.0.2.2")],
    [Position("going", 3, "x")],
)


@pytest.mark.parametrize("state", [NodeState(), FULL])
def test_a_posted_state_can_be_decoded(state: NodeState) -> None:
    assert decode(encode(state)) == state


def test_an_empty_post_decodes_to_an_empty_state() -> None:
    assert decode(b"") == NodeState()


def test_unknown_fields_of_a_state_are_ignored() -> None:
    assert decode(zlib.compress(b'{"bots":[],"weather":"fine"}')) == NodeState()


@pytest.mark.parametrize(
    "posted",
    [b"not compressed", encode(FULL)[:-9], zlib.compress(b"[]"), zlib.compress(b'{"bots":[{}]}')],
)
def test_malformed_states_are_refused(posted: bytes) -> None:
    with pytest.raises(BadState):
        decode(posted)


def test_a_state_that_decompresses_beyond_the_limit_is_refused() -> None:
    with pytest.raises(BadState):
        decode(zlib.compress(b'{"bots":[' + b" " * (8 << 20)))


def test_the_number_of_posted_bots_is_bounded() -> None:
    posted_bots = truncated([bot(f"b{number}") for number in range(MAX_BOTS + 10)])
    assert [each.view.name for each in posted_bots] == [f"b{number}" for number in range(MAX_BOTS)]


def test_a_bot_is_posted_with_all_its_processes_or_omitted() -> None:
    posted_bots = truncated([bot("few"), bot("most", MAX_PROCESSES - 1), bot("one more")])
    assert [each.view.name for each in posted_bots] == ["few", "most"]
    posted_bots = truncated([bot("too many", MAX_PROCESSES + 1), bot("few")])
    assert [each.view.name for each in posted_bots] == ["few"]


def test_only_the_newest_games_are_posted() -> None:
    games = {f"g{number}": number for number in range(MAX_ASSIGNED + 5)}
    first, second = truncated([bot("first", **games), bot("second", other=9)])
    assert len(first.assigned) == MAX_ASSIGNED
    assert min(first.assigned.values()) == 5
    assert second.assigned == {}


def test_the_largest_state_has_less_than_200_kilobytes() -> None:
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


# ── merged states ────────────────────────────────────────────────────────────────────────────────


def test_empty_states_merge_to_no_peers() -> None:
    assert merge({}) == NO_PEERS == merge({"a": NodeState()})


def test_a_bot_at_two_nodes_is_merged() -> None:
    at_a, at_b = bot("Marvin", g1=1), bot("Marvin", g2=2)
    merged = merge({"a": NodeState([at_a]), "b": NodeState([at_b, bot("Zaphod")])})
    assert merged.bots == {
        "acc-Marvin": {"a": at_a, "b": at_b},
        "acc-Zaphod": {"b": bot("Zaphod")},
    }


def test_the_newer_of_two_positions_is_shown() -> None:
    states = [NodeState(positions=[Position("g", moves, f"{moves}")]) for moves in (4, 2)]
    for pair in (states, states[::-1]):
        merged = merge(dict(zip("ab", pair, strict=True)))
        assert merged.as_posted(row("g", 1, "ann", moves=3)).position == "4"
        assert merged.as_posted(row("g", 1, "ann", moves=5)).moves == 5
        assert merged.as_posted(row("other", 1, "ann", moves=0)).moves == 0


def test_changed_accounts_are_found() -> None:
    before = merge({"a": NodeState([bot("stays"), bot("leaves"), bot("plays")])})
    after = merge({"a": NodeState([bot("stays"), bot("plays", g=1), bot("joins")])})
    assert changed_accounts(before.bots, after.bots) == {"acc-leaves", "acc-plays", "acc-joins"}
    assert changed_accounts(after.bots, after.bots) == set()
