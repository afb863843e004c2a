"""Of two versions of a bot at two nodes only one plays, whichever node decides first."""

import pytest

from zeitnot_server.bots.watcher import Origin

from .peers import A_BOT, ANN, ME, BotClient, Pair, exchange


class VersionClient(BotClient):
    """A bot process with a version. `closed`: the code and reason with which its socket was
    closed."""

    def __init__(self, process: str, version: str, *, replace: bool = False) -> None:
        super().__init__(process)
        self.watcher.watch.version, self.watcher.watch.replace = version, replace
        self.closed = ""
        self.watcher.send_queue._on_close = self._dismiss

    def _dismiss(self, code: int, reason: str) -> None:
        self.closed = f"{code} {reason}"


REFUSED, REPLACED = "1008 another version runs", "1008 replaced by another version"


async def test_another_version_is_refused_at_another_node(pair: Pair) -> None:
    a, b = pair
    first, same, second = (
        VersionClient("p", "v1"),
        VersionClient("q", "v1"),
        VersionClient("r", "v2"),
    )
    await a.join(first)
    await exchange(a, b)
    await b.join(same, second)
    assert [each.closed for each in (first, same, second)] == ["", "", REFUSED]
    assert [bot.version for bot in (await b.lobby()).bots] == ["v1"]


async def test_a_replacing_version_takes_over_games_of_another_node(pair: Pair) -> None:
    a, b = pair
    old, new = VersionClient("p", "v1"), VersionClient("q", "v2", replace=True)
    await a.join(old)
    await exchange(a, b)
    game = await a.create(ANN, ME, A_BOT)
    (first_invitation,) = old.invitations()
    await b.join(new)
    await exchange(a, b)
    await exchange(a, b)
    assert (old.closed, new.closed) == (REPLACED, "")
    (second_invitation,) = new.invitations()
    assert (second_invitation.game, second_invitation.assignment > first_invitation.assignment) == (
        game.room.id,
        True,
    )
    assert [bot.version for bot in (await a.lobby()).bots] == ["v2"]
    late = VersionClient("s", "v1")
    await a.join(late)
    assert late.closed == REFUSED


@pytest.mark.parametrize("replace", [False, True])
async def test_only_one_of_two_simultaneous_versions_stays(pair: Pair, replace: bool) -> None:
    """Neither node knew of the other node's process when its own connected."""
    a, b = pair
    first, second = VersionClient("p", "v1"), VersionClient("q", "v2", replace=replace)
    await a.join(first)
    b.service.bots.processes.advance_past(a.service.bots.processes.next_number())
    await b.join(second)
    await exchange(a, b)
    await exchange(a, b)
    assert (first.closed, second.closed) == ((REPLACED, "") if replace else ("", REFUSED))


async def test_house_bots_may_have_different_versions(pair: Pair) -> None:
    """Nodes are upgraded one after the other."""
    a, b = pair
    house_bots = [VersionClient("p", "0.1"), VersionClient("q", "0.2")]
    for client in house_bots:
        client.watcher.origin = Origin(house=True)
    await a.join(house_bots[0])
    await exchange(a, b)
    await b.join(house_bots[1])
    await exchange(a, b)
    assert [each.closed for each in house_bots] == ["", ""]
