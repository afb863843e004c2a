"""End effects: rows that the end of a game changes in the same transaction."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, cast

import pytest
from structlog.testing import capture_logs

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Adjudicate
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import AuditActor, Commit, Conflict, Store, Termination, end_effects
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.end_effects.effect import Ended, EndEffect, Key
from zeitnot_server.store.sql.base import dialect
from zeitnot_server.store.sql.base.connection import Connection
from zeitnot_server.store.sql.base.tables import Base
from zeitnot_server.store.sql.logs.end_effects import PendingEffect, carry_out

from ..playing import ANN, BOB, Game

TABLE = "throwaway_result"
CREATE_TABLE = f"""CREATE TABLE {TABLE} (account TEXT NOT NULL, result TEXT NOT NULL,
    number BIGINT NOT NULL, last TEXT NOT NULL, PRIMARY KEY (account, result))"""


class Results(NamedTuple):
    """The number of games that an account has won or lost, and its last game."""

    account: str
    result: str
    number: int = 0
    last: str = ""


def keys_of(ended: Ended) -> list[Key]:
    scores = ended.room.finished.scores if ended.room.finished else None
    return [
        (seat.actor.account, "win" if score else "loss")
        for seat, score in zip(ended.room.seats, scores or (), strict=False)
        if seat.actor is not None
    ]


def count(ended: Ended, rows: Mapping[Key, Results]) -> Iterable[Results]:
    return [row._replace(number=row.number + 1, last=ended.room.id) for row in rows.values()]


def counting_effect(
    change: Callable[[Ended, Mapping[Key, Any]], Iterable[Any]] = count,
    keys: Callable[[Ended], Collection[Key]] = keys_of,
) -> EndEffect:
    """An effect on one more table."""
    return EndEffect(TABLE, Results, keys, change)


@pytest.fixture
async def register(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[EndEffect], None]]:
    """Registers one more effect, before the players' records. Its table is dropped afterwards, so
    that the database can be reused."""
    await store.write(lambda c: c.execute(CREATE_TABLE).rowcount)

    def register_effect(effect: EndEffect) -> None:
        monkeypatch.setattr(end_effects, "EFFECTS", (effect, *end_effects.EFFECTS))

    yield register_effect
    await store.write(lambda c: c.execute(f"DROP TABLE {TABLE}").rowcount)


async def results(store: Store) -> list[tuple[Any, ...]]:
    query = f"SELECT account, result, number, last FROM {TABLE} ORDER BY account, result"
    return await store.write(lambda c: [tuple(row) for row in c.execute(query)])


async def resigned_game(store: Store, id: str, by: int = 0, **of_game: Any) -> tuple[Game, Commit]:
    """A game, and the commit that ends it."""
    game = await (await Game(store, id, **of_game).create()).start()
    step = game.step(game.command(p.Resign), game.players[by])
    return game, Commit(step.room, step.entries)


@pytest.mark.parametrize("effect", end_effects.EFFECTS, ids=lambda effect: effect.table)
def test_every_effect_writes_an_existing_table(effect: EndEffect) -> None:
    table = Base.metadata.tables[effect.table]
    key = [name for name in effect.row._fields if name not in effect.row._field_defaults]
    assert set(effect.row._fields) == set(table.columns.keys())
    assert key == [column.name for column in table.primary_key.columns]
    assert [other.table for other in end_effects.EFFECTS].count(effect.table) == 1


async def test_the_end_of_a_game_changes_its_rows(
    store: Store, register: Callable[[EndEffect], None]
) -> None:
    register(counting_effect())
    _, end = await resigned_game(store, "game1")
    assert await results(store) == []
    await store.log.commit(end)
    assert await results(store) == [
        (ANN.account, "loss", 1, "game1"),
        (BOB.account, "win", 1, "game1"),
    ]
    assert await store.accounts.stats_of(ANN.account) == PlayerStats(games=1)


async def test_games_ending_in_one_transaction_are_counted_in_order(
    store: Store, register: Callable[[EndEffect], None]
) -> None:
    register(counting_effect())
    ends = [(await resigned_game(store, f"game{n}"))[1] for n in (1, 2, 3)]
    await asyncio.gather(*map(store.log.commit, ends))
    assert [row[2:] for row in await results(store)] == [(3, "game3"), (3, "game3")]
    assert await store.accounts.stats_of(BOB.account) == PlayerStats(games=3)


async def test_a_game_that_cannot_be_written_has_no_effects(
    store: Store, register: Callable[[EndEffect], None]
) -> None:
    """The other games of its transaction have their effects."""
    register(counting_effect())
    first, other = [(await resigned_game(store, f"game{n}"))[1] for n in (1, 2)]
    commits = (first, first, other)
    ends = await asyncio.gather(*map(store.log.commit, commits), return_exceptions=True)
    assert [type(end) for end in ends] == [type(None), Conflict, type(None)]
    assert [row[2:] for row in await results(store)] == [(2, "game2"), (2, "game2")]
    assert await store.accounts.stats_of(ANN.account) == PlayerStats(games=2)


async def test_a_game_that_the_operator_ends_has_the_same_effects(
    store: Store, register: Callable[[EndEffect], None]
) -> None:
    register(counting_effect())
    game = await (await Game(store).create()).start()
    step = game.step(Adjudicate((1.0, 0.0), "a bad connection"), None)
    end = Termination("a bad connection", (1.0, 0.0))
    await store.moderation.end_game(AuditActor(OPERATOR), Commit(step.room, step.entries), 1, end)
    assert [row[:3] for row in await results(store)] == [
        (ANN.account, "win", 1),
        (BOB.account, "loss", 1),
    ]


async def test_unchanged_rows_are_not_written(
    store: Store, register: Callable[[EndEffect], None]
) -> None:
    """Neither rows that the effect omits nor rows that it returns unchanged."""
    register(counting_effect(lambda ended, rows: list(rows.values())[:1]))
    await store.log.commit((await resigned_game(store, "game1"))[1])
    assert await results(store) == []


# ── an effect that fails ───────────────────────────────────────────────────────────────────────


def fail(*_: object) -> Any:
    raise ZeroDivisionError


def row_of_another_account(ended: Ended, rows: Mapping[Key, Results]) -> list[Results]:
    return [*count(ended, rows), Results("cyd3", "win", 1, "")]


def row_with_last(value: Any) -> Callable[[Ended, Mapping[Key, Results]], list[Results]]:
    """Writes this value to the column `last`, which does not accept it."""
    return lambda ended, rows: [row._replace(last=value) for row in rows.values()]


FAULTS = {
    "keys": counting_effect(keys=fail),
    "change": counting_effect(fail),
    "a row with another key": counting_effect(row_of_another_account),
    "a constraint": counting_effect(row_with_last(None)),
    "a value of an unsupported type": counting_effect(row_with_last(object())),
    "an invalid text": counting_effect(row_with_last("\ud800")),
    "a number that is too large": counting_effect(
        lambda ended, rows: [row._replace(number=1 << 70) for row in rows.values()]
    ),
    "a null key": counting_effect(keys=lambda ended: [(None, "win")]),  # type: ignore[list-item]
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_failing_effect_does_not_prevent_the_end_of_a_game(
    store: Store, register: Callable[[EndEffect], None], fault: str
) -> None:
    """Otherwise the game could never end. The other effects are written, and the failure is
    logged."""
    register(FAULTS[fault])
    ends = [await resigned_game(store, f"game{n}") for n in (1, 2)]
    with capture_logs() as lines:
        await asyncio.gather(*(store.log.commit(end) for _, end in ends))
    for game, end in ends:
        assert await store.log.entries(game.room.id, game.room.seq) == list(end.entries)
    assert await store.accounts.stats_of(ANN.account) == PlayerStats(games=2)
    assert await results(store) == []
    failed = [line for line in lines if line["event"] == "end effect failed"]
    assert {game for line in failed for game in line["games"]} == {"game1", "game2"}
    assert {line["table"] for line in failed} == {TABLE}


async def test_an_effect_that_fails_for_one_game_is_written_for_the_others(
    store: Store, register: Callable[[EndEffect], None]
) -> None:
    register(
        counting_effect(
            lambda ended, rows: fail() if ended.room.id == "game1" else count(ended, rows)
        )
    )
    ends = [(await resigned_game(store, f"game{n}"))[1] for n in (1, 2)]
    with capture_logs() as lines:
        await asyncio.gather(*map(store.log.commit, ends))
    assert [row[2:] for row in await results(store)] == [(1, "game2"), (1, "game2")]
    assert [line["games"] for line in lines] == [["game1"]]


@pytest.mark.parametrize("fault", ["a constraint", "a value of an unsupported type", "a key"])
@pytest.mark.parametrize("failing_game", ["game1", "game2", "game3"])
async def test_an_unstorable_row_loses_only_the_effect_of_its_game(
    store: Store, register: Callable[[EndEffect], None], fault: str, failing_game: str
) -> None:
    bad: dict[str, Any] = {"a constraint": None, "a value of an unsupported type": object()}

    def change(ended: Ended, rows: Mapping[Key, Results]) -> Iterable[Results]:
        is_bad = ended.room.id == failing_game and fault in bad
        return [
            row._replace(number=row.number + 1, last=bad[fault] if is_bad else row.last)
            for row in rows.values()
        ]

    def keys(ended: Ended) -> list[Key]:
        is_bad = ended.room.id == failing_game and fault == "a key"
        return [(None, "win")] if is_bad else keys_of(ended)  # type: ignore[list-item]

    register(counting_effect(change, keys))
    ends = [(await resigned_game(store, f"game{n}"))[1] for n in (1, 2, 3)]
    with capture_logs() as lines:
        await asyncio.gather(*map(store.log.commit, ends))
    assert [row[2:] for row in await results(store)] == [(2, ""), (2, "")]
    assert await store.accounts.stats_of(ANN.account) == PlayerStats(games=3)
    assert [line["games"] for line in lines] == [[failing_game]]


# ── many games in one transaction ──────────────────────────────────────────────────────────────


class RecordingConnection:
    """A connection that records its statements in `texts`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.texts = set[str]()

    def execute(self, text: str, *values: Any) -> Any:
        self.texts.add(text)
        return self.connection.execute(text, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


@pytest.mark.parametrize("empty", [False, True])
async def test_different_numbers_of_rows_use_few_statements(
    store: Store,
    register: Callable[[EndEffect], None],
    monkeypatch: pytest.MonkeyPatch,
    empty: bool,
) -> None:
    """Each different statement costs memory: it is cached, on PostgreSQL by each connection."""
    end = (await resigned_game(store, "game1"))[1]
    ended = Ended(end.room, end.entries[-1])
    max_rows, batch_sizes = 40, (1, 2, 4, 8, 16, 32, 64)
    kinds = ("INSERT", "SELECT", "DELETE")

    of = dialect.of
    monkeypatch.setattr(dialect, "of", lambda recorded: of(recorded.connection))

    def write(connection: Connection) -> set[str]:
        recorded = cast(Connection, RecordingConnection(connection))
        for rows in range(1, max_rows + 1):
            keys = [(f"account{n}", "win") for n in range(rows)]
            effect = next(iter(end_effects.EFFECTS))
            carry_out(recorded, [PendingEffect(effect, ended, tuple(keys))])
        return cast(RecordingConnection, recorded).texts

    register(counting_effect((lambda ended, rows: ()) if empty else count))
    texts = await store.write(write)
    monkeypatch.setattr(dialect, "of", of)
    assert len({text for text in texts if "account" in text}) <= len(batch_sizes) * len(kinds)
    numbers = [] if empty else [row[2] for row in await results(store)]
    assert sorted(numbers) == sorted([] if empty else range(1, max_rows + 1))
