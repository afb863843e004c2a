"""Counts with singular and plural, for people."""


def counted(number: int, one: str, many: str) -> str:
    """`1 ply`, `3 plies`."""
    return f"{number} {one if number == 1 else many}"
