"""Decides which stones are dead and which are in seki, with playouts."""

from ..games import History, estimate_ownership
from .chains import Stones, chain, chains, liberties, region
from .points import Point, from_vertex, neighbours
from .position import SIDES, Position

PLAYOUTS = 1000
MAX_OFFERED = 3  # so many captured stones leave only one eye
ALIVE, DEAD, SEKI = STATUSES = ("alive", "dead", "seki")


def statuses(state: History, playouts: int = PLAYOUTS) -> dict[str, list[list[Point]]]:
    """The chains by their status. Seki is decided by `in_seki`, because playouts eventually fill
    the shared liberties; of the other chains, those that playouts lose are dead."""
    position = Position.read(state.text)
    size, stones = position.size, position.stones
    lost = {from_vertex(text, size) for text in estimate_ownership(state, playouts).dead}
    found: dict[str, list[list[Point]]] = {status: [] for status in STATUSES}
    for members in chains(size, stones):
        if in_seki(size, stones, members):
            found[SEKI].append(members)
        else:
            found[ALIVE if lost.isdisjoint(members) else DEAD].append(members)
    return found


def in_seki(size: int, stones: Stones, members: list[Point]) -> bool:
    """Whether a chain has fewer than two eyes, and shares liberties with the enemy on which neither
    side can play: the move would be self-atari, capture nothing, and lose more than a sacrifice
    that kills."""
    own = liberties(size, stones, members)
    regions = [region(size, stones, liberty) for liberty in own]
    eyes = {min(empty) for empty, colours in regions if len(colours) == 1}
    shared = {at for empty, colours in regions if len(colours) > 1 for at in empty & own}
    if len(eyes) > 1 or not shared:
        return False
    return all(_is_pointless(size, stones, at, side) for at in shared for side in SIDES)


def _is_pointless(size: int, stones: Stones, at: Point, side: str) -> bool:
    """Whether a stone here captures nothing, and is captured with its chain without
    compensation."""
    after = {**stones, at: side}

    def free(of: Point) -> set[Point]:
        return liberties(size, after, chain(size, after, of))

    if not all(free(near) for near in neighbours(at, size) if after.get(near, side) != side):
        return False
    return len(free(at)) <= 1 and not _kills(size, after, chain(size, after, at))


def _kills(size: int, stones: Stones, offered: set[Point]) -> bool:
    """Whether the side that captures these stones has only their points left, which are too few for
    two eyes."""
    if len(offered) > MAX_OFFERED:
        return False
    side = stones[next(iter(offered))]
    taken = {at: colour for at, colour in stones.items() if at not in offered}
    for last in liberties(size, stones, offered):
        taken[last] = SIDES[1 - SIDES.index(side)]
    around = {near for at in offered for near in neighbours(at, size) if near in taken}
    return all(liberties(size, taken, chain(size, taken, near)) <= offered for near in around)
