"""Puts together what the operator's acts need."""

from dataclasses import dataclass

from ..bots.games import BotGames
from ..hosting.app import App
from .acts import OperatorActs
from .ban_sweep import BanSweep
from .enforcement import Enforcement
from .operator_ends import OperatorEnds
from .renaming import Renaming
from .retention import Retention


@dataclass(frozen=True, slots=True)
class Moderation:
    """The parts of moderation that other features use."""

    operator_ends: OperatorEnds
    renaming: Renaming
    enforcement: Enforcement
    ban_sweep: BanSweep
    retention: Retention


def register(app: App, bot_games: BotGames, audit_days: int) -> Moderation:
    """Creates the parts of moderation and registers their tasks on `app`. `audit_days`: how long
    the audit log is kept; 0: for ever."""
    store, registry = app.store, app.registry
    operator_ends = OperatorEnds(store, registry)
    renaming = Renaming(store, registry, app.events)
    acts = OperatorActs(
        app.events,
        {
            "renamed": renaming.carry_out,
            "game_ended": operator_ends.carry_out,
            "game_adjudicated": operator_ends.carry_out,
        },
    )
    enforcement = Enforcement(store, app.wall_ms, acts, store.nodes.several)
    ban_sweep = BanSweep(store, registry, enforcement, bot_games)
    retention = Retention(store.moderation, audit_days, app.wall_ms, leads=store.nodes.leads)

    async def read_renames() -> None:
        registry.renames.add_all(await store.moderation.recently_renamed())

    app.starts.extend([enforcement.start, read_renames, operator_ends.start])
    app.add_task("enforcement", enforcement.run)
    app.add_task("ban_sweep", ban_sweep.run)
    app.add_task("operator_ends", operator_ends.run)
    app.add_task("retention", retention.run)
    return Moderation(operator_ends, renaming, enforcement, ban_sweep, retention)
