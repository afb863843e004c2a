"""Jobs for the scheduler of searches: thinking and pondering."""

from zeitnot_engines.bots.scheduler import Job


def think(
    name: str, opponent: str = "", wish: int = 1000, deadline: int | None = None, source: str = ""
) -> Job:
    return Job(name, "think", deadline, opponent or name, wish, source)


def ponder(name: str, opponent: str = "", source: str = "") -> Job:
    return Job(name, "ponder", opponent=opponent or name, source=source)
