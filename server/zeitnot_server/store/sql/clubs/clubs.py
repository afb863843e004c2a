"""The clubs on a database's connections."""

from collections.abc import Collection

from ....clubs.club import Club, ClubChange, Counts, Member, NewClub, Rank
from ....clubs.club_store import (
    By,
    Change,
    ClubPage,
    MemberPage,
    NewChallenge,
    Order,
    OwnClub,
    Place,
    RatedMember,
    StoredLadder,
)
from ....clubs.ladder import Result, Terms
from ..base.connection import Connection, Lookup, Writer
from . import changes, ladders, rows


class SqlClubs:
    """See `club_store.Clubs`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def found(self, by: By, new: NewClub, at: int) -> str:
        return await self._writer.write(lambda c: changes.found(c, by, new, at))

    async def club(self, slug: str) -> Club | None:
        return await self._lookup.ask(lambda c: rows.with_slug(c, slug))

    async def page(self, order: Order, after: Place | None, limit: int) -> ClubPage:
        return await self._lookup.ask(lambda c: rows.page(c, order, after, limit))

    async def rank(self, club: str, account: str) -> Rank | None:
        return await self._lookup.ask(lambda c: rows.rank(c, club, account))

    async def ranks(self, account: str) -> dict[str, Rank]:
        return await self._lookup.ask(lambda c: rows.ranks(c, account))

    async def of_account(self, account: str) -> list[tuple[Club, Rank]]:
        return await self._lookup.ask(lambda c: rows.of_account(c, account))

    async def own(self, account: str) -> list[OwnClub]:
        return await self._lookup.ask(lambda c: ladders.own(c, account))

    async def counts(self, club: str) -> Counts:
        return await self._lookup.ask(lambda c: rows.counts(c, club))

    async def members(
        self, club: str, skipped: int, limit: int, *, with_invited: bool
    ) -> MemberPage:
        return await self._lookup.ask(
            lambda c: rows.members(c, club, skipped, limit, with_invited=with_invited)
        )

    async def change(self, by: By, slug: str, change: ClubChange, at: int) -> None:
        await self._writer.write(lambda c: changes.change(c, by, slug, change, at))

    async def dissolve(self, by: By, slug: str, at: int) -> None:
        await self._writer.write(lambda c: changes.dissolve(c, by, slug, at))

    async def join(self, by: By, slug: str, code: str | None, at: int) -> None:
        await self._writer.write(lambda c: changes.join(c, by, slug, code, at))

    async def set_rank(self, by: By, slug: str, account: str, rank: Rank, at: int) -> Member:
        return await self._writer.write(lambda c: changes.set_rank(c, by, slug, account, rank, at))

    async def remove(self, by: By, slug: str, account: str, at: int) -> None:
        await self._writer.write(lambda c: changes.remove(c, by, slug, account, at))

    async def set_code(
        self, by: By, slug: str, code: str | None, expires_at: int | None, at: int
    ) -> None:
        await self._writer.write(lambda c: changes.set_code(c, by, slug, code, expires_at, at))

    async def last_editor(self, slug: str) -> str | None:
        return await self._lookup.ask(lambda c: rows.last_editor(c, slug))

    async def leaders(
        self, club: str, game_type: str, speed: str, limit: int, now: int
    ) -> list[RatedMember]:
        return await self._lookup.ask(lambda c: rows.leaders(c, club, game_type, speed, limit, now))

    async def ladder(self, club: str, game_type: str) -> StoredLadder | None:
        return await self._lookup.ask(lambda c: ladders.one(c, club, game_type))

    async def ladders(self, clubs: Collection[str]) -> list[StoredLadder]:
        return await self._lookup.ask(lambda c: ladders.of_clubs(c, clubs))

    async def results(self, ladder: str) -> list[Result]:
        return await self._lookup.ask(lambda c: ladders.results(c, ladder))

    async def set_terms(self, by: By, slug: str, game_type: str, terms: Terms, at: int) -> None:
        def set_them(connection: Connection) -> None:
            club = changes.led(connection, by, slug)
            is_new = ladders.set_terms(connection, club, game_type, terms)
            changes.note(
                *(connection, by, "ladder_opened" if is_new else "ladder_changed"),
                *(club, at, game_type),
            )

        await self._writer.write(set_them)

    async def close_ladder(self, by: By, slug: str, game_type: str, at: int) -> None:
        def close(connection: Connection) -> None:
            club = changes.led(connection, by, slug)
            ladders.close(connection, club, game_type)
            changes.note(connection, by, "ladder_closed", club, at, game_type)

        await self._writer.write(close)

    async def remove_from_ladder(
        self, by: By, slug: str, game_type: str, account: str, at: int
    ) -> None:
        def remove(connection: Connection) -> None:
            club = changes.led(connection, by, slug)
            ladders.remove(connection, club, game_type, account, at)
            about = f"account {account}: {game_type}"
            changes.note(connection, by, "ladder_removed", club, at, about)

        await self._writer.write(remove)

    async def change_ladder(
        self, ladder: str, accounts: Collection[str], change: Change
    ) -> StoredLadder:
        return await self._writer.write(lambda c: ladders.change(c, ladder, accounts, change))

    async def challenged_since(self, at: int) -> list[NewChallenge]:
        return await self._lookup.ask(lambda c: ladders.challenged_since(c, at))

    async def games_without_challenge(self, before: int) -> list[str]:
        return await self._lookup.ask(lambda c: ladders.games_without_challenge(c, before))

    async def due(self, now: int) -> list[str]:
        return await self._lookup.ask(lambda c: ladders.due(c, now))
