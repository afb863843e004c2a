"""Sockets whose token was rotated are closed when its grace ends, with a reason."""

import pytest

from zeitnot_server.moderation.enforcement import EXPIRED, ROTATED

from .test_enforcement import Scene


async def test_a_token_rotated_at_another_node_stays_until_its_grace_is_over() -> None:
    """The other node knows of the grace, this one reads it when it sees the rotation."""
    scene = Scene(is_cluster=True)
    scene.connect("old")
    scene.store.operator("token_rotated", "token 1", actor="ann")
    scene.store.graces_until = {"old": scene.now_ms + 2_000}
    await scene.advance(250)
    scene.store.ended_hashes = {"old"}
    await scene.advance(1_500)
    assert scene.closed == []
    await scene.advance(500)
    assert scene.closed == [("old", 1008, ROTATED)]


async def test_a_token_rotated_at_another_node_without_grace_ends_at_once() -> None:
    scene = Scene(is_cluster=True)
    scene.connect("old")
    scene.store.ended_hashes = {"old"}
    scene.store.operator("token_rotated", "token 1", actor="ann")
    await scene.advance(250)
    assert scene.closed == [("old", 1008, ROTATED)]


@pytest.mark.parametrize("rotated", [False, True])
async def test_a_socket_opened_in_the_grace_is_told_of_the_rotation(
    rotated: bool,
) -> None:
    scene = Scene()
    scene.connect(expires_at=scene.now_ms + 1_000, rotated=rotated)
    scene.store.ended_hashes = {"t"}
    await scene.advance(1_250)
    assert scene.closed == [("t", 1008, ROTATED if rotated else EXPIRED)]
