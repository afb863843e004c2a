"""`zeitnot admin`: the operator's commands for moderation, beside a running server.

They do not take the server's lock, because their transactions are short, and SQLite serializes the
writes of several processes. The server notices within a second (`moderation.enforcement`).
"""

import click

from . import (
    accounts,
    chat,
    complaints,
    forgetting,
    game,
    games,
    imports,
    logs,
    names,
    ratings,
    reports,
    sanctions,
    tokens,
)


@click.group()
def admin() -> None:
    """Moderate: bans, mutes, names, complaints, chat, reports, games, imports, tokens, audit log.

    Every command works beside a running server, which acts on it within a second.
    """


for command in (
    accounts.accounts,
    game.game,
    sanctions.ban,
    sanctions.unban,
    sanctions.mute,
    sanctions.unmute,
    sanctions.bans,
    names.rename,
    complaints.complaints,
    complaints.resolve,
    chat.remove_chat,
    reports.remove_reports,
    imports.remove_imports,
    games.end,
    forgetting.forget_games,
    ratings.rate,
    tokens.new_token,
    tokens.revoke,
    tokens.tokens,
    logs.log,
    logs.prune,
):
    admin.add_command(command)
