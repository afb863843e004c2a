"""A bot for Leduc hold'em that compares its card with all that it cannot see.

    zeitnot bot register Fox            # prints a token
    ZEITNOT_TOKEN=zn_… python leduc_bot.py http://127.0.0.1:8080

A bot gets only what its seat may know: its own card, `?` for the other one, the public card (`-`
before it is dealt) and the betting, as in `Ks?/-/cr`. Then come the hand's number, the chips and
the previous hand.
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
GOOD, BLUFF = 0.6, 0.1  # the chance of a good card; how often to bluff


def strength(card: str, public: str) -> int:
    """The rank of a card at the showdown: a pair with the public card is best, then high cards."""
    return 3 if card[0] == public[0] else "JQK".index(card[0])


def win_rate(own: str, public: str) -> float:
    """How often this card wins at the showdown, over all unseen cards; a tie counts half."""
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
    """Raises with a good card and sometimes with a bad one; calls with a fair one."""
    cards, public, _ = turn.position.split()[0].split("/")
    chance = win_rate(cards.strip("?"), public)
    raises = [move for move in RAISES if move in turn.legal]
    if raises and (chance > GOOD or random.random() < BLUFF):
        return raises[0]
    if "check" in turn.legal:
        return "check"
    return "call" if chance > 1 - GOOD else "fold"


if __name__ == "__main__":
    show_log()  # each game's end, and all problems
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    asyncio.run(run_bot(server, os.environ["ZEITNOT_TOKEN"], choose, [GAME]))
