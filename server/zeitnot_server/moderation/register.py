"""Creates the parts of moderation."""

from dataclasses import dataclass

from ..bots.games import BotGames
from ..hosting.app import App
from .account_deletions import AccountDeletions
from .ban_sweep import BanSweep
from .enforcement import Enforcement
from .game_terminator import GameTerminator
from .operator_actions import Handler, OperatorActions
from .renaming import Renaming
from .retention import Retention


@dataclass(frozen=True, slots=True)
class Moderation:
    """The parts of moderation that other features use."""

    game_terminator: GameTerminator
    renaming: Renaming
    enforcement: Enforcement
    ban_sweep: BanSweep
    retention: Retention
    deletions: AccountDeletions


def register(app: App, bot_games: BotGames, audit_days: int, merge_guest: Handler) -> Moderation:
    """Creates the parts of moderation and registers their tasks on `app`. `audit_days`: how many
    days the audit log is kept; 0: for ever. `merge_guest`: carries out a merge of another node."""
    store, registry = app.store, app.registry
    game_terminator = GameTerminator(store, registry)
    renaming = Renaming(store, registry, app.events)
    deletions = AccountDeletions(store, registry, renaming)
    acts = OperatorActions(
        app.events,
        {
            "renamed": renaming.carry_out,
            "account_deleted": deletions.carry_out,
            "merged": merge_guest,
            "game_ended": game_terminator.carry_out,
            "game_adjudicated": game_terminator.carry_out,
        },
    )
    enforcement = Enforcement(store, app.wall_ms, acts, store.nodes.is_cluster)
    ban_sweep = BanSweep(store, registry, enforcement, bot_games)
    retention = Retention(
        store.moderation, audit_days, app.wall_ms, is_leader=store.nodes.is_leader
    )

    async def read_renames() -> None:
        registry.renames.add_all(await store.moderation.recently_renamed())

    app.starts.extend([enforcement.start, read_renames, game_terminator.start])
    app.add_task("enforcement", enforcement.run)
    app.add_task("ban_sweep", ban_sweep.run)
    app.add_task("game_terminator", game_terminator.run)
    app.add_task("account_deletions", deletions.run)
    app.add_task("retention", retention.run)
    return Moderation(game_terminator, renaming, enforcement, ban_sweep, retention, deletions)
