"""A bot that plays whist from what its seat sees: its hand, the table, and the cards played.

    zeitnot bot register Trickster      # prints a token
    ZEITNOT_TOKEN=zn_… python whist_bot.py http://127.0.0.1:8080

The server's text has `?` for every card that the seat does not see. `Ks9h4d2c ???? 8h 0 0:0` has
two hands, the card led, the seat to move and the tricks won (docs/reference/games.md). The bot
leads the card that the fewest unseen cards can beat, and otherwise wins tricks with its lowest
winning card.
"""

import asyncio
import os
import re
import sys

from zeitnot_client import Turn, run_bot, show_log

GAME = "whist"
RANKS = "23456789TJQKA"
PACK = {rank + suit for rank in RANKS for suit in "cdhs"}


def rank(card: str) -> int:
    return RANKS.index(card[0])


def beats(card: str, best: str, trump: str) -> bool:
    """Whether the card beats the best one on the table; `trump`: a suit's letter, or empty."""
    if card[1] == best[1]:
        return rank(card) > rank(best)
    return card[1] == trump


def choose(turn: Turn) -> str:
    """Returns one of the legal cards."""
    trump = str(turn.settings.get("trump", "none"))[0].replace("n", "")
    seats = 4 if len(turn.position.split()) > 6 else 2
    trick = re.findall(r"..", turn.position.split()[seats].replace("-", ""))
    lowest = min(turn.legal, key=rank)
    if not trick:
        unseen = PACK - set(re.findall(r"[2-9TJQKA][cdhs]", turn.position))
        return min(turn.legal, key=lambda card: sum(beats(c, card, "") for c in unseen))
    best = trick[0]
    for card in trick:
        best = card if beats(card, best, trump) else best
    if (len(trick) - trick.index(best)) % 2 == 0:
        return lowest  # the partner is winning the trick
    return min((card for card in turn.legal if beats(card, best, trump)), key=rank, default=lowest)


if __name__ == "__main__":
    show_log()  # each game's end, and all problems
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    asyncio.run(run_bot(server, os.environ["ZEITNOT_TOKEN"], choose, [GAME]))
