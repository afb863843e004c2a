"""Measures the time of a page of the list of games: `python -m benchmarks.lists`.

The database is filled once by plain SQL, and is not deleted if --db names it. The house bot
(`Ponderer`) played every second game, and `Rara` three; one in a thousand was drawn. Only chess
games ended by a flag, so that `game=othello&reason=flag` finds nothing, although many games match
either condition.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store import GameFilter
from zeitnot_server.store.sqlite import migrate
from zeitnot_server.store.sqlite.store import SqliteStore

GAMES = 300_000
REPETITIONS = 9
FIRST_GAME_MS = 1_700_000_000_000
GAME_GAP_MS = 60_000

QUERIES: list[Mapping[str, str]] = [
    {},
    {"limit": "100"},
    {"game": "chess"},
    {"game": "backgammon"},
    {"state": "finished"},
    {"state": "open"},
    {"state": "running"},
    {"reason": "rules"},
    {"reason": "agreed"},
    {"reason": "dead"},
    {"result": "draw"},
    {"result": "1"},
    {"result": "5"},
    {"player": "Ponderer"},
    {"player": "Rara"},
    {"player": "nobody"},
    {"from": "2023-12-01", "to": "2023-12-02"},
    {"player": "Ponderer", "result": "loss"},
    {"player": "Ponderer", "result": "draw"},
    {"player": "Ponderer", "game": "othello", "reason": "agreed"},
    {"player": "Ponderer", "result": "0", "reason": "flag", "game": "othello"},
    {"game": "chess", "result": "draw"},
    {"game": "othello", "reason": "flag"},
    {"game": "othello", "reason": "flag", "result": "0", "limit": "100"},
    {"game": "othello", "reason": "flag", "from": "2023-11-20", "to": "2024-03-01"},
]
OWN_QUERIES: list[Mapping[str, str]] = [
    {"mine": "true", "state": "finished"},
    {"mine": "true", "state": "finished", "game": "othello"},
    {"mine": "true", "result": "win"},
    {"mine": "true", "result": "draw"},
    {"mine": "true", "player": "Rara"},
    {"mine": "true", "player": "Player7", "result": "loss"},
    {"mine": "true", "player": "nobody"},
]
"""Queries for the games of ASKING."""
ASKING = "Ponderer"  # the account with the most games

_GAMES = """
WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < :games - 1),
made AS (SELECT n,
    CASE WHEN n % 4 = 0 THEN 'chess' WHEN n % 4 = 1 THEN 'othello'
        WHEN n % 400 = 2 THEN 'backgammon' ELSE 'gomoku' END AS game_type,
    CASE WHEN n > :games - 20 THEN 'running' WHEN n > :games - 40 THEN 'open'
        ELSE 'finished' END AS state FROM n)
INSERT INTO game (id, game_type, rules_version, settings, control, commitment, seed, created_at,
    listed, state, plies, position, scores, reason, finished_at, learned, maker)
SELECT printf('g%09d', n), game_type, 1, '{}',
    '{"kind":"fischer","base_ms":180000,"increment_ms":2000}',
    hex(zeroblob(32)), zeroblob(32), :first + n * :apart, 1, state, 60,
    printf('%064d', n),
    CASE WHEN state = 'finished' THEN CASE WHEN n % 1000 = 7 THEN '[0.5,0.5]'
        WHEN n % 3 = 0 THEN '[0.0,1.0]' ELSE '[1.0,0.0]' END END,
    CASE WHEN state != 'finished' THEN NULL WHEN n % 1000 = 7 THEN 'agreed'
        WHEN game_type = 'chess' AND n % 5 = 0 THEN 'flag' WHEN n % 7 < 3 THEN 'resign'
        ELSE 'rules' END,
    CASE WHEN state = 'finished' THEN :first + n * :apart + 60000 END, 1, NULL
FROM made
"""
_PLAYER = """CASE WHEN {side} = 1 AND n % 2 = 0 THEN 'Ponderer'
        WHEN {side} = 0 AND n % 100000 = 11 THEN 'Rara'
        ELSE printf('Player%d', (n * 31 + {side} * 17) % 1009) END"""
_SEATS = """
INSERT INTO seat (game, seat, account, name, handle, bot, salt, invited_bot, result, created_at,
    game_type, speed, plies, opponent)
SELECT id, side, who, who, lower(who), 0, 'salt', 0,
    CASE WHEN scores IS NULL THEN NULL WHEN scores = '[0.5,0.5]' THEN 'draw'
        WHEN json_extract(scores, '$[' || side || ']') = 1 THEN 'win' ELSE 'loss' END, created_at,
    game_type, 'blitz', CASE WHEN scores IS NOT NULL THEN plies END, opponent
FROM (SELECT game.*, side, {player} AS who, {opponent} AS opponent
    FROM (SELECT game.id, scores, created_at, game_type, plies,
            CAST(substr(game.id, 2) AS INTEGER) AS n,
            value AS side
        FROM game, json_each('[0,1]')) AS game)
""".format(player=_PLAYER.format(side="side"), opponent=_PLAYER.format(side="(1 - side)"))


def build(database: Path, games: int) -> None:
    """Creates a database with this many games. Raises sqlite3.Error."""
    migrate.upgrade(database)
    with sqlite3.connect(database) as connection:
        options = {"games": games, "first": FIRST_GAME_MS, "apart": GAME_GAP_MS}
        connection.execute(_GAMES, options)
        connection.execute(_SEATS)
    connection.close()


async def measure(database: Path) -> None:
    """Prints the time of each query in milliseconds, and the number of its games."""
    store = await SqliteStore.open(database, rules_for)
    try:
        print(f"{'median':>8} {'worst':>8}  games  more  asked for")
        for query in (*QUERIES, *OWN_QUERIES):
            game_filter = GameFilter.read(query)
            account = ASKING if game_filter.mine else None
            durations_ms = []
            for _ in range(REPETITIONS):
                began = time.perf_counter()
                page = await store.games.page(game_filter, account)
                durations_ms.append(1000 * (time.perf_counter() - began))
            query_text = (
                " ".join(f"{name}={value}" for name, value in query.items()) or "everything"
            )
            more = "yes" if page.cursor else "no"
            print(
                f"{statistics.median(durations_ms):8.1f} {max(durations_ms):8.1f}"
                f"  {len(page.games):5}  {more:>4}  {query_text}"
            )
    finally:
        await store.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--db", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.db or Path(folder) / "lists.db"
        if not database.exists():
            build(database, arguments.games)
        asyncio.run(measure(database))


if __name__ == "__main__":
    main()
