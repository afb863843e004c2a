"""Measures a page of the games of an account with every combination of filters:
`python -m benchmarks.my_games`.

By default the database has 200,000 games and 10 million moves, as rows of the log. The bot
`Ponderer` plays half of the games, `Ann`, who has kept her name, one in ten; most of the others are
guests. Every combination is asked for as Ann's own list, and as the bot's list by anybody.
"""

import argparse
import asyncio
import itertools
import os
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.ratings.speeds import speed_of
from zeitnot_server.store import GameFilter, Store
from zeitnot_server.store.address import Address
from zeitnot_server.store.names import skeleton
from zeitnot_server.store.sqlite import migrate
from zeitnot_server.store.sqlite.store import SqliteStore

from . import databases

GAMES, MOVES_PER_GAME = 200_000, 50
FIRST_GAME_MS, GAME_GAP_MS = 1_700_000_000_000, 60_000
ANN, BOT = "ann", "ponderer"
NAMES = {ANN: "Ann", BOT: "Ponderer", "bea": "Bea", "cyd": "Cyd"}
"""Accounts whose names are kept; the others are guests."""
GUESTS = 5_000
CONTROLS = (
    p.Control(kind="fischer", base_ms=60_000, increment_ms=0),
    p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000),
    p.Control(kind="correspondence", days=3),
)
KEYS = 40  # positions of an opening
COMMON, RARE = 7, 11
"""Keys of positions in one of twenty games, and in one of two thousand."""

VALUES: dict[str, Sequence[dict[str, str]]] = {
    "opponent": ({}, {"opponent": "Bea"}, {"opponent": "Guest 7"}),
    "result": ({}, {"result": "win"}, {"result": "draw"}),
    "game": ({}, {"game": "othello"}),
    "control": ({}, {"speed": "blitz"}, {"control": "180+2"}),
    "rated": ({}, {"rated": "true"}),
    "length": ({}, {"min_moves": "70"}),
    "position": ({}, {"position": str(COMMON)}, {"position": str(RARE)}),
    "date": ({}, {"from": "2023-12-01", "to": "2024-02-01"}),
}


def filters() -> list[GameFilter]:
    """Every combination of filters, without whose games they are."""
    combined = itertools.product(*VALUES.values())
    return [game_filter({k: v for part in parts for k, v in part.items()}) for parts in combined]


def game_filter(query: dict[str, str]) -> GameFilter:
    """With the key of the position, instead of one that the benchmark would have to look up."""
    key = query.pop("position", None)
    asked = GameFilter.read({**query, "mine": "true"})
    return replace(asked, mine=False, position_key=None if key is None else int(key))


def whose(asked: GameFilter) -> Iterator[tuple[str, GameFilter, str | None]]:
    """This filter for the games of Ann, who asks, and for those of the bot, by anybody."""
    yield "mine", replace(asked, mine=True), ANN
    yield "person", replace(asked, person=NAMES[BOT]), None


# ── the database ───────────────────────────────────────────────────────────────────────────────


def _players(n: int) -> tuple[str, str]:
    guest = f"Guest {n * 7_919 % GUESTS}"
    first = ANN if n % 10 == 0 else BOT if n % 2 == 0 else guest
    second = "bea" if n % 7 == 0 else "cyd" if n % 11 == 0 else BOT if n % 3 else guest
    return first, second if second != first else guest


def games(number: int) -> Iterator[dict[str, Any]]:
    """The rows of `game`; the last hundred are running."""
    for n in range(number):
        ended = n < number - 100
        scores = None if not ended else "[0.5,0.5]" if n % 50 == 7 else f"[{n % 2}.0,{1 - n % 2}.0]"
        yield {
            "id": f"g{n:09d}",
            "game_type": "othello" if n % 5 == 0 else "chess",
            "rules_version": 1,
            "settings": "{}",
            "control": p.encode(CONTROLS[n % 3]),
            "commitment": "0" * 64,
            "seed": bytes(32),
            "created_at": FIRST_GAME_MS + n * GAME_GAP_MS,
            "listed": True,
            "state": "finished" if ended else "running",
            "plies": MOVES_PER_GAME // 2 + n % (MOVES_PER_GAME + 1),
            "position": f"{n:064d}",
            "scores": scores,
            "reason": None if not ended else "agreed" if n % 50 == 7 else "rules",
            "finished_at": FIRST_GAME_MS + n * GAME_GAP_MS + 60_000 if ended else None,
            "learned": True,
        }


def seats(game_rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of `seat`."""
    for n, game in enumerate(game_rows):
        for seat, account in enumerate(_players(n)):
            name = NAMES.get(account, account)
            drawn, ended = game["scores"] == "[0.5,0.5]", game["scores"] is not None
            won = "draw" if drawn else "win" if (n + seat) % 2 else "loss"
            yield {
                "game": game["id"],
                "seat": seat,
                "account": account,
                "name": name,
                "handle": name.casefold(),
                "bot": account == BOT,
                "invited_bot": False,
                "result": won if ended else None,
                "created_at": game["created_at"],
                "game_type": game["game_type"],
                "speed": speed_of(CONTROLS[n % 3]),
                "rated": n % 4 == 0,
                "plies": game["plies"] if ended else None,
                "opponent": _players(n)[1 - seat],
            }


def openings(number: int) -> Iterator[dict[str, Any]]:
    """The rows of `opening`."""
    for n in range(number):
        keys = [COMMON] * (n % 20 == 0) + [RARE] * (n % 2_000 == 0)
        random = os.urandom(8 * KEYS)
        yield {"game": f"g{n:09d}", "keys": random + b"".join(k.to_bytes(8, "big") for k in keys)}


def accounts() -> Iterator[dict[str, Any]]:
    """The rows of `account`: those with a kept name."""
    for account, name in NAMES.items():
        yield {
            "id": account,
            "name": name,
            "handle": skeleton(name),
            "bot": account == BOT,
            "created_at": FIRST_GAME_MS,
        }


def tables(number: int) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """All rows but those of the log, by table."""
    yield "account", accounts()
    yield "game", games(number)
    yield "seat", seats(games(number))
    yield "opening", openings(number)


_BODY = '{"type":"moved","seq":1,"at":1700000000000,"ply":20,"seat":0,"move":"e2e4","elapsed":1250}'
_LOG = "seq, kind, seat, ply, account, command_id, digest, run, at_ms, body"
_ROW = f"n, 'moved', n % 2, n, 'a', id || n, '0123456789abcdef', 1, 1000 * n, '{_BODY}'"
_SQLITE_LOG = f"""WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :plies)
INSERT INTO log_entry (game, {_LOG}) SELECT game.id, {_ROW} FROM game, n"""
_SEGMENTS = """INSERT INTO log_segment (game, seq, ids, plies, position, moved)
SELECT game, 1, '[' || min(id) || replace(hex(zeroblob(count(*) - 1)), '00', ',1') || ']', 1, '', 3
FROM log_entry GROUP BY game"""
_POSTGRESQL_LOG = f"""INSERT INTO event (game, {_LOG})
SELECT game.id, {_ROW.replace("id || n", "id || n::text")} FROM game, generate_series(1, $1) AS n"""


def build_sqlite(database: Path, number: int, plies: int) -> None:
    """Creates a database with this many games, each with this many moves in the log."""
    migrate.upgrade(database)
    connection = sqlite3.connect(database)
    with connection:
        for table, rows in tables(number):
            first = next(rows)
            names, values = ", ".join(first), ", ".join(f":{name}" for name in first)
            sql = f"INSERT INTO {table} ({names}) VALUES ({values})"
            connection.executemany(sql, itertools.chain([first], rows))
        if plies:
            connection.execute(_SQLITE_LOG, {"plies": plies})
            connection.execute(_SEGMENTS)
            connection.execute("UPDATE log_tail SET first = (SELECT max(id) + 1 FROM log_entry)")
    connection.execute("ANALYZE")
    connection.close()


async def build_postgresql(address: Address, number: int, plies: int) -> None:
    """The same on PostgreSQL."""
    import asyncpg

    connection = await asyncpg.connect(address.url)
    for table, rows in tables(number):
        first = next(rows)
        records = (tuple(row.values()) for row in itertools.chain([first], rows))
        await connection.copy_records_to_table(table, records=records, columns=list(first))
    if plies:
        await connection.execute(_POSTGRESQL_LOG, plies, timeout=3_600)
    await connection.execute("VACUUM ANALYZE", timeout=3_600)
    await connection.close()


# ── the measurement ────────────────────────────────────────────────────────────────────────────


async def measure(store: Store, options: argparse.Namespace) -> None:
    """Prints the percentiles for each filter, over all combinations in which it occurs, and the
    slowest combinations."""
    times = defaultdict[str, list[float]](list)
    worst = list[tuple[float, str]]()
    for asked in filters()[:: options.every]:
        for who, filter_, account in whose(asked):
            label = f"{who} {_words(asked)}"
            for _ in range(options.repetitions):
                began = time.perf_counter()
                page = await store.games.page(filter_, account)
                ms = 1_000 * (time.perf_counter() - began)
                for name in ("all", who, *_words(asked).split()):
                    times[name].append(ms)
                worst.append((ms, f"{label}: {len(page.games)} games, more: {bool(page.cursor)}"))
    for name, measured in times.items():
        cuts = statistics.quantiles(measured, n=100)
        print(f"{name:20} p50 {cuts[49]:7.1f} ms  p99 {cuts[98]:7.1f} ms  {len(measured)} pages")
    for ms, label in sorted(worst, reverse=True)[: options.slowest]:
        print(f"{ms:7.1f} ms  {label}")


def _words(asked: GameFilter) -> str:
    """The filter in words, one for each condition."""
    names = ("opponent", "result", "game", "speed", "rated", "min_moves", "position_key")
    words = [f"{n}={getattr(asked, n)}" for n in names if getattr(asked, n) is not None]
    words += ["control"] * (asked.control is not None) + ["date"] * (asked.date_from is not None)
    return " ".join(word.replace("Guest 7", "guest") for word in words)


async def _measure_sqlite(database: Path, options: argparse.Namespace) -> None:
    store = await SqliteStore.open(database, rules_for)
    try:
        await measure(store, options)
    finally:
        await store.close()


async def _measure_postgresql(options: argparse.Namespace, folder: Path) -> None:
    from zeitnot_server.store.postgresql import PostgresqlStore

    with databases.opened("postgresql", folder) as database:
        address = await asyncio.to_thread(database.new)
        assert isinstance(address, Address)
        await build_postgresql(address, options.games, options.moves)
        store = await PostgresqlStore.open(address, rules_for, folder)
        try:
            await measure(store, options)
        finally:
            await store.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=databases.NAMES, default="sqlite")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--moves", type=int, default=MOVES_PER_GAME, help="of each game")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--every", type=int, default=1, help="one in so many combinations")
    parser.add_argument("--slowest", type=int, default=10, help="how many are listed")
    parser.add_argument("--db", type=Path, help="an SQLite file, which is kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.database == "sqlite":
            database = options.db or Path(folder) / "my-games.db"
            if not database.exists():
                build_sqlite(database, options.games, options.moves)
            asyncio.run(_measure_sqlite(database, options))
        else:
            asyncio.run(_measure_postgresql(options, Path(folder)))


if __name__ == "__main__":
    main()
