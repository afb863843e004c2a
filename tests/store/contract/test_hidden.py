"""Lists, records and exports of a game with hidden information."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import GameFilter, Store

from ...rooms.hidden_games import CARDS, Hands
from ..full_records import export_of, record_of
from ..playing import ANN, BOB, Game
from .implementations import Database

CYD = Actor("cyd3", "Cyd")


def rules_for(game: str, settings: p.Settings) -> Any:
    return Hands()


class HandsGame(Game):
    """A game of `Hands` in the store."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        game_setup = replace(
            self.room.game_setup, rules=Hands(), settings={}, invitations=(None,) * 3
        )
        self.room = Room.new(game_setup)
        self.players = (ANN, BOB, CYD)  # type: ignore[assignment]

    async def start(self) -> "HandsGame":
        await self.create()
        for seat in range(3):
            await self.do(seat, self.command(p.Sit, seat=seat))
        for seat in range(3):
            await self.do(seat, self.command(p.Ready, salt=f"salt{seat}"))
        return self

    def secrets(self, seat: int | None) -> set[str]:
        deal = self.room.state.cards
        return {CARDS[card] for place, card in enumerate(deal) if place not in (seat, 3)}

    def bid(self) -> str:
        return str(self.room.game_setup.rules.legal(self.room.state)[1])


@pytest.fixture
async def store(database: Database) -> AsyncIterator[Store]:
    async with database.open(rules_for) as store:
        yield store


async def test_hidden_cards_are_not_revealed_before_the_end(store: Store) -> None:
    game = await HandsGame(store).start()
    await game.move(game.bid())
    viewers: dict[int | None, str | None] = {0: ANN.account, 1: BOB.account, 2: CYD.account}
    for seat, account in (viewers | {None: "stranger"}).items():
        record = await record_of(store, "game1", account)
        assert record is not None
        text = p.encode(record)
        assert not [card for card in game.secrets(seat) if card in text]
        assert (CARDS[game.room.state.cards[seat]] in text) if seat is not None else True
    messages = [
        await record_of(store, "game1"),
        await export_of(store, "game1"),
        await store.games.page(GameFilter()),
        await store.games.unfinished_of(ANN.account),
    ]
    for answer in messages:
        text = p.encode(answer)
        assert "Hands" not in text
        assert not [card for card in game.secrets(None) if card in text]


async def test_hidden_moves_are_revealed_after_the_end(store: Store) -> None:
    game = await HandsGame(store).start()
    bids = []
    for _ in range(3):
        bids.append(game.bid())
        await game.move(bids[-1])
    record = await record_of(store, "game1")
    assert record is not None
    assert [e.move for e in record.events if isinstance(e, p.Moved)] == bids
    assert record.game.position == game.room.game_setup.rules.hidden.full_position(game.room.state)  # type: ignore[union-attr]
    export = await export_of(store, "game1")
    assert export is not None
    assert export.events == record.events
