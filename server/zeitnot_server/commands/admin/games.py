"""`zeitnot admin end`: a game that must not go on.

A running server is told by the audit log, like everything else that the operator does, and ends the
game in its room, so that the players hear of it at once. Where no server runs the same step is
taken here, under the server's own lock.
"""

import asyncio
import time
from pathlib import Path

import click

from ...database import is_running, open_store
from ...play.native import rules_for
from ...rooms.commands import Cancel
from ...rooms.playing import cancelled_by
from ...rooms.room import Now, Phase
from ...rooms.step import step
from ...store import Commit, StoreError
from ...store.desk import Desk
from .. import printing
from ..archive import database_file, db_option
from .database import OPERATOR, opened
from .sanctions import reason_of

SERVER_SECONDS = 10.0  # for a running server to end it
CHECK_SECONDS = 0.05


@click.command()
@click.argument("game")
@click.option("--reason", help="What the players are told; it stays in the game's record.")
@db_option
def end(db: str | None, game: str, reason: str | None) -> None:
    """End an open game without a result: it is aborted, and nobody's record of aborts counts it.

    The players are told at once. Works beside a running server or without one.
    """
    told = None if reason is None else reason_of(reason)
    with opened(db) as desk:
        _check(desk, game)
        runs = is_running(database_file(db))
        if runs:
            desk.games.end(OPERATOR, game, told)
            _wait(desk, game)
    if not runs:  # nobody may have it open while the store takes its lock
        _end_here(database_file(db), game, told)
    with opened(db) as desk:
        _check_end(desk, game)
    printing.say(f"ended game {game}")


def _check_end(desk: Desk, game: str) -> None:
    """Raises click.ClickException if it has ended in another way."""
    found = desk.games.find(game)
    if found is None:
        raise AssertionError("a game that was there a moment ago")
    if cancelled_by(found.word) is None:
        how = f"{found.reason}: {found.word}" if found.word else found.reason
        raise click.ClickException(f"Game {game} was over before it could be ended ({how}).")


def _state(desk: Desk, game: str) -> str | None:
    found = desk.games.find(game)
    return found.state if found else None


def _check(desk: Desk, game: str) -> None:
    """Raises click.UsageError for a game that cannot be ended."""
    state = _state(desk, game)
    if state is None:
        raise click.UsageError(f"There is no game {game!r}.")
    if state == Phase.FINISHED:
        raise click.UsageError(f"Game {game} is over already.")


def _end_here(path: Path, game: str, reason: str | None) -> None:
    """Ends it while no server runs. Raises click.ClickException."""
    try:
        asyncio.run(_take_step(path, game, reason))
    except StoreError as bad:
        raise click.ClickException(f"Game {game} cannot be ended: {bad}") from None


async def _take_step(path: Path, game: str, reason: str | None) -> None:
    """As of the game's last event: what has passed since is nobody's time. Raises StoreError."""
    store = await open_store(path, rules_for)
    try:
        loaded = await store.log.load(game)
        if loaded is None:
            raise AssertionError("a game that was there a moment ago")
        now = Now(loaded.last_run, loaded.last_at_ms, time.time_ns() // 1_000_000)
        done = step(loaded.room, Cancel(reason), None, now)
        ended = Commit(done.room, done.entries)
        if done.refusal is None:
            await store.moderation.end_game(OPERATOR, ended, now.wall, reason)
        else:  # a flag had fallen before
            await store.log.commit(ended)
    finally:
        await store.close()


def _wait(desk: Desk, game: str) -> None:
    """Returns when the server has ended it. Raises click.ClickException."""
    until = time.monotonic() + SERVER_SECONDS
    while _state(desk, game) != Phase.FINISHED:
        if time.monotonic() > until:
            raise click.ClickException(
                f"The server has been told to end game {game}, and has not done so in"
                f" {SERVER_SECONDS:g} s; its log may say why."
            )
        desk.pause(CHECK_SECONDS)
