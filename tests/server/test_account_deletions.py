"""A deletion that a crash has interrupted is carried out by the next start."""

from pathlib import Path

from zeitnot_server.moderation.account_deletions import TRIES
from zeitnot_server.rooms.room import Phase
from zeitnot_server.store import AuditActor
from zeitnot_server.store.audit import OPERATOR

from ..security.local import Local, running
from ..security.raw import token_of

BY, PASSWORD = AuditActor(OPERATOR), "correct horse"


async def keep(local: Local, name: str) -> tuple[str, str]:
    (made,) = await local.game_server.store.members.create(BY, [name])
    body = {"name": name, "code": made.code, "password": PASSWORD}
    answer = await local.post("account/reset", body)
    return made.account, token_of(answer.headers["set-cookie"])


async def test_a_start_carries_out_what_a_crash_has_interrupted(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        account, token = await keep(local, "Ann")
        game = await local.game(token)
        store = local.game_server.store
        kept = await store.kept.with_id(account)
        assert kept is not None
        local.game_server.moderation.enforcement._act = 1 << 40  # it sees no more acts
        await store.deletions.delete(AuditActor(account), kept.password)
        assert len(await store.deletions.unsettled()) == 1
    async with running(tmp_path) as local:
        deletions = local.game_server.moderation.deletions
        assert any([await deletions.check() for _ in range(TRIES + 2)])
        assert await local.game_server.store.deletions.unsettled() == []
        room_actor = await local.game_server.registry.get(game)
        assert room_actor is not None
        assert room_actor.room.phase is Phase.FINISHED
        found = await local.game_server.store.accounts.find(account)
        assert found is not None
        assert found.name.startswith("Deleted ")
        names = [seat.actor and seat.actor.name for seat in room_actor.room.seats]
        assert "Ann" not in names
        assert await deletions.check()  # it may be repeated
