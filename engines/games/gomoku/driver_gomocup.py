"""Positions of gomoku as the stones that the Gomocup protocol sends. Pure."""

from zeitnot_client.drivers.gomocup_text import Point

BLACK, WHITE = "x", "o"


def read_position(text: str) -> tuple[dict[Point, str], str]:
    """The stones of one of our positions by point, and the side to move."""
    rows, side = text.split()[:2]
    stones = {}
    for y, row in enumerate(rows.split("/")):
        x, number = 0, ""
        for sign in row:
            if sign.isdecimal():
                number += sign
                continue
            x, number = x + int(number or 0), ""
            stones[x, y] = sign
            x += 1
    return stones, side


def in_playing_order(stones: dict[Point, str]) -> list[tuple[Point, str]]:
    """The stones in an order in which they may have been placed, if the real order is not known."""
    by_colour = [[s for s in stones.items() if s[1] == colour] for colour in (BLACK, WHITE)]
    longest = max(map(len, by_colour))
    return [side[i] for i in range(longest) for side in by_colour if i < len(side)]
