"""A seat that a bot has taken from a person: the game stays in the person's lists, as a loss, and
the bot finds its seat again."""

from dataclasses import dataclass

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Command
from zeitnot_server.rooms.players import StandIn
from zeitnot_server.rooms.room import Actor, GameSetup, Now, Room
from zeitnot_server.rooms.rules import Outcome
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.store import Commit, GameFilter, Store

from ..full_records import export_of, record_of
from ..playing import CONTROL, Count

ANN, BOB, CYD = (Actor(f"{name.lower()}1", name) for name in ("Ann", "Bob", "Cyd"))


@dataclass(frozen=True)
class Trio(Count):
    """Count for three, of whom the last one only watches."""

    seats: int = 3

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        end = super().outcome(state)
        return end and Outcome((*end.scores, 0.0), end.reason, end.word)


class Table:
    """A stored game of three people."""

    def __init__(self, store: Store, gnu: StandIn) -> None:
        rules, setup = Trio(), p.Setup(clock_starts="start", bots_fill=True)
        seed = bytes(32)
        self.store, self.gnu = store, gnu
        self.room = Room.new(
            GameSetup(
                "trio1", rules, rules.settings, CONTROL, seed, 1_000, (None,) * 3, setup=setup
            )
        )
        self._ids = 0

    async def do(self, actor: Actor, kind: type[p.Message], **fields: object) -> None:
        self._ids += 1
        command: Command = kind(game="trio1", id=f"c{self._ids}", **fields)  # type: ignore[assignment]
        now = Now(1, self._ids, 1_700_000_000_000 + self._ids)
        result = step(self.room, command, actor, now, stand_in=self.gnu)
        assert result.refusal is None, result.refusal
        await self.store.log.commit(Commit(result.room, result.entries))
        self.room = result.room

    async def begin(self) -> None:
        await self.store.log.commit(Commit(self.room, created=(self.room,)))
        for seat, actor in enumerate((ANN, BOB, CYD)):
            await self.do(actor, p.Sit, seat=seat)
        for actor in (ANN, BOB, CYD):
            await self.do(actor, p.Ready, salt="salt")


async def left_by_ann(store: Store) -> tuple[Table, Actor]:
    """A game in which a bot has taken Ann's seat, and the bot."""
    bot = await store.accounts.create_bot("Gnu", None)
    gnu = Actor(bot.account, "Gnu", bot=True, version="g1")
    table = Table(store, StandIn(gnu, 3))
    await table.begin()
    await table.do(ANN, p.Resign)
    return table, gnu


async def test_the_bot_finds_its_seat_and_the_person_is_free(store: Store) -> None:
    _, gnu = await left_by_ann(store)
    (invited,) = await store.games.invitations_of(gnu.account)
    assert (invited.seat, invited.level, invited.deadline) == (0, 3, None)
    (row,) = await store.games.unfinished_of(gnu.account)
    assert row.you == 0
    assert row.seats[0] == p.SeatView(
        player=p.Player(name="Gnu", bot=True, level=3, version="g1"),
        salt="salt",
        left=p.Player(name="Ann"),
    )
    assert await store.games.unfinished_of(ANN.account) == []
    assert [game.id for game in await store.games.unfinished_of(BOB.account)] == ["trio1"]
    (counted,) = await store.games.of_bots()
    assert (counted.bots, counted.account) == (("Gnu",), BOB.account)
    (stored,) = await store.games.by_id(["trio1"])
    assert [each and each.name for each in stored.holders] == ["Gnu", "Bob", "Cyd"]
    assert {seat.account for seat in await store.tokens.seated()} == {gnu.account}


async def test_who_has_left_sees_no_more_than_a_spectator(store: Store) -> None:
    table, gnu = await left_by_ann(store)
    await table.do(gnu, p.Move, ply=0, move="2", engine=p.EngineReport(depth=3, value=0.9))
    seen = {}
    for viewer in (gnu, ANN, BOB):
        record = await record_of(store, "trio1", viewer.account)
        assert record is not None
        (moved,) = (event for event in record.events if isinstance(event, p.Moved))
        seen[viewer.name] = moved.engine is not None
    assert seen == {"Gnu": True, "Ann": False, "Bob": False}


async def test_the_result_is_the_persons_and_a_loss(store: Store) -> None:
    table, gnu = await left_by_ann(store)
    await table.do(gnu, p.Move, ply=0, move="2")
    await table.do(BOB, p.Move, ply=1, move="1")
    await table.do(gnu, p.Move, ply=2, move="1")
    assert table.room.finished is not None
    assert table.room.finished.scores == [1.0, 0.0, 0.0]
    for result, count in (("loss", 1), ("win", 0)):
        filter_ = GameFilter(mine=True, result=result)
        page = await store.games.page(filter_, ANN.account)
        assert [game.you for game in page.games] == [0] * count, result
    assert (await store.games.page(GameFilter(mine=True), gnu.account)).games == []
    stats = [await store.accounts.stats_of(each.account) for each in (ANN, BOB, gnu)]
    assert [each.games for each in stats] == [1, 1, 0]
    export = await export_of(store, "trio1")
    assert export is not None
    assert export.players[0].left == p.Player(name="Ann")
