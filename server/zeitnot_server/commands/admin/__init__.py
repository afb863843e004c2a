"""`zeitnot admin`: what the operator does about people, beside a running server.

It takes no lock: SQLite lets another process write for a moment, and each of these writes is short.
The server notices within a second (`play.enforcement`).
"""

import click

from . import accounts, chat, forgetting, game, games, logs, names, reports, sanctions, tokens


@click.group()
def admin() -> None:
    """Look after people: bans, mutes, names, chat, reports, games, tokens, and the log of all that.

    Every command works beside a running server, which heeds it within a second.
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
    chat.remove_chat,
    reports.remove_reports,
    games.end,
    forgetting.forget_games,
    tokens.revoke,
    tokens.tokens,
    logs.log,
    logs.prune,
):
    admin.add_command(command)
