"""Two versions of one bot at two nodes: one of them plays, whichever node decides first."""

import pytest

from zeitnot_server.bots.watcher import Origin

from .peers import A_BOT, ANN, ME, BotClient, Pair, exchange


class VersionClient(BotClient):
    """A process of a version. `closed`: with which reason its socket was closed."""

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


async def test_a_version_that_replaces_gets_the_games_of_another_node(pair: Pair) -> None:
    a, b = pair
    old, new = VersionClient("p", "v1"), VersionClient("q", "v2", replace=True)
    await a.join(old)
    await exchange(a, b)
    game = await a.create(ANN, ME, A_BOT)
    (given,) = old.invitations()
    await b.join(new)
    await exchange(a, b)
    await exchange(a, b)
    assert (old.closed, new.closed) == (REPLACED, "")
    (taken,) = new.invitations()
    assert (taken.game, taken.assignment > given.assignment) == (game.room.id, True)
    assert [bot.version for bot in (await a.lobby()).bots] == ["v2"]
    late = VersionClient("s", "v1")
    await a.join(late)
    assert late.closed == REFUSED


@pytest.mark.parametrize("replace", [False, True])
async def test_of_two_that_come_at_once_one_stays(pair: Pair, replace: bool) -> None:
    """Neither node knew of the other's when they came."""
    a, b = pair
    first, second = VersionClient("p", "v1"), VersionClient("q", "v2", replace=replace)
    await a.join(first)
    b.service.bots.processes.advance_past(a.service.bots.processes.next_number())
    await b.join(second)
    await exchange(a, b)
    await exchange(a, b)
    assert (first.closed, second.closed) == ((REPLACED, "") if replace else ("", REFUSED))


async def test_the_server_s_own_bots_may_have_any_version(pair: Pair) -> None:
    """Nodes are upgraded one after the other."""
    a, b = pair
    own = [VersionClient("p", "0.1"), VersionClient("q", "0.2")]
    for client in own:
        client.watcher.origin = Origin(house=True)
    await a.join(own[0])
    await exchange(a, b)
    await b.join(own[1])
    await exchange(a, b)
    assert [each.closed for each in own] == ["", ""]
