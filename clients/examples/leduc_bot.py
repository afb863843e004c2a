"""A bot for Leduc hold'em that weighs its card against all that it cannot see.

    zeitnot bot register Fox            # prints a token
    ZEITNOT_TOKEN=zn_… python leduc_bot.py http://127.0.0.1:8080

A bot gets what its seat may know and no more: its own card, `?` for the other one, the public card
(`-` before it is dealt), and the betting, as in `Ks?/-/cr`; the hand's number, the chips and the
hand before follow.
"""

import asyncio
import os
import random
import sys
from itertools import permutations

from zeitnot_client import Turn, run_bot, show_log

GAME = "leduc"
CARDS = [rank + suit for rank in "JQK" for suit in "sh"]
RAISES = ("raise", "pot", "half", "allin")
GOOD, BLUFF = 0.6, 0.1


def strength(card: str, public: str) -> int:
    """A pair with the public card beats all else, then the higher card."""
    return 3 if card[0] == public[0] else "JQK".index(card[0])


def winning(own: str, public: str) -> float:
    """How often this card wins at the showdown, a tie as half, over all cards not seen."""
    unseen = [card for card in CARDS if card not in (own, public)]
    cases = [
        (other, public if public != "-" else drawn) for other, drawn in permutations(unseen, 2)
    ]
    won = 0.0
    for other, board in cases:
        mine, theirs = strength(own, board), strength(other, board)
        won += 1 if mine > theirs else 0.5 if mine == theirs else 0
    return won / len(cases)


def choose(turn: Turn) -> str:
    """Raises with a good card, and sometimes with a bad one; pays for a fair one."""
    cards, public, _ = turn.position.split()[0].split("/")
    chance = winning(cards.strip("?"), public)
    raises = [move for move in RAISES if move in turn.legal]
    if raises and (chance > GOOD or random.random() < BLUFF):
        return raises[0]
    if "check" in turn.legal:
        return "check"
    return "call" if chance > 1 - GOOD else "fold"


if __name__ == "__main__":
    show_log()  # each game's end, and what goes wrong
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    asyncio.run(run_bot(server, os.environ["ZEITNOT_TOKEN"], choose, [GAME]))
