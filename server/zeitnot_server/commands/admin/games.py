"""`zeitnot admin end`: ends a game without a result, or adjudicates it.

A running server reads that from the audit log, like every action of the operator, and ends the game
in its room, so that the players see it at once. Without a running server the command itself takes
the same step, while it holds the server's lock.
"""

import asyncio
import time

import click

from ...database import Place, is_running, open_store
from ...hosting.native import rules_for
from ...moderation.game_terminator import command_for
from ...rooms.room import Now, Phase
from ...rooms.steps import adjudication
from ...rooms.steps.playing import ADJUDICATED_BY_OPERATOR, ENDED_BY_OPERATOR
from ...rooms.steps.step import step
from ...store import Commit, StoreError, Termination
from ...store.admin import AdminStore
from .. import printing
from ..archive import database_place, db_option
from .database import OPERATOR, opened
from .sanctions import reason_of

SERVER_SECONDS = 10.0  # within which a running server must end the game
POLL_SECONDS = 0.05


@click.command()
@click.argument("game")
@click.option("--reason", help="Reason shown to the players, and kept in the game's record.")
@click.option("--win", type=int, metavar="SEAT", help="This seat, from 0, and its partners win.")
@click.option("--loss", type=int, metavar="SEAT", help="This seat and its partners lose.")
@click.option("--draw", is_flag=True, help="The game is drawn.")
@click.option(
    "--points", metavar="LIST", help="One score per seat, from 0 to 1, such as 0.5,0.5,0."
)
@db_option
def end(
    db: str | None,
    game: str,
    reason: str | None,
    win: int | None,
    loss: int | None,
    draw: bool,
    points: str | None,
) -> None:
    """End a game without a result: it is aborted, and no player is blamed.

    With one of --win, --loss, --draw and --points a game that has begun is adjudicated: it ends
    with this result, which counts like any other, except in the opening book. The players see it at
    once. The command works with or without a running server.
    """
    reason_text = None if reason is None else reason_of(reason)
    decides = sum((win is not None, loss is not None, draw, points is not None))
    if decides > 1:
        raise click.UsageError("Give only one of --win, --loss, --draw and --points.")
    place = database_place(db)
    with opened(db) as admin:
        _check(admin, game)
        scores = _scores(admin, game, win, loss, points) if decides else None
        termination = Termination(scores, reason_text)
        server_runs = is_running(place)
        if server_runs:
            admin.games.end(OPERATOR, game, termination)
            _wait(admin, game)
    if not server_runs:  # the store takes the lock, so the database must be closed here
        _end_here(place, game, termination)
    with opened(db) as admin:
        _check_end(admin, game, termination)
    if scores is None:
        printing.say(f"ended game {game}")
    else:
        printing.say(f"adjudicated game {game}: {' '.join(f'{score:g}' for score in scores)}")


def _scores(
    admin: AdminStore, game: str, win: int | None, loss: int | None, points: str | None
) -> tuple[float, ...]:
    """The requested scores; without a seat or points, those of a draw. Raises click.UsageError."""
    if _phase(admin, game) == Phase.OPEN:
        raise click.UsageError(f"Game {game} has not begun: it can only end without a result.")
    rules = admin.games.full_game(game, rules_for).game_setup.rules
    try:
        if win is not None:
            return tuple(adjudication.scores_of_win(rules, win))
        if loss is not None:
            return tuple(adjudication.scores_of_loss(rules, loss))
        if points is not None:
            return tuple(adjudication.check_scores(rules, _numbers(points)))
    except ValueError as bad:
        option = "--win" if win is not None else "--loss" if loss is not None else "--points"
        raise click.UsageError(f"{option}: {bad}.") from None
    return tuple(adjudication.scores_of_draw(rules))


def _numbers(text: str) -> list[float]:
    """Parses numbers separated by commas. Raises ValueError."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"{text!r} is not a list of numbers such as 0.5,0.5") from None


def _check_end(admin: AdminStore, game: str, termination: Termination) -> None:
    """Raises click.ClickException if the game has ended in another way."""
    row = admin.games.find(game)
    if row is None:
        raise AssertionError("a game that was there a moment ago")
    prefix = ENDED_BY_OPERATOR if termination.scores is None else ADJUDICATED_BY_OPERATOR
    if not (row.word or "").startswith(prefix):
        end = f"{row.reason}: {row.word}" if row.word else row.reason
        raise click.ClickException(f"Game {game} was over before it could be ended ({end}).")


def _phase(admin: AdminStore, game: str) -> str | None:
    row = admin.games.find(game)
    return row.state if row else None


def _check(admin: AdminStore, game: str) -> None:
    """Raises click.UsageError for a game that cannot be ended."""
    row = admin.games.find(game)
    if row is None:
        raise click.UsageError(f"There is no game {game!r}.")
    if row.state == Phase.FINISHED:
        raise click.UsageError(f"Game {game} is over already.")


def _end_here(path: Place, game: str, end: Termination) -> None:
    """Ends the game without a running server. Raises click.ClickException."""
    try:
        asyncio.run(_take_step(path, game, end))
    except StoreError as bad:
        raise click.ClickException(f"Game {game} cannot be ended: {bad}") from None


async def _take_step(path: Place, game: str, end: Termination) -> None:
    """Ends the game at the time of its last event: no clock is charged for the time since. Raises
    StoreError."""
    store = await open_store(path, rules_for)
    try:
        loaded = await store.log.load(game)
        if loaded is None:
            raise AssertionError("a game that was there a moment ago")
        now = Now(loaded.last_run, loaded.last_at_ms, time.time_ns() // 1_000_000)
        result = step(loaded.room, command_for(end), None, now)
        commit = Commit(result.room, result.entries)
        if result.refusal is None:
            await store.moderation.end_game(OPERATOR, commit, now.wall, end)
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
                f"The server was told to end game {game}, but has not done so within "
                f"{SERVER_SECONDS:g} s; its log may say why."
            )
        admin.pause(POLL_SECONDS)
