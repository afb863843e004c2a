"""What a bot plays in the server's pool, as its row shows it. Pure."""

from collections.abc import Iterable, Sequence

import zeitnot_protocol as p


def known_pool(watch: p.Watch, plays: Sequence[str]) -> list[p.PoolEntry]:
    """What a process of a bot plays in the pool. `plays`: its games that the server has."""
    return _without_repeats(entry for entry in watch.pool if entry.game_type in plays)


def merged_pool(views: Iterable[p.BotView]) -> list[p.PoolEntry]:
    """What any of a bot's processes plays in the pool, as far as one process may."""
    return _without_repeats(entry for view in views for entry in view.pool)[: p.MAX_POOL]


def _without_repeats(entries: Iterable[p.PoolEntry]) -> list[p.PoolEntry]:
    return list({(entry.game_type, entry.clock): entry for entry in entries}.values())
