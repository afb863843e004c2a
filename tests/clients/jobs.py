"""Jobs for the scheduler of searches: thinking and pondering."""

from zeitnot_engines.bots.scheduler import Job


def think(
    name: str,
    opponent: str = "",
    wanted_ms: int = 1000,
    deadline_ms: int | None = None,
    source: str = "",
) -> Job:
    return Job(name, "think", deadline_ms, opponent or name, wanted_ms, source)


def ponder(name: str, opponent: str = "", source: str = "") -> Job:
    return Job(name, "ponder", opponent=opponent or name, source=source)
