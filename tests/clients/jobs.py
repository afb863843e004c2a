"""Searches that ask for a core: thinking and pondering."""

from zeitnot_engines.bots.scheduler import Job


def think(
    name: str, rival: str = "", wish: int = 1000, deadline: int | None = None, source: str = ""
) -> Job:
    return Job(name, "think", deadline, rival or name, wish, source)


def ponder(name: str, rival: str = "", source: str = "") -> Job:
    return Job(name, "ponder", rival=rival or name, source=source)
