"""Asking people for games tells nobody who is there, or who blocks whom."""

import msgspec

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor

from .test_asked_people import ANN, PeopleRig, rig, socket

__all__ = ["rig"]


async def test_refusal_tells_a_bot_neither_of_a_block_nor_of_presence(rig: PeopleRig) -> None:
    owner = await rig.server.store.accounts.create_guest("Ann")
    owned = await rig.server.store.accounts.create_bot("owned", owner.account)
    absent = await rig.message()
    await rig.join(socket(rig.eve))
    await rig.server.blocks.block(rig.eve.account, rig.bot.account)
    await rig.server.blocks.block(rig.eve.account, owner.account)
    assert await rig.message() == absent
    assert await rig.message(Actor(owned.account, "owned", bot=True)) == absent
    await rig.server.blocks.unblock(rig.eve.account, rig.bot.account)
    await rig.ask()


async def test_the_time_to_answer_does_not_tell_whether_a_person_is_there(rig: PeopleRig) -> None:
    """Those who keep their names may hide whether they are online."""
    rig.request.seats[1] = p.SeatRequest(kind="person", name="Eve")

    async def find_kept(name: str) -> Actor:
        return msgspec.structs.replace(rig.eve, kept=True)

    rig.server.lobby.ports.find_kept = find_kept
    away = await rig.ask(ANN)
    watcher = socket(rig.eve)
    await rig.join(watcher)
    assert await rig.answer(watcher, p.Decline(game=away.id)) is None
    here = await rig.ask(Actor("bob", "Bob"))
    assert here.game_setup.setup == away.game_setup.setup


async def test_as_much_is_read_whether_a_person_is_there_or_not(rig: PeopleRig) -> None:
    """The time that a refusal takes must not tell who is there."""
    new_games, reads = rig.server.lobby.new_games, list[str]()
    owner_of = rig.server.store.accounts.owner_of

    async def refresh() -> None:
        reads.append("peers")

    async def counted(bot: str) -> str | None:
        reads.append("owner")
        return await owner_of(bot)

    new_games._refresh_peers, new_games._owner_of = refresh, counted
    await rig.server.blocks.block(rig.eve.account, rig.bot.account)
    assert await rig.refusal() == "person_unavailable"
    absent = reads.copy()
    reads.clear()
    await rig.join(socket(rig.eve))
    assert await rig.refusal() == "person_unavailable"
    assert reads == absent
