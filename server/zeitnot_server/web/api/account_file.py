"""Streams the file of an account (`accounts.account_file`): each game is read when its reader's
turn comes."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace

import zeitnot_protocol as p
from zeitnot_engines.formats.registry import FORMATS

from ...accounts.account_file import GAMES, IMPORTED, RATING_HISTORY, ZipParts, rating_changes
from ...ratings.rating_store import MAX_HISTORY, Ratings
from ...store.admin import AccountDetails
from .exports import Search

PGN = FORMATS["pgn"]
PART_BYTES = 64 * 1024

Parts = AsyncGenerator[bytes, None]


async def account_file(
    documents: dict[str, bytes], history: Parts, search: Search, first: p.GamePage
) -> Parts:
    """The file in parts. `documents`: the small files; `history`: of the ratings; `search`: the
    account's finished games, whose first page is `first`."""
    archive = ZipParts()
    for name, content in documents.items():
        archive.add(name, content)
    async with aclosing(_entry(archive, RATING_HISTORY, history)) as parts:
        async for part in parts:
            yield part
    async with aclosing(_entry(archive, GAMES, search.files(first, None))) as parts:
        async for part in parts:
            yield part
    imported = replace(search, filter=replace(search.filter, mine=False, imported=True))
    page = await imported.page(None)
    async with aclosing(_entry(archive, IMPORTED, imported.files(page, None))) as parts:
        async for part in parts:
            yield part
    for game in PGN.games:
        of_game = replace(search, filter=replace(search.filter, game=game))
        page = await of_game.page(None)
        if page.games or page.cursor:
            files = of_game.files(page, PGN)
            async with aclosing(_entry(archive, f"{game}.pgn", files)) as parts:
                async for part in parts:
                    yield part
    archive.close()
    yield archive.take()


async def rating_history(ratings: Ratings, about: AccountDetails, search: Search) -> Parts:
    """The changes of an account's ratings, by class, newest first. Each page is charged like one of
    games."""
    for game_type, speed, _ in sorted(about.ratings, key=lambda each: each[:2]):
        before: int | None = None
        while before is None or before > 1:
            async with search.turn():
                page = await ratings.history(
                    about.account.id, game_type, speed, MAX_HISTORY, before
                )
            search.sender.charge_reads(1)
            if not page:
                break
            yield rating_changes(page)
            before = page[-1].sequence


async def _entry(archive: ZipParts, name: str, files: AsyncIterator[bytes]) -> Parts:
    """Writes one file of the archive; yields what is ready to be sent."""
    waiting = 0
    with archive.entry(name) as entry:
        async for file in files:
            await asyncio.to_thread(entry.write, file)
            waiting += len(file)
            if waiting >= PART_BYTES:
                waiting = 0
                yield archive.take()
