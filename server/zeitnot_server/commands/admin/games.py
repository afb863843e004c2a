"""`zeitnot admin end`: ends a game without a result.

A running server learns of it from the audit log, as of every act of the operator, and ends the game
in its room, so that the players are told at once. Without a running server the command takes the
same step itself, and holds the server's lock while it does.
"""

import asyncio
import time

import click

from ...database import Place, is_running, open_store
from ...play.native import rules_for
from ...rooms.commands import Cancel
from ...rooms.playing import cancelled_by
from ...rooms.room import Now, Phase
from ...rooms.step import step
from ...store import Commit, StoreError
from ...store.admin import AdminStore
from .. import printing
from ..archive import database_place, db_option
from .database import OPERATOR, opened
from .sanctions import reason_of

SERVER_SECONDS = 10.0  # within which a running server has ended the game
POLL_SECONDS = 0.05


@click.command()
@click.argument("game")
@click.option("--reason", help="What the players are told; it stays in the game's record.")
@db_option
def end(db: str | None, game: str, reason: str | None) -> None:
    """End an open game without a result: it is aborted, and counts as an abort of no player.

    The players are told at once. Works beside a running server or without one.
    """
    reason_text = None if reason is None else reason_of(reason)
    with opened(db) as admin:
        _check(admin, game)
        server_runs = is_running(database_place(db))
        if server_runs:
            admin.games.end(OPERATOR, game, reason_text)
            _wait(admin, game)
    if not server_runs:  # the store takes the lock, so the database must be closed here
        _end_here(database_place(db), game, reason_text)
    with opened(db) as admin:
        _check_end(admin, game)
    printing.say(f"ended game {game}")


def _check_end(admin: AdminStore, game: str) -> None:
    """Raises click.ClickException if the game has ended in another way."""
    row = admin.games.find(game)
    if row is None:
        raise AssertionError("a game that was there a moment ago")
    detail = row.word
    if cancelled_by(detail) is None:
        end = f"{row.reason}: {detail}" if detail else row.reason
        raise click.ClickException(f"Game {game} was over before it could be ended ({end}).")


def _phase(admin: AdminStore, game: str) -> str | None:
    row = admin.games.find(game)
    return row.state if row else None


def _check(admin: AdminStore, game: str) -> None:
    """Raises click.UsageError for a game that cannot be ended."""
    phase = _phase(admin, game)
    if phase is None:
        raise click.UsageError(f"There is no game {game!r}.")
    if phase == Phase.FINISHED:
        raise click.UsageError(f"Game {game} is over already.")


def _end_here(path: Place, game: str, reason: str | None) -> None:
    """Ends the game while no server runs. Raises click.ClickException."""
    try:
        asyncio.run(_take_step(path, game, reason))
    except StoreError as bad:
        raise click.ClickException(f"Game {game} cannot be ended: {bad}") from None


async def _take_step(path: Place, game: str, reason: str | None) -> None:
    """Ends the game at the time of its last event: no clock is charged for the time since. Raises
    StoreError."""
    store = await open_store(path, rules_for)
    try:
        loaded = await store.log.load(game)
        if loaded is None:
            raise AssertionError("a game that was there a moment ago")
        now = Now(loaded.last_run, loaded.last_at_ms, time.time_ns() // 1_000_000)
        result = step(loaded.room, Cancel(reason), None, now)
        commit = Commit(result.room, result.entries)
        if result.refusal is None:
            await store.moderation.end_game(OPERATOR, commit, now.wall, reason)
        else:  # a flag had fallen before
            await store.log.commit(commit)
    finally:
        await store.close()


def _wait(admin: AdminStore, game: str) -> None:
    """Returns when the server has ended the game. Raises click.ClickException."""
    deadline_s = time.monotonic() + SERVER_SECONDS
    while _phase(admin, game) != Phase.FINISHED:
        if time.monotonic() > deadline_s:
            raise click.ClickException(
                f"The server has been told to end game {game}, and has not done so in"
                f" {SERVER_SECONDS:g} s; its log may say why."
            )
        admin.pause(POLL_SECONDS)
