"""`zeitnot admin`: the operator's commands for moderation, beside a running server.

They do not take the server's lock, because their transactions are short, and SQLite serializes the
writes of several processes. The server notices within a second (`moderation.enforcement`).
"""

import click

from . import (
    accounts,
    chat,
    clubs,
    codes,
    complaints,
    deletion,
    forgetting,
    game,
    games,
    imports,
    join_codes,
    logs,
    members,
    names,
    ratings,
    reports,
    sanctions,
    tokens,
)


@click.group()
def admin() -> None:
    """Look after people: accounts, roles, codes, bans, mutes, names, complaints, clubs, chat,
    reports, games, imports, tokens, and the audit log.

    Every command works beside a running server, which acts on it within a second.
    """


for command in (
    accounts.accounts,
    members.account,
    members.role,
    codes.reset_code,
    codes.link,
    join_codes.join_code,
    join_codes.join_codes,
    join_codes.end_join_code,
    deletion.export_account,
    deletion.delete_account,
    game.game,
    sanctions.ban,
    sanctions.unban,
    sanctions.mute,
    sanctions.unmute,
    sanctions.bans,
    names.rename,
    complaints.complaints,
    complaints.resolve,
    clubs.clubs,
    clubs.dissolve_club,
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
