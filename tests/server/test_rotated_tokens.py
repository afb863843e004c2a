"""Sockets whose token was rotated are closed when its grace ends, with a reason."""

import pytest

from zeitnot_server.moderation.enforcement import EXPIRED, ROTATED

from .test_enforcement import Harness


async def test_a_token_rotated_at_another_node_stays_until_its_grace_is_over() -> None:
    """This node reads the grace from the database when it sees the rotation."""
    harness = Harness(is_cluster=True)
    harness.connect("old")
    harness.store.record_act("token_rotated", "token 1", actor="ann")
    harness.store.graces_until = {"old": harness.now_ms + 2_000}
    await harness.advance(250)
    harness.store.ended_hashes = {"old"}
    await harness.advance(1_500)
    assert harness.closed == []
    await harness.advance(500)
    assert harness.closed == [("old", 1008, ROTATED)]


async def test_a_token_rotated_at_another_node_without_grace_ends_at_once() -> None:
    harness = Harness(is_cluster=True)
    harness.connect("old")
    harness.store.ended_hashes = {"old"}
    harness.store.record_act("token_rotated", "token 1", actor="ann")
    await harness.advance(250)
    assert harness.closed == [("old", 1008, ROTATED)]


@pytest.mark.parametrize("rotated", [False, True])
async def test_a_socket_opened_in_the_grace_is_closed_as_rotated(
    rotated: bool,
) -> None:
    harness = Harness()
    harness.connect(expires_at=harness.now_ms + 1_000, rotated=rotated)
    harness.store.ended_hashes = {"t"}
    await harness.advance(1_250)
    assert harness.closed == [("t", 1008, ROTATED if rotated else EXPIRED)]
