"""The accounts of the names in a filter."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ...errors import BadFilter
from ...filters import GameFilter
from ...names import skeleton
from ..base.tables import AccountRow
from .conditions import Asked, Viewer, account_of


async def asked_list(session: AsyncSession, filter_: GameFilter, viewer: Viewer) -> Asked:
    """The list that a viewer asks for, with the accounts of the names that belong to one. Raises
    BadFilter."""
    owner = account_of(viewer) if filter_.mine else None
    if filter_.person is not None:
        owner = await _account_named(session, filter_.person)
        if owner is None:
            raise BadFilter("There is no bot or registered person with this name.")
    name = filter_.opponent
    opponent = None if name is None else await _account_named(session, name)
    return Asked(filter_, viewer, owner, opponent)


async def _account_named(session: AsyncSession, name: str) -> str | None:
    """The account of a bot, or of a person who has kept a name, by a name that looks like it."""
    query = select(AccountRow.id).where(AccountRow.handle == skeleton(name))
    return await session.scalar(query)
