"""Reads full records, exports and lists from a store, joining their chunks or pages."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import TypeVar

import zeitnot_protocol as p
from zeitnot_server.store import GameFilter, Store

T = TypeVar("T")
_record = p.Decoder(p.GameRecord)
_export = p.Decoder(p.Export)


async def record_of(store: Store, game: str, account: str | None = None) -> p.GameRecord | None:
    """A game with its full history, as this account may see it."""
    return _decoded(_record, await _joined(await store.games.record_parts(game, account)))


async def export_of(store: Store, game: str) -> p.Export | None:
    """The file that `zeitnot verify` reads."""
    return _decoded(_export, await _joined(await store.games.export_parts(game)))


async def pages(store: Store, filter_: GameFilter, account: str | None = None) -> list[str]:
    """The ids on all pages of the list, page by page."""
    ids: list[str] = []
    while True:
        page = await store.games.page(filter_, account)
        assert len(page.games) <= filter_.limit
        ids += [game.id for game in page.games]
        if page.cursor is None:
            return ids
        filter_ = replace(filter_, cursor=page.cursor)


async def _joined(parts: AsyncGenerator[bytes, None] | None) -> bytes | None:
    if parts is None:
        return None
    async with aclosing(parts):
        return b"".join([part async for part in parts])


def _decoded(decoder: p.Decoder[T], text: bytes | None) -> T | None:
    return None if text is None else decoder.decode(text)
