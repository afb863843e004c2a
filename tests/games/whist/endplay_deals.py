"""Deals solved by another program: `endplay` from PyPI, which is built on Bo Haglund's DDS.

    pip install endplay
    python -m tests.games.whist.endplay_deals write        # 100 deals, for test_double_dummy.py
    python -m tests.games.whist.endplay_deals compare 1000

endplay is not a dependency; its answers are stored in endplay_deals.json.
"""

import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from .twin import PACK

FILE = Path(__file__).with_suffix(".json")
TRUMPS = ("none", "clubs", "diamonds", "hearts", "spades")
SIZES = (13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
STORED = 100
LONG_DEALS = 10  # how many of the stored deals have 11 or 13 cards per hand


@dataclass(frozen=True)
class Solved:
    """A deal for four seats: the hands of seats 0 to 3, the trump suit, the leader, and the tricks
    of the leader's side after each lead."""

    hands: tuple[str, ...]
    trump: str
    leader: int
    tricks: Mapping[str, int]

    @property
    def position(self) -> str:
        return f"{' '.join(self.hands)} - {self.leader} 0:0"


def deal(number: int, sizes: tuple[int, ...] = SIZES) -> Solved:
    """The deal with this number, unsolved. Every second one is dealt from the highest cards, so
    that hands share suits."""
    rng = random.Random(number)
    size = rng.choice(sizes)
    pack = (
        PACK if number % 2 else [card for card in PACK if card[0] in "23456789TJQKA"[-size - 1 :]]
    )
    cards = rng.sample(pack, 4 * size)
    hands = tuple("".join(cards[seat * size : (seat + 1) * size]) for seat in range(4))
    return Solved(hands, rng.choice(TRUMPS), rng.randrange(4), {})


def theirs(unsolved: Solved) -> dict[str, int]:
    """The tricks of each lead by endplay."""
    from endplay import dds, types  # type: ignore[import-not-found]

    def suits(hand: str) -> str:
        cards = [hand[at : at + 2] for at in range(0, len(hand), 2)]
        return ".".join("".join(c[0] for c in cards if c[1] == suit) for suit in "shdc")

    board = types.Deal("N:" + " ".join(map(suits, unsolved.hands)))
    letter = "n" if unsolved.trump == "none" else unsolved.trump[0]
    board.trump = types.Denom.find(letter)
    board.first = types.Player(unsolved.leader)
    return {f"{c.rank.abbr}{'shdc'[int(c.suit)]}": t for c, t in dds.solve_board(board)}


def ours(unsolved: Solved, leads: Sequence[str] = ()) -> dict[str, int]:
    """The tricks by our solver, for these leads or for all."""
    game = load("whist", {"cards": 13, "seats": 4, "trump": unsolved.trump})
    engine = Engine(game, method="double-dummy", hash_mb=64)
    report = engine.search(game.parse(unsolved.position), lines=13, searchmoves=list(leads))
    return {line.move: round(line.value) for line in report.lines}


def stored_deals() -> list[Solved]:
    """The solved deals of the JSON file."""
    data: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return [Solved(**each) for each in data]


def main(arguments: list[str]) -> int:
    """Returns the exit status."""
    if arguments == ["write"]:
        deals = []
        for number in range(STORED):
            sizes = SIZES[:2] if number % (STORED // LONG_DEALS) == 0 else SIZES[3:]
            unsolved = deal(number, sizes)
            deals.append({**asdict(unsolved), "tricks": theirs(unsolved)})
        lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in deals)
        FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
        return 0
    different = 0
    for number in range(int(arguments[1])):
        unsolved = deal(number)
        if theirs(unsolved) != ours(unsolved):
            different += 1
            print(unsolved.position, unsolved.trump, theirs(unsolved), ours(unsolved))
    print(f"{arguments[1]} deals compared, {different} differ")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
