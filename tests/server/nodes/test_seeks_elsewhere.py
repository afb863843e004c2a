"""Two people look for an opponent at two nodes of one database."""

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Phase

from ..lobby.harness import LobbyClient
from .peers import ANN, BOB, MINUTE, LobbyNode, Pair, exchange, settle


class Seeker(LobbyClient):
    """A person's socket in the lobby of a node."""

    async def seek(self, node: LobbyNode, game_type: str = "tictactoe") -> None:
        await node.join(self)
        seek = p.Seek(id="s", game_type=game_type, control=MINUTE)
        send_queue, pairing = self.watcher.send_queue, node.game_server.seeks
        assert pairing.begin(seek, self.watcher.actor, send_queue, "") is None

    async def paired(self) -> p.Paired | None:
        """The message that an opponent was found, if it has arrived."""
        while not self.watcher.send_queue.empty:
            message = p.decode_lobby_out(await self.watcher.send_queue.get())
            if isinstance(message, p.Paired):
                return message
        return None


async def pairing_round(pair: Pair) -> None:
    """Each node runs a round of pairing; only the leader pairs."""
    for node in pair:
        await node.game_server.seeks.round()
    await settle()


async def test_people_at_two_nodes_are_paired(pair: Pair) -> None:
    a, b = pair
    ann, bob = Seeker(ANN), Seeker(BOB)
    await ann.seek(a)
    await bob.seek(b)
    await pairing_round(pair)
    assert await ann.paired() is None, "the nodes do not know each other's seeks yet"
    await exchange(a, b)
    for node in pair:
        assert [row.people for row in (await node.lobby()).waiting] == [2]
    await pairing_round(pair)
    await exchange(a, b)
    first, second = await ann.paired(), await bob.paired()
    assert first is not None
    assert second is not None
    assert (first.game, {first.seat, second.seat}) == (second.game, {0, 1})
    await exchange(a, b)
    for node in pair:
        assert (await node.lobby()).waiting == []
    await pairing_round(pair)
    games = [actor.room.id for node in pair for actor in node.game_server.registry]
    assert games == [first.game], "they are paired once"


async def test_who_has_gone_at_the_other_node_declines(pair: Pair) -> None:
    a, b = pair
    leader, other = pair if await a.game_server.store.nodes.is_leader() else (b, a)
    ann, bob = Seeker(ANN), Seeker(BOB)
    await ann.seek(leader)
    await bob.seek(other)
    await exchange(a, b)
    other.service.seeks.leave(BOB.account, bob.watcher.send_queue)
    await pairing_round(pair)
    await exchange(a, b)
    await exchange(a, b)
    (room_actor,) = leader.game_server.registry
    await room_actor.wait_until_idle()
    assert room_actor.room.has_declined
    assert room_actor.room.phase is Phase.OPEN


async def ended(seeker: Seeker) -> list[str]:
    """Why the seeks of this socket have ended."""
    reasons = list[str]()
    while not seeker.watcher.send_queue.empty:
        message = p.decode_lobby_out(await seeker.watcher.send_queue.get())
        if isinstance(message, p.SeekEnded):
            reasons.append(message.reason)
    return reasons


async def test_a_seek_at_another_node_replaces_the_one_before(pair: Pair) -> None:
    a, b = pair
    first, second = Seeker(ANN), Seeker(ANN)
    await first.seek(a)
    await exchange(a, b)
    await second.seek(b, "othello")
    await exchange(a, b)
    await pairing_round(pair)
    assert await ended(first) == ["replaced"]
    assert await ended(second) == []
    await exchange(a, b)
    for node in pair:
        assert [row.game_type for row in (await node.lobby()).waiting] == ["othello"]


async def test_of_seeks_at_two_nodes_at_the_same_time_one_is_left(pair: Pair) -> None:
    a, b = pair
    seekers = Seeker(ANN), Seeker(ANN)
    await seekers[0].seek(a)
    await seekers[1].seek(b, "othello")
    await exchange(a, b)
    await pairing_round(pair)
    assert sorted([await ended(each) for each in seekers]) == [[], ["replaced"]]
